import { makeOwnerSchema, type SetupState } from "@shop/shared/account/owner";
import { isAtTheServer } from "../../domain/account/first-owner.ts";
import { makeOwnerAccount } from "../account.ts";
import { publicProcedure, router } from "./trpc.ts";

/** The first start of a shop, which has no owner yet. */
export const setupRouter = router({
  state: publicProcedure.query(async ({ ctx }): Promise<SetupState> => {
    const isNeeded = await ctx.firstStart.isNeeded(ctx.db);
    return { isNeeded, isCodeNeeded: isNeeded && !isAtTheServer(ctx.shop, ctx.request.ip) };
  }),
  makeOwner: publicProcedure.input(makeOwnerSchema).mutation(({ ctx, input }) => makeOwnerAccount(ctx, input)),
});
