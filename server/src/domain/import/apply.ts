import { noImage } from "@shop/shared/image";
import { stockMax } from "@shop/shared/shop";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import { type CreatedTerm, importImages, importRows, imports, productKeys } from "../../db/schema/imports.ts";
import { adminActs } from "../../db/schema/operations.ts";
import type { Taxonomy } from "../catalog/taxonomy.ts";
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
import { isFetched } from "./image-source.ts";

type Row = typeof importRows.$inferSelect;
type Terms = Record<Taxonomy, Map<string, string>>;

/** The catalog has changed since the dry run, in these lines of the file. */
export class CatalogChanged extends Error {
  override readonly name = "CatalogChanged";
  constructor(readonly lines: { line: number; name: string }[]) {
    super("the catalog has changed since the dry run");
  }
}

/** Small enough for the time limit of a statement on a busy machine. */
const batchSize = 100;
const first = "00000000-0000-0000-0000-000000000000";
/** As many changed products are named. */
const namedMax = 5;

/**
 * Writes what the dry run has found, all or nothing. Fails with CatalogChanged if a field that it changes has another
 * value than the dry run saw; stock changes by the difference, so that sales meanwhile are no change.
 */
export async function applyImport({ tx, found, report, isStopping }: Work): Promise<void> {
  const { terms, created } = await makeTerms(tx, found);
  const total = Math.max(1, found.newRows + found.changedRows);
  let done = 0;
  const conflicts: { line: number; name: string }[] = [];
  const finish = async (rows: Row[]) => {
    if (isStopping()) throw new Interrupted();
    done += rows.length;
    await report(Math.floor((done / total) * 99));
  };
  for (let after = first; ; ) {
    const rows = await changedRows(tx, found.id, after);
    const last = rows.at(-1)?.productId;
    if (last === undefined || last === null) break;
    conflicts.push(...(await applyChanged(tx, found, rows, terms)));
    if (conflicts.length > namedMax) break;
    after = last;
    await finish(rows);
  }
  for (let after = 0; conflicts.length <= namedMax; ) {
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, found.id), eq(importRows.outcome, "new"), gt(importRows.line, after)))
      .orderBy(asc(importRows.line))
      .limit(batchSize);
    const last = rows.at(-1);
    if (last === undefined) break;
    conflicts.push(...(await applyNew(tx, found, rows, terms)));
    after = last.line;
    await finish(rows);
  }
  if (conflicts.length > 0) throw new CatalogChanged(conflicts.slice(0, namedMax));
  await tx
    .update(imports)
    .set({ state: "applied", appliedAt: new Date(), percent: 100, createdTerms: created, problem: "" })
    .where(eq(imports.id, found.id));
  await recordImportAct(tx, found, "imported");
}

/** Records the act of the admin who began it. */
export async function recordImportAct(tx: Db, found: Import, act: "imported" | "undid"): Promise<void> {
  const { newRows, changedRows } = found;
  const changes = { newProducts: [0, newRows], changedProducts: [0, changedRows] } satisfies Record<
    string,
    [number, number]
  >;
  await tx.insert(adminActs).values({
    ...{ userId: found.userId, act, entity: "import", entityId: found.id, subject: found.fileName },
    changes: act === "imported" ? changes : {},
  });
}

function changedRows(tx: Db, id: string, after: string): Promise<Row[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, "changed"), gt(importRows.productId, after)))
    .orderBy(asc(importRows.productId))
    .limit(batchSize);
}

