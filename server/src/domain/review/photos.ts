import { isId } from "@shop/shared/query";
import { reviewPhotosBytesMax } from "@shop/shared/shop";
import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type Db, preparedFor } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products } from "../../db/schema/products.ts";
import { reviewPhotos, reviews } from "../../db/schema/reviews.ts";
import { later } from "../../db/time.ts";
import { photoAddress, photoFiles } from "../../infra/image-names.ts";
import { copyImage, removeImage } from "../../infra/images.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Storage } from "../../infra/storage.ts";
import type { User } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { storeUpload } from "../catalog/upload-image.ts";
import { isVisible } from "../catalog/visible.ts";
import { isShown } from "./list.ts";

/** How long an uploaded photo waits for its review, in milliseconds. */
const unusedMs = 86_400_000;

type PhotoDeps = { db: Db; storage: Storage; limits: Limits; emit: Emit };

/**
 * Stores a photo that its user may put into a review or a return, without its metadata, and returns the path under which it is
 * served. Fails like `storeUpload`, with RATE_LIMITED, and with VALIDATION when the photos of the account take too much.
 */
export async function uploadReviewPhoto(
  { db, storage, limits, emit }: PhotoDeps,
  user: User,
  content: Buffer,
  signal?: AbortSignal,
): Promise<string> {
  refuseWhenLimited(emit, "reviewPhotosPerUser", await limits.reviewPhotosPerUser.count(user.id));
  await requireRoom(db, user);
  const id = uuidv7();
  const image = photoAddress(id);
  const bytes = await storeUpload(storage, photoFiles(id), content, { withMaster: false, signal });
  try {
    await db.transaction(async (tx) => {
      // Uploads of one account at the same moment are counted one after the other.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
      await requireRoom(tx, user, bytes);
      await tx.insert(reviewPhotos).values({ id, image, userId: user.id, bytes });
    });
  } catch (error) {
    await removeImage(photoFiles(id), storage);
    throw error;
  }
  return image;
}

/** Throws VALIDATION when the photos of an account have no room for so many bytes more. */
async function requireRoom(db: Db, user: User, bytes = 1): Promise<void> {
  const [used] = await db
    .select({ bytes: sql<number>`coalesce(sum(${reviewPhotos.bytes}), 0)::float8` })
    .from(reviewPhotos)
    .where(eq(reviewPhotos.userId, user.id));
  if ((used?.bytes ?? 0) + bytes <= reviewPhotosBytesMax) return;
  const message =
    `The photos of your reviews take ${reviewPhotosBytesMax / 1024 / 1024} MB, which is all there is for one account. ` +
    "Remove photos from an older review first.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "image", message }] });
}

const readPhoto = preparedFor((db) =>
  db
    .select({
      userId: reviewPhotos.userId,
      isOfReturn: sql<boolean>`${reviewPhotos.returnId} is not null`,
      isPublic: sql<boolean>`coalesce(${and(isShown, isVisible)}, false)`,
    })
    .from(reviewPhotos)
    .leftJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .leftJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviewPhotos.id, sql.placeholder("id")))
    .prepare("review_photo"),
);

export type FoundPhoto = {
  userId: string;
  /** Whether it is about goods that were sent back, instead of a review. */
  isOfReturn: boolean;
  /** Whether everybody may see it: it is in a review that is shown on the page of a product. */
  isPublic: boolean;
  /** What the names of its files begin with. */
  files: string;
};

/** The photo with an id; `undefined` if there is none. */
export async function findPhoto(db: Db, id: string): Promise<FoundPhoto | undefined> {
  if (!isId(id)) return undefined;
  const [found] = await readPhoto(db).execute({ id });
  return found === undefined ? undefined : { ...found, files: photoFiles(id) };
}

/** Whether a stored file is of a photo, which has an address of its own. */
export function isPhotoFile(name: string): boolean {
  return name.startsWith(photoFiles(""));
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
    const isUnused = and(isNull(reviewPhotos.reviewId), isNull(reviewPhotos.returnId));
    const isOwn = and(eq(reviewPhotos.image, image), eq(reviewPhotos.userId, user.id), isUnused);
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

/** Deletes uploads that were put into no review and no return. A job deletes their files. */
export function deleteUnusedPhotos(db: Db, isStopping?: () => boolean): Promise<number> {
  const isUnused = and(isNull(reviewPhotos.reviewId), isNull(reviewPhotos.returnId));
  const where = and(isUnused, lt(reviewPhotos.createdAt, later(-unusedMs)));
  return deleteInBatches(db, { table: reviewPhotos, where, order: reviewPhotos.createdAt, isStopping });
}

/** Uploads in no review are deleted soon, and are not listed anywhere. */
const isUnchecked = and(isNull(reviewPhotos.bytes), isNotNull(reviewPhotos.reviewId));

/**
 * Moves photos of earlier releases, whose addresses anybody can read for ever, to the addresses that are checked. Returns
 * how many it moved. Idempotent: a move that was interrupted is made again, and left files are removed like other orphans.
 */
export async function moveUncheckedPhotos(
  { db, storage }: { db: Db; storage: Storage },
  isStopping: () => boolean = () => false,
): Promise<number> {
  let moved = 0;
  let last: string | undefined;
  while (!isStopping()) {
    const [photo] = await db
      .select({ id: reviewPhotos.id })
      .from(reviewPhotos)
      .where(and(isUnchecked, last === undefined ? undefined : gt(reviewPhotos.id, last)))
      .orderBy(reviewPhotos.id)
      .limit(1);
    if (photo === undefined) break;
    last = photo.id;
    if (await movePhoto(db, storage, photo.id)) moved += 1;
  }
  return moved;
}

async function movePhoto(db: Db, storage: Storage, id: string): Promise<boolean> {
  const bytes = await copyImage(id, photoFiles(id), storage);
  const isMoved = await db.transaction(async (tx) => {
    const [found] = await tx
      .update(reviewPhotos)
      .set({ image: photoAddress(id), bytes })
      .where(eq(reviewPhotos.id, id))
      .returning({ reviewId: reviewPhotos.reviewId });
    // Cached lists of reviews name the former address.
    if (found?.reviewId != null)
      await tx.update(reviews).set({ id: found.reviewId }).where(eq(reviews.id, found.reviewId));
    return found !== undefined;
  });
  await removeImage(isMoved ? id : photoFiles(id), storage);
  return isMoved;
}
