import { idempotencyKeySchema } from "@shop/shared/order/order";
import {
  decideReturnSchema,
  nameReturnedSchema,
  receiveReturnSchema,
  refundReturnSchema,
} from "@shop/shared/order/return";
import { idInputSchema } from "@shop/shared/query";
import { z } from "zod";
import { decideReturn, nameReturned, receiveReturn } from "../../../domain/return/decide.ts";
import { requireReturn } from "../../../domain/return/read.ts";
import { refundReturn } from "../../../domain/return/refund.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** A procedure about a return, by its id. */
const returnProcedure = adminProcedure("orders.refund", "orders.read")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireReturn(ctx.db, input.id)));

/** The answers of the shop to returns. */
export const returnsRouter = router({
  decide: returnProcedure
    .input(z.object({ decision: decideReturnSchema }))
    .mutation(({ ctx, input: { id, decision } }) => decideReturn(ctx, ctx.admin, id, decision)),
  nameItems: returnProcedure
    .input(nameReturnedSchema)
    .mutation(({ ctx, input: { id, ...named } }) => nameReturned(ctx, ctx.admin, id, named)),
  receive: returnProcedure
    .input(receiveReturnSchema)
    .mutation(({ ctx, input: { id, ...arrived } }) => receiveReturn(ctx, ctx.admin, id, arrived)),
  refund: returnProcedure
    .input(refundReturnSchema.extend({ idempotencyKey: idempotencyKeySchema }))
    .mutation(({ ctx, input: { id, idempotencyKey: key, ...refund } }) =>
      refundReturn(ctx, ctx.admin, id, { ...refund, key }),
    ),
});
