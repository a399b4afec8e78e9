import type { Permission } from "@shop/shared/account/permissions";
import { decideWithdrawalSchema } from "@shop/shared/order/withdrawal";
import { idInputSchema } from "@shop/shared/query";
import { decideWithdrawal, requireWithdrawal } from "../../../domain/withdrawal/decide.ts";
import { listWithdrawals, readWithdrawal } from "../../../domain/withdrawal/list.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

function withdrawalProcedure<const Granted extends Permission>(permission: Granted) {
  return adminProcedure<Granted | "orders.read">(permission, "orders.read")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireWithdrawal(ctx.db, ctx.admin, input.id)));
}

/** The admin's withdrawals. */
export const withdrawalsRouter = router({
  list: adminProcedure("orders.read").query(({ ctx }) => listWithdrawals(ctx.db, ctx.admin)),
  byId: withdrawalProcedure("orders.read").query(({ ctx, input }) => readWithdrawal(ctx.db, ctx.admin, input.id)),
  decide: withdrawalProcedure("orders.refund")
    .input(idInputSchema.extend({ decision: decideWithdrawalSchema }))
    .mutation(({ ctx, input: { id, decision } }) => decideWithdrawal(ctx.db, ctx.admin, id, decision)),
});
