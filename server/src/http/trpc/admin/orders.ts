import { orderAttentions } from "@shop/shared/fulfilment";
import { advanceOrderSchema, advanceOrdersSchema, pageOrdersSchema } from "@shop/shared/order-list";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { advanceOrder, advanceOrders, resolveAttention } from "../../../domain/order/advance.ts";
import { countWaiting, pageOrders } from "../../../domain/order/list.ts";
import { requireOrder } from "../../../domain/order/read.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What is unknown is not found before the rest of the input is looked at. */
const orderProcedure = adminProcedure.input(idInputSchema).use(async ({ ctx, input, next }) => {
  await requireOrder(ctx.db, ctx.admin, input.id);
  return next();
});

/** Orders, for administrators. */
export const ordersRouter = router({
  page: adminProcedure.input(pageOrdersSchema).query(({ ctx, input }) => pageOrders(ctx.db, ctx.admin, input)),
  waiting: adminProcedure.query(({ ctx }) => countWaiting(ctx.db, ctx.admin)),
  advance: orderProcedure
    .input(advanceOrderSchema)
    .mutation(({ ctx, input: { id, to } }) => advanceOrder(ctx.db, ctx.admin, { orderId: id, to })),
  advanceMany: adminProcedure
    .input(advanceOrdersSchema)
    .mutation(({ ctx, input }) => advanceOrders(ctx.db, ctx.admin, input)),
  resolve: orderProcedure
    .input(z.object({ attention: z.enum(orderAttentions) }))
    .mutation(({ ctx, input: { id, attention } }) => resolveAttention(ctx.db, ctx.admin, { orderId: id, attention })),
});
