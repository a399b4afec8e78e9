import type { Product, Review } from "@shop/shared/catalog";
import { isId } from "@shop/shared/query";
import type { ReviewPage } from "@shop/shared/review";
import { reviewPageSize, reviewsInProduct } from "@shop/shared/shop";
import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products, reviews } from "../../db/schema.ts";
import { isVisible, summaryColumns, toSummary } from "../catalog/summary.ts";
import { notFound } from "../errors.ts";
import { countedByRating, isVerified, reviewColumns, toReviewPage } from "./list.ts";

/** Verified or not is known of the reviews on the first page. */
type Newest = Review & { isVerified: boolean | null };

/** A product's newest reviews, read once for the product and for the page of them. */
function newestReviews(db: Db) {
  const newestFirst = [desc(reviews.createdAt), desc(reviews.id)];
  const place = sql`row_number() over (order by ${sql.join(newestFirst, sql`, `)})`;
  const newest = db
    .select({
      ...reviewColumns,
      isVerified: sql`case when ${place} <= ${sql.raw(String(reviewPageSize))} then ${isVerified} end`.as("isVerified"),
    })
    .from(reviews)
    .where(eq(reviews.productId, products.id))
    .orderBy(...newestFirst)
    .limit(reviewsInProduct);
  return sql<Newest[]>`(select coalesce(json_agg(newest), '[]') from (${newest}) newest)`;
}

const productWithReviews = preparedFor((db) =>
  db
    .select({ ...summaryColumns, newest: newestReviews(db), byRating: countedByRating(db) })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, sql.placeholder("id")), isVisible))
    .prepare("product_with_reviews"),
);

/**
 * A product and the first page of its reviews, all that its page shows, in one
 * question. Refuses with NOT_FOUND what a visitor cannot see.
 */
export async function readProductPage(db: Db, id: string): Promise<{ product: Product; reviews: ReviewPage }> {
  if (!isId(id)) throw notFound("Product");
  const [row] = await productWithReviews(db).execute({ id });
  if (row === undefined) throw notFound("Product");
  const { newest, byRating } = row;
  const listed = newest
    .slice(0, reviewPageSize)
    .map((review) => ({ ...review, isVerified: review.isVerified === true }));
  const product = { ...toSummary(row), reviews: newest.map(({ isVerified: _, ...review }) => review) };
  return { product, reviews: toReviewPage({ listed, byRating }, 1) };
}
