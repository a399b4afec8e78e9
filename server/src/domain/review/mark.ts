import { isId } from "@shop/shared/query";
import type { ReportReview } from "@shop/shared/review/review";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviewReports, reviews, reviewVotes } from "../../db/schema/reviews.ts";
import type { Limits } from "../../infra/limits.ts";
import type { User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { isVisible } from "../catalog/visible.ts";
import { requireAccount } from "./create.ts";
import { isShown } from "./list.ts";

type MarkDeps = { db: Db; limits: Limits; emit: Emit };

/** Throws NOT_FOUND unless customers see the review, and FORBIDDEN for one's own. */
export async function requireMarkable(db: Db, user: User, reviewId: string, ownRefusal: string): Promise<void> {
  if (!isId(reviewId)) throw notFound("Review");
  const [review] = await db
    .select({ userId: reviews.userId })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(and(eq(reviews.id, reviewId), isShown, isVisible));
  if (review === undefined) throw notFound("Review");
  if (review.userId === user.id) throw new DomainError("FORBIDDEN", ownRefusal);
}

export const ownVoteRefusal = "You cannot vote for your own review";
export const ownReportRefusal = "You cannot report your own review. You can change it.";

/**
 * Says that a review is helpful to the user, or takes that back. Each counts once, however often it is said. Throws
 * NOT_FOUND, FORBIDDEN for one's own review, and RATE_LIMITED.
 */
export async function voteForReview(
  { db, limits, emit }: MarkDeps,
  user: User,
  reviewId: string,
  isHelpful: boolean,
): Promise<void> {
  await requireMarkable(db, user, reviewId, ownVoteRefusal);
  refuseWhenLimited(emit, "reviewMarksPerUser", await limits.reviewMarksPerUser.count(user.id));
  await db.transaction(async (tx) => {
    await requireAccount(tx, user);
    const isOwn = and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.userId, user.id));
    const { rowCount } = isHelpful
      ? await tx.insert(reviewVotes).values({ reviewId, userId: user.id }).onConflictDoNothing()
      : await tx.delete(reviewVotes).where(isOwn);
    if (rowCount !== 1) return;
    await tx
      .update(reviews)
      .set({ helpfulCount: sql`${reviews.helpfulCount} + ${isHelpful ? 1 : -1}` })
      .where(eq(reviews.id, reviewId));
  });
}

/** Reports a review to the admins, once. Throws NOT_FOUND, FORBIDDEN for one's own review, and RATE_LIMITED. */
export async function reportReview(
  { db, limits, emit }: MarkDeps,
  user: User,
  reviewId: string,
  { reason, words }: ReportReview,
): Promise<void> {
  await requireMarkable(db, user, reviewId, ownReportRefusal);
  refuseWhenLimited(emit, "reviewMarksPerUser", await limits.reviewMarksPerUser.count(user.id));
  await db.transaction(async (tx) => {
    await requireAccount(tx, user);
    await tx
      .insert(reviewReports)
      .values({ reviewId, userId: user.id, reason, words: words === "" ? null : words })
      .onConflictDoNothing();
  });
}

/**
 * Deletes the votes and reports of an account as it is deleted. Its votes no longer count. Locks its reviews and those
 * that it voted for in one order, so that two deletions do not wait for each other.
 */
export async function deleteMarksOf(tx: Db, userId: string): Promise<void> {
  // Neither grows meanwhile, because the account is locked.
  const voted = tx.select({ id: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.userId, userId));
  const own = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.userId, userId));
  const marked = await own.union(voted);
  await tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      inArray(
        reviews.id,
        marked.map(({ id }) => id),
      ),
    )
    .orderBy(reviews.id)
    .for("no key update");
  const votes = await tx
    .delete(reviewVotes)
    .where(eq(reviewVotes.userId, userId))
    .returning({ reviewId: reviewVotes.reviewId });
  const ids = votes.map(({ reviewId }) => reviewId);
  if (ids.length > 0) {
    await tx
      .update(reviews)
      .set({ helpfulCount: sql`${reviews.helpfulCount} - 1` })
      .where(inArray(reviews.id, ids));
  }
  await tx.delete(reviewReports).where(eq(reviewReports.userId, userId));
}
