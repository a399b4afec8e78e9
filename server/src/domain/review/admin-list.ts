import type { AdminReview, AdminReviewPage, AdminReviewsQuery } from "@shop/shared/review/review";
import { reviewPageSize } from "@shop/shared/shop";
import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviewReports, reviews } from "../../db/schema/reviews.ts";
import { isoTime } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { photoColumn } from "./list.ts";

const isReported = sql`exists (
  select from ${reviewReports} r where r.review_id = ${reviews}.id and r.closed_at is null
)`;

const filters: Record<AdminReviewsQuery["filter"], SQL | undefined> = {
  reported: and(isReported, isNull(reviews.hiddenAt)),
  hidden: isNotNull(reviews.hiddenAt),
  all: undefined,
};

/** What a text contains, as `ilike` reads it. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const openReports = sql<AdminReview["reports"]>`(
  select coalesce(json_agg(json_build_object('_id', r.id, 'reason', r.reason, 'words', r.words,
    'createdAt', ${isoTime(sql`r.created_at`)}) order by r.created_at, r.id), '[]'::json)
  from ${reviewReports} r where r.review_id = ${reviews}.id and r.closed_at is null
)`;

/** One page of the reviews that are reported, hidden, or all, newest first. The search is for a part of a text or name. */
export async function listAdminReviews(
  db: Db,
  _admin: Admin<"reviews.write">,
  { filter, search, pageNumber }: AdminReviewsQuery,
): Promise<AdminReviewPage> {
  const wanted = containing(search);
  const isFound =
    search === ""
      ? undefined
      : or(ilike(reviews.comment, wanted), ilike(reviews.name, wanted), ilike(products.name, wanted));
  const condition = and(filters[filter], isFound);
  const counted = db
    .select({ total: sql<number>`count(*)::int` })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(condition);
  const listed = db
    .select({
      _id: reviews.id,
      product: { _id: products.id, name: fullNameColumn },
      name: reviews.name,
      rating: reviews.rating,
      comment: reviews.comment,
      photos: photoColumn,
      answer: reviews.answer,
      createdAt: isoTime(reviews.createdAt),
      editedAt: sql<string | null>`${isoTime(reviews.editedAt)}`,
      hiddenReason: reviews.hiddenReason,
      hiddenAt: sql<string | null>`${isoTime(reviews.hiddenAt)}`,
      reports: openReports,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(condition)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(reviewPageSize)
    .offset((pageNumber - 1) * reviewPageSize);
  const [rows, [count]] = await Promise.all([listed, counted]);
  const total = count?.total ?? 0;
  return {
    reviews: rows.map(({ hiddenReason: reason, hiddenAt: at, ...review }) => ({
      ...review,
      hidden: reason === null || at === null ? null : { reason, at },
    })),
    page: pageNumber,
    pages: Math.ceil(total / reviewPageSize),
    total,
  };
}
