import type { Changes } from "@shop/shared/admin/audit";
import { type ImportConflict, importChosenMax } from "@shop/shared/catalog/import";
import { and, desc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importImages, importMoreImages, importRows, productKeys } from "../../db/schema/imports.ts";
import { oldAddresses } from "../../db/schema/old-addresses.ts";
import { DomainError } from "../base/errors.ts";
import { countedSinceEdit } from "../catalog/history/counted-stock.ts";
import { writeAttributes, writeImages } from "../catalog/product-parts.ts";
import { writeTrade } from "../catalog/trade-facts.ts";
import { clampStock, editProducts, type ProductEdit } from "../catalog/write-product.ts";
import { type CurrentProduct, lockCurrent, readCurrent, stateOf } from "./current-products.ts";
import { factLines, parseFacts } from "./facts.ts";
import { addressLines } from "./image-source.ts";
import { storedMoreImages } from "./more-images.ts";
import { restoreReductions } from "./reductions.ts";
import { lockFormerTerms, removeTerms, type Terms } from "./terms.ts";
import {
  batchSize,
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

/** A line after every other one. */
const afterAll = 2_147_483_647;

/** The last written rows up to a line, the last one first. */
function writtenRows(db: Db, importId: string, upTo: number): Promise<ImportRow[]> {
  const isWritten = and(inArray(importRows.outcome, ["new", "changed"]), isNotNull(importRows.productId));
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), lte(importRows.line, upTo), isWritten))
    .orderBy(desc(importRows.line))
    .limit(batchSize);
}

/** The images that an import has stored, by product. */
async function storedImages(db: Db, importId: string, rows: ImportRow[]): Promise<Map<string, string>> {
  const ids = rows.map(({ productId }) => productId ?? "");
  const stored = await db
    .select({ productId: importImages.productId, image: importImages.image })
    .from(importImages)
    .where(
      and(eq(importImages.importId, importId), inArray(importImages.productId, ids), eq(importImages.state, "stored")),
    );
  return new Map(stored.map(({ productId, image }) => [productId, image]));
}

type Since = {
  /** The image that the import has stored, and the further ones. */
  stored: string | undefined;
  storedMore: string | undefined;
  /** By how many units others have counted the stock differently. */
  counted: number;
};

/**
 * The fields that others changed since the import: from its value to the one of now. Stock sells, which is no change; a
 * count is one.
 */
function changedSince(row: ImportRow, product: CurrentProduct, { stored, storedMore, counted }: Since): Changes {
  const since: Changes = {};
  const current: Record<string, Changes[string][0]> = {
    name: product.name,
    description: product.description,
    isMarkdown: product.isMarkdown,
    brand: product.brand,
    category: product.category,
    priceCents: product.priceCents,
    reducedCents: product.reducedCents,
    state: stateOf(product),
    key: product.key,
    image: product.image,
    moreImages: addressLines(product.moreImages),
    isStockCounted: product.isStockCounted,
    options: product.options,
    attributes: factLines(product.attributes),
    sku: product.sku,
    gtin: product.gtin,
    mpn: product.mpn,
    costCents: product.costCents,
    weightGrams: product.weightGrams,
  };
  for (const [field, [before, after]] of Object.entries(row.changes)) {
    if (field === "countInStock") {
      if (counted !== 0) since[field] = [after, product.countInStock];
      continue;
    }
    const value = current[field] ?? null;
    if (isSameValue(field, value, after)) continue;
    // Further images come once all of them are fetched.
    if (field === "moreImages" && (value === (before ?? "") || value === storedMore)) continue;
    // A job gives a product its reduced price.
    if (field === "reducedCents" && value === before) continue;
    // The groups are restored before their products.
    if (field === "options" && value === (before ?? "")) continue;
    // An image by address is stored under another one, and until then the product has that of before.
    if (field === "image" && (value === before || value === stored)) continue;
    since[field] = [after, value];
  }
  return since;
}

