import { noImage } from "@shop/shared/catalog/image";
import type { TradeFields } from "@shop/shared/catalog/trade-facts";
import { contentUnits, unitBases } from "@shop/shared/catalog/unit-price";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { importRows, productKeys } from "../../db/schema/imports.ts";
import { products } from "../../db/schema/products.ts";
import { DomainError } from "../base/errors.ts";
import { countedSinceTime } from "../catalog/history/counted-stock.ts";
import { writeAttributes, writeImages } from "../catalog/product-parts.ts";
import type { Taxonomy } from "../catalog/taxonomy.ts";
import { writeTrade } from "../catalog/trade-facts.ts";
import { clampStock, editProducts, insertProducts } from "../catalog/write-product.ts";
import { type CurrentProduct, lockCurrent, readCurrent, stateOf } from "./current-products.ts";
import { factLines, parseFacts } from "./facts.ts";
import { altLines, altsOf, withAlts } from "./image-alts.ts";
import { addressLines, isFetched } from "./image-source.ts";
import { planReductions } from "./reductions.ts";
import type { Terms } from "./terms.ts";
import { isTradeText, parseContent, type TradeColumn, tradeColumns } from "./trade-cells.ts";
import type { Import, ImportRow } from "./work.ts";

/** A product that the shop has changed since the dry run, by its line in the file. */
export type ChangedLine = { line: number; name: string };

/**
 * The rows that the dry run saw otherwise: a product has another value, somebody has counted its stock, it is gone, or a
 * new key is taken.
 */
export async function findChanged(
  tx: Db,
  found: Import,
  rows: ImportRow[],
  current: CurrentProduct[],
): Promise<ChangedLine[]> {
  const counted = await countedSinceCheck(tx, found, rows);
  const byId = new Map(current.map((product) => [product.id, product]));
  const keys = new Set(current.map(({ key }) => key));
  const isChanged = (row: ImportRow) => {
    if (row.outcome === "new") return keys.has(row.key);
    const product = byId.get(row.productId ?? "");
    return product === undefined || counted.has(product.id) || !isAsChecked(row, product);
  };
  return rows.filter(isChanged).map(({ line, name }) => ({ line, name }));
}

/** The products whose stock the rows change, and somebody has counted since the check. */
function countedSinceCheck(tx: Db, { checkedFrom, editId, writtenEditId }: Import, rows: ImportRow[]) {
  const stocked = rows.flatMap(({ productId, changes }) =>
    productId === null || changes.countInStock === undefined ? [] : [productId],
  );
  const without = [editId, writtenEditId].filter((id) => id !== null);
  return countedSinceTime(tx, { since: checkedFrom ?? new Date(), without }, stocked);
}

/** Whether the fields that a row changes have the values that the dry run saw. */
function isAsChecked({ changes }: ImportRow, product: CurrentProduct): boolean {
  const moreImages = addressLines(product.moreImages);
  const attributes = factLines(product.attributes);
  const imageAlts = altLines(product);
  const now: Record<string, unknown> = { ...product, state: stateOf(product), moreImages, imageAlts, attributes };
  return Object.entries(changes).every(([field, [before]]) => field === "countInStock" || now[field] === before);
}

/** Writes the changes of products. Returns those that have changed since the dry run, and then writes nothing. */
export async function writeChanged(tx: Db, found: Import, rows: ImportRow[], terms: Terms): Promise<ChangedLine[]> {
  if (rows.length === 0) return [];
  const current = await lockCurrent(
    tx,
    rows.map(({ productId }) => productId ?? ""),
  );
  const changed = await findChanged(tx, found, rows, [...current.values()]);
  if (changed.length > 0) return changed;
  const applied = rows.flatMap((row) => {
    const product = current.get(row.productId ?? "");
    return product === undefined ? [] : [{ row, product, written: changedProduct(row, product, terms) }];
  });
  await editProducts(
    tx,
    applied.map(({ written }) => written),
  );
  await writeAlts(tx, applied);
  await recordStock(tx, applied);
  const taken = await writeTradeOf(
    tx,
    applied.map(({ row, product }) => ({ row, id: product.id })),
  );
  if (taken.length > 0) return taken;
  await planReductions(
    tx,
    found,
    applied.map(({ row, product }) => ({ row, id: product.id })),
  );
  const keyed = applied.filter(
    ({ row }) =>
      row.changes.key !== undefined || row.changes.image !== undefined || row.changes.moreImages !== undefined,
  );
  await writeKeys(
    tx,
    keyed.map(({ row, product }) => ({
      productId: product.id,
      // Without a key, the product's own id stands for one, so that its image has a source.
      key: textAfter(row, "key") ?? product.key ?? product.id,
      imageSource: sourceAfter(row) ?? product.imageSource ?? "",
      moreSources: moreSourcesAfter(row) ?? product.moreSources ?? [],
    })),
  );
  return [];
}

