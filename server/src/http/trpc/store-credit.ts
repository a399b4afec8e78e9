import { payWithCreditSchema } from "@shop/shared/credit/credit-schema";
import { sendGiftCardSchema } from "@shop/shared/credit/gift-card";
import { idInputSchema } from "@shop/shared/query";
import { keepGiftCard, readOwnGiftCards, requireOwnCard, sendGiftCard } from "../../domain/gift-card/own-cards.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { takeCreditOff } from "../../domain/payment/store-credit/give-back-credit.ts";
import { payWithCredit } from "../../domain/payment/store-credit/pay-with-credit.ts";
import { readCreditToUse, readOwnCredit } from "../../domain/store-credit/customer-account.ts";
import { existing } from "./existing.ts";
import { userProcedure } from "./trpc.ts";

const payable = userProcedure
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requirePayable(ctx.db, ctx.user, input.id)));

const ownCard = userProcedure
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireOwnCard(ctx.db, ctx.user, input.id)));

/** What pays orders before money does, and the gift cards that the caller has bought. */
export const storeCreditProcedures = {
  credit: userProcedure.query(({ ctx }) => readOwnCredit(ctx.db, ctx.user)),
  creditToUse: userProcedure.query(({ ctx }) => readCreditToUse(ctx.db, ctx.user)),
  payWithCredit: payable
    .input(payWithCreditSchema)
    .mutation(({ ctx, input: { id, ...input } }) => payWithCredit(ctx, ctx.user, id, input)),
  takeCreditOff: payable.mutation(({ ctx, input }) => takeCreditOff(ctx.db, ctx.user, input.id)),
  giftCards: userProcedure.input(idInputSchema).query(({ ctx, input }) => readOwnGiftCards(ctx, ctx.user, input.id)),
  sendGiftCard: ownCard.input(sendGiftCardSchema).mutation(({ ctx, input }) => sendGiftCard(ctx, ctx.user, input)),
  keepGiftCard: ownCard.mutation(({ ctx, input }) => keepGiftCard(ctx, ctx.user, input.id)),
};
