import { cancelOrderSchema } from "@shop/shared/order/cancellation";
import { ownEarlierOrdersSchema } from "@shop/shared/order/earlier-order";
import { noteSearchesSchema } from "@shop/shared/order/note-searches";
import { idempotencyKeySchema, placeOrderSchema } from "@shop/shared/order/order";
import { sendMessageSchema } from "@shop/shared/order/order-message";
import { declareWithdrawalSchema } from "@shop/shared/order/withdrawal";
import { idInputSchema } from "@shop/shared/query";
import { ordersInScreen } from "@shop/shared/shop";
import { z } from "zod";
import { collect } from "../../domain/base/batches.ts";
import { listOwnEarlierOrders, readEarlierOrder } from "../../domain/order/earlier-orders.ts";
import { readHistory } from "../../domain/order/history.ts";
import { listMessages, readMessages, sendMessage } from "../../domain/order/messages.ts";
import { noteSearches } from "../../domain/order/note-searches.ts";
import { placeOrder } from "../../domain/order/place.ts";
import { listOwnOrders, readOrder, requireOrder } from "../../domain/order/read.ts";
import { readUnpaidLimit } from "../../domain/order/unpaid.ts";
import { cancelOwnOrder } from "../../domain/payment/cancellation/cancel.ts";
import { declareWithdrawal } from "../../domain/withdrawal/declare.ts";
import { existing } from "./existing.ts";
import { paymentProcedures } from "./payment.ts";
import { returnProcedures } from "./returns.ts";
import { storeCreditProcedures } from "./store-credit.ts";
import { publicProcedure, router, userProcedure } from "./trpc.ts";

const orderProcedure = userProcedure
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireOrder(ctx.db, ctx.user, input.id)));

export const orderRouter = router({
  ...paymentProcedures,
  ...returnProcedures,
  ...storeCreditProcedures,
  place: userProcedure
    .input(placeOrderSchema.extend({ idempotencyKey: idempotencyKeySchema.optional() }))
    .mutation(async ({ ctx, input: { idempotencyKey, ...order } }) => {
      const placed = await placeOrder(ctx, ctx.user, order, idempotencyKey);
      if (placed.isReplay) ctx.reply.header("idempotency-replayed", "true");
      return placed.order;
    }),
  mine: userProcedure.query(({ ctx }) => collect(listOwnOrders(ctx.db, ctx.user, { limit: ordersInScreen }))),
  /** What the cart says of the limit before an order is refused for it. */
  unpaidLimit: userProcedure.query(({ ctx }) => readUnpaidLimit(ctx.db, ctx.user, ctx.settings.current.unpaidUnitsMax)),
  byId: userProcedure.input(idInputSchema).query(({ ctx, input }) => readOrder(ctx.db, ctx.user, input.id)),
  withdraw: publicProcedure
    .input(declareWithdrawalSchema)
    .mutation(({ ctx, input }) => declareWithdrawal(ctx, input, ctx.address)),
  messages: userProcedure.input(idInputSchema).query(({ ctx, input }) => listMessages(ctx.db, ctx.user, input.id)),
  sendMessage: orderProcedure
    .input(sendMessageSchema)
    .mutation(({ ctx, input: { id, ...message } }) => sendMessage(ctx, ctx.user, id, message)),
  readMessages: orderProcedure.input(z.object({ last: z.string() })).mutation(async ({ ctx, input: { id, last } }) => {
    await readMessages(ctx.db, ctx.user, id, last);
    return { message: "Messages read" };
  }),
  /** What led to a paid order, counted without whose it is. */
  noteSearches: orderProcedure.input(noteSearchesSchema).mutation(async ({ ctx, input: { id, searches } }) => {
    await noteSearches(ctx, ctx.user, id, searches);
    return { message: "Counted" };
  }),
  earlier: userProcedure
    .input(ownEarlierOrdersSchema)
    .query(({ ctx, input }) => listOwnEarlierOrders(ctx.db, ctx.user, input.pageNumber)),
  earlierById: userProcedure
    .input(idInputSchema)
    .query(({ ctx, input }) => readEarlierOrder(ctx.db, ctx.user, input.id)),
  cancel: orderProcedure
    .input(cancelOrderSchema)
    .mutation(({ ctx, input: { id, ...input } }) => cancelOwnOrder(ctx, ctx.user, id, input)),
  history: userProcedure.input(idInputSchema).query(({ ctx, input }) => readHistory(ctx.db, ctx.user, input.id)),
});
