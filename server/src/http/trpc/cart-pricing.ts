import { quoteCartSchema } from "@shop/shared/order/order";
import { quoteCart } from "../../domain/cart/quote.ts";
import { sellingBy } from "../../domain/terms-of-sale/selling.ts";
import { publicProcedure, router } from "./trpc.ts";

export const cartPricingRouter = router({
  quote: publicProcedure.input(quoteCartSchema).query(({ ctx, input }) => quoteCart(ctx.db, ctx.terms, input)),
  /** The terms of sale in force, for browsers whose page is from before them. */
  selling: publicProcedure.query(async ({ ctx }) => sellingBy(await ctx.terms.current(ctx.db))),
});
