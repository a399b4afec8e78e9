import { accountRouter } from "./account.ts";
import { adminRouter } from "./admin.ts";
import { cartPricingRouter } from "./cart-pricing.ts";
import { catalogRouter } from "./catalog.ts";
import { orderRouter } from "./order.ts";
import { reviewRouter } from "./review.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  catalog: catalogRouter,
  review: reviewRouter,
  cartPricing: cartPricingRouter,
  order: orderRouter,
  account: accountRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;
