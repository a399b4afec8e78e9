import { saveTermsSchema } from "@shop/shared/terms-of-sale/terms-schema";
import { readTerms, saveTerms, type TermsDeps } from "../../../domain/terms-of-sale/save.ts";
import type { RequestContext } from "../../context.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The terms by which the shop sells: currency, tax, zones and delivery. */
export const termsOfSaleRouter = router({
  read: adminProcedure.query(({ ctx }) => readTerms(toDeps(ctx), ctx.admin)),
  save: adminProcedure.input(saveTermsSchema).mutation(({ ctx, input }) => saveTerms(toDeps(ctx), ctx.admin, input)),
});

function toDeps({ db, terms, shop, payments }: RequestContext): TermsDeps {
  const { mode } = payments.config;
  return { db, terms, shop, isPaidAtPayPal: mode === "live" || mode === "sandbox" };
}
