import { isId } from "@shop/shared/query";
import { openQuestionsMax } from "@shop/shared/shop";
import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Member, User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { isVisible } from "../catalog/visible.ts";
import { writeAdminMails } from "../outbox/write-mails.ts";
import { isOpen } from "./list.ts";

export type AskDeps = { db: Db; limits: Limits; emit: Emit; settings: CurrentFacts<"hasQuestions"> };

/** Throws NOT_FOUND unless the product is visible. */
export async function requireAskable(db: Db, productId: string): Promise<void> {
  if (!isId(productId)) throw notFound("Product");
  if ((await db.$count(products, and(eq(products.id, productId), isVisible))) === 0) throw notFound("Product");
}

/**
 * Asks the shop about a product; the staff gets a mail. The same question again changes nothing while it is open. Throws
 * NOT_FOUND, FORBIDDEN where the shop takes no questions, RATE_LIMITED, IN_USE while too many questions of the account are
 * open, and UNAUTHENTICATED if the account was deleted while the request waited.
 */
export async function askQuestion(
  { db, limits, emit, settings }: AskDeps,
  user: Member,
  productId: string,
  text: string,
): Promise<void> {
  await requireAskable(db, productId);
  if (!settings.current.hasQuestions) {
    throw new DomainError("FORBIDDEN", "This shop takes no questions on its pages. Please write us a mail.");
  }
  refuseWhenLimited(emit, "questionsPerUser", await limits.questionsPerUser.count(user.id));
  await db.transaction(async (tx) => {
    await lockAsker(tx, user);
    await lockProduct(tx, productId);
    const isOwnOpen = and(eq(productQuestions.userId, user.id), isOpen);
    const isSame = and(eq(productQuestions.productId, productId), eq(productQuestions.text, text));
    if ((await tx.$count(productQuestions, and(isOwnOpen, isSame))) > 0) return;
    if ((await tx.$count(productQuestions, isOwnOpen)) >= openQuestionsMax) {
      throw new DomainError(
        "IN_USE",
        `${openQuestionsMax} of your questions wait for our answer already. Please wait for it, or delete one.`,
      );
    }
    const id = uuidv7();
    await tx.insert(productQuestions).values({ id, productId, userId: user.id, text });
    await writeAdminMails(tx, { kind: "customer question", orderId: null, data: { questionId: id } });
  });
}

/** Locks the account, so that questions that it asks at the same moment are counted, and its deletion finds each. */
async function lockAsker(tx: Db, { id }: User): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update");
  if (account === undefined) throw new DomainError("UNAUTHENTICATED", "Please sign in");
}

/** Nobody deletes or unpublishes the product until the question is written. */
async function lockProduct(tx: Db, productId: string): Promise<void> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isVisible))
    .for("share");
  if (found.length === 0) throw notFound("Product");
}
