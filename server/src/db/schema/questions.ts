import { reviewReasons } from "@shop/shared/review/review-reasons";
import { commentLength, questionLength } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time, version } from "./columns.ts";
import { products } from "./products.ts";

/** What customers ask about products. Everybody sees a question once it is answered, without the name of who asked. */
export const productQuestions = pgTable(
  "product_questions",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: createdAt(),
    /** What the shop answers. */
    answer: text(),
    /** When it was first answered. */
    answeredAt: time(),
    /** When the answer was last changed. */
    answerEditedAt: time(),
    /** Whose answer it is now. */
    answeredBy: uuid().references(() => users.id),
    /** When the shop hid it. */
    hiddenAt: time(),
    hiddenReason: text({ enum: reviewReasons }),
    /** Of the answer. */
    version: version(),
  },
  (table) => [
    check(
      "product_questions_text_length",
      sql`length(btrim(${table.text})) > 0 and length(${table.text}) <= ${sql.raw(String(questionLength))}`,
    ),
    check(
      "product_questions_answer_length",
      sql`length(${table.answer}) between 1 and ${sql.raw(String(commentLength))}`,
    ),
    check(
      "product_questions_answered",
      sql`(${table.answer} is null) = (${table.answeredAt} is null) and (${table.answer} is null) = (${table.answeredBy} is null)`,
    ),
    check("product_questions_edited", sql`${table.answerEditedAt} is null or ${table.answer} is not null`),
    check("product_questions_hidden_with_reason", sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`),
    // What the page of a product shows, newest first.
    index("product_questions_shown")
      .on(table.productId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.answer} is not null and ${table.hiddenAt} is null`),
    // The questions of an account, newest first.
    index("product_questions_of_user").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // The list of admins: what waits, oldest first. Small, because it is answered.
    index("product_questions_open")
      .on(table.createdAt, table.id)
      .where(sql`${table.answer} is null and ${table.hiddenAt} is null`),
    // The other lists of admins, newest first.
    index("product_questions_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);
