import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importImages, importMoreImages, importRows, productKeys } from "../../db/schema/imports.ts";
import { oldAddresses } from "../../db/schema/old-addresses.ts";
import { DomainError } from "../base/errors.ts";
import { writeAttributes, writeImages } from "../catalog/product-parts.ts";
import { writeTrade } from "../catalog/trade-facts.ts";
import { clampStock, editProducts, type ProductEdit } from "../catalog/write-product.ts";
import { afterAll, changedSince, readSince, writtenRows } from "./conflicts.ts";
import { type CurrentProduct, lockCurrent } from "./current-products.ts";
import { parseFacts } from "./facts.ts";
import { altsOf, withAlts } from "./image-alts.ts";
import { restoreReductions } from "./reductions.ts";
import { lockFormerTerms, removeTerms, type Terms } from "./terms.ts";
import {
  beginEdit,
  continueEdit,
  type Import,
  type ImportRow,
  inBatch,
  type Progress,
  percentOf,
  recordImportAct,
  refuseBesideFormer,
  type Work,
} from "./work.ts";
import { restoreNextGroup } from "./write-groups.ts";
import { tradeOf } from "./write-rows.ts";

const addressesAtOnce = 500;

/** Lets the undo begin. */
export function beginRestoring(work: Work): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    await refuseBesideFormer(tx, found);
    const editId = await beginEdit(tx, found, "import undone");
    return { state: "restoring", editId, writtenEditId: found.editId, position: afterAll, leftAlone: 0, attempts: 1 };
  });
}

/** Puts an import that cannot go on into the state in which it is reverted. Says why in `problem`. */
export function revertingFrom({ state, position }: Import, problem: string): Progress {
  const from = state === "publishing" ? afterAll : position;
  return { state: "reverting", position: from, problem, overwrite: [], attempts: 0 };
}

/**
 * Restores the next rows of an import that is undone or reverted, the last ones first: fields that others changed since
 * stay unless they are chosen, stock changes back by the difference unless others counted it, and products that it made are deleted. Orders are
 * not touched. Ends the work after the first row.
 */
export function restoreRows(work: Work): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    await continueEdit(tx, found);
    // Groups first, so that no product that leaves is a variant.
    const group = await restoreNextGroup(tx, found);
    if (group !== undefined) return { leftAlone: found.leftAlone + (group.isLeft ? 1 : 0), attempts: 1 };
    const rows = await writtenRows(tx, found.id, found.position);
    const last = rows.at(-1);
    if (last === undefined) {
      if (await removeOldAddresses(tx, found)) return { attempts: 1 };
      if (found.createdTerms.length === 0) return finish(tx, found);
      return { createdTerms: await removeTerms(tx, found.createdTerms), attempts: 1 };
    }
    const leftAlone = await restoreBatch(tx, found, rows);
    const percent = 100 - (await percentOf(tx, found, last.line, [1, 100]));
    return { position: last.line - 1, leftAlone: found.leftAlone + leftAlone, percent, attempts: 1 };
  });
}

/** Removes some of the old addresses that an import has listed. Says whether there were any. */
async function removeOldAddresses(tx: Db, { id }: Import): Promise<boolean> {
  const some = tx
    .select({ id: oldAddresses.id })
    .from(oldAddresses)
    .where(eq(oldAddresses.importId, id))
    .limit(addressesAtOnce);
  const removed = await tx.delete(oldAddresses).where(inArray(oldAddresses.id, some));
  return (removed.rowCount ?? 0) > 0;
}

async function finish(tx: Db, found: Import): Promise<Progress> {
  if (found.state === "restoring") {
    await recordImportAct(tx, found, "undid");
    return { state: "undone", undoneAt: new Date(), percent: 100, problem: "", attempts: 0 };
  }
  const left = found.leftAlone;
  const unrestored = left === 1 ? "1 product keeps" : `${left.toLocaleString("en-US")} products keep`;
  const problem = left === 0 ? found.problem : `${found.problem} ${unrestored} what somebody changed meanwhile.`;
  return { state: "checked", writtenEditId: found.editId, position: 0, percent: 0, problem, leftAlone: 0, attempts: 0 };
}

