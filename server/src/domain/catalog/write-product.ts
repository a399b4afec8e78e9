import { stockMax } from "@shop/shared/shop";
import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productGroups, productVariants } from "../../db/schema/product-groups.ts";
import { products } from "../../db/schema/products.ts";
import type { Taxonomy } from "./taxonomy.ts";

/**
 * The writer of products: all but sales, which change the stock, and reviews, which change the rating. What is derived of a
 * product (search documents, history, counts, announcements) follows by the triggers of `db/functions`.
 */

export type NewProduct = typeof products.$inferInsert;

type Columns = typeof products.$inferSelect;

/**
 * What an edit sets. Absent fields stay. `priceCents` is the regular price: customers go on paying a planned price while it
 * holds. Another number of units has a stock counted, unless `isStockCounted` says otherwise. Times can be text, which has the microseconds of the database.
 */
export type ProductEdit = { id: string } & Partial<
  Pick<Columns, "name" | "image" | "imageAlt" | "description" | "isMarkdown" | "brandId" | "categoryId"> &
    Pick<Columns, "priceCents" | "countInStock" | "isStockCounted"> & { publishedAt: Time; deletedAt: Time }
>;

type Time = Date | string | null;

/** The price that a product has from now on by its planned prices. */
export type PlannedPriceEdit = Pick<
  Columns,
  "id" | "priceCents" | "regularPriceCents" | "plannedPriceId" | "plannedUntil" | "lowestPriceCents"
>;

/** A number of units as the stock of a product can be. */
export function clampStock(units: number): number {
  return Math.min(stockMax, Math.max(0, units));
}

