import { createReviewSchema, listReviewsSchema, ownReviewSchema } from "@shop/shared/review";
import { createReview, requireReviewable } from "../../domain/review/create.ts";
import { listReviews } from "../../domain/review/list.ts";
import { readOwnReview } from "../../domain/review/read-own.ts";
import { reviewTags } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { validateExisting } from "../validate-existing.ts";
import { publicProcedure, router, userProcedure } from "./trpc.ts";

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
  create: userProcedure
    .input(ownReviewSchema)
    .use(({ ctx, input, next }) =>
      validateExisting(
        () => next(),
        () => requireReviewable(ctx.db, input.productId),
      ),
    )
    .input(createReviewSchema)
    .mutation(async ({ ctx, input: { productId, ...review } }) => {
      await createReview(ctx.db, ctx.user, productId, review);
      return { message: "Review created successfully" };
    }),
});
