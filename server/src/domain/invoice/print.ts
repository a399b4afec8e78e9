import { imageIdOf } from "@shop/shared/catalog/image";
import type { PrintLabels } from "@shop/shared/order/label";
import { labelsPerPage } from "@shop/shared/order/label-sizes";
import type { Sheet } from "@shop/shared/order/paper";
import { webpName } from "../../infra/image-names.ts";
import type { Limits } from "../../infra/limits.ts";
import type { PaperLine } from "../../infra/paper/paper-line.ts";
import { type PaperFile, writePdf } from "../../infra/paper/paper-process.ts";
import type { Storage } from "../../infra/storage.ts";
import type { Admin, User } from "../base/actor.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { Seller } from "../base/shop-facts.ts";
import { type OrderToSend, openAddresses } from "./addresses.ts";
import { openInvoice, openPaper, type SheetDeps, type WantedSheets } from "./read.ts";
import { recipientOf } from "./sheets.ts";

export type PrintDeps = SheetDeps & { limits: Pick<Limits, "papersPerUser">; emit: Emit; storage: Storage };

/** A file of so many orders takes little longer than one of a single order. */
const fewMax = 10;
/** The width of the images on slips, in pixels. */
const imageWidth = 160;

/** The invoice of an order as PDF, with its credit notes. Refuses like `openInvoice`, and throws RATE_LIMITED. */
export async function printInvoice(
  deps: PrintDeps,
  user: User,
  { orderId, signal }: { orderId: string; signal: AbortSignal },
): Promise<PaperFile> {
  const sheets = await openInvoice(deps, user, orderId);
  await limit(deps, user);
  return writePdf(withImages(sheets, deps.storage), { size: "few", signal });
}

/** Sheets of some orders as one PDF. Refuses like `openPaper`, and throws RATE_LIMITED. */
export async function printPaper(
  deps: PrintDeps,
  admin: Admin<"orders.read">,
  { signal, ...wanted }: WantedSheets & { signal: AbortSignal },
): Promise<PaperFile> {
  const sheets = await openPaper(deps, admin, wanted);
  await limit(deps, admin);
  return writePdf(withImages(sheets, deps.storage), { size: wanted.ids.length <= fewMax ? "few" : "many", signal });
}

/** The addresses of some orders on labels. Refuses like `openAddresses`, and throws RATE_LIMITED. */
export async function printLabels(
  deps: PrintDeps,
  admin: Admin<"orders.read">,
  { signal, ids, ...choice }: PrintLabels & { signal: AbortSignal },
): Promise<PaperFile> {
  const batches = await openAddresses(deps.db, admin, ids);
  await limit(deps, admin);
  return writePdf(toLabels(batches, deps.seller, choice), { size: ids.length <= fewMax ? "few" : "many", signal });
}

async function* toLabels(
  batches: AsyncIterable<OrderToSend[]>,
  { name, address }: Seller,
  { size, startAt }: Omit<PrintLabels, "ids">,
): AsyncGenerator<PaperLine> {
  const sender = [name, ...address].join(", ");
  let place = (startAt - 1) % labelsPerPage(size);
  for await (const orders of batches) {
    for (const order of orders) {
      yield { label: { size, place, sender, recipient: recipientOf(order), order: order.id.slice(-5) } };
      place += 1;
    }
  }
}

async function limit({ limits, emit }: PrintDeps, user: User): Promise<void> {
  refuseWhenLimited(emit, "papersPerUser", await limits.papersPerUser.count(user.id));
}

/** The sheets, and each image before the first of them that shows it. */
async function* withImages(batches: AsyncIterable<Sheet[]>, storage: Storage): AsyncGenerator<PaperLine> {
  const sent = new Set<string>();
  for await (const sheets of batches) {
    for (const sheet of sheets) {
      for (const { image } of sheet.lines) {
        if (sent.has(image)) continue;
        sent.add(image);
        const content = await readImage(image, storage);
        if (content !== undefined) yield { image, content: content.toString("base64") };
      }
      yield { sheet };
    }
  }
}

/** A stored image; `undefined` if there is none or it cannot be read, which stops no slip. */
async function readImage(image: string, storage: Storage): Promise<Buffer | undefined> {
  const id = imageIdOf(image);
  return id === undefined ? undefined : storage.read(webpName(id, imageWidth)).catch(() => undefined);
}
