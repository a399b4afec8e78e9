import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { mailDataSchemas, type QuestionMailKind } from "../outbox/mail-data.ts";
import type { ComposeDeps, MailRow, Recipient, Written } from "./mail-body.ts";
import { customerQuestion, questionAnswered, questionHidden } from "./templates/question-mails.ts";

/** What stands for a question that was deleted: its mail is not sent. */
const deleted = {
  product: { id: "", name: "a product", isOnSale: false },
  text: "The question was deleted.",
  answer: null,
  hiddenReason: null,
};

/** The words are read as the mail is sent. */
async function findQuestion(db: Db, id: string) {
  const { text, answer, hiddenReason } = productQuestions;
  const isOnSale = sql<boolean>`${isVisible}`;
  const [found] = await db
    .select({ product: { id: products.id, name: fullNameColumn, isOnSale }, text, answer, hiddenReason })
    .from(productQuestions)
    .innerJoin(products, eq(products.id, productQuestions.productId))
    .where(eq(productQuestions.id, id));
  return found ?? deleted;
}

/** To who asked: the answer, or that the question is hidden. */
export async function writeQuestionBody(
  { db, shop }: ComposeDeps,
  mail: MailRow & { kind: QuestionMailKind },
  { name }: Recipient,
): Promise<Written> {
  const { questionId } = mailDataSchemas[mail.kind].parse(mail.data);
  const { product, text: question, answer, hiddenReason } = await findQuestion(db, questionId);
  const facts = { shop, name, recipient: mail.recipient };
  const values = { product: product.name };
  if (mail.kind === "question hidden") {
    const { reason } = mailDataSchemas[mail.kind].parse(mail.data);
    return {
      body: questionHidden(facts, { product, question, reason }),
      skip: hiddenReason === reason ? null : "The question was shown again or deleted meanwhile",
      values,
    };
  }
  return {
    body: questionAnswered(facts, { product, question, answer: answer ?? "", isHidden: hiddenReason !== null }),
    skip: answer === null ? "The answer was removed meanwhile" : null,
    values,
  };
}

/** To the staff. What was answered meanwhile needs no mail. */
export async function writeCustomerQuestionBody({ db, shop }: ComposeDeps, mail: MailRow): Promise<Written> {
  const { questionId } = mailDataSchemas["customer question"].parse(mail.data);
  const { product, text, answer, hiddenReason } = await findQuestion(db, questionId);
  const isOpen = product.id !== "" && answer === null && hiddenReason === null;
  return {
    body: customerQuestion(shop, { product, question: text }),
    skip: isOpen ? null : "The question was answered, hidden or deleted meanwhile",
  };
}
