import { quoteCartSchema } from "@shop/shared/order/order";
import type { Selling } from "@shop/shared/page/page-data";
import { quoteCart } from "../../domain/cart/quote.ts";
import { moneyFormatOf } from "../../domain/terms-of-sale/money-format.ts";
import { publicProcedure, router } from "./trpc.ts";

export const cartPricingRouter = router({
  quote: publicProcedure.input(quoteCartSchema).query(({ ctx, input }) => quoteCart(ctx.db, ctx.terms, input)),
  /** The terms of sale in force, for browsers whose page is from before them. */
  selling: publicProcedure.query(async ({ ctx }): Promise<Selling> => {
    const { version, terms } = await ctx.terms.current(ctx.db);
    return { version, terms, money: moneyFormatOf(terms) };
  }),
});
