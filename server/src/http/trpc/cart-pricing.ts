import { quoteDiscountsSchema } from "@shop/shared/discount/quote-discounts";
import { quoteCartSchema } from "@shop/shared/order/order";
import { quoteCart } from "../../domain/cart/quote.ts";
import { quoteDiscounts } from "../../domain/order/quote-discounts.ts";
import { sellingBy } from "../../domain/terms-of-sale/selling.ts";
import { findUser } from "../security/access.ts";
import { publicProcedure, router } from "./trpc.ts";

export const cartPricingRouter = router({
  quote: publicProcedure.input(quoteCartSchema).query(({ ctx, input }) => quoteCart(ctx.db, ctx.terms, input)),
  // Not a query, whose input would stand in addresses and logs.
  discounts: publicProcedure
    .input(quoteDiscountsSchema)
    .mutation(async ({ ctx, input }) =>
      quoteDiscounts(ctx, { customer: await findUser(ctx), address: ctx.address }, input),
    ),
  /** The terms of sale in force, for browsers whose page is from before them. */
  selling: publicProcedure.query(async ({ ctx }) => sellingBy(await ctx.terms.current(ctx.db))),
});
