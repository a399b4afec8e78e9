import { isId } from "@shop/shared/query";
import type { ListReviews, ReviewPage } from "@shop/shared/review";
import { reviewPageSize } from "@shop/shared/shop";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders as placed, products, reviews } from "../../db/schema.ts";
import { isVisible } from "../catalog/summary.ts";
import { notFound } from "../errors.ts";

const orders = {
  newest: [],
  highest: [desc(reviews.rating)],
  lowest: [asc(reviews.rating)],
};

/**
 * Whether a review's author has paid for an order with the product. Asked anew
 * each time, because orders are paid after reviews are written; a page's few
 * authors are found by their own orders.
 */
const isVerified = sql<boolean>`exists (
  select from ${placed} o join ${orderItems} i on i.order_id = o.id
  where o.user_id = ${reviews}.user_id and o.paid_at is not null and i.product_id = ${reviews}.product_id
)`;

/**
 * One page of a product's reviews in the asked order, with how many there are
 * of each rating. Refuses with NOT_FOUND what a visitor cannot see.
 */
export async function listReviews(db: Db, { productId, rating, order, pageNumber }: ListReviews): Promise<ReviewPage> {
  if (!isId(productId)) throw notFound("Product");
  const counts = await db
    .select({ rating: reviews.rating, n: sql<number>`count(${reviews.id})::int` })
    .from(products)
    .leftJoin(reviews, eq(reviews.productId, products.id))
    .where(and(eq(products.id, productId), isVisible))
    .groupBy(reviews.rating);
  if (counts.length === 0) throw notFound("Product");
  const withRating = (stars: number) => counts.find((count) => count.rating === stars)?.n ?? 0;
  const byRating: ReviewPage["byRating"] = [withRating(1), withRating(2), withRating(3), withRating(4), withRating(5)];
  const total = rating === undefined ? byRating.reduce((sum, n) => sum + n, 0) : withRating(rating);
  const rows = await db
    .select({
      _id: reviews.id,
      name: reviews.name,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      isVerified,
    })
    .from(reviews)
    .where(and(eq(reviews.productId, productId), rating === undefined ? undefined : eq(reviews.rating, rating)))
    .orderBy(...orders[order], desc(reviews.createdAt), desc(reviews.id))
    .limit(reviewPageSize)
    .offset((pageNumber - 1) * reviewPageSize);
  return {
    reviews: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    page: pageNumber,
    pages: Math.ceil(total / reviewPageSize),
    total,
    byRating,
  };
}
