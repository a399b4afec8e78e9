import { listGiftCardsSchema } from "@shop/shared/credit/gift-card";
import { idInputSchema } from "@shop/shared/query";
import { listGiftCards, renewGiftCode, stopGiftCard } from "../../../domain/gift-card/manage-cards.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The gift cards that were sold. */
export const giftCardsRouter = router({
  list: adminProcedure("orders.read")
    .input(listGiftCardsSchema)
    .query(({ ctx, input }) => listGiftCards(ctx.db, ctx.admin, input)),
  stop: adminProcedure("orders.refund")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => stopGiftCard(ctx.db, ctx.admin, input.id)),
  renewCode: adminProcedure("orders.refund")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => renewGiftCode(ctx, ctx.admin, input.id)),
});
