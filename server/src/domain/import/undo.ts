import type { Changes } from "@shop/shared/audit";
import { type ImportConflict, importChosenMax } from "@shop/shared/import";
import { stockMax } from "@shop/shared/shop";
import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import { importImages, importRows, imports, productKeys } from "../../db/schema/imports.ts";
import { recordImportAct } from "./apply.ts";
import {
  type CurrentProduct,
  lockCurrent,
  lockTerms,
  readCurrent,
  stateOf,
  updateProducts,
  type WrittenProduct,
} from "./current-products.ts";
import { type Import, Interrupted, type Work } from "./dry-run.ts";

type Row = typeof importRows.$inferSelect;

/** Small enough for the time limit of a statement on a busy machine. */
const batchSize = 100;
const first = "00000000-0000-0000-0000-000000000000";

/** The applied rows of an import, in the order in which transactions lock products. */
async function* appliedRows(db: Db, importId: string): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const isApplied = inArray(importRows.outcome, ["new", "changed"]);
    const rows = await db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, importId), isApplied, gt(importRows.productId, after)))
      .orderBy(asc(importRows.productId))
      .limit(batchSize);
    const last = rows.at(-1)?.productId;
    if (last === undefined || last === null) return;
    yield rows;
    after = last;
  }
}

/** The images that an import has stored, by product. */
async function storedImages(db: Db, importId: string, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.map(({ productId }) => productId ?? "");
  const stored = await db
    .select({ productId: importImages.productId, image: importImages.image })
    .from(importImages)
    .where(
      and(eq(importImages.importId, importId), inArray(importImages.productId, ids), eq(importImages.state, "stored")),
    );
  return new Map(stored.map(({ productId, image }) => [productId, image]));
}

/** The fields that others changed since the import: from its value to the one of now. Stock sells, which is no change. */
function changedSince(row: Row, product: CurrentProduct, stored: string | undefined): Changes {
  const since: Changes = {};
  const current: Record<string, Changes[string][0]> = {
    ...{ name: product.name, description: product.description, brand: product.brand, category: product.category },
    ...{ priceCents: product.priceCents, state: stateOf(product), key: product.key, image: product.image },
  };
  for (const [field, [before, after]] of Object.entries(row.changes)) {
    if (field === "countInStock") continue;
    const value = current[field] ?? null;
    if (isSameValue(field, value, after)) continue;
    // An image by address is stored under another one, and until then the product has that of before.
    if (field === "image" && (value === before || value === stored)) continue;
    since[field] = [after, value];
  }
  return since;
}

function isSameValue(field: string, left: Changes[string][0], right: Changes[string][0]): boolean {
  if (field === "brand" || field === "category") return String(left).toLowerCase() === String(right).toLowerCase();
  return left === right;
}

/** The products that others changed since the import, as many as can be chosen. */
export async function findConflicts(db: Db, importId: string): Promise<ImportConflict[]> {
  const conflicts: ImportConflict[] = [];
  for await (const rows of appliedRows(db, importId)) {
    const ids = rows.map(({ productId }) => productId ?? "");
    const current = new Map((await readCurrent(db, { ids, keys: [] })).map((product) => [product.id, product]));
    const stored = await storedImages(db, importId, rows);
    for (const row of rows) {
      const productId = row.productId ?? "";
      const product = current.get(productId);
      const changes = product === undefined ? {} : changedSince(row, product, stored.get(productId));
      const isDeleted = product === undefined;
      if (!isDeleted && Object.keys(changes).length === 0) continue;
      conflicts.push({ line: row.line, name: row.name, productId, changes, isDeleted });
      if (conflicts.length === importChosenMax) return conflicts;
    }
  }
  return conflicts;
}

/**
 * Restores what an import changed, all or nothing: fields that others changed since stay unless they are chosen, stock
 * changes back by the difference, and products that it made are deleted. Orders are not touched.
 */
export async function undoImport({ tx, found, report, isStopping }: Work): Promise<void> {
  const total = Math.max(1, found.newRows + found.changedRows);
  const before = await lockFormerTerms(tx, found);
  let done = 0;
  let leftAlone = 0;
  for await (const rows of appliedRows(tx, found.id)) {
    if (isStopping()) throw new Interrupted();
    leftAlone += await undoBatch(tx, found, rows, before);
    done += rows.length;
    await report(Math.floor((done / total) * 99));
  }
  await tx.delete(importImages).where(and(eq(importImages.importId, found.id), eq(importImages.state, "waiting")));
  await removeTerms(tx, found);
  await tx
    .update(imports)
    .set({ state: "undone", undoneAt: new Date(), percent: 100, leftAlone, problem: "" })
    .where(eq(imports.id, found.id));
  await recordImportAct(tx, found, "undid");
}

type FormerTerms = { brand: Map<string, string>; category: Map<string, string> };

