import { visitStepSchema } from "@shop/shared/admin/sales-report";
import { publicProcedure, router } from "./trpc.ts";

/** How far visits go, counted without who made them. */
export const visitRouter = router({
  note: publicProcedure.input(visitStepSchema).mutation(({ ctx, input }) => {
    ctx.visits.note(input.step, { address: ctx.address, timeZone: ctx.shop.timeZone });
    return { message: "Counted" };
  }),
});
