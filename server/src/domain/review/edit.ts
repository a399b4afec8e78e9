import { isId } from "@shop/shared/query";
import type { CreateReview } from "@shop/shared/review/review";
import { reviewEditDays } from "@shop/shared/shop";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { reviews } from "../../db/schema/reviews.ts";
import type { Member, User } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { addToRatings } from "../catalog/product-group/count-ratings.ts";
import { requireAccount } from "./create.ts";
import { setPhotos } from "./photos.ts";

/** Whether a review's author can still change it. */
export const canEdit = sql<boolean>`${reviews.createdAt} > now() - ${reviewEditDays} * interval '1 day'`;

/** Throws NOT_FOUND unless the review is the user's own. */
export async function requireOwnReview(db: Db, user: User, reviewId: string): Promise<void> {
  if (!isId(reviewId)) throw notFound("Review");
  const own = and(eq(reviews.id, reviewId), eq(reviews.userId, user.id));
  if ((await db.$count(reviews, own)) === 0) throw notFound("Review");
}

/**
 * Changes the user's own review. The review is locked while the product's rating follows it, so that the average stays
 * exact. Throws NOT_FOUND, FORBIDDEN some weeks after the review was written, and VALIDATION for photos of others.
 */
export async function editReview(db: Db, user: Member, reviewId: string, input: CreateReview): Promise<void> {
  await requireOwnReview(db, user, reviewId);
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await requireAccount(tx, user);
      const [before] = await tx
        .select({
          productId: reviews.productId,
          rating: reviews.rating,
          hiddenAt: reviews.hiddenAt,
          isSuperseded: reviews.isSuperseded,
          canEdit,
        })
        .from(reviews)
        .where(and(eq(reviews.id, reviewId), eq(reviews.userId, user.id)))
        .for("no key update");
      if (before === undefined) throw notFound("Review");
      if (!before.canEdit) {
        throw new DomainError("FORBIDDEN", `A review can be changed for ${reviewEditDays} days after it was written`);
      }
      const { rating, comment, photos } = input;
      await tx.update(reviews).set({ rating, comment, editedAt: sql`now()` }).where(eq(reviews.id, reviewId));
      if (photos !== undefined) await setPhotos(tx, user, reviewId, photos);
      if (before.hiddenAt !== null || before.isSuperseded || before.rating === rating) return;
      await addToRatings(tx, before.productId, { sum: rating - before.rating, count: 0 });
    }),
  );
}