function isSameValue(field: string, left: Changes[string][0], right: Changes[string][0]): boolean {
  if (field === "brand" || field === "category" || field === "options")
    return String(left).toLowerCase() === String(right).toLowerCase();
  return left === right;
}

/** The products that others changed since the import, as many as can be chosen, the last of the file first. */
export async function findConflicts(db: Db, { id: importId, editId }: Import): Promise<ImportConflict[]> {
  const conflicts: ImportConflict[] = [];
  for (let position = afterAll; ; ) {
    const rows = await writtenRows(db, importId, position);
    const last = rows.at(-1);
    if (last === undefined) return conflicts;
    const ids = rows.map(({ productId }) => productId ?? "");
    const current = new Map((await readCurrent(db, { ids, keys: [] })).map((product) => [product.id, product]));
    const stored = await storedImages(db, importId, rows);
    const storedMore = await storedMoreImages(db, importId, ids);
    const counted = await countedSinceEdit(db, editId, ids);
    for (const row of rows) {
      const productId = row.productId ?? "";
      const product = current.get(productId);
      const since = {
        stored: stored.get(productId),
        storedMore: storedMore.get(productId),
        counted: counted.get(productId) ?? 0,
      };
      const changes = product === undefined ? {} : changedSince(row, product, since);
      const isDeleted = product === undefined;
      if (!isDeleted && Object.keys(changes).length === 0) continue;
      conflicts.push({ line: row.line, name: row.name, productId, changes, isDeleted });
      if (conflicts.length === importChosenMax) return conflicts;
    }
    position = last.line - 1;
  }
}

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
  const stored = await storedImages(tx, found.id, rows);
  const storedMore = await storedMoreImages(tx, found.id, ids);
  const writtenEditId = found.state === "restoring" ? found.writtenEditId : found.editId;
  const counts = await countedSinceEdit(tx, writtenEditId, ids);
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
    const counted = counts.get(product.id) ?? 0;
    const since = changedSince(row, product, {
      stored: stored.get(product.id),
      storedMore: storedMore.get(product.id),
      counted,
    });
    // A new product is a draft until all are written.
    if (found.state === "reverting" && row.outcome === "new" && product.publishedAt === null) delete since.state;
    const isForced = chosen === null || chosen.has(row.line);
    const left = new Set(isForced ? [] : Object.keys(since));
    if (left.size > 0) leftAlone += 1;
    if (row.outcome === "new") {
      if (left.size === 0) deleted.push(product.id);
      continue;
    }
    restored.push(formerProduct(row, product, { left, counted, terms }));
    if (!left.has("reducedCents")) reduced.push(row);
    await restoreTrade(tx, row, left);
    if (row.changes.attributes !== undefined && !left.has("attributes")) {
      await writeAttributes(tx, product.id, parseFacts(String(row.changes.attributes[0] ?? "")));
    }
    if (row.changes.moreImages !== undefined && !left.has("moreImages")) {
      await writeImages(tx, product.id, row.previous?.moreImages ?? []);
    }
    const key = left.has("key") || row.changes.key === undefined ? product.key : row.changes.key[0];
    const imageSource = left.has("image") ? product.imageSource : row.previous?.imageSource;
    const moreSources = left.has("moreImages") ? product.moreSources : row.previous?.moreSources;
    // A product without a key had its own id for one while its image had a source.
    if (key !== null && key !== product.id)
      keys.push({
        productId: product.id,
        key: String(key),
        imageSource: imageSource ?? "",
        moreSources: moreSources ?? [],
      });
  }
  await editProducts(tx, restored);
  await restoreReductions(tx, found, reduced);
  await restoreKeys(
    tx,
    restored.map(({ id }) => id),
    deleted,
    keys,
  );
  const deletedAt = new Date();
  await editProducts(
    tx,
    deleted.map((id) => ({ id, deletedAt })),
  );
  if (found.state === "reverting") await forget(tx, found, rows);
  return leftAlone;
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
