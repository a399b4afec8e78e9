import { newPasskeySchema } from "@shop/shared/account/passkey";
import { idInputSchema } from "@shop/shared/query";
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from "../../domain/account/passkeys.ts";
import { sessionOrigin } from "../security/session-origin.ts";
import { router, userProcedure } from "./trpc.ts";

/** The passkeys of the signed-in user. */
export const passkeysRouter = router({
  list: userProcedure.query(({ ctx }) => listPasskeys(ctx.db, ctx.user)),
  begin: userProcedure.mutation(({ ctx }) => beginPasskey(ctx, ctx.user)),
  add: userProcedure.input(newPasskeySchema).mutation(async ({ ctx, input }) => {
    await addPasskey(ctx, ctx.user, input, sessionOrigin(ctx.request).device);
    return { message: "Passkey added" };
  }),
  remove: userProcedure.input(idInputSchema).mutation(async ({ ctx, input }) => {
    await removePasskey(ctx, ctx.user, input.id);
    return { message: "Passkey removed" };
  }),
});