/** Writes what the further images show of products whose images stay. */
async function writeAlts(tx: Db, applied: { row: ImportRow; product: CurrentProduct }[]): Promise<void> {
  for (const { row, product } of applied) {
    const { imageAlts, moreImages } = row.changes;
    if (imageAlts === undefined || moreImages !== undefined) continue;
    await writeImages(tx, product.id, withAlts(product.moreImages, imageAlts[1]));
  }
}

function changedProduct({ changes }: ImportRow, product: CurrentProduct, terms: Terms) {
  const { id, brandId, categoryId, publishedAt } = product;
  if (brandId === null || categoryId === null) throw new Error("a product that is not deleted has no brand");
  const text = (field: "name" | "description" | "image") => String(changes[field]?.[1] ?? product[field]);
  const image = changes.image !== undefined && isFetched(text("image")) ? product.image : text("image");
  const [seen = 0, wanted = 0] = (changes.countInStock ?? []).map(Number);
  return {
    id,
    name: text("name"),
    description: text("description"),
    isMarkdown: changes.isMarkdown === undefined ? product.isMarkdown : changes.isMarkdown[1] === true,
    image,
    imageAlt: changes.imageAlts === undefined ? product.imageAlt : altsOf(changes.imageAlts[1]).first,
    brandId: changes.brand === undefined ? brandId : termOf(terms, "brand", changes.brand[1]),
    categoryId: changes.category === undefined ? categoryId : termOf(terms, "category", changes.category[1]),
    priceCents: Number(changes.priceCents?.[1] ?? product.priceCents),
    countInStock: clampStock(product.countInStock + wanted - seen),
    isStockCounted: changes.isStockCounted === undefined ? product.isStockCounted : changes.isStockCounted[1] === true,
    publishedAt: changes.state === undefined ? publishedAt : changes.state[1] === "published" ? new Date() : null,
  };
}

function termOf(terms: Terms, taxonomy: Taxonomy, name: unknown): string {
  const id = terms[taxonomy].get(String(name));
  if (id === undefined) throw new Error(`the ${taxonomy} was not made`);
  return id;
}

/** The text that a row gives a field. */
export function textAfter({ changes }: ImportRow, field: string): string | undefined {
  const value = changes[field]?.[1];
  return value === undefined || value === null ? undefined : String(value);
}

function sourceAfter(row: ImportRow): string | undefined {
  const image = textAfter(row, "image");
  return image === undefined ? undefined : isFetched(image) ? image : "";
}

function moreSourcesAfter(row: ImportRow): string[] | undefined {
  return textAfter(row, "moreImages")?.split("\n");
}

/** Records the stock as it changed in fact, because it may have sold since the dry run. */
async function recordStock(
  tx: Db,
  applied: { row: ImportRow; product: CurrentProduct; written: { countInStock: number } }[],
): Promise<void> {
  const stock = applied.flatMap(({ row, product, written }) => {
    const changes: [number, number] = [product.countInStock, written.countInStock];
    const recorded = row.changes.countInStock;
    if (recorded === undefined || (recorded[0] === changes[0] && recorded[1] === changes[1])) return [];
    return [{ line: row.line, changes }];
  });
  const importId = applied[0]?.row.importId;
  if (importId === undefined || stock.length === 0) return;
  await tx.execute(sql`
    update ${importRows} r set changes = r.changes || jsonb_build_object('countInStock', v.changes)
    from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb) as v(line int, changes jsonb)
    where r.import_id = ${importId} and r.line = v.line`);
}

/** Writes codes, trade facts and facts. Returns the rows whose SKU another product has got since the dry run. */
async function writeTradeOf(tx: Db, written: readonly { row: ImportRow; id: string }[]): Promise<ChangedLine[]> {
  for (const { row, id } of written) {
    const facts = textAfter(row, "attributes");
    if (facts !== undefined) await writeAttributes(tx, id, parseFacts(facts));
    const trade = tradeOf(row.changes, 1);
    if (trade === undefined) continue;
    try {
      await tx.transaction((inner) => writeTrade(inner, id, trade));
    } catch (error) {
      if (error instanceof DomainError) return [{ line: row.line, name: row.name }];
      throw error;
    }
  }
  return [];
}