/** The brands and categories of all rows. Terms before products: renaming a term locks in the same order. */
async function makeTerms(tx: Db, { id }: Import): Promise<{ terms: Terms; created: CreatedTerm[] }> {
  const created: CreatedTerm[] = [];
  const terms: Terms = { brand: new Map(), category: new Map() };
  for (const taxonomy of ["brand", "category"] as const) {
    const table = taxonomy === "brand" ? brands : categories;
    const { rows } = await tx.execute<{ name: string }>(sql`
      select distinct changes->${taxonomy}->>1 as name from ${importRows}
      where import_id = ${id} and outcome in ('new', 'changed') and changes ? ${taxonomy} order by 1`);
    const names = rows.map(({ name }) => name);
    for (let start = 0; start < names.length; start += batchSize) {
      const batch = names.slice(start, start + batchSize);
      const found = await lockTerms(tx, taxonomy, batch);
      const missing = batch.filter((name) => !found.has(name));
      if (missing.length > 0) {
        const values = missing.map((name) => ({ id: uuidv7(), name }));
        const made = await tx.insert(table).values(values).onConflictDoNothing().returning({ id: table.id });
        created.push(...made.map((term) => ({ taxonomy, id: term.id })));
        for (const [name, termId] of await lockTerms(tx, taxonomy, missing)) found.set(name, termId);
      }
      for (const [name, termId] of found) terms[taxonomy].set(name, termId);
    }
  }
  return { terms, created };
}

/** Applies the changes of products. Returns those that have changed since the dry run. */
async function applyChanged(tx: Db, found: Import, rows: Row[], terms: Terms) {
  const current = await lockCurrent(
    tx,
    rows.map(({ productId }) => productId ?? ""),
  );
  const written: WrittenProduct[] = [];
  const applied: { row: Row; product: CurrentProduct }[] = [];
  const conflicts: { line: number; name: string }[] = [];
  for (const row of rows) {
    const product = current.get(row.productId ?? "");
    if (product === undefined || !isAsChecked(row, product)) {
      conflicts.push({ line: row.line, name: row.name });
      continue;
    }
    written.push(changedProduct(row, product, terms));
    applied.push({ row, product });
  }
  if (conflicts.length > 0) return conflicts;
  await updateProducts(tx, written);
  await recordStock(tx, applied, new Map(written.map((each) => [each.id, each])));
  const keyed = applied.filter(({ row }) => row.changes.key !== undefined || row.changes.image !== undefined);
  await writeKeys(
    tx,
    keyed.flatMap(({ row, product }) => {
      const key = textAfter(row, "key") ?? product.key;
      // Without a key, the product's own id stands for one, so that its image has a source.
      return [
        { productId: product.id, key: key ?? product.id, imageSource: sourceAfter(row) ?? product.imageSource ?? "" },
      ];
    }),
  );
  await queueImages(
    tx,
    found,
    applied.map(({ row, product }) => ({ row, productId: product.id, before: product.image })),
  );
  return [];
}

/** Whether the fields that a row changes have the values that the dry run saw. */
function isAsChecked({ changes }: Row, product: CurrentProduct): boolean {
  const now: Record<string, unknown> = { ...product, state: stateOf(product) };
  return Object.entries(changes).every(([field, [before]]) => field === "countInStock" || now[field] === before);
}

function changedProduct({ changes }: Row, product: CurrentProduct, terms: Terms): WrittenProduct {
  const { id, brandId, categoryId, publishedAt } = product;
  if (brandId === null || categoryId === null) throw new Error("a product that is not deleted has no brand");
  const text = (field: "name" | "description" | "image") => String(changes[field]?.[1] ?? product[field]);
  const image = changes.image !== undefined && isFetched(text("image")) ? product.image : text("image");
  const [seen = 0, wanted = 0] = (changes.countInStock ?? []).map(Number);
  return {
    ...{ id, name: text("name"), description: text("description"), image },
    brandId: changes.brand === undefined ? brandId : termOf(terms, "brand", changes.brand[1]),
    categoryId: changes.category === undefined ? categoryId : termOf(terms, "category", changes.category[1]),
    priceCents: Number(changes.priceCents?.[1] ?? product.priceCents),
    countInStock: Math.min(stockMax, Math.max(0, product.countInStock + wanted - seen)),
    publishedAt: changes.state === undefined ? publishedAt : changes.state[1] === "published" ? new Date() : null,
  };
}

