import { editOrderSchema, quoteEditSchema } from "@shop/shared/order/order-edit";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { requireOrder } from "../../../domain/order/read.ts";
import { editOrder, undoEdit } from "../../../domain/payment/edit/edit-order.ts";
import { listEdits } from "../../../domain/payment/edit/list-edits.ts";
import { quoteEdit } from "../../../domain/payment/edit/quote-edit.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const orderProcedure = adminProcedure("orders.fulfil", "orders.read")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireOrder(ctx.db, ctx.admin, input.id)));

/** Changes of orders that are still to be paid. */
export const orderEditsRouter = router({
  list: adminProcedure("orders.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => listEdits(ctx.db, ctx.admin, input.id)),
  quote: orderProcedure
    .input(quoteEditSchema)
    .query(({ ctx, input: { id, ...edit } }) => quoteEdit(ctx, ctx.admin, id, edit)),
  edit: orderProcedure
    .input(editOrderSchema)
    .mutation(({ ctx, input: { id, ...edit } }) => editOrder(ctx, ctx.admin, id, edit)),
  undo: orderProcedure
    .input(z.object({ editId: z.string() }))
    .mutation(({ ctx, input: { id, editId } }) => undoEdit(ctx, ctx.admin, id, editId)),
});
