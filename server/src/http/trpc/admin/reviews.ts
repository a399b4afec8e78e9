import { idInputSchema } from "@shop/shared/query";
import { adminReviewsSchema, answerReviewSchema, hideReviewSchema } from "@shop/shared/review/review";
import { listAdminReviews } from "../../../domain/review/admin-list.ts";
import {
  answerReview,
  dismissReports,
  hideReview,
  removeAnswer,
  requireReview,
  showReview,
} from "../../../domain/review/moderate.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const reviewProcedure = adminProcedure("reviews.write")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireReview(ctx.db, ctx.admin, input.id)));

/** The admin's reviews. */
export const reviewsRouter = router({
  page: adminProcedure("reviews.write")
    .input(adminReviewsSchema)
    .query(({ ctx, input }) => listAdminReviews(ctx.db, ctx.admin, input)),
  hide: reviewProcedure.input(hideReviewSchema).mutation(async ({ ctx, input: { id, reason } }) => {
    await hideReview(ctx.db, ctx.admin, id, reason);
    return { message: "Review hidden" };
  }),
  show: reviewProcedure.mutation(async ({ ctx, input }) => {
    await showReview(ctx.db, ctx.admin, input.id);
    return { message: "Review shown" };
  }),
  dismiss: reviewProcedure.mutation(async ({ ctx, input }) => {
    await dismissReports(ctx.db, ctx.admin, input.id);
    return { message: "Reports dismissed" };
  }),
  answer: reviewProcedure.input(answerReviewSchema).mutation(async ({ ctx, input: { id, text } }) => {
    await answerReview(ctx.db, ctx.admin, id, text);
    return { message: "Answer saved" };
  }),
  removeAnswer: reviewProcedure.mutation(async ({ ctx, input }) => {
    await removeAnswer(ctx.db, ctx.admin, input.id);
    return { message: "Answer removed" };
  }),
});
