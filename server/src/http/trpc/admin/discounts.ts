import {
  addCodeSchema,
  createDiscountSchema,
  generateCodesSchema,
  listCodesSchema,
  saveDiscountSchema,
  stopDiscountSchema,
} from "@shop/shared/discount/discount-schema";
import { idInputSchema } from "@shop/shared/query";
import { addCode, generateCodes, listCodes } from "../../../domain/discount/codes.ts";
import { listRules, readRule } from "../../../domain/discount/list-rules.ts";
import { readRuleNames } from "../../../domain/discount/rule-names.ts";
import { createDiscount, type DiscountDeps, saveDiscount, stopDiscount } from "../../../domain/discount/save-rule.ts";
import type { RequestContext } from "../../context.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const depsOf = ({ db, seller, settings, discounts }: RequestContext): DiscountDeps => ({
  db,
  timeZone: seller.timeZone,
  settings,
  discounts,
});

const ofRule = adminProcedure("products.write")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => readRule(depsOf(ctx), ctx.admin, input.id)));

/** The rules by which orders cost less, and their codes. */
export const discountsRouter = router({
  list: adminProcedure("products.read").query(({ ctx }) => listRules(depsOf(ctx), ctx.admin)),
  byId: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readRule(depsOf(ctx), ctx.admin, input.id)),
  names: adminProcedure("products.read")
    .input(idInputSchema)
    .query(async ({ ctx, input }) =>
      readRuleNames(ctx.db, ctx.admin, await readRule(depsOf(ctx), ctx.admin, input.id)),
    ),
  create: adminProcedure("products.write")
    .input(createDiscountSchema)
    .mutation(({ ctx, input }) => createDiscount(depsOf(ctx), ctx.admin, input)),
  save: ofRule
    .input(saveDiscountSchema)
    .mutation(({ ctx, input: { id, ...input } }) => saveDiscount(depsOf(ctx), ctx.admin, id, input)),
  stop: ofRule
    .input(stopDiscountSchema)
    .mutation(({ ctx, input: { id, isStopped } }) => stopDiscount(depsOf(ctx), ctx.admin, id, isStopped)),
  codes: adminProcedure("products.read")
    .input(idInputSchema)
    .input(listCodesSchema)
    .query(({ ctx, input: { id, ...input } }) => listCodes(ctx.db, ctx.admin, id, input)),
  addCode: ofRule.input(addCodeSchema).mutation(async ({ ctx, input: { id, ...input } }) => {
    await addCode(ctx.db, ctx.admin, id, input);
    return { message: "Code added" };
  }),
  generateCodes: ofRule.input(generateCodesSchema).mutation(async ({ ctx, input: { id, ...input } }) => {
    await generateCodes(ctx.largeActs, ctx.admin, id, input);
    return { message: "Codes generated" };
  }),
});