/** The codes and facts of changes, before or after them; nothing if there are none. */
export function tradeOf(changes: ImportRow["changes"], side: 0 | 1): TradeFields | undefined {
  const given = tradeColumns.filter((column) => changes[column] !== undefined);
  if (given.length === 0) return undefined;
  const entries = given.flatMap((column): [string, unknown][] => {
    const value = changes[column]?.[side] ?? null;
    if (column === "content") return Object.entries(parseContent(String(value ?? "")));
    return [[column === "costCents" ? "cost" : column, value ?? absentTrade(column)]];
  });
  return storedTradeSchema.parse(Object.fromEntries(entries));
}

/** What a product without a value has. */
function absentTrade(column: TradeColumn): string | null {
  if (column === "taxClass") return standardTaxClass;
  return isTradeText(column) ? "" : null;
}

/** As changes have them: the cost is in cents. */
const storedTradeSchema = z.object({
  sku: z.string().exactOptional(),
  gtin: z.string().exactOptional(),
  mpn: z.string().exactOptional(),
  cost: z.int().nullable().exactOptional(),
  weightGrams: z.int().nullable().exactOptional(),
  lengthMm: z.int().nullable().exactOptional(),
  widthMm: z.int().nullable().exactOptional(),
  heightMm: z.int().nullable().exactOptional(),
  originCountry: z.string().exactOptional(),
  hsCode: z.string().exactOptional(),
  contentAmount: z.number().nullable().exactOptional(),
  contentUnit: z.enum(contentUnits).nullable().exactOptional(),
  unitBasis: z.enum(unitBases).nullable().exactOptional(),
  taxClass: z.string().exactOptional(),
});

/** Makes new products as drafts. Returns those whose keys are taken since the dry run, and then makes none. */
export async function writeNew(tx: Db, found: Import, rows: ImportRow[], terms: Terms): Promise<ChangedLine[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  const taken = await findChanged(tx, found, rows, await readCurrent(tx, { ids: [], keys }));
  if (taken.length > 0) return taken;
  const made = rows.map((row) => ({ row, id: uuidv7() }));
  await insertProducts(
    tx,
    made.map(({ row, id }) => {
      const image = textAfter(row, "image") ?? noImage;
      return {
        id,
        name: textAfter(row, "name") ?? "",
        description: textAfter(row, "description") ?? "",
        isMarkdown: row.changes.isMarkdown?.[1] === true,
        image: isFetched(image) ? noImage : image,
        imageAlt: altsOf(row.changes.imageAlts?.[1]).first,
        brandId: termOf(terms, "brand", textAfter(row, "brand")),
        categoryId: termOf(terms, "category", textAfter(row, "category")),
        priceCents: Number(textAfter(row, "priceCents")),
        countInStock: Number(textAfter(row, "countInStock") ?? 0),
        isStockCounted: row.changes.isStockCounted?.[1] !== false,
        publishedAt: null,
        userId: found.userId,
      };
    }),
  );
  const takenSkus = await writeTradeOf(tx, made);
  if (takenSkus.length > 0) return takenSkus;
  await planReductions(tx, found, made);
  // The key of a deleted product goes to the new one.
  const deleted = tx.select({ id: products.id }).from(products).where(isNotNull(products.deletedAt));
  await tx.delete(productKeys).where(and(inArray(productKeys.key, keys), inArray(productKeys.productId, deleted)));
  await writeKeys(
    tx,
    made.map(({ row, id }) => ({
      productId: id,
      key: row.key,
      imageSource: sourceAfter(row) ?? "",
      moreSources: moreSourcesAfter(row) ?? [],
    })),
  );
  const pairs = JSON.stringify(made.map(({ row, id }) => ({ line: row.line, id })));
  await tx.execute(sql`
    update ${importRows} r set product_id = v.id from jsonb_to_recordset(${pairs}::jsonb) as v(line int, id uuid)
    where r.import_id = ${found.id} and r.line = v.line`);
  return [];
}

async function writeKeys(tx: Db, values: (typeof productKeys.$inferInsert)[]): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insert(productKeys)
    .values(values)
    .onConflictDoUpdate({
      target: productKeys.productId,
      set: { key: sql`excluded.key`, imageSource: sql`excluded.image_source`, moreSources: sql`excluded.more_sources` },
    });
}
