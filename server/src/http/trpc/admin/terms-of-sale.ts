import { monthsOf, taxReportSchema } from "@shop/shared/order/tax-report";
import { saveTermsSchema, undoTermsSchema } from "@shop/shared/terms-of-sale/terms-schema";
import { dayOfTime } from "@shop/shared/time-zone";
import { readDistanceSales, readTaxReport } from "../../../domain/invoice/tax-report.ts";
import { readTerms, saveTerms, type TermsDeps, undoTerms } from "../../../domain/terms-of-sale/save.ts";
import type { RequestContext } from "../../context.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The terms by which the shop sells: currency, tax, zones and delivery. */
export const termsOfSaleRouter = router({
  read: adminProcedure("settings.write").query(({ ctx }) => readTerms(toDeps(ctx), ctx.admin)),
  taxReport: adminProcedure("insights.read")
    .input(taxReportSchema)
    .query(({ ctx, input }) => {
      const month = dayOfTime(ctx.shop.timeZone, new Date()).slice(0, 7);
      return readTaxReport(ctx.largeActs, ctx.admin, monthsOf(input, month));
    }),
  distanceSales: adminProcedure("insights.read").query(({ ctx }) => {
    const today = dayOfTime(ctx.shop.timeZone, new Date());
    return readDistanceSales(ctx.largeActs, ctx.admin, { terms: ctx.terms, today });
  }),
  save: adminProcedure("settings.write")
    .input(saveTermsSchema)
    .mutation(({ ctx, input }) => saveTerms(toDeps(ctx), ctx.admin, input)),
  undo: adminProcedure("settings.write")
    .input(undoTermsSchema)
    .mutation(({ ctx, input }) => undoTerms(toDeps(ctx), ctx.admin, input.version)),
});

function toDeps({ db, terms, shop, payments }: RequestContext): TermsDeps {
  const { mode } = payments.config;
  return { db, terms, shop, isPaidAtPayPal: mode === "live" || mode === "sandbox" };
}
