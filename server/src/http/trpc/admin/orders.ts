import type { Permission } from "@shop/shared/account/permissions";
import { readStatementSchema } from "@shop/shared/order/bank-statement";
import { recordTransferSchema, takeBackTransferSchema } from "@shop/shared/order/bank-transfer";
import { cancelOrderSchema } from "@shop/shared/order/cancellation";
import { countEarlierOrdersSchema, pageEarlierOrdersSchema } from "@shop/shared/order/earlier-order";
import { resolveMatterSchema } from "@shop/shared/order/matter";
import { idempotencyKeySchema } from "@shop/shared/order/order";
import { advanceOrderSchema, advanceOrdersSchema, pageOrdersSchema } from "@shop/shared/order/order-list";
import { addNoteSchema, sendMessageSchema } from "@shop/shared/order/order-message";
import { saveViewSchema } from "@shop/shared/order/order-view";
import { printPaperSchema } from "@shop/shared/order/paper";
import { addParcelSchema, changeParcelSchema, reportAgainSchema } from "@shop/shared/order/parcel";
import { refundOrderSchema } from "@shop/shared/order/refund";
import { idInputSchema } from "@shop/shared/query";
import { collect } from "../../../domain/base/batches.ts";
import { openPaper } from "../../../domain/invoice/read.ts";
import { countEarlierOrders, pageEarlierOrders } from "../../../domain/order/earlier-orders.ts";
import { countWaiting, pageOrders } from "../../../domain/order/list.ts";
import { resolveMatter } from "../../../domain/order/matters.ts";
import { addNote, readBackground, removeNote } from "../../../domain/order/notes.ts";
import { listTrackers, reportAgain } from "../../../domain/order/parcel-trackers.ts";
import { changeParcel, removeParcel, requireParcel } from "../../../domain/order/parcels.ts";
import { requireOrder } from "../../../domain/order/read.ts";
import { listViews, removeView, saveView } from "../../../domain/order/views.ts";
import { addPaidParcel, advancePaidOrder, advancePaidOrders } from "../../../domain/payment/advance.ts";
import { recordTransfer } from "../../../domain/payment/bank-transfer/record.ts";
import { readStatement } from "../../../domain/payment/bank-transfer/statement/match.ts";
import { takeBackTransfer } from "../../../domain/payment/bank-transfer/take-back.ts";
import { cancelOrder } from "../../../domain/payment/cancellation/cancel.ts";
import { reinstateOrder } from "../../../domain/payment/cancellation/reinstate.ts";
import { readMoney } from "../../../domain/payment/money.ts";
import { refundPayment } from "../../../domain/payment/refund.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

function orderProcedure<const Granted extends Permission>(permission: Granted) {
  return adminProcedure<Granted | "orders.read">(permission, "orders.read")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireOrder(ctx.db, ctx.admin, input.id)));
}

/** A procedure about a parcel, by its id. */
const parcelProcedure = adminProcedure("orders.fulfil")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireParcel(ctx.db, ctx.admin, input.id)));

