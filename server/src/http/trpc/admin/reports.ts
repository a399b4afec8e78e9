import {
  creditReportSchema,
  funnelReportSchema,
  salesReportSchema,
  stockReportSchema,
} from "@shop/shared/admin/sales-report";
import { readCreditReport } from "../../../domain/dashboard/credit-report.ts";
import { readFunnelReport } from "../../../domain/dashboard/funnel-report.ts";
import { readSalesReport } from "../../../domain/dashboard/sales-report.ts";
import { readStockReport } from "../../../domain/dashboard/stock-report.ts";
import type { RequestContext } from "../../context.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What sells, and what does not. */
export const reportsRouter = router({
  sales: adminProcedure("insights.read")
    .input(salesReportSchema)
    .query(({ ctx, input }) => readSalesReport(toDeps(ctx), ctx.admin, input)),
  funnel: adminProcedure("insights.read")
    .input(funnelReportSchema)
    .query(({ ctx, input }) => readFunnelReport(toDeps(ctx), ctx.admin, input)),
  stock: adminProcedure("insights.read")
    .input(stockReportSchema)
    .query(({ ctx, input }) => readStockReport(toDeps(ctx), ctx.admin, input)),
  credit: adminProcedure("insights.read")
    .input(creditReportSchema)
    .query(({ ctx, input }) => readCreditReport(toDeps(ctx), ctx.admin, input)),
});

/** Reports read much, so that they have the connections of large acts. */
const toDeps = ({ largeActs: db, shop }: RequestContext) => ({ db, shop });
