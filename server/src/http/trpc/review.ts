import {
  createReviewSchema,
  listReviewsSchema,
  ownReviewSchema,
  reportReviewSchema,
  reviewIdSchema,
  voteSchema,
} from "@shop/shared/review/review";
import { createReview, requireReviewable } from "../../domain/review/create.ts";
import { editReview, requireOwnReview } from "../../domain/review/edit.ts";
import { listReviews } from "../../domain/review/list.ts";
import {
  ownReportRefusal,
  ownVoteRefusal,
  reportReview,
  requireMarkable,
  voteForReview,
} from "../../domain/review/mark.ts";
import { readOwnReview, readReviewMarks } from "../../domain/review/read-own.ts";
import { reviewTags } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { existing } from "./existing.ts";
import { memberProcedure, publicProcedure, router, userProcedure } from "./trpc.ts";

export const reviewRouter = router({
  list: publicProcedure.input(listReviewsSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      () => reviewTags(input.productId),
      (db) => listReviews(db, input),
    ),
  ),
  mine: userProcedure
    .input(ownReviewSchema)
    .query(({ ctx, input }) => readOwnReview(ctx.db, ctx.user, input.productId)),
  marks: userProcedure
    .input(ownReviewSchema)
    .query(({ ctx, input }) => readReviewMarks(ctx.db, ctx.user, input.productId)),
  create: memberProcedure
    .input(ownReviewSchema)
    .use(existing(({ ctx, input }) => requireReviewable(ctx.db, input.productId)))
    .input(createReviewSchema)
    .mutation(async ({ ctx, input: { productId, ...review } }) => {
      await createReview(ctx.db, ctx.user, productId, review);
      return { message: "Review created successfully" };
    }),
  edit: memberProcedure
    .input(reviewIdSchema)
    .use(existing(({ ctx, input }) => requireOwnReview(ctx.db, ctx.user, input.reviewId)))
    .input(createReviewSchema)
    .mutation(async ({ ctx, input: { reviewId, ...review } }) => {
      await editReview(ctx.db, ctx.user, reviewId, review);
      return { message: "Review changed" };
    }),
  vote: memberProcedure
    .input(reviewIdSchema)
    .use(existing(({ ctx, input }) => requireMarkable(ctx.db, ctx.user, input.reviewId, ownVoteRefusal)))
    .input(voteSchema)
    .mutation(async ({ ctx, input: { reviewId, isHelpful } }) => {
      await voteForReview(ctx, ctx.user, reviewId, isHelpful);
      return { message: isHelpful ? "Thank you" : "Taken back" };
    }),
  report: memberProcedure
    .input(reviewIdSchema)
    .use(existing(({ ctx, input }) => requireMarkable(ctx.db, ctx.user, input.reviewId, ownReportRefusal)))
    .input(reportReviewSchema)
    .mutation(async ({ ctx, input: { reviewId, ...report } }) => {
      await reportReview(ctx, ctx.user, reviewId, report);
      return { message: "Thank you. We look at this review." };
    }),
});
