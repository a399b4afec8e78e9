import { exchangeableSchema, exchangeGoodsSchema, quoteExchangeSchema } from "@shop/shared/order/exchange";
import { idempotencyKeySchema } from "@shop/shared/order/order";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { exchangeGoods } from "../../../domain/exchange/exchange-goods.ts";
import { quoteExchange } from "../../../domain/exchange/quote-exchange.ts";
import { readExchangeable } from "../../../domain/exchange/taken-back.ts";
import { readOrder, requireOrder } from "../../../domain/order/read.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const orderProcedure = adminProcedure("orders.fulfil", "orders.refund", "orders.read")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireOrder(ctx.db, ctx.admin, input.id)));

/** Goods of paid orders against others. */
export const exchangesRouter = router({
  options: orderProcedure
    .input(exchangeableSchema)
    .query(async ({ ctx, input }) => readExchangeable(ctx, await readOrder(ctx.db, ctx.admin, input.id), input.return)),
  quote: orderProcedure
    .input(quoteExchangeSchema)
    .query(({ ctx, input: { id, ...exchange } }) => quoteExchange(ctx, ctx.admin, id, exchange)),
  exchange: orderProcedure
    .input(exchangeGoodsSchema)
    .input(z.object({ key: idempotencyKeySchema.optional() }))
    .mutation(({ ctx, input: { id, ...exchange } }) => exchangeGoods(ctx, ctx.admin, id, exchange)),
});
