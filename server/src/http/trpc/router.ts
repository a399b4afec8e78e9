import { catalogRouter } from "./catalog.ts";
import { reviewRouter } from "./review.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  catalog: catalogRouter,
  review: reviewRouter,
});

export type AppRouter = typeof appRouter;
