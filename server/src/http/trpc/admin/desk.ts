import { readFiguresSchema } from "@shop/shared/desk-home";
import { readFigures } from "../../../domain/desk/figures.ts";
import { readHome } from "../../../domain/desk/home.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What the administrators' home shows beside the orders that wait. */
export const deskRouter = router({
  home: adminProcedure.query(({ ctx }) => readHome(ctx.db, ctx.admin)),
  figures: adminProcedure
    .input(readFiguresSchema)
    .query(({ ctx, input: { days } }) => readFigures(ctx.db, ctx.admin, { days })),
});
