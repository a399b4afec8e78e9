import {
  askedProductSchema,
  askQuestionSchema,
  listQuestionsSchema,
  ownQuestionsSchema,
  questionIdSchema,
} from "@shop/shared/question/question";
import { askQuestion, requireAskable } from "../../domain/question/ask.ts";
import { listQuestions, noQuestions } from "../../domain/question/list.ts";
import { listOwnQuestions, readOwnQuestions, removeOwnQuestion } from "../../domain/question/own.ts";
import { questionTags } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { existing } from "./existing.ts";
import { memberProcedure, publicProcedure, router } from "./trpc.ts";

/** What customers ask about products. */
export const questionRouter = router({
  list: publicProcedure.input(listQuestionsSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      () => questionTags(input.productId),
      async (db) => (ctx.settings.current.hasQuestions ? listQuestions(db, input) : noQuestions),
    ),
  ),
  /** The caller's questions about a product that others do not see. */
  mine: memberProcedure
    .input(askedProductSchema)
    .query(({ ctx, input }) => readOwnQuestions(ctx.db, ctx.user, input.productId)),
  /** All questions of the caller. */
  own: memberProcedure.input(ownQuestionsSchema).query(({ ctx, input }) => listOwnQuestions(ctx.db, ctx.user, input)),
  ask: memberProcedure
    .input(askedProductSchema)
    .use(existing(({ ctx, input }) => requireAskable(ctx.db, input.productId)))
    .input(askQuestionSchema)
    .mutation(async ({ ctx, input: { productId, text } }) => {
      await askQuestion(ctx, ctx.user, productId, text);
      return { message: "Question sent" };
    }),
  remove: memberProcedure.input(questionIdSchema).mutation(async ({ ctx, input }) => {
    await removeOwnQuestion(ctx.db, ctx.user, input.questionId);
    return { message: "Question deleted" };
  }),
});
