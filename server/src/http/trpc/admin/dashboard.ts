import { readFiguresSchema } from "@shop/shared/admin/dashboard";
import { readFigures } from "../../../domain/dashboard/figures.ts";
import { readOpening } from "../../../domain/dashboard/opening.ts";
import { readHome } from "../../../domain/dashboard/overview.ts";
import { version } from "../../../version.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The figures and lists of the admin's dashboard. */
export const dashboardRouter = router({
  home: adminProcedure().query(async ({ ctx }) => ({ ...(await readHome(ctx.largeActs, ctx.admin)), version })),
  opening: adminProcedure("settings.write").query(({ ctx }) => readOpening(ctx, ctx.admin)),
  figures: adminProcedure("insights.read")
    .input(readFiguresSchema)
    .query(({ ctx, input }) => readFigures({ db: ctx.largeActs, shop: ctx.shop }, ctx.admin, input)),
});
