import { isId } from "@shop/shared/query";
import type { AnswerQuestion, QuestionReason } from "@shop/shared/question/question";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import type { Editor, Reader } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../base/errors.ts";
import { lockAccounts } from "../base/locks.ts";
import { recordAct } from "../base/record-act.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { writeQuestionMail } from "../outbox/write-mails.ts";

/** Throws NOT_FOUND unless there is such a question. */
export async function requireQuestion(db: Db, _reader: Reader<"reviews.write">, id: string): Promise<void> {
  if (!isId(id) || (await db.$count(productQuestions, eq(productQuestions.id, id))) === 0) throw notFound("Question");
}

type Locked = Pick<typeof productQuestions.$inferSelect, "answer" | "hiddenAt" | "hiddenReason" | "version"> & {
  product: string;
};

/** Works on a locked question, with the name of its product. The asker's account is locked before it. Throws NOT_FOUND. */
function onQuestion(db: Db, id: string, work: (tx: Db, question: Locked) => Promise<void>): Promise<void> {
  if (!isId(id)) throw notFound("Question");
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const isThis = eq(productQuestions.id, id);
      const askers = await tx.select({ id: productQuestions.userId }).from(productQuestions).where(isThis);
      await lockAccounts(
        tx,
        askers.map((asker) => asker.id),
      );
      await tx.select({ id: productQuestions.id }).from(productQuestions).where(isThis).for("no key update");
      const { productId, answer, hiddenAt, hiddenReason, version } = productQuestions;
      const [question] = await tx
        .select({ answer, hiddenAt, hiddenReason, version, product: fullNameColumn })
        .from(productQuestions)
        .innerJoin(products, eq(products.id, productId))
        .where(isThis);
      if (question === undefined) throw notFound("Question");
      await work(tx, question);
    }),
  );
}

/**
 * Answers a question, or changes the answer. The first answer goes to the asker by mail, and question and answer are on the
 * product's page unless the question is hidden. The audit has no texts. Throws NOT_FOUND, and STALE if another answer than
 * the one of the version was written meanwhile.
 */
export function answerQuestion(
  db: Db,
  admin: Editor<"reviews.write">,
  id: string,
  { text, version }: AnswerQuestion,
): Promise<void> {
  return onQuestion(db, id, async (tx, question) => {
    const { answer, product } = question;
    if (answer === text) return;
    refuseStale(question, { version });
    const isFirst = answer === null;
    await tx
      .update(productQuestions)
      .set({
        answer: text,
        answeredBy: admin.id,
        version: question.version + 1,
        ...(isFirst ? { answeredAt: sql`now()` } : { answerEditedAt: sql`now()` }),
      })
      .where(eq(productQuestions.id, id));
    if (isFirst) await writeQuestionMail(tx, { kind: "question answered", questionId: id, data: { questionId: id } });
    const act = isFirst ? "answered" : "changed the answer to";
    await recordAct(tx, admin, { act, entity: "question", entityId: id, subject: product });
  });
}

/** Removes the answer, so that the question is open again and off the product's page. Throws NOT_FOUND, and STALE. */
export function removeQuestionAnswer(
  db: Db,
  admin: Editor<"reviews.write">,
  id: string,
  seen: { version?: number | undefined },
): Promise<void> {
  return onQuestion(db, id, async (tx, question) => {
    if (question.answer === null) return;
    refuseStale(question, seen);
    await tx
      .update(productQuestions)
      .set({
        answer: null,
        answeredAt: null,
        answerEditedAt: null,
        answeredBy: null,
        version: question.version + 1,
      })
      .where(eq(productQuestions.id, id));
    await recordAct(tx, admin, {
      act: "removed the answer to",
      entity: "question",
      entityId: id,
      subject: question.product,
    });
  });
}

/**
 * Hides a question from everybody but its asker, who gets a mail with the reason. Throws NOT_FOUND, and ILLEGAL_TRANSITION
 * if it is hidden already.
 */
export function hideQuestion(
  db: Db,
  admin: Editor<"reviews.write">,
  id: string,
  reason: QuestionReason,
): Promise<void> {
  return onQuestion(db, id, async (tx, { hiddenAt, product }) => {
    if (hiddenAt !== null) throw new DomainError("ILLEGAL_TRANSITION", "This question is hidden already");
    await tx
      .update(productQuestions)
      .set({ hiddenAt: sql`now()`, hiddenReason: reason })
      .where(eq(productQuestions.id, id));
    await writeQuestionMail(tx, { kind: "question hidden", questionId: id, data: { questionId: id, reason } });
    await recordAct(tx, admin, {
      act: "hid",
      entity: "question",
      entityId: id,
      subject: product,
      changes: { reason: [null, reason] },
    });
  });
}

/** Takes the hiding of a question back. Throws NOT_FOUND, and ILLEGAL_TRANSITION unless it is hidden. */
export function showQuestion(db: Db, admin: Editor<"reviews.write">, id: string): Promise<void> {
  return onQuestion(db, id, async (tx, { hiddenAt, hiddenReason, product }) => {
    if (hiddenAt === null) throw new DomainError("ILLEGAL_TRANSITION", "This question is not hidden");
    await tx.update(productQuestions).set({ hiddenAt: null, hiddenReason: null }).where(eq(productQuestions.id, id));
    await recordAct(tx, admin, {
      act: "showed",
      entity: "question",
      entityId: id,
      subject: product,
      changes: { reason: [hiddenReason, null] },
    });
  });
}

/** Deletes a question with its answer for good. Throws NOT_FOUND. */
export function deleteQuestion(db: Db, admin: Editor<"reviews.write">, id: string): Promise<void> {
  return onQuestion(db, id, async (tx, { product }) => {
    await tx.delete(productQuestions).where(eq(productQuestions.id, id));
    await recordAct(tx, admin, { act: "deleted", entity: "question", entityId: id, subject: product });
  });
}
