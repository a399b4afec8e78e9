import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import { later } from "../../db/time.ts";
import { imageAddress } from "../../infra/image-names.ts";
import { removeImage } from "../../infra/images.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Storage } from "../../infra/storage.ts";
import type { User } from "../account/actor.ts";
import { refuseWhenLimited } from "../account/sign-in.ts";
import { batchSize, deleteInBatches } from "../batches.ts";
import { storeUpload } from "../catalog/upload-image.ts";
import { DomainError } from "../errors.ts";
import type { Emit } from "../events.ts";

/** How long an uploaded photo waits for its review, in milliseconds. */
const unusedMs = 86_400_000;

type PhotoDeps = { db: Db; storage: Storage; limits: Limits; emit: Emit };

/**
 * Stores a photo that its user may put into a review, without its metadata, and returns the path under which it is
 * served. Fails like `storeUpload`, and with RATE_LIMITED.
 */
export async function uploadReviewPhoto(
  { db, storage, limits, emit }: PhotoDeps,
  user: User,
  content: Buffer,
  signal?: AbortSignal,
): Promise<string> {
  refuseWhenLimited(emit, "reviewPhotosPerUser", await limits.reviewPhotosPerUser.count(user.id));
  const id = await storeUpload(storage, content, { withMaster: false, signal });
  const image = imageAddress(id);
  try {
    await db.insert(reviewPhotos).values({ id, image, userId: user.id });
  } catch (error) {
    await removeImage(id, storage);
    throw error;
  }
  return image;
}

/**
 * Makes these the photos of the user's locked review, in this order. Throws VALIDATION unless each is in the review
 * already or is an unused upload of the user. Photos that are left out are deleted, and later their files by a job.
 */
export async function setPhotos(tx: Db, user: User, reviewId: string, photos: readonly string[]): Promise<void> {
  const before = await tx
    .update(reviewPhotos)
    .set({ reviewId: null, place: null })
    .where(eq(reviewPhotos.reviewId, reviewId))
    .returning({ id: reviewPhotos.id });
  for (const [place, image] of photos.entries()) {
    const isOwn = and(eq(reviewPhotos.image, image), eq(reviewPhotos.userId, user.id), isNull(reviewPhotos.reviewId));
    const { rowCount } = await tx.update(reviewPhotos).set({ reviewId, place }).where(isOwn);
    if (rowCount === 1) continue;
    const message = "This photo is not there any more. Please upload it again.";
    throw new DomainError("VALIDATION", message, { errors: [{ path: `photos.${place}`, message }] });
  }
  const removed = before.map(({ id }) => id);
  if (removed.length === 0) return;
  await tx.delete(reviewPhotos).where(and(inArray(reviewPhotos.id, removed), isNull(reviewPhotos.reviewId)));
}

/** Deletes the photos of an account as it is deleted, and later their files by a job. */
export async function deletePhotosOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(reviewPhotos).where(eq(reviewPhotos.userId, userId));
}

/** Deletes uploads that were put into no review. A job deletes their files. Instances can run it in parallel. */
export async function deleteUnusedPhotos(db: Db): Promise<number> {
  const unused = () =>
    db
      .select({ id: reviewPhotos.id })
      .from(reviewPhotos)
      .where(and(isNull(reviewPhotos.reviewId), lt(reviewPhotos.createdAt, later(-unusedMs))))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  return deleteInBatches(() => db.delete(reviewPhotos).where(inArray(reviewPhotos.id, unused())));
}
