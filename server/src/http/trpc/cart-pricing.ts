import { quoteCartSchema } from "@shop/shared/order/order";
import { quoteCart } from "../../domain/cart/quote.ts";
import { publicProcedure, router } from "./trpc.ts";

export const cartPricingRouter = router({
  quote: publicProcedure.input(quoteCartSchema).query(({ ctx, input }) => quoteCart(ctx.db, input)),
});
