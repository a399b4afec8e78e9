import type { Category, Product, Review } from "@shop/shared/catalog/catalog";
import { isId } from "@shop/shared/query";
import { reviewsInProduct } from "@shop/shared/shop";
import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { lowered } from "../../db/text.ts";
import { isoTime } from "../../db/time.ts";
import { notFound } from "../base/errors.ts";
import { membersOf } from "./product-group/group-columns.ts";
import { partColumns, toParts } from "./product-parts.ts";
import { readDiscountedPrice } from "./shown-discount/discounted-prices.ts";
import { hasDiscountsColumn } from "./shown-discount/shown-rules.ts";
import { slugColumns, summaryColumns, toSlugs, toSummary } from "./summary.ts";
import { isVisible } from "./visible.ts";

const newestFirst = sql.raw(`order by created_at desc, id desc limit ${reviewsInProduct}`);

/** The newest reviews of the group of a query's product as a column, in wire format. */
export const newestReviews = sql<Review[]>`(
  select coalesce(json_agg(newest), '[]'::json) from (
    select r.id as "_id", r.name, r.rating, r.comment, ${isoTime(sql`r.created_at`)} as "createdAt"
    from ${membersOf(products.id)} as members cross join lateral (
      select * from ${reviews} where product_id = member_id and hidden_at is null and not is_superseded ${newestFirst}
    ) as r ${newestFirst}
  ) newest
)`;

const productById = preparedFor((db) =>
  db
    .select({
      ...summaryColumns,
      ...slugColumns,
      ...partColumns,
      hasDiscounts: hasDiscountsColumn,
      reviews: newestReviews,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, sql.placeholder("id")), isVisible))
    .prepare("product_by_id"),
);

/** A visible product with its newest reviews. Fails with NOT_FOUND. */
export async function readProduct(db: Db, id: string): Promise<Product> {
  if (!isId(id)) throw notFound("Product");
  const [row] = await productById(db).execute({ id });
  if (row === undefined) throw notFound("Product");
  return {
    ...toSummary(row, await readDiscountedPrice(db, row)),
    ...toParts(row),
    ...toSlugs(row),
    reviews: row.reviews,
  };
}

const allBrands = preparedFor((db) =>
  db
    .select({ _id: brands.id, name: brands.name })
    .from(brands)
    .orderBy(lowered(brands.name), brands.id)
    .prepare("brands"),
);
const allCategories = preparedFor((db) =>
  db
    .select({ _id: categories.id, name: categories.name, parentId: categories.parentId })
    .from(categories)
    .orderBy(lowered(categories.name), categories.id)
    .prepare("categories"),
);

/** All brands, sorted by name. */
export async function listBrands(db: Db) {
  return allBrands(db).execute();
}

/** All categories, sorted by name. */
export async function listCategories(db: Db): Promise<Category[]> {
  return (await allCategories(db).execute()).map(toCategory);
}

function toCategory({ parentId, ...category }: { _id: string; name: string; parentId: string | null }): Category {
  return { ...category, ...(parentId === null ? {} : { parentId }) };
}

/** One brand. Fails with NOT_FOUND. */
export async function readBrand(db: Db, id: string) {
  const [brand] = isId(id)
    ? await db.select({ _id: brands.id, name: brands.name }).from(brands).where(eq(brands.id, id))
    : [];
  if (brand === undefined) throw notFound("Brand");
  return brand;
}

/** One category. Fails with NOT_FOUND. */
export async function readCategory(db: Db, id: string): Promise<Category> {
  const { id: _id, name, parentId } = categories;
  const [category] = isId(id) ? await db.select({ _id, name, parentId }).from(categories).where(eq(_id, id)) : [];
  if (category === undefined) throw notFound("Category");
  return toCategory(category);
}
