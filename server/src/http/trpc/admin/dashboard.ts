import { readFiguresSchema } from "@shop/shared/dashboard";
import { readFigures } from "../../../domain/dashboard/figures.ts";
import { readHome } from "../../../domain/dashboard/overview.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The figures and lists of the admin's dashboard. */
export const dashboardRouter = router({
  home: adminProcedure.query(({ ctx }) => readHome(ctx.db, ctx.admin)),
  figures: adminProcedure
    .input(readFiguresSchema)
    .query(({ ctx, input: { days } }) => readFigures(ctx.db, ctx.admin, { days })),
});
