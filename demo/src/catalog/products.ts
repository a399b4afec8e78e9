import type { DemoProduct } from "../product.ts";
import { audio } from "./audio.ts";
import { bags } from "./bags.ts";
import { cameras } from "./cameras.ts";
import { clothing } from "./clothing.ts";
import { computers } from "./computers.ts";
import { desk } from "./desk.ts";
import { everyday } from "./everyday.ts";
import { footwear } from "./footwear.ts";
import { interleave } from "./interleave.ts";
import { jewellery } from "./jewellery.ts";
import { outerwear } from "./outerwear.ts";
import { phones } from "./phones.ts";
import { watches } from "./watches.ts";

const byKind = (department: readonly DemoProduct[]): readonly DemoProduct[] => {
  const groups = new Map<string, DemoProduct[]>();
  for (const product of department) {
    const group = groups.get(product.kind);
    if (group) group.push(product);
    else groups.set(product.kind, [product]);
  }
  return interleave([...groups.values()]);
};

/** Everything the demo shop sells, in shelf order: departments mixed, and kinds mixed within each department. */
export const products: readonly DemoProduct[] = interleave(
  [audio, footwear, cameras, outerwear, desk, jewellery, computers, bags, everyday, phones, watches, clothing].map(
    byKind,
  ),
);
