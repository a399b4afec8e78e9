import { idempotencyKeySchema } from "@shop/shared/order/order";
import { orderByHandSchema, quoteByHandSchema } from "@shop/shared/order/order-by-hand";
import { saveDraftSchema } from "@shop/shared/order/order-draft";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { listDrafts, openDraft, removeDraft, saveDraft } from "../../../domain/order/drafts.ts";
import { quoteByHand } from "../../../domain/order/quote-by-hand.ts";
import { placePaidByHand } from "../../../domain/payment/place-by-hand.ts";
import { adminProcedure, router } from "../trpc.ts";

const orderTaker = adminProcedure("orders.fulfil", "customers.read");

/** Orders that admins enter, and their drafts. */
export const ordersByHandRouter = router({
  quote: adminProcedure("orders.fulfil", "products.read")
    .input(quoteByHandSchema)
    .query(({ ctx, input }) => quoteByHand(ctx, ctx.admin, input)),
  place: orderTaker
    .input(orderByHandSchema)
    .input(z.object({ key: idempotencyKeySchema.optional() }))
    .mutation(({ ctx, input }) => placePaidByHand(ctx, ctx.admin, input)),
  drafts: orderTaker.query(({ ctx }) => listDrafts(ctx.db, ctx.admin)),
  draft: orderTaker.input(idInputSchema).query(({ ctx, input }) => openDraft(ctx.db, ctx.admin, input.id)),
  saveDraft: orderTaker.input(saveDraftSchema).mutation(({ ctx, input }) => saveDraft(ctx.db, ctx.admin, input)),
  removeDraft: orderTaker.input(idInputSchema).mutation(async ({ ctx, input }) => {
    await removeDraft(ctx.db, ctx.admin, input.id);
    return { message: "Draft deleted" };
  }),
});
