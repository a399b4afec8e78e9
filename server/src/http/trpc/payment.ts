import { payOrderSchema } from "@shop/shared/payment";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { payOrder } from "../../domain/payment/pay.ts";
import { requirePayable } from "../../domain/payment/read.ts";
import { startPayment } from "../../domain/payment/start.ts";
import { publicProcedure, userProcedure } from "./trpc.ts";

/** Paying for an order. Whose order it is comes before what is said of its payment. */
export const paymentProcedures = {
  paymentConfig: publicProcedure.query(({ ctx }) => ctx.payments.config),
  startPayment: userProcedure
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => startPayment(ctx, ctx.user, await requirePayable(ctx.db, ctx.user, input.id))),
  pay: userProcedure
    .input(z.object({ orderId: z.string() }))
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { order: await requirePayable(ctx.db, ctx.user, input.orderId) } }),
    )
    .input(payOrderSchema)
    .mutation(({ ctx, input }) => payOrder(ctx, ctx.user, ctx.order, input)),
};
