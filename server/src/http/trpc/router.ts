import { accountRouter } from "./account.ts";
import { adminRouter } from "./admin.ts";
import { cartPricingRouter } from "./cart-pricing.ts";
import { catalogRouter } from "./catalog.ts";
import { infoRouter } from "./info.ts";
import { journalRouter } from "./journal.ts";
import { orderRouter } from "./order.ts";
import { questionRouter } from "./question.ts";
import { reviewRouter } from "./review.ts";
import { savedRouter } from "./saved.ts";
import { setupRouter } from "./setup.ts";
import { stockAlertRouter } from "./stock-alert.ts";
import { router } from "./trpc.ts";
import { visitRouter } from "./visit.ts";

export const appRouter = router({
  catalog: catalogRouter,
  review: reviewRouter,
  question: questionRouter,
  stockAlert: stockAlertRouter,
  info: infoRouter,
  journal: journalRouter,
  cartPricing: cartPricingRouter,
  saved: savedRouter,
  order: orderRouter,
  setup: setupRouter,
  account: accountRouter,
  visit: visitRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;
