import { isId } from "@shop/shared/query";
import type { OwnReview, ReviewMarks } from "@shop/shared/review/review";
import { and, eq, not, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { reviewReports, reviews, reviewVotes } from "../../db/schema/reviews.ts";
import { isoTime } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { canEdit } from "./edit.ts";
import { photoColumn, reviewColumns } from "./list.ts";
import { isOfGroup } from "./of-group.ts";

/** The caller's own review of a product or another one of its group, hidden or not, or `null`. */
export async function readOwnReview(db: Db, user: User, productId: string): Promise<OwnReview | null> {
  if (!isId(productId)) return null;
  const [own] = await db
    .select({
      ...reviewColumns,
      editedAt: isoTime(reviews.editedAt),
      photos: photoColumn,
      canEdit,
      hiddenReason: reviews.hiddenReason,
    })
    .from(reviews)
    .where(and(isOfGroup(sql`${productId}::uuid`), eq(reviews.userId, user.id), not(reviews.isSuperseded)));
  return own ?? null;
}

/** The reviews of a product that the caller found helpful or reported. */
export async function readReviewMarks(db: Db, { id }: User, productId: string): Promise<ReviewMarks> {
  if (!isId(productId)) return { helpful: [], reported: [] };
  const idsIn = async (table: typeof reviewVotes | typeof reviewReports) => {
    const rows = await db
      .select({ reviewId: table.reviewId })
      .from(table)
      .innerJoin(reviews, eq(reviews.id, table.reviewId))
      .where(and(eq(table.userId, id), isOfGroup(sql`${productId}::uuid`)));
    return rows.map(({ reviewId }) => reviewId);
  };
  const [helpful, reported] = await Promise.all([idsIn(reviewVotes), idsIn(reviewReports)]);
  return { helpful, reported };
}
