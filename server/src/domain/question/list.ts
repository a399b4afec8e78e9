import { isId } from "@shop/shared/query";
import type { ListedQuestion, ListQuestions, QuestionPage } from "@shop/shared/question/question";
import { questionPageSize } from "@shop/shared/shop";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { productQuestions } from "../../db/schema/questions.ts";
import { isoTime } from "../../db/time.ts";
import { notFound } from "../base/errors.ts";
import { membersOf } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";

/** Whether a question waits for an answer of the shop. */
export const isOpen = and(isNull(productQuestions.answer), isNull(productQuestions.hiddenAt));

/** Whether everybody sees a question. */
export const isShown = and(isNotNull(productQuestions.answer), isNull(productQuestions.hiddenAt));

const newestFirst = [desc(productQuestions.createdAt), desc(productQuestions.id)];

const shownColumns = {
  _id: sql<string>`${productQuestions.id}`.as("_id"),
  text: productQuestions.text,
  createdAt: isoTime(productQuestions.createdAt).as("createdAt"),
  answer: sql`json_build_object('text', ${productQuestions.answer}, 'at', ${isoTime(productQuestions.answeredAt)},
    'editedAt', ${isoTime(productQuestions.answerEditedAt)})`.as("answer"),
  variant: sql`(
    select nullif(asked.variant_label, '') from ${products} asked where asked.id = ${productQuestions.productId}
  )`.as("variant"),
};

type ShownRow = Omit<ListedQuestion, "variant"> & { variant: string | null };

const pageOfQuestions = preparedFor((db) => {
  const offset = sql`${sql.placeholder("offset")}::bigint`;
  const pageSize = sql`${sql.placeholder("pageSize")}::bigint`;
  const inOrder = sql.join(newestFirst, sql`, `);
  // The first ones of each product of the group, so that an index has them in their order.
  const firstOfEach = sql`
    select first.id from ${membersOf(products.id)} as members cross join lateral (
      select ${productQuestions.id} from ${productQuestions} where ${productQuestions.productId} = member_id and ${isShown}
      order by ${inOrder} limit ${offset} + ${pageSize}
    ) as first`;
  const shown = db
    .select(shownColumns)
    .from(productQuestions)
    .where(sql`${productQuestions.id} in (${firstOfEach})`)
    .orderBy(...newestFirst);
  const all = db
    .select({ all: sql`count(*)::int` })
    .from(productQuestions)
    .where(
      and(sql`${productQuestions.productId} in (select member_id from ${membersOf(products.id)} as members)`, isShown),
    );
  return db
    .select({
      listed: sql<
        ShownRow[]
      >`(select coalesce(json_agg(shown), '[]') from (${shown} limit ${pageSize} offset ${offset}) shown)`,
      total: sql<number>`(${all})`,
    })
    .from(products)
    .where(and(eq(products.id, sql.placeholder("productId")), isVisible))
    .prepare("questions_of_product");
});

/** One page of the answered questions about a visible product and the others of its group, newest first. Fails with NOT_FOUND. */
export async function listQuestions(
  db: Db,
  { productId, pageNumber, pageSize = questionPageSize }: ListQuestions & { pageSize?: number },
): Promise<QuestionPage> {
  if (!isId(productId)) throw notFound("Product");
  const offset = (pageNumber - 1) * pageSize;
  const [found] = await pageOfQuestions(db).execute({ productId, offset, pageSize });
  if (found === undefined) throw notFound("Product");
  return {
    questions: found.listed.map(({ variant, ...question }) => (variant === null ? question : { ...question, variant })),
    page: pageNumber,
    pages: Math.ceil(found.total / pageSize),
    total: found.total,
  };
}

/** What a shop that takes no questions shows of them. */
export const noQuestions: QuestionPage = { questions: [], page: 1, pages: 0, total: 0 };
