import type { AdminQuestion, AdminQuestionPage, AdminQuestionsQuery } from "@shop/shared/question/question";
import { questionListSize } from "@shop/shared/shop";
import { and, asc, desc, eq, ilike, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { isoTime } from "../../db/time.ts";
import type { Reader } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { isOpen, isShown } from "./list.ts";

const filters: Record<AdminQuestionsQuery["filter"], SQL | undefined> = {
  open: isOpen,
  answered: isShown,
  hidden: isNotNull(productQuestions.hiddenAt),
  all: undefined,
};

/** What a text contains, as `ilike` reads it. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const askers = alias(users, "askers");
const answerers = alias(users, "answerers");

const adminColumns = {
  _id: productQuestions.id,
  product: { _id: products.id, name: fullNameColumn, isOnSale: sql<boolean>`${isVisible}` },
  asker: askers.name,
  text: productQuestions.text,
  createdAt: isoTime(productQuestions.createdAt),
  answer: sql<AdminQuestion["answer"]>`case when ${productQuestions.answer} is not null then json_build_object(
    'text', ${productQuestions.answer}, 'at', ${isoTime(productQuestions.answeredAt)},
    'editedAt', ${isoTime(productQuestions.answerEditedAt)}, 'by', ${answerers.name}) end`,
  hiddenReason: productQuestions.hiddenReason,
  hiddenAt: sql<string | null>`${isoTime(productQuestions.hiddenAt)}`,
  version: productQuestions.version,
};

function selectQuestions(db: Db) {
  return db
    .select(adminColumns)
    .from(productQuestions)
    .innerJoin(products, eq(products.id, productQuestions.productId))
    .innerJoin(askers, eq(askers.id, productQuestions.userId))
    .leftJoin(answerers, eq(answerers.id, productQuestions.answeredBy));
}

type AdminRow = Awaited<ReturnType<typeof selectQuestions>>[number];

function toQuestion({ hiddenReason: reason, hiddenAt: at, ...question }: AdminRow): AdminQuestion {
  return { ...question, hidden: reason === null || at === null ? null : { reason, at } };
}

/**
 * One page of the questions that are open, oldest first, or of others, newest first. The search is for a part of a text, an
 * answer or the name of a product.
 */
export async function listAdminQuestions(
  db: Db,
  _reader: Reader<"reviews.write">,
  { filter, search, pageNumber }: AdminQuestionsQuery,
): Promise<AdminQuestionPage> {
  const wanted = containing(search);
  const isFound =
    search === ""
      ? undefined
      : or(ilike(productQuestions.text, wanted), ilike(productQuestions.answer, wanted), ilike(products.name, wanted));
  const condition = and(filters[filter], isFound);
  const order = filter === "open" ? asc : desc;
  const counted = db
    .select({ total: sql<number>`count(*)::int` })
    .from(productQuestions)
    .innerJoin(products, eq(products.id, productQuestions.productId))
    .where(condition);
  const listed = selectQuestions(db)
    .where(condition)
    .orderBy(order(productQuestions.createdAt), order(productQuestions.id))
    .limit(questionListSize)
    .offset((pageNumber - 1) * questionListSize);
  const [rows, [count]] = await Promise.all([listed, counted]);
  const total = count?.total ?? 0;
  return {
    questions: rows.map(toQuestion),
    page: pageNumber,
    pages: Math.ceil(total / questionListSize),
    total,
  };
}

/** One question. Throws NOT_FOUND. */
export async function readAdminQuestion(db: Db, _reader: Reader<"reviews.write">, id: string): Promise<AdminQuestion> {
  const [row] = await selectQuestions(db).where(eq(productQuestions.id, id));
  if (row === undefined) throw notFound("Question");
  return toQuestion(row);
}

/** How many questions wait for an answer. */
export async function countOpenQuestions(db: Db, _reader: Reader<"reviews.write">): Promise<{ open: number }> {
  return { open: await db.$count(productQuestions, isOpen) };
}
