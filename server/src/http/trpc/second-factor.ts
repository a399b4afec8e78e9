import { confirmAppSchema } from "@shop/shared/account/account";
import { readSecondFactor } from "../../domain/account/factors.ts";
import { beginApp, confirmApp, removeApp, renewRecoveryCodes } from "../../domain/account/set-up-second-factor.ts";
import { administratorProcedure, router } from "./trpc.ts";

/** The second factor of the signed-in administrator, who may not have one yet where the shop requires it. */
export const secondFactorRouter = router({
  state: administratorProcedure.query(({ ctx }) => readSecondFactor(ctx, ctx.administrator)),
  beginApp: administratorProcedure.mutation(({ ctx }) => beginApp(ctx, ctx.administrator)),
  confirmApp: administratorProcedure
    .input(confirmAppSchema)
    .mutation(async ({ ctx, input }) => ({ codes: await confirmApp(ctx, ctx.administrator, input.code) })),
  removeApp: administratorProcedure.mutation(async ({ ctx }) => {
    await removeApp(ctx, ctx.administrator);
    return { message: "Authenticator app removed" };
  }),
  renewCodes: administratorProcedure.mutation(async ({ ctx }) => ({
    codes: await renewRecoveryCodes(ctx, ctx.administrator),
  })),
});
