import type { ProductKind } from "../../kind.ts";
import { audioRemarks } from "./audio.ts";
import { bagRemarks } from "./bags.ts";
import { cameraRemarks } from "./cameras.ts";
import { clothingRemarks } from "./clothing.ts";
import { computerRemarks } from "./computers.ts";
import { deskRemarks } from "./desk.ts";
import { droneRemarks } from "./drones.ts";
import { everydayRemarks } from "./everyday.ts";
import { eyewearRemarks } from "./eyewear.ts";
import { footwearRemarks } from "./footwear.ts";
import { jewelleryRemarks } from "./jewellery.ts";
import { outerwearRemarks } from "./outerwear.ts";
import { phoneRemarks } from "./phones.ts";
import type { DepartmentRemarks, Remarks } from "./remark.ts";
import { watchRemarks } from "./watches.ts";

const groups: readonly DepartmentRemarks[] = [
  audioRemarks,
  cameraRemarks,
  droneRemarks,
  computerRemarks,
  phoneRemarks,
  deskRemarks,
  footwearRemarks,
  outerwearRemarks,
  clothingRemarks,
  bagRemarks,
  watchRemarks,
  jewelleryRemarks,
  eyewearRemarks,
  everydayRemarks,
];

/** What people say about a kind: lines of its whole department, and lines of its own. */
export function saidOf(kind: ProductKind): { department: Remarks; own: Remarks } {
  for (const { all, kinds } of groups) {
    const own = kinds[kind];
    if (own) return { department: all, own };
  }
  throw new Error(`Nobody says anything about ${kind}`);
}
