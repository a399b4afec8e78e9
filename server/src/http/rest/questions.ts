import { idInputSchema } from "@shop/shared/query";
import {
  adminQuestionPageSchema,
  adminQuestionSchema,
  adminQuestionsQuerySchema,
  answerQuestionSchema,
  askQuestionSchema,
  listQuestionsQuerySchema,
  questionPageSchema,
} from "@shop/shared/question/question";
import { questionListSize, questionPageSize } from "@shop/shared/shop";
import { listAdminQuestions, readAdminQuestion } from "../../domain/question/admin-list.ts";
import { askQuestion, requireAskable } from "../../domain/question/ask.ts";
import { listQuestions, noQuestions } from "../../domain/question/list.ts";
import { answerQuestion, deleteQuestion, requireQuestion } from "../../domain/question/moderate.ts";
import { questionTags } from "../cache/catalog-tags.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleQuestion } from "../openapi/examples.ts";
import { readFromReplica } from "../read-replica.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Products";
const path = "/api/products/:id/questions";

const { _id, text, createdAt, answer } = exampleQuestion;
const listed = { _id, text, createdAt, answer: { text: answer.text, at: answer.at, editedAt: answer.editedAt } };

/** What customers ask about products, and what the shop answers. */
export const questionEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "anyone",
    id: "listProductQuestions",
    tag,
    summary: "List the answered questions about a product",
    description: `Pages of ${questionPageSize} unless another size is asked for, newest first; of all products of its group. Nobody learns who asked.`,
    input: { params: idInputSchema, query: listQuestionsQuerySchema },
    answers: {
      200: {
        description: "One page.",
        schema: questionPageSchema,
        example: { questions: [listed], page: 1, pages: 1, total: 1 },
      },
    },
    run: ({ services, request, params, query }) =>
      readFromReplica(services, request, async (db) =>
        services.settings.current.hasQuestions ? listQuestions(db, { ...query, productId: params.id }) : noQuestions,
      ),
    cache: { tags: (_page, request) => questionTags(idInputSchema.parse(request.params).id) },
  }),
  endpoint({
    method: "POST",
    path,
    caller: "member",
    id: "askAboutProduct",
    tag,
    summary: "Ask about a product",
    description:
      "The shop answers by mail. Then question and answer are on the product's page, without the name of who asked. " +
      "Refused where the shop takes no questions.",
    input: { params: idInputSchema, body: askQuestionSchema },
    body: { example: { text } },
    answers: { 201: messageAnswer("Question sent") },
    refuses: ["FORBIDDEN", "IN_USE", "RATE_LIMITED"],
    requireExisting: ({ services, id }) => requireAskable(services.db, id),
    run: async ({ services, actor, params, body }) => {
      await askQuestion(services, actor, params.id, body.text);
      return { message: "Question sent" };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/questions",
    caller: "reader",
    needs: ["reviews.write"],
    id: "listQuestions",
    tag,
    summary: "List the questions about all products",
    description: `Pages of ${questionListSize}: those that wait for an answer, oldest first, unless others are asked for.`,
    input: { query: adminQuestionsQuerySchema },
    answers: {
      200: {
        description: "One page.",
        schema: adminQuestionPageSchema,
        example: { questions: [exampleQuestion], page: 1, pages: 1, total: 1 },
      },
    },
    run: ({ services, actor, query }) => listAdminQuestions(services.db, actor, query),
  }),
  endpoint({
    method: "PUT",
    path: "/api/questions/:id/answer",
    caller: "editor",
    needs: ["reviews.write"],
    id: "answerQuestion",
    tag,
    summary: "Answer a question about a product",
    description:
      "The first answer goes to who asked by mail, and is on the product's page. Later ones take its place there. With the " +
      "`version` of the question, an answer that somebody else wrote meanwhile is not overwritten.",
    input: { params: idInputSchema, body: answerQuestionSchema },
    body: { example: { text: answer.text, version: 1 } },
    answers: { 200: { description: "The question.", schema: adminQuestionSchema, example: exampleQuestion } },
    refuses: ["STALE"],
    requireExisting: ({ services, actor, id }) => requireQuestion(services.db, actor, id),
    run: async ({ services, actor, params, body }) => {
      await answerQuestion(services.db, actor, params.id, body);
      return readAdminQuestion(services.db, actor, params.id);
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/api/questions/:id",
    caller: "editor",
    needs: ["reviews.write"],
    id: "deleteQuestion",
    tag,
    summary: "Delete a question about a product",
    description: "With its answer, for good.",
    input: { params: idInputSchema },
    answers: { 200: messageAnswer("Question deleted") },
    run: async ({ services, actor, params }) => {
      await deleteQuestion(services.db, actor, params.id);
      return { message: "Question deleted" };
    },
  }),
];