/** Restores some products. Returns how many of them were left alone, in whole or in part. */
async function restoreBatch(tx: Db, found: Import, rows: ImportRow[]): Promise<number> {
  const ids = rows.map(({ productId }) => productId ?? "");
  const terms = await lockFormerTerms(tx, rows);
  // Before the products: whoever stores an image locks in this order.
  const isOfRows = and(eq(importImages.importId, found.id), inArray(importImages.productId, ids));
  await tx.delete(importImages).where(and(isOfRows, eq(importImages.state, "waiting")));
  const isMoreOfRows = and(eq(importMoreImages.importId, found.id), inArray(importMoreImages.productId, ids));
  await tx.delete(importMoreImages).where(and(isMoreOfRows, eq(importMoreImages.state, "waiting")));
  const current = await lockCurrent(tx, ids);
  const editId = found.state === "restoring" ? found.writtenEditId : found.editId;
  const sinceOf = await readSince(tx, { id: found.id, editId }, rows);
  const chosen = found.overwrite === null ? null : new Set(found.overwrite);
  const restored: ProductEdit[] = [];
  const reduced: ImportRow[] = [];
  const deleted: string[] = [];
  const keys: (typeof productKeys.$inferInsert)[] = [];
  let leftAlone = 0;
  for (const row of rows) {
    const product = current.get(row.productId ?? "");
    if (product === undefined) {
      leftAlone += 1;
      continue;
    }
    const known = sinceOf(product.id);
    const since = changedSince(row, product, known);
    // A new product is a draft until all are written.
    if (found.state === "reverting" && row.outcome === "new" && product.publishedAt === null) delete since.state;
    const isForced = chosen === null || chosen.has(row.line);
    const left = new Set(isForced ? [] : Object.keys(since));
    if (left.size > 0) leftAlone += 1;
    if (row.outcome === "new") {
      if (left.size === 0) deleted.push(product.id);
      continue;
    }
    restored.push(formerProduct(row, product, { left, counted: known.counted, terms }));
    if (!left.has("reducedCents")) reduced.push(row);
    await restoreParts(tx, row, product, left);
    keys.push(...formerKey(row, product, left));
  }
  const deletedAt = new Date();
  await editProducts(tx, [...restored, ...deleted.map((id) => ({ id, deletedAt }))]);
  await restoreReductions(tx, found, reduced);
  await restoreKeys(
    tx,
    restored.map(({ id }) => id),
    deleted,
    keys,
  );
  if (found.state === "reverting") await forget(tx, found, rows);
  return leftAlone;
}

/** Restores what a product has in tables of its own. */
async function restoreParts(tx: Db, row: ImportRow, product: CurrentProduct, left: ReadonlySet<string>): Promise<void> {
  const { productId, changes, previous } = row;
  if (productId === null) return;
  const isUndone = (field: string) => changes[field] !== undefined && !left.has(field);
  await restoreTrade(tx, row, left);
  if (isUndone("attributes")) await writeAttributes(tx, productId, parseFacts(String(changes.attributes?.[0] ?? "")));
  if (isUndone("moreImages")) await writeImages(tx, productId, previous?.moreImages ?? []);
  else if (isUndone("imageAlts"))
    await writeImages(tx, productId, withAlts(product.moreImages, changes.imageAlts?.[0]));
}

