import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import { productKeys } from "../../db/schema/imports.ts";
import { lowered } from "../../db/text.ts";
import { editedPriceCents } from "../catalog/admin-products.ts";
import type { Taxonomy } from "../catalog/taxonomy.ts";

/** A product as imports compare and write it. */
export type CurrentProduct = Awaited<ReturnType<typeof readCurrent>>[number];

/** Products with these ids or keys, deleted ones excluded, in the order in which transactions lock them. */
export async function readCurrent(db: Db, { ids, keys }: { ids: string[]; keys: string[] }) {
  if (ids.length === 0 && keys.length === 0) return [];
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      brandId: products.brandId,
      categoryId: products.categoryId,
      brand: brands.name,
      category: categories.name,
      priceCents: editedPriceCents,
      countInStock: products.countInStock,
      image: products.image,
      publishedAt: products.publishedAt,
      key: productKeys.key,
      imageSource: productKeys.imageSource,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productKeys, eq(productKeys.productId, products.id))
    .where(and(isNull(products.deletedAt), or(inArray(products.id, ids), inArray(productKeys.key, keys))))
    .orderBy(asc(products.id));
}

/** The same by ids, locked against changes until the transaction ends. */
export async function lockCurrent(tx: Db, ids: string[]): Promise<Map<string, CurrentProduct>> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("no key update");
  return new Map((await readCurrent(tx, { ids, keys: [] })).map((product) => [product.id, product]));
}

/** The state of a product, as files name it. */
export function stateOf({ publishedAt }: { publishedAt: Date | null }): "published" | "draft" {
  return publishedAt === null ? "draft" : "published";
}

/** What an import writes of one product. */
export type WrittenProduct = {
  id: string;
  name: string;
  description: string;
  brandId: string;
  categoryId: string;
  priceCents: number;
  countInStock: number;
  image: string;
  publishedAt: Date | null;
};

/** Writes the changed products in one statement. The caller has locked them. */
export async function updateProducts(tx: Db, changed: WrittenProduct[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed);
  await tx.execute(sql`
    update ${products} p set
      name = v.name, description = v.description, brand_id = v."brandId", category_id = v."categoryId",
      price_cents = v."priceCents", count_in_stock = v."countInStock", image = v.image,
      published_at = v."publishedAt", updated_at = now(), version = p.version + 1
    from jsonb_to_recordset(${rows}::jsonb) as v(
      id uuid, name text, description text, "brandId" uuid, "categoryId" uuid, "priceCents" int,
      "countInStock" int, image text, "publishedAt" timestamptz
    )
    where p.id = v.id`);
}

const tables = { brand: brands, category: categories };

/** The ids of brands or categories by their lower-case names, locked against renaming until the transaction ends. */
export async function lockTerms(tx: Db, taxonomy: Taxonomy, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const table = tables[taxonomy];
  const { rows } = await tx.execute<{ id: string; wanted: string }>(sql`
    select t.id, w.name as wanted from ${table} t
    join jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as w(name) on ${lowered(sql`t.name`)} = ${lowered(sql`w.name`)}
    order by t.id for share of t`);
  return new Map(rows.map(({ id, wanted }) => [wanted, id]));
}