/** Adds products. */
export async function insertProducts(tx: Db, added: NewProduct[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map((row) => (row.isStockCounted === false ? { ...row, countInStock: stockMax } : row));
  await tx.insert(products).values(rows);
}

/**
 * Writes edits, each with the next version of its product, so that whoever has read it before is refused as stale. The
 * caller has locked the products in the order of their ids, and writes all that it edits in one call.
 */
export async function editProducts(tx: Db, edits: readonly ProductEdit[]): Promise<void> {
  const { plannedPriceId, priceCents, regularPriceCents } = products;
  const price = editedValue("priceCents");
  const byPlan = {
    priceCents: sql`case when ${plannedPriceId} is null then ${price} else ${priceCents} end`,
    regularPriceCents: sql`case when ${plannedPriceId} is null then ${regularPriceCents} else ${price} end`,
  };
  await writeEach(tx, edits, (fields) => ({
    ...(fields.includes("priceCents") && byPlan),
    ...(fields.includes("countInStock") && stockRules(fields.includes("isStockCounted"))),
  }));
}

/** What is written for the stock of an edit. */
function stockRules(saysWhetherCounted: boolean): Partial<Record<Field, SQL>> {
  const units = editedValue("countInStock");
  const isCounted = saysWhetherCounted
    ? editedValue("isStockCounted")
    : sql`(${products.isStockCounted} or ${units} <> ${products.countInStock})`;
  return {
    isStockCounted: isCounted,
    countInStock: sql`case when ${isCounted} then ${units} else ${stockMax} end`,
  };
}

/** Writes what products cost by their planned prices. The caller has locked them as for `editProducts`. */
export async function writePlannedPrices(tx: Db, edits: readonly PlannedPriceEdit[]): Promise<void> {
  await writeEach(tx, edits, () => ({}));
}

/** Writes what sets products apart in their groups. No edit of theirs: their version stays. The caller has locked them. */
export async function writeVariantLabels(
  tx: Db,
  labels: readonly Pick<Columns, "id" | "variantLabel">[],
): Promise<void> {
  await tx
    .update(products)
    .set({ variantLabel: sql`label."variantLabel"`, updatedAt: sql`now()` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as label(id uuid, "variantLabel" text)`)
    .where(sql`${products.id} = label.id and ${products.variantLabel} <> label."variantLabel"`);
}

/** Takes the brand or the category from deleted products, so that it can be deleted. No edit: their version stays. */
export async function clearTerm(tx: Db, taxonomy: Taxonomy, ids: readonly string[]): Promise<void> {
  const cleared = taxonomy === "brand" ? { brandId: null } : { categoryId: null };
  await lockGroupsOf(tx, ids);
  await tx
    .update(products)
    .set(cleared)
    .where(inArray(products.id, [...ids]));
}

/** Derives anew what follows from the name of a product's brand or category. No edit: the version stays. */
export async function deriveFromTerm(tx: Db, taxonomy: Taxonomy, ids: readonly string[]): Promise<void> {
  const same = taxonomy === "brand" ? { brandId: sql`brand_id` } : { categoryId: sql`category_id` };
  await tx
    .update(products)
    .set(same)
    .where(inArray(products.id, [...ids]));
}

type Edit = ProductEdit | PlannedPriceEdit;
type Field = Exclude<keyof ProductEdit | keyof PlannedPriceEdit, "id">;

const allFields = [
  ...(["name", "image", "imageAlt", "description", "isMarkdown"] as const),
  ...(["brandId", "categoryId", "priceCents", "countInStock", "isStockCounted"] as const),
  ...(["publishedAt", "deletedAt", "regularPriceCents", "plannedPriceId", "plannedUntil"] as const),
  "lowestPriceCents",
] as const satisfies readonly Field[];

/** The value of a field in an edit. */
const editedValue = (field: Field) => sql`edit.${sql.identifier(field)}`;

/** Sends one statement for all edits of the same fields. `rulesOf` says what is written instead of the values of fields. */
async function writeEach(
  tx: Db,
  edits: readonly Edit[],
  rulesOf: (fields: readonly Field[]) => Partial<Record<Field, SQL>>,
): Promise<void> {
  const columns = getTableColumns(products);
  await lockGroupsOf(
    tx,
    edits.map(({ id }) => id),
  );
  for (const { fields, rows } of groupByFields(edits)) {
    const types = fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(columns[field].getSQLType())}`);
    const shape = sql.join([sql`id uuid`, ...types], sql`, `);
    const values = Object.fromEntries(fields.map((field) => [field, editedValue(field)]));
    await tx
      .update(products)
      .set({ ...values, ...rulesOf(fields), updatedAt: sql`now()`, version: sql`${products.version} + 1` })
      .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as edit(${shape})`)
      .where(sql`${products.id} = edit.id`);
  }
}

/**
 * Locks the groups of products in the order of their ids, before triggers do so in the order of the products, and before
 * the lock that all writers of the catalog take in turn (`catalogue_size_lock`): no two of them wait for each other.
 */
async function lockGroupsOf(tx: Db, ids: readonly string[]): Promise<void> {
  // Which group a product is in does not change while the product is locked.
  const grouped = await tx
    .selectDistinct({ id: productVariants.groupId })
    .from(productVariants)
    .where(inArray(productVariants.productId, [...ids]));
  if (grouped.length === 0) return;
  const isOfThese = inArray(
    productGroups.id,
    grouped.map(({ id }) => id),
  );
  await tx
    .select({ id: productGroups.id })
    .from(productGroups)
    .where(isOfThese)
    .orderBy(productGroups.id)
    .for("no key update");
}

function groupByFields(edits: readonly Edit[]): { fields: Field[]; rows: Edit[] }[] {
  const groups = new Map<string, { fields: Field[]; rows: Edit[] }>();
  for (const edit of edits) {
    const fields = allFields.filter((field) => field in edit && Reflect.get(edit, field) !== undefined);
    const key = fields.join();
    const group = groups.get(key) ?? { fields, rows: [] };
    groups.set(key, group);
    group.rows.push(edit);
  }
  return [...groups.values()];
}
