import { isId } from "@shop/shared/query";
import type { ReviewReason } from "@shop/shared/review/review-reasons";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { reviewReports, reviews } from "../../db/schema/reviews.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { lockAccounts } from "../base/locks.ts";
import { recordAct } from "../base/record-act.ts";
import { addToRatings } from "../catalog/product-group/count-ratings.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { writeReviewHiddenMail } from "../outbox/write-mails.ts";

/** Throws NOT_FOUND unless there is such a review. */
export async function requireReview(db: Db, _admin: Admin<"reviews.write">, id: string): Promise<void> {
  if (!isId(id) || (await db.$count(reviews, eq(reviews.id, id))) === 0) throw notFound("Review");
}

type Locked = Pick<
  typeof reviews.$inferSelect,
  "productId" | "rating" | "hiddenAt" | "hiddenReason" | "isSuperseded" | "answer"
> & {
  product: string;
};

/** Works on a locked review, with the name of its product. Its author's account is locked before it. Throws NOT_FOUND. */
function onReview(db: Db, id: string, work: (tx: Db, review: Locked) => Promise<void>): Promise<void> {
  if (!isId(id)) throw notFound("Review");
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const isThis = eq(reviews.id, id);
      const authors = await tx.select({ id: reviews.userId }).from(reviews).where(isThis);
      await lockAccounts(
        tx,
        authors.map((author) => author.id),
      );
      await tx.select({ id: reviews.id }).from(reviews).where(isThis).for("no key update");
      const { productId, rating, hiddenAt, hiddenReason, isSuperseded, answer } = reviews;
      const [review] = await tx

        .select({ productId, rating, hiddenAt, hiddenReason, isSuperseded, answer, product: fullNameColumn })
        .from(reviews)
        .innerJoin(products, eq(products.id, productId))
        .where(isThis);
      if (review === undefined) throw notFound("Review");
      await work(tx, review);
    }),
  );
}

/**
 * Hides a review, which closes its reports. It leaves the average and all counts of its product, and its author gets a
 * mail with the reason. Throws NOT_FOUND, and ILLEGAL_TRANSITION if it is hidden already.
 */
export function hideReview(db: Db, admin: Admin<"reviews.write">, id: string, reason: ReviewReason): Promise<void> {
  return onReview(db, id, async (tx, { productId, rating, hiddenAt, isSuperseded, product }) => {
    if (hiddenAt !== null) throw new DomainError("ILLEGAL_TRANSITION", "This review is hidden already");
    await tx.update(reviews).set({ hiddenAt: sql`now()`, hiddenReason: reason }).where(eq(reviews.id, id));
    if (!isSuperseded) await addToRatings(tx, productId, { sum: -rating, count: -1 });
    await closeReports(tx, id);
    await writeReviewHiddenMail(tx, id, reason);
    await recordAct(tx, admin, {
      act: "hid",
      entity: "review",
      entityId: id,
      subject: product,
      changes: { reason: [null, reason] },
    });
  });
}

/** Shows a hidden review again. Throws NOT_FOUND, and ILLEGAL_TRANSITION unless it is hidden. */
export function showReview(db: Db, admin: Admin<"reviews.write">, id: string): Promise<void> {
  return onReview(db, id, async (tx, { productId, rating, hiddenAt, hiddenReason, isSuperseded, product }) => {
    if (hiddenAt === null) throw new DomainError("ILLEGAL_TRANSITION", "This review is not hidden");
    await tx.update(reviews).set({ hiddenAt: null, hiddenReason: null }).where(eq(reviews.id, id));
    if (!isSuperseded) await addToRatings(tx, productId, { sum: rating, count: 1 });
    await recordAct(tx, admin, {
      act: "showed",
      entity: "review",
      entityId: id,
      subject: product,
      changes: { reason: [hiddenReason, null] },
    });
  });
}

/** Leaves a reported review as it is. Throws NOT_FOUND. */
export function dismissReports(db: Db, admin: Admin<"reviews.write">, id: string): Promise<void> {
  return onReview(db, id, async (tx, { product }) => {
    if ((await closeReports(tx, id)) === 0) return;
    await recordAct(tx, admin, { act: "dismissed reports of", entity: "review", entityId: id, subject: product });
  });
}

async function closeReports(tx: Db, reviewId: string): Promise<number> {
  const isOpen = and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.closedAt));
  const closed = await tx.update(reviewReports).set({ closedAt: sql`now()` }).where(isOpen);
  return closed.rowCount ?? 0;
}

/** Writes or changes the shop's answer to a review. The audit has no texts. Throws NOT_FOUND. */
export function answerReview(db: Db, admin: Admin<"reviews.write">, id: string, text: string): Promise<void> {
  return onReview(db, id, async (tx, { answer, product }) => {
    if (answer === text) return;
    await tx.update(reviews).set({ answer: text, answeredAt: sql`now()` }).where(eq(reviews.id, id));
    const act = answer === null ? "answered" : "changed the answer to";
    await recordAct(tx, admin, { act, entity: "review", entityId: id, subject: product });
  });
}

/** Removes the shop's answer to a review. Throws NOT_FOUND. */
export function removeAnswer(db: Db, admin: Admin<"reviews.write">, id: string): Promise<void> {
  return onReview(db, id, async (tx, { answer, product }) => {
    if (answer === null) return;
    await tx.update(reviews).set({ answer: null, answeredAt: null }).where(eq(reviews.id, id));
    await recordAct(tx, admin, { act: "removed the answer to", entity: "review", entityId: id, subject: product });
  });
}
