import { isId } from "@shop/shared/query";
import type { ListedReview, ListReviews, ReviewOrder, ReviewPage } from "@shop/shared/review";
import { reviewPageSize } from "@shop/shared/shop";
import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { orderItems, orders as placed, products, reviews } from "../../db/schema.ts";
import { isoTime } from "../../db/time.ts";
import { isVisible } from "../catalog/summary.ts";
import { notFound } from "../errors.ts";

const orders: Record<ReviewOrder, SQL[]> = {
  newest: [],
  highest: [desc(reviews.rating)],
  lowest: [asc(reviews.rating)],
};

/**
 * Whether a review's author has paid for an order with the product. Computed on
 * each read, because an order can be paid after the review. Uses the index of
 * orders by user.
 */
const isVerified = sql<boolean>`exists (
  select from ${placed} o join ${orderItems} i on i.order_id = o.id
  where o.user_id = ${reviews}.user_id and o.paid_at is not null and i.product_id = ${reviews}.product_id
)`;

const starsPlaceholder = sql`${sql.placeholder("rating")}::int`;
const withRating = (stars: number) => sql`count(*) filter (where ${reviews.rating} = ${sql.raw(String(stars))})`;

/** The columns of a review in wire format, for rows that PostgreSQL converts to JSON. */
export const reviewColumns = {
  _id: sql<string>`${reviews.id}`.as("_id"),
  name: reviews.name,
  rating: reviews.rating,
  comment: reviews.comment,
  createdAt: isoTime(reviews.createdAt).as("createdAt"),
};

/** The number of reviews per rating of a query's product as a column. */
function countedByRating(db: Db) {
  const counts = db
    .select({ all: sql`json_build_array(${sql.join([1, 2, 3, 4, 5].map(withRating), sql`, `)})` })
    .from(reviews)
    .where(eq(reviews.productId, products.id));
  return sql<ReviewPage["byRating"]>`(${counts})`;
}

/** Values of the placeholders in `pageColumns` for the first page of all reviews. */
export const firstPage = { rating: null, offset: 0 };

/** The columns of a page of reviews of a query's product. */
export function pageColumns(db: Db, order: ReviewOrder) {
  const shown = db
    .select({ ...reviewColumns, isVerified: isVerified.as("isVerified") })
    .from(reviews)
    .where(
      and(
        eq(reviews.productId, products.id),
        or(sql`${starsPlaceholder} is null`, eq(reviews.rating, starsPlaceholder)),
      ),
    )
    .orderBy(...orders[order], desc(reviews.createdAt), desc(reviews.id))
    .limit(reviewPageSize);
  const page = sql`${shown} offset ${sql.placeholder("offset")}::int`;
  return {
    listed: sql<ListedReview[]>`(select coalesce(json_agg(shown), '[]') from (${page}) shown)`,
    byRating: countedByRating(db),
  };
}

const pageOfReviews = (order: ReviewOrder) =>
  preparedFor((db) =>
    db
      .select(pageColumns(db, order))
      .from(products)
      .where(and(eq(products.id, sql.placeholder("productId")), isVisible))
      .prepare(`reviews_${order}`),
  );

const pages = { newest: pageOfReviews("newest"), highest: pageOfReviews("highest"), lowest: pageOfReviews("lowest") };

/** One page of a visible product's reviews, with the number of reviews per rating. Fails with NOT_FOUND. */
export async function listReviews(db: Db, { productId, rating, order, pageNumber }: ListReviews): Promise<ReviewPage> {
  if (!isId(productId)) throw notFound("Product");
  const offset = (pageNumber - 1) * reviewPageSize;
  const [found] = await pages[order](db).execute({ productId, rating: rating ?? null, offset });
  if (found === undefined) throw notFound("Product");
  return toReviewPage(found, pageNumber, rating);
}

/** A row of `pageColumns` in wire format. */
export function toReviewPage(
  { listed, byRating }: { listed: ListedReview[]; byRating: ReviewPage["byRating"] },
  page: number,
  rating?: number,
): ReviewPage {
  const total = rating === undefined ? byRating.reduce((sum, n) => sum + n, 0) : (byRating[rating - 1] ?? 0);
  return {
    reviews: listed,
    page,
    pages: Math.ceil(total / reviewPageSize),
    total,
    byRating,
  };
}