/** The admin's orders. */
export const ordersRouter = router({
  page: adminProcedure("orders.read")
    .input(pageOrdersSchema)
    .query(({ ctx, input }) => pageOrders(ctx, ctx.admin, input)),
  earlierPage: adminProcedure("orders.read")
    .input(pageEarlierOrdersSchema)
    .query(({ ctx, input }) => pageEarlierOrders(ctx.db, ctx.admin, input)),
  countEarlier: adminProcedure("orders.read")
    .input(countEarlierOrdersSchema)
    .query(({ ctx, input }) => countEarlierOrders(ctx.db, ctx.admin, input.search)),
  waiting: adminProcedure("orders.read").query(({ ctx }) => countWaiting(ctx.db, ctx.admin)),
  advance: orderProcedure("orders.fulfil")
    .input(advanceOrderSchema)
    .mutation(({ ctx, input: { id: orderId, ...step } }) => advancePaidOrder(ctx, ctx.admin, { orderId, ...step })),
  advanceMany: adminProcedure("orders.fulfil")
    .input(advanceOrdersSchema)
    .mutation(({ ctx, input }) => advancePaidOrders(ctx, ctx.admin, input)),
  addParcel: orderProcedure("orders.fulfil")
    .input(addParcelSchema)
    .mutation(({ ctx, input: { id, ...parcel } }) => addPaidParcel(ctx, ctx.admin, id, parcel)),
  changeParcel: parcelProcedure
    .input(changeParcelSchema)
    .mutation(({ ctx, input: { id, ...change } }) => changeParcel(ctx.db, ctx.admin, id, change)),
  removeParcel: parcelProcedure.mutation(({ ctx, input }) => removeParcel(ctx.db, ctx.admin, input.id)),
  trackers: orderProcedure("orders.read").query(({ ctx, input }) => listTrackers(ctx.db, ctx.admin, input.id)),
  reportAgain: orderProcedure("orders.fulfil")
    .input(reportAgainSchema)
    .mutation(async ({ ctx, input: { id, trackingNumber } }) => {
      await reportAgain(ctx.db, ctx.admin, id, trackingNumber);
      return { message: "Sent again" };
    }),
  resolve: orderProcedure("orders.refund")
    .input(resolveMatterSchema)
    .mutation(({ ctx, input: { id, ...resolution } }) => resolveMatter(ctx.db, ctx.admin, id, resolution)),
  papers: adminProcedure("orders.read")
    .input(printPaperSchema)
    .query(async ({ ctx, input }) => collect(await openPaper({ ...ctx, db: ctx.largeActs }, ctx.admin, input))),
  views: adminProcedure("orders.read").query(({ ctx }) => listViews(ctx.db, ctx.admin)),
  saveView: adminProcedure("orders.read")
    .input(saveViewSchema)
    .mutation(({ ctx, input }) => saveView(ctx.db, ctx.admin, input)),
  removeView: adminProcedure("orders.read")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await removeView(ctx.db, ctx.admin, input.id);
      return { message: "View removed" };
    }),
  background: orderProcedure("orders.read").query(({ ctx, input }) => readBackground(ctx.db, ctx.admin, input.id)),
  addNote: orderProcedure("orders.fulfil")
    .input(addNoteSchema)
    .mutation(({ ctx, input: { id, ...note } }) => addNote(ctx.db, ctx.admin, id, note)),
  removeNote: adminProcedure("orders.fulfil")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await removeNote(ctx.db, ctx.admin, input.id);
      return { message: "Note removed" };
    }),
  money: orderProcedure("orders.read").query(({ ctx, input }) => readMoney(ctx.db, ctx.admin, input.id)),
  recordTransfer: orderProcedure("orders.refund")
    .input(recordTransferSchema)
    .mutation(({ ctx, input: { id, ...transfer } }) => recordTransfer(ctx, ctx.admin, id, transfer)),
  readStatement: adminProcedure("orders.refund")
    .input(readStatementSchema)
    .mutation(({ ctx, input }) => readStatement(ctx.db, ctx.admin, input)),
  takeBackTransfer: orderProcedure("orders.refund")
    .input(takeBackTransferSchema)
    .mutation(({ ctx, input: { id, ...transfer } }) => takeBackTransfer(ctx, ctx.admin, id, transfer)),
  cancel: orderProcedure("orders.refund")
    .input(cancelOrderSchema)
    .mutation(({ ctx, input: { id, ...input } }) => cancelOrder(ctx, ctx.admin, id, input)),
  reinstate: orderProcedure("orders.refund")
    .input(sendMessageSchema)
    .mutation(({ ctx, input: { id, ...message } }) => reinstateOrder(ctx, ctx.admin, id, message)),
  refund: orderProcedure("orders.refund")
    .input(refundOrderSchema.extend({ idempotencyKey: idempotencyKeySchema }))
    .mutation(async ({ ctx, input: { id, idempotencyKey: key, ...input } }) => {
      const { order, refund } = await refundPayment(ctx, ctx.admin, { orderId: id, input, key });
      return { order, refund };
    }),
});
