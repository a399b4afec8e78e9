import { idempotencyKeySchema, placeOrderSchema } from "@shop/shared/order";
import { idInputSchema } from "@shop/shared/query";
import { ordersInScreen } from "@shop/shared/shop";
import { collect } from "../../domain/batches.ts";
import { readHistory } from "../../domain/order/history.ts";
import { placeOrder } from "../../domain/order/place.ts";
import { listOwnOrders, readOrder } from "../../domain/order/read.ts";
import { paymentProcedures } from "./payment.ts";
import { router, userProcedure } from "./trpc.ts";

export const orderRouter = router({
  ...paymentProcedures,
  place: userProcedure
    .input(placeOrderSchema.extend({ idempotencyKey: idempotencyKeySchema.optional() }))
    .mutation(async ({ ctx, input: { idempotencyKey, ...order } }) => {
      const placed = await placeOrder(ctx, ctx.user, order, idempotencyKey);
      if (placed.isReplay) ctx.reply.header("idempotency-replayed", "true");
      return placed.order;
    }),
  mine: userProcedure.query(({ ctx }) => collect(listOwnOrders(ctx.db, ctx.user, { limit: ordersInScreen }))),
  byId: userProcedure.input(idInputSchema).query(({ ctx, input }) => readOrder(ctx.db, ctx.user, input.id)),
  history: userProcedure.input(idInputSchema).query(({ ctx, input }) => readHistory(ctx.db, ctx.user, input.id)),
});
