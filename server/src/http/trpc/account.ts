import { registerSchema, signInSchema, updateProfileSchema } from "@shop/shared/account";
import { mailChoicesSchema } from "@shop/shared/mail";
import { changeMailChoices, readMailChoices } from "../../domain/mail/choices.ts";
import { changeProfile, enter, join, leave, showProfile } from "../account.ts";
import { publicProcedure, router, userProcedure } from "./trpc.ts";

export const accountRouter = router({
  signIn: publicProcedure.input(signInSchema).mutation(({ ctx, input }) => enter(ctx, input)),
  register: publicProcedure.input(registerSchema).mutation(({ ctx, input }) => join(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => leave(ctx)),
  profile: userProcedure.query(({ ctx }) => showProfile(ctx.user)),
  updateProfile: userProcedure
    .input(updateProfileSchema)
    .mutation(({ ctx, input }) => changeProfile(ctx, ctx.user, input)),
  mailChoices: userProcedure.query(({ ctx }) => readMailChoices(ctx.db, ctx.user)),
  changeMailChoices: userProcedure
    .input(mailChoicesSchema)
    .mutation(({ ctx, input }) => changeMailChoices(ctx.db, ctx.user, input)),
});
