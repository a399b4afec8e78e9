import type { Changes } from "@shop/shared/admin/audit";
import { type ImportConflict, importChosenMax } from "@shop/shared/catalog/import";
import { and, desc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importImages, importRows } from "../../db/schema/imports.ts";
import { countedSinceEdit } from "../catalog/history/counted-stock.ts";
import { type CurrentProduct, readCurrent, stateOf } from "./current-products.ts";
import { factLines } from "./facts.ts";
import { altLines, hasAlts } from "./image-alts.ts";
import { addressLines } from "./image-source.ts";
import { storedMoreImages } from "./more-images.ts";
import { tradeColumns } from "./trade-cells.ts";
import { batchSize, type Import, type ImportRow } from "./work.ts";

/** A line after every other one. */
export const afterAll = 2_147_483_647;

/** The last written rows up to a line, the last one first. */
export function writtenRows(db: Db, importId: string, upTo: number): Promise<ImportRow[]> {
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

export type Since = {
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
export function changedSince(row: ImportRow, product: CurrentProduct, { stored, storedMore, counted }: Since): Changes {
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
    ...Object.fromEntries(tradeColumns.map((column) => [column, product[column]])),
  };
  for (const [field, [before, after]] of Object.entries(row.changes)) {
    if (field === "countInStock") {
      if (counted !== 0) since[field] = [after, product.countInStock];
      continue;
    }
    if (field === "imageAlts") {
      if (!hasAlts(product, after) && !hasAlts(product, before)) since[field] = [after, altLines(product)];
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

/** What is known of the products of rows since an import whose edit of the history is given. */
export async function readSince(
  db: Db,
  { id, editId }: Pick<Import, "id" | "editId">,
  rows: ImportRow[],
): Promise<(productId: string) => Since> {
  const ids = rows.map(({ productId }) => productId ?? "");
  const stored = await storedImages(db, id, rows);
  const storedMore = await storedMoreImages(db, id, ids);
  const counted = await countedSinceEdit(db, editId, ids);
  return (productId) => ({
    stored: stored.get(productId),
    storedMore: storedMore.get(productId),
    counted: counted.get(productId) ?? 0,
  });
}

/** The products that others changed since the import, as many as can be chosen, the last of the file first. */
export async function findConflicts(db: Db, found: Import): Promise<ImportConflict[]> {
  const conflicts: ImportConflict[] = [];
  for (let position = afterAll; ; ) {
    const rows = await writtenRows(db, found.id, position);
    const last = rows.at(-1);
    if (last === undefined) return conflicts;
    const ids = rows.map(({ productId }) => productId ?? "");
    const current = new Map((await readCurrent(db, { ids, keys: [] })).map((product) => [product.id, product]));
    const sinceOf = await readSince(db, found, rows);
    for (const row of rows) {
      const productId = row.productId ?? "";
      const product = current.get(productId);
      const changes = product === undefined ? {} : changedSince(row, product, sinceOf(productId));
      const isDeleted = product === undefined;
      if (!isDeleted && Object.keys(changes).length === 0) continue;
      conflicts.push({ line: row.line, name: row.name, productId, changes, isDeleted, isInUse: false });
      if (conflicts.length === importChosenMax) return conflicts;
    }
    position = last.line - 1;
  }
}
