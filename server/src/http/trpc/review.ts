import { listReviewsSchema } from "@shop/shared/review";
import { listReviews } from "../../domain/review/list.ts";
import { publicProcedure, router } from "./trpc.ts";

export const reviewRouter = router({
  list: publicProcedure.input(listReviewsSchema).query(({ ctx, input }) => listReviews(ctx.db, input)),
});