/** The brands and categories that products had before. One that was deleted since is missing. */
async function lockFormerTerms(tx: Db, { id }: Import): Promise<FormerTerms> {
  const terms: FormerTerms = { brand: new Map(), category: new Map() };
  for (const taxonomy of ["brand", "category"] as const) {
    const { rows } = await tx.execute<{ name: string }>(sql`
      select distinct changes->${taxonomy}->>0 as name from ${importRows}
      where import_id = ${id} and outcome = 'changed' and changes ? ${taxonomy} order by 1`);
    terms[taxonomy] = await lockTerms(
      tx,
      taxonomy,
      rows.map(({ name }) => name),
    );
  }
  return terms;
}

/** Restores some products. Returns how many of them were left alone, in whole or in part. */
async function undoBatch(tx: Db, found: Import, rows: Row[], terms: FormerTerms): Promise<number> {
  const current = await lockCurrent(
    tx,
    rows.map(({ productId }) => productId ?? ""),
  );
  const stored = await storedImages(tx, found.id, rows);
  const chosen = found.overwrite === null ? null : new Set(found.overwrite);
  const restored: WrittenProduct[] = [];
  const deleted: string[] = [];
  const keys: { productId: string; key: string; imageSource: string }[] = [];
  let leftAlone = 0;
  for (const row of rows) {
    const product = current.get(row.productId ?? "");
    if (product === undefined) {
      leftAlone += 1;
      continue;
    }
    const since = changedSince(row, product, stored.get(product.id));
    const isForced = chosen === null || chosen.has(row.line);
    const left = new Set(isForced ? [] : Object.keys(since));
    if (left.size > 0) leftAlone += 1;
    if (row.outcome === "new") {
      if (left.size === 0) deleted.push(product.id);
      continue;
    }
    restored.push(formerProduct(row, product, left, terms));
    const key = left.has("key") || row.changes.key === undefined ? product.key : row.changes.key[0];
    const imageSource = left.has("image") ? product.imageSource : row.previous?.imageSource;
    // A product without a key had its own id for one while its image had a source.
    if (key !== null && key !== product.id)
      keys.push({ productId: product.id, key: String(key), imageSource: imageSource ?? "" });
  }
  await updateProducts(tx, restored);
  await restoreKeys(
    tx,
    restored.map(({ id }) => id),
    deleted,
    keys,
  );
  if (deleted.length > 0) {
    await tx
      .update(products)
      .set({ deletedAt: new Date(), updatedAt: new Date(), version: sql`${products.version} + 1` })
      .where(inArray(products.id, deleted));
  }
  return leftAlone;
}

async function restoreKeys(
  tx: Db,
  restored: string[],
  deleted: string[],
  keys: { productId: string; key: string; imageSource: string }[],
): Promise<void> {
  const ids = [...restored, ...deleted];
  if (ids.length > 0) await tx.delete(productKeys).where(inArray(productKeys.productId, ids));
  if (keys.length > 0) await tx.insert(productKeys).values(keys).onConflictDoNothing();
}

function formerProduct(
  { changes, previous }: Row,
  product: CurrentProduct,
  left: ReadonlySet<string>,
  terms: FormerTerms,
): WrittenProduct {
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
    ...{ id, name: before("name"), description: before("description"), image: before("image") },
    ...{ brandId: term("brand", brandId), categoryId: term("category", categoryId) },
    priceCents: isUndone("priceCents") ? Number(changes.priceCents?.[0]) : product.priceCents,
    countInStock: Math.min(stockMax, Math.max(0, product.countInStock - (written - seen))),
    publishedAt: isUndone("state") ? (publishedAt === null ? null : new Date(publishedAt)) : product.publishedAt,
  };
}

/** Deletes the brands and categories that the import made and that no product has any more. */
async function removeTerms(tx: Db, { createdTerms }: Import): Promise<void> {
  const sides = [
    { taxonomy: "brand", table: brands, reference: products.brandId, cleared: { brandId: null } },
    { taxonomy: "category", table: categories, reference: products.categoryId, cleared: { categoryId: null } },
  ] as const;
  for (const { taxonomy, table, reference, cleared } of sides) {
    const ids = createdTerms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      const isUsed = tx
        .select({ one: sql`1` })
        .from(products)
        .where(and(eq(reference, table.id), isNull(products.deletedAt)));
      const unused = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(inArray(table.id, batch), notExists(isUsed)))
        .orderBy(asc(table.id))
        .for("update");
      const unusedIds = unused.map(({ id }) => id);
      if (unusedIds.length === 0) continue;
      await clearReferences(tx, { reference, cleared, termIds: unusedIds });
      await tx.delete(table).where(inArray(table.id, unusedIds));
    }
  }
}

type Reference = {
  reference: typeof products.brandId | typeof products.categoryId;
  cleared: { brandId: null } | { categoryId: null };
  termIds: string[];
};

/** Takes brands or categories from deleted products, some at a time: each statement has a time limit. */
async function clearReferences(tx: Db, { reference, cleared, termIds }: Reference): Promise<void> {
  for (;;) {
    const rows = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(reference, termIds), isNotNull(products.deletedAt)))
      .orderBy(asc(products.id))
      .limit(batchSize);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await tx.update(products).set(cleared).where(inArray(products.id, ids));
  }
}
