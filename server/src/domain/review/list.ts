import { isId } from "@shop/shared/query";
import type { ListedReview, ListReviews, ReviewPage } from "@shop/shared/review/review";
import type { ReviewOrder } from "@shop/shared/review/review-address";
import { reviewPageSize } from "@shop/shared/shop";
import { and, asc, desc, eq, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { orderItems, orders as placed } from "../../db/schema/orders.ts";
import { products } from "../../db/schema/products.ts";
import { reviewPhotos, reviews } from "../../db/schema/reviews.ts";
import { isoTime } from "../../db/time.ts";
import { notFound } from "../base/errors.ts";
import { membersOf } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { isOfGroup } from "./of-group.ts";

const orders: Record<ReviewOrder, SQL[]> = {
  newest: [],
  highest: [desc(reviews.rating)],
  lowest: [asc(reviews.rating)],
  helpful: [desc(reviews.helpfulCount)],
};

/** Other reviews are in no list for customers, and in no count. */
export const isShown = and(isNull(reviews.hiddenAt), not(reviews.isSuperseded));

/**
 * Whether a review's author has paid for an order with the product. Computed on
 * each read, because an order can be paid after the review. Uses the index of
 * orders by user.
 */
const isVerified = sql<boolean>`exists (
  select from ${placed} o join ${orderItems} i on i.order_id = o.id
  where o.user_id = ${reviews}.user_id and o.paid_at is not null and i.product_id = ${reviews}.product_id
)`;

const hasPhotos = sql<boolean>`exists (select from ${reviewPhotos} p where p.review_id = ${reviews}.id)`;

/** The addresses of a review's photos, in their order. */
export const photoColumn = sql<string[]>`(
  select coalesce(json_agg(p.image order by p.place), '[]'::json) from ${reviewPhotos} p where p.review_id = ${reviews}.id
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

const listedColumns = {
  ...reviewColumns,
  isVerified: isVerified.as("isVerified"),
  editedAt: isoTime(reviews.editedAt).as("editedAt"),
  photos: photoColumn.as("photos"),
  helpful: sql<number>`${reviews.helpfulCount}`.as("helpful"),
  answer: sql`case when ${reviews.answer} is not null then
    json_build_object('text', ${reviews.answer}, 'at', ${isoTime(reviews.answeredAt)}) end`.as("answer"),
  variant: sql`(
    select nullif(reviewed.variant_label, '') from ${products} reviewed where reviewed.id = ${reviews}.product_id
  )`.as("variant"),
};

/** The reviews of a query's product are those of its whole group. */
const isOfProduct = isOfGroup(products.id);

/** The number of reviews per rating of a query's product as a column. */
function countedByRating(db: Db) {
  const counts = db
    .select({ all: sql`json_build_array(${sql.join([1, 2, 3, 4, 5].map(withRating), sql`, `)})` })
    .from(reviews)
    .where(and(isOfProduct, isShown));
  return sql<ReviewPage["byRating"]>`(${counts})`;
}

/** The conditions of the filters, which are null where they are off. */
const isFiltered = and(
  isShown,
  or(sql`${starsPlaceholder} is null`, eq(reviews.rating, starsPlaceholder)),
  or(sql`${sql.placeholder("photos")}::boolean is null`, hasPhotos),
  or(sql`${sql.placeholder("verified")}::boolean is null`, isVerified),
);

type Filters = Pick<ListReviews, "rating" | "photos" | "verified" | "pageNumber">;

/** Values of the placeholders in `pageColumns`. */
export function placesOf({ rating, photos, verified, pageNumber }: Filters) {
  return {
    rating: rating ?? null,
    photos: photos === true ? true : null,
    verified: verified === true ? true : null,
    offset: (pageNumber - 1) * reviewPageSize,
  };
}

/**
 * The columns of a page of reviews of a query's product. The first page without filters has no placeholder: PostgreSQL would
 * prefer a plan of its own for each execution, which takes longer to make than to run.
 */
export function pageColumns(db: Db, order: ReviewOrder, { isPlain = false } = {}) {
  const inOrder = [...orders[order], desc(reviews.createdAt), desc(reviews.id)];
  const [isChosen, offset] = isPlain
    ? [isShown, sql.raw("0::bigint")]
    : [isFiltered, sql`${sql.placeholder("offset")}::bigint`];
  // The first ones of each product of the group, so that an index has them in their order.
  const firstOfEach = sql`
    select first.id from ${membersOf(products.id)} as members cross join lateral (
      select ${reviews.id} from ${reviews} where ${reviews.productId} = member_id and ${isChosen}
      order by ${sql.join(inOrder, sql`, `)} limit ${offset} + ${sql.raw(String(reviewPageSize))}
    ) as first`;
  const shown = db
    .select(listedColumns)
    .from(reviews)
    .where(sql`${reviews.id} in (${firstOfEach})`)
    .orderBy(...inOrder);
  const page = sql`${shown} limit ${sql.raw(String(reviewPageSize))} offset ${offset}`;
  const hidden = db
    .select({ all: sql`count(*)::int` })
    .from(reviews)
    .where(and(isOfProduct, sql`${reviews.hiddenAt} is not null`));
  return {
    listed: sql<ListedRow[]>`(select coalesce(json_agg(shown), '[]') from (${page}) shown)`,
    byRating: countedByRating(db),
    hidden: sql<number>`(${hidden})`,
    hasAnyPhotos: sql<boolean>`exists (select from ${reviews} where ${and(isOfProduct, isShown, hasPhotos)})`,
  };
}

/** How many reviews the filters leave, as a column. */
function countedByFilters(db: Db) {
  return sql<number>`(${db.select({ all: sql`count(*)::int` }).from(reviews).where(and(isOfProduct, isFiltered))})`;
}

const pageOfReviews = (order: ReviewOrder) =>
  preparedFor((db) =>
    db
      .select({ ...pageColumns(db, order), total: countedByFilters(db) })
      .from(products)
      .where(and(eq(products.id, sql.placeholder("productId")), isVisible))
      .prepare(`reviews_${order}`),
  );

const pages = {
  newest: pageOfReviews("newest"),
  highest: pageOfReviews("highest"),
  lowest: pageOfReviews("lowest"),
  helpful: pageOfReviews("helpful"),
};

/** One page of a visible product's reviews, with the number of reviews per rating. Fails with NOT_FOUND. */
export async function listReviews(db: Db, { productId, order, ...filters }: ListReviews): Promise<ReviewPage> {
  if (!isId(productId)) throw notFound("Product");
  const [found] = await pages[order](db).execute({ productId, ...placesOf(filters) });
  if (found === undefined) throw notFound("Product");
  return toReviewPage(found, filters.pageNumber);
}

type ListedRow = Omit<ListedReview, "variant"> & { variant: string | null };
type PageRow = Pick<ReviewPage, "byRating"> & {
  listed: ListedRow[];
  hidden: number;
  hasAnyPhotos: boolean;
  total?: number;
};

/** A row of `pageColumns` in wire format. */
export function toReviewPage(
  { listed, byRating, hidden, hasAnyPhotos, total = byRating.reduce((sum, n) => sum + n, 0) }: PageRow,
  page: number,
): ReviewPage {
  const reviews = listed.map(({ variant, ...review }) => (variant === null ? review : { ...review, variant }));
  const pages = Math.ceil(total / reviewPageSize);
  return { reviews, page, pages, total, byRating, hidden, ...(hasAnyPhotos ? { hasPhotos: true } : {}) };
}
