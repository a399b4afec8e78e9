import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import type { User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";

/** Puts uploads of a user into a return. Throws VALIDATION unless each is an unused upload of the user. */
export async function addReturnPhotos(tx: Db, user: User, returnId: string, photos: readonly string[]): Promise<void> {
  for (const [place, image] of photos.entries()) {
    const isUnused = and(isNull(reviewPhotos.reviewId), isNull(reviewPhotos.returnId));
    const isOwn = and(eq(reviewPhotos.image, image), eq(reviewPhotos.userId, user.id), isUnused);
    const { rowCount } = await tx.update(reviewPhotos).set({ returnId }).where(isOwn);
    if (rowCount === 1) continue;
    const message = "This photo is not there any more. Please upload it again.";
    throw new DomainError("VALIDATION", message, { errors: [{ path: `photos.${place}`, message }] });
  }
}