function termOf(terms: Terms, taxonomy: Taxonomy, name: unknown): string {
  const id = terms[taxonomy].get(String(name));
  if (id === undefined) throw new Error(`the ${taxonomy} was not made`);
  return id;
}

function textAfter({ changes }: Row, field: string): string | undefined {
  const value = changes[field]?.[1];
  return value === undefined || value === null ? undefined : String(value);
}

function sourceAfter(row: Row): string | undefined {
  const image = textAfter(row, "image");
  return image === undefined ? undefined : isFetched(image) ? image : "";
}

/** Records the stock as it changed in fact, because it may have sold since the dry run. */
async function recordStock(
  tx: Db,
  applied: { row: Row; product: CurrentProduct }[],
  written: Map<string, WrittenProduct>,
) {
  for (const { row, product } of applied) {
    const after = written.get(product.id)?.countInStock ?? product.countInStock;
    const stock = row.changes.countInStock;
    if (stock === undefined || (stock[0] === product.countInStock && stock[1] === after)) continue;
    await tx
      .update(importRows)
      .set({ changes: { ...row.changes, countInStock: [product.countInStock, after] } })
      .where(and(eq(importRows.importId, row.importId), eq(importRows.line, row.line)));
  }
}

async function applyNew(tx: Db, found: Import, rows: Row[], terms: Terms) {
  const taken = new Set((await readCurrent(tx, { ids: [], keys: rows.map(({ key }) => key) })).map(({ key }) => key));
  const conflicts = rows.filter(({ key }) => taken.has(key)).map(({ line, name }) => ({ line, name }));
  if (conflicts.length > 0) return conflicts;
  const made = rows.map((row) => ({ row, id: uuidv7() }));
  const now = new Date();
  await tx.insert(products).values(
    made.map(({ row, id }) => {
      const image = textAfter(row, "image") ?? noImage;
      return {
        ...{ id, name: textAfter(row, "name") ?? "", description: textAfter(row, "description") ?? "" },
        image: isFetched(image) ? noImage : image,
        brandId: termOf(terms, "brand", textAfter(row, "brand")),
        categoryId: termOf(terms, "category", textAfter(row, "category")),
        priceCents: Number(textAfter(row, "priceCents")),
        countInStock: Number(textAfter(row, "countInStock") ?? 0),
        publishedAt: textAfter(row, "state") === "published" ? now : null,
        userId: found.userId,
      };
    }),
  );
  // The key of a deleted product goes to the new one.
  await tx.delete(productKeys).where(
    inArray(
      productKeys.key,
      rows.map(({ key }) => key),
    ),
  );
  await writeKeys(
    tx,
    made.map(({ row, id }) => ({ productId: id, key: row.key, imageSource: sourceAfter(row) ?? "" })),
  );
  const pairs = JSON.stringify(made.map(({ row, id }) => ({ line: row.line, id })));
  await tx.execute(sql`
    update ${importRows} r set product_id = v.id from jsonb_to_recordset(${pairs}::jsonb) as v(line int, id uuid)
    where r.import_id = ${found.id} and r.line = v.line`);
  await queueImages(
    tx,
    found,
    made.map(({ row, id }) => ({ row, productId: id, before: noImage })),
  );
  return [];
}

async function writeKeys(tx: Db, values: { productId: string; key: string; imageSource: string }[]): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insert(productKeys)
    .values(values)
    .onConflictDoUpdate({
      target: productKeys.productId,
      set: { key: sql`excluded.key`, imageSource: sql`excluded.image_source` },
    });
}

/** Images by address and those of a ZIP are fetched later; the product shows what it has until then. */
async function queueImages(
  tx: Db,
  found: Import,
  rows: { row: Row; productId: string; before: string }[],
): Promise<void> {
  const queued = rows.flatMap(({ row, productId, before }) => {
    const address = textAfter(row, "image");
    return address === undefined || !isFetched(address) ? [] : [{ importId: found.id, productId, address, before }];
  });
  if (queued.length > 0) await tx.insert(importImages).values(queued).onConflictDoNothing();
}
