import { idInputSchema, versionSchema } from "@shop/shared/query";
import { adminQuestionsSchema, answerQuestionSchema, hideQuestionSchema } from "@shop/shared/question/question";
import { z } from "zod";
import { countOpenQuestions, listAdminQuestions } from "../../../domain/question/admin-list.ts";
import {
  answerQuestion,
  deleteQuestion,
  hideQuestion,
  removeQuestionAnswer,
  requireQuestion,
  showQuestion,
} from "../../../domain/question/moderate.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const questionProcedure = adminProcedure("reviews.write")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireQuestion(ctx.db, ctx.admin, input.id)));

/** What customers ask about products, for those who answer. */
export const questionsRouter = router({
  page: adminProcedure("reviews.write")
    .input(adminQuestionsSchema)
    .query(({ ctx, input }) => listAdminQuestions(ctx.db, ctx.admin, input)),
  waiting: adminProcedure("reviews.write").query(({ ctx }) => countOpenQuestions(ctx.db, ctx.admin)),
  answer: questionProcedure.input(answerQuestionSchema).mutation(async ({ ctx, input: { id, ...answer } }) => {
    await answerQuestion(ctx.db, ctx.admin, id, answer);
    return { message: "Answer saved" };
  }),
  removeAnswer: questionProcedure
    .input(z.object({ version: versionSchema }))
    .mutation(async ({ ctx, input: { id, version } }) => {
      await removeQuestionAnswer(ctx.db, ctx.admin, id, { version });
      return { message: "Answer removed" };
    }),
  hide: questionProcedure.input(hideQuestionSchema).mutation(async ({ ctx, input: { id, reason } }) => {
    await hideQuestion(ctx.db, ctx.admin, id, reason);
    return { message: "Question hidden" };
  }),
  show: questionProcedure.mutation(async ({ ctx, input }) => {
    await showQuestion(ctx.db, ctx.admin, input.id);
    return { message: "Question shown" };
  }),
  delete: questionProcedure.mutation(async ({ ctx, input }) => {
    await deleteQuestion(ctx.db, ctx.admin, input.id);
    return { message: "Question deleted" };
  }),
});