/** The key and the image sources of before; nothing for a product that had none. */
function formerKey(
  { changes, previous }: ImportRow,
  product: CurrentProduct,
  left: ReadonlySet<string>,
): (typeof productKeys.$inferInsert)[] {
  const key = left.has("key") || changes.key === undefined ? product.key : changes.key[0];
  // A product without a key had its own id for one while its image had a source.
  if (key === null || key === product.id) return [];
  const imageSource = left.has("image") ? product.imageSource : previous?.imageSource;
  const moreSources = left.has("moreImages") ? product.moreSources : previous?.moreSources;
  return [{ productId: product.id, key: String(key), imageSource: imageSource ?? "", moreSources: moreSources ?? [] }];
}

/** Restores codes and facts. An SKU that another product has got since is left out. */
async function restoreTrade(tx: Db, { productId, changes }: ImportRow, left: ReadonlySet<string>): Promise<void> {
  const undone = Object.fromEntries(Object.entries(changes).filter(([field]) => !left.has(field)));
  const trade = tradeOf(undone, 0);
  if (trade === undefined || productId === null) return;
  try {
    await tx.transaction((inner) => writeTrade(inner, productId, trade));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { sku: _sku, ...others } = trade;
    await writeTrade(tx, productId, others);
  }
}

/** Leaves the rows as the dry run wrote them, so that the import can begin anew. */
async function forget(tx: Db, { id }: Import, rows: ImportRow[]): Promise<void> {
  const ids = rows.map(({ productId }) => productId ?? "");
  const lines = rows.filter(({ outcome }) => outcome === "new").map(({ line }) => line);
  await tx.delete(importImages).where(and(eq(importImages.importId, id), inArray(importImages.productId, ids)));
  await tx
    .delete(importMoreImages)
    .where(and(eq(importMoreImages.importId, id), inArray(importMoreImages.productId, ids)));
  await tx
    .update(importRows)
    .set({ productId: null })
    .where(and(eq(importRows.importId, id), inArray(importRows.line, lines)));
}

async function restoreKeys(
  tx: Db,
  restored: string[],
  deleted: string[],
  keys: (typeof productKeys.$inferInsert)[],
): Promise<void> {
  const ids = [...restored, ...deleted];
  if (ids.length > 0) await tx.delete(productKeys).where(inArray(productKeys.productId, ids));
  if (keys.length > 0) await tx.insert(productKeys).values(keys).onConflictDoNothing();
}

function formerProduct(
  { changes, previous }: ImportRow,
  product: CurrentProduct,
  { left, counted, terms }: { left: ReadonlySet<string>; counted: number; terms: Terms },
): ProductEdit {
  const { id, brandId, categoryId } = product;
  if (brandId === null || categoryId === null) throw new Error("a product that is not deleted has no brand");
  const isUndone = (field: string) => changes[field] !== undefined && !left.has(field);
  const before = (field: "name" | "description" | "image") =>
    isUndone(field) ? String(changes[field]?.[0] ?? "") : product[field];
  const term = (taxonomy: "brand" | "category", now: string) =>
    isUndone(taxonomy) ? (terms[taxonomy].get(String(changes[taxonomy]?.[0])) ?? now) : now;
  const publishedAt = previous?.publishedAt ?? null;
  const [seen = 0, written = 0] = (changes.countInStock ?? []).map(Number);
  return {
    id,
    name: before("name"),
    description: before("description"),
    isMarkdown: isUndone("isMarkdown") ? changes.isMarkdown?.[0] === true : product.isMarkdown,
    image: before("image"),
    imageAlt: isUndone("imageAlts") ? altsOf(changes.imageAlts?.[0]).first : product.imageAlt,
    brandId: term("brand", brandId),
    categoryId: term("category", categoryId),
    priceCents: isUndone("priceCents") ? Number(changes.priceCents?.[0]) : product.priceCents,
    countInStock: isUndone("countInStock")
      ? clampStock(product.countInStock - (written - seen) - counted)
      : product.countInStock,
    isStockCounted: isUndone("isStockCounted") ? changes.isStockCounted?.[0] === true : product.isStockCounted,
    publishedAt: isUndone("state") ? (publishedAt === null ? null : new Date(publishedAt)) : product.publishedAt,
  };
}
