import { rehearsalOutcomeSchema, rehearseSchema } from "@shop/shared/admin/rehearsal";
import { idInputSchema } from "@shop/shared/query";
import { type RehearsalDeps, readOutcome, readRehearsal, startRehearsal } from "../../../domain/rehearsal/manage.ts";
import type { RequestContext } from "../../context.ts";
import { adminProcedure, router } from "../trpc.ts";

/** Changes that are tried on the orders of the past before they are saved. */
export const rehearsalsRouter = router({
  start: adminProcedure("insights.read")
    .input(rehearseSchema)
    .mutation(({ ctx, input }) => startRehearsal(toDeps(ctx), ctx.admin, input)),
  byId: adminProcedure("insights.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readRehearsal(toDeps(ctx), ctx.admin, input.id)),
  outcome: adminProcedure("insights.read")
    .input(rehearsalOutcomeSchema)
    .query(({ ctx, input }) => readOutcome(toDeps(ctx), ctx.admin, input)),
});

const toDeps = ({ largeActs: db, shop, terms, discounts }: RequestContext): RehearsalDeps => ({
  db,
  shop,
  terms,
  discounts,
});
