import { isId } from "@shop/shared/query";
import type { CreateReview } from "@shop/shared/review/review";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import type { Member, User } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts, violates } from "../base/errors.ts";
import { addToRatings } from "../catalog/product-group/count-ratings.ts";
import { isVisible } from "../catalog/visible.ts";
import { isOfGroup } from "./of-group.ts";
import { setPhotos } from "./photos.ts";

/** Fails with NOT_FOUND unless the product is visible. */
export async function requireReviewable(db: Db, productId: string): Promise<void> {
  if (!isId(productId)) throw notFound("Product");
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isVisible));
  if (found.length === 0) throw notFound("Product");
}

/**
 * Adds a user's review of a product, which counts for all products of its group. The rating's sum and count are incremented
 * in the same transaction, so concurrent reviews are all counted. Fails with
 * NOT_FOUND, with ALREADY_REVIEWED when the user has reviewed the product, and with
 * UNAUTHENTICATED if the account was deleted while the request waited.
 */
export async function createReview(db: Db, user: Member, productId: string, input: CreateReview): Promise<void> {
  if (!isId(productId)) throw notFound("Product");
  try {
    await retryingConflicts(() =>
      db.transaction(async (tx) => {
        await requireAccount(tx, user);
        const rated = { sum: input.rating, count: 1, isVisibleOnly: true };
        if (!(await addToRatings(tx, productId, rated))) throw notFound("Product");
        // After the products of the group are locked, so that nobody reviews two of them at once.
        if (await hasReviewed(tx, user, productId)) throw alreadyReviewed();
        const { rating, comment, photos = [] } = input;
        const [review] = await tx
          .insert(reviews)
          .values({ productId, userId: user.id, name: user.name, rating, comment })
          .returning({ id: reviews.id });
        if (review !== undefined) await setPhotos(tx, user, review.id, photos);
      }),
    );
  } catch (error) {
    throw violates(error, "reviews_one_per_person") ? alreadyReviewed() : error;
  }
}

const alreadyReviewed = () => new DomainError("ALREADY_REVIEWED", "Product already reviewed");

/** Whether a user has reviewed a product or another one of its group. */
async function hasReviewed(tx: Db, user: User, productId: string): Promise<boolean> {
  return (await tx.$count(reviews, and(eq(reviews.userId, user.id), isOfGroup(sql`${productId}::uuid`)))) > 0;
}

/** Throws UNAUTHENTICATED if the account was deleted meanwhile, and locks it, so that no review gets its name afterwards. */
export async function requireAccount(tx: Db, { id }: User): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("key share");
  if (account === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
}
