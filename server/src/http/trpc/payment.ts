import { beginExpressSchema, expressCheckoutSchema } from "@shop/shared/order/express";
import { type OrderPaymentConfig, payOrderSchema, startPaymentSchema } from "@shop/shared/order/payment";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { readTransferDetails } from "../../domain/payment/bank-transfer/details.ts";
import { beginExpress } from "../../domain/payment/express/begin.ts";
import { readExpressPayer } from "../../domain/payment/express/payer.ts";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { startPayment } from "../../domain/payment/start.ts";
import { publicProcedure, userProcedure } from "./trpc.ts";

/** Payments of an order. Ownership is checked before the rest of the input is parsed. */
export const paymentProcedures = {
  paymentConfig: publicProcedure.query(({ ctx }): OrderPaymentConfig => {
    const { payPalMethods } = ctx.settings.current;
    return { ...ctx.payments.config, ...(payPalMethods.length > 0 && { payPalMethods }) };
  }),
  beginExpress: publicProcedure
    .input(beginExpressSchema)
    .mutation(({ ctx, input }) => beginExpress(ctx, input, ctx.address)),
  // Not a query, whose input would stand in addresses and logs.
  expressPayer: publicProcedure
    .input(expressCheckoutSchema)
    .mutation(({ ctx, input }) => readExpressPayer(ctx, input, ctx.address)),
  bankTransfer: userProcedure
    .input(idInputSchema)
    .query(({ ctx, input }) => readTransferDetails(ctx, ctx.user, input.id)),
  startPayment: userProcedure
    .input(idInputSchema)
    .use(async ({ ctx, input, next }) => next({ ctx: { order: await requirePayable(ctx.db, ctx.user, input.id) } }))
    .input(startPaymentSchema)
    .mutation(({ ctx, input }) => startPayment(ctx, ctx.user, ctx.order, input.provider)),
  pay: userProcedure
    .input(z.object({ orderId: z.string() }))
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { order: await requirePayable(ctx.db, ctx.user, input.orderId) } }),
    )
    .input(payOrderSchema)
    .mutation(({ ctx, input }) => payOrder(ctx, ctx.user, ctx.order, input)),
};
