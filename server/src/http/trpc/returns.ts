import { requestReturnSchema } from "@shop/shared/order/return";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { requireOrder } from "../../domain/order/read.ts";
import { readReturns } from "../../domain/return/read.ts";
import { cancelReturn, requestReturn } from "../../domain/return/request.ts";
import { existing } from "./existing.ts";
import { userProcedure } from "./trpc.ts";

const ofOrder = userProcedure
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireOrder(ctx.db, ctx.user, input.id)));

/** What a customer does about the goods of an order that come back. */
export const returnProcedures = {
  returns: userProcedure.input(idInputSchema).query(({ ctx, input }) => readReturns(ctx, ctx.user, input.id)),
  requestReturn: ofOrder
    .input(requestReturnSchema)
    .mutation(({ ctx, input: { id, ...request } }) => requestReturn(ctx, ctx.user, id, request)),
  cancelReturn: ofOrder
    .input(z.object({ returnId: z.string() }))
    .mutation(({ ctx, input: { id, returnId } }) => cancelReturn(ctx, ctx.user, id, returnId)),
};
