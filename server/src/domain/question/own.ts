import { isId } from "@shop/shared/query";
import type { OwnQuestion, OwnQuestionPage } from "@shop/shared/question/question";
import { openQuestionsMax, questionListSize } from "@shop/shared/shop";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { isoTime } from "../../db/time.ts";
import type { User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { fullNameColumn, membersOf } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";

const ownColumns = {
  _id: productQuestions.id,
  product: { _id: products.id, name: fullNameColumn, isOnSale: sql<boolean>`${isVisible}` },
  text: productQuestions.text,
  createdAt: isoTime(productQuestions.createdAt),
  answer: sql<OwnQuestion["answer"]>`case when ${productQuestions.answer} is not null then json_build_object(
    'text', ${productQuestions.answer}, 'at', ${isoTime(productQuestions.answeredAt)},
    'editedAt', ${isoTime(productQuestions.answerEditedAt)}) end`,
  hiddenReason: productQuestions.hiddenReason,
};

const newestFirst = [desc(productQuestions.createdAt), desc(productQuestions.id)];

/** The caller's questions about a product or another one of its group that others do not see: open ones, and hidden ones. */
export async function readOwnQuestions(db: Db, user: User, productId: string): Promise<OwnQuestion[]> {
  if (!isId(productId)) return [];
  const isOfGroup = sql`${productQuestions.productId} in (select member_id from ${membersOf(sql`${productId}::uuid`)} as members)`;
  const isUnseen = or(isNull(productQuestions.answer), sql`${productQuestions.hiddenAt} is not null`);
  return db
    .select(ownColumns)
    .from(productQuestions)
    .innerJoin(products, eq(products.id, productQuestions.productId))
    .where(and(eq(productQuestions.userId, user.id), isOfGroup, isUnseen))
    .orderBy(...newestFirst)
    .limit(openQuestionsMax);
}

/** One page of all questions of the caller, newest first. */
export async function listOwnQuestions(
  db: Db,
  user: User,
  { pageNumber }: { pageNumber: number },
): Promise<OwnQuestionPage> {
  const isOwn = eq(productQuestions.userId, user.id);
  const listed = db
    .select(ownColumns)
    .from(productQuestions)
    .innerJoin(products, eq(products.id, productQuestions.productId))
    .where(isOwn)
    .orderBy(...newestFirst)
    .limit(questionListSize)
    .offset((pageNumber - 1) * questionListSize);
  const [questions, total] = await Promise.all([listed, db.$count(productQuestions, isOwn)]);
  return { questions, page: pageNumber, pages: Math.ceil(total / questionListSize), total };
}

/** Throws NOT_FOUND unless the question is the user's own. */
export async function requireOwnQuestion(db: Db, user: User, id: string): Promise<void> {
  const isOwn = and(eq(productQuestions.id, id), eq(productQuestions.userId, user.id));
  if (!isId(id) || (await db.$count(productQuestions, isOwn)) === 0) throw notFound("Question");
}

/** Deletes the user's own question with its answer. Throws NOT_FOUND. */
export async function removeOwnQuestion(db: Db, user: User, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Question");
  const isOwn = and(eq(productQuestions.id, id), eq(productQuestions.userId, user.id));
  const { rowCount } = await db.delete(productQuestions).where(isOwn);
  if (rowCount !== 1) throw notFound("Question");
}

/**
 * Deletes the questions of an account that nobody else sees, as it is deleted: nobody is left to answer. Those that are
 * shown have never had a name, and stay. The caller has locked the account.
 */
export async function deleteUnseenQuestionsOf(tx: Db, userId: string): Promise<void> {
  const isUnseen = or(isNull(productQuestions.answer), sql`${productQuestions.hiddenAt} is not null`);
  await tx.delete(productQuestions).where(and(eq(productQuestions.userId, userId), isUnseen));
}
