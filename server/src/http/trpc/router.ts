import { accountRouter } from "./account.ts";
import { adminRouter } from "./admin.ts";
import { catalogRouter } from "./catalog.ts";
import { reviewRouter } from "./review.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  catalog: catalogRouter,
  review: reviewRouter,
  account: accountRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;
