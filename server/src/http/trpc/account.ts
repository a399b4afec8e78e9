import {
  guestCustomerSchema,
  linkTokenSchema,
  reauthenticateSchema,
  registerSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
  updateProfileSchema,
} from "@shop/shared/account/account";
import { signatureSchema } from "@shop/shared/account/passkey";
import { mailChoicesSchema } from "@shop/shared/mail";
import { idInputSchema } from "@shop/shared/query";
import { allowSuspended, listAccess, removeSuspended } from "../../domain/account/access.ts";
import { readEmailConfirmation, sendConfirmationAgain } from "../../domain/account/confirm-email.ts";
import { revokeOrderLinks } from "../../domain/account/guest-customer.ts";
import { endOtherSessions, endOwnSession, listSessions } from "../../domain/account/own-sessions.ts";
import { beginPasskeyConfirmation, beginPasskeySignIn } from "../../domain/account/sign-in-with-passkey.ts";
import { changeMailChoices, readMailChoices } from "../../domain/mail/choices.ts";
import { acceptInvitation, readOwnInvitation } from "../../domain/staff/invitations.ts";
import {
  changeProfile,
  confirm,
  confirmPasskey,
  confirmPassword,
  createAccount,
  deleteAccountOfCaller,
  openOrderByLink,
  requestReset,
  reset,
  restore,
  showProfile,
  signOutOfDevice,
  startGuestSession,
  startSession,
  startSessionByPasskey,
} from "../account.ts";
import { addressesRouter } from "./addresses.ts";
import { passkeysRouter } from "./passkeys.ts";
import { secondFactorRouter } from "./second-factor.ts";
import { memberProcedure, publicProcedure, router, userProcedure } from "./trpc.ts";

export const accountRouter = router({
  signIn: publicProcedure.input(signInSchema).mutation(({ ctx, input }) => startSession(ctx, input)),
  beginPasskeySignIn: publicProcedure.mutation(({ ctx }) => beginPasskeySignIn(ctx, ctx)),
  signInWithPasskey: publicProcedure
    .input(signatureSchema)
    .mutation(({ ctx, input }) => startSessionByPasskey(ctx, input)),
  register: publicProcedure.input(registerSchema).mutation(({ ctx, input }) => createAccount(ctx, input)),
  continueAsGuest: publicProcedure
    .input(guestCustomerSchema)
    .mutation(({ ctx, input }) => startGuestSession(ctx, input)),
  openOrder: publicProcedure.input(linkTokenSchema).mutation(({ ctx, input }) => openOrderByLink(ctx, input)),
  revokeOrderLinks: userProcedure.mutation(async ({ ctx }) => {
    await revokeOrderLinks(ctx.db, ctx.user);
    return { message: "Links in our mails do not open your orders any more" };
  }),
  signOut: publicProcedure.mutation(({ ctx }) => signOutOfDevice(ctx)),
  requestPasswordReset: publicProcedure
    .input(requestResetSchema)
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  resetPassword: publicProcedure.input(resetPasswordSchema).mutation(({ ctx, input }) => reset(ctx, input)),
  confirmEmail: publicProcedure.input(linkTokenSchema).mutation(({ ctx, input }) => confirm(ctx, input)),
  restoreEmail: publicProcedure.input(linkTokenSchema).mutation(({ ctx, input }) => restore(ctx, input)),
  staffInvitation: memberProcedure.query(({ ctx }) => readOwnInvitation(ctx.db, ctx.user)),
  acceptStaffInvitation: memberProcedure.mutation(async ({ ctx }) => {
    await acceptInvitation(ctx.db, ctx.user);
    return { message: "You are of the staff now" };
  }),
  emailConfirmation: memberProcedure.query(({ ctx }) => readEmailConfirmation(ctx, ctx.user)),
  sendEmailConfirmation: memberProcedure.mutation(async ({ ctx }) => {
    await sendConfirmationAgain(ctx, ctx.user);
    return { message: "Sent again" };
  }),
  profile: userProcedure.query(({ ctx }) => showProfile(ctx.user)),
  updateProfile: memberProcedure
    .input(updateProfileSchema)
    .mutation(({ ctx, input }) => changeProfile(ctx, ctx.user, input)),
  reauthenticate: memberProcedure
    .input(reauthenticateSchema)
    .mutation(({ ctx, input }) => confirmPassword(ctx, ctx.user, input)),
  beginPasskeyConfirmation: memberProcedure.mutation(({ ctx }) => beginPasskeyConfirmation(ctx, ctx.user)),
  confirmWithPasskey: memberProcedure
    .input(signatureSchema)
    .mutation(({ ctx, input }) => confirmPasskey(ctx, ctx.user, input)),
  addresses: addressesRouter,
  passkeys: passkeysRouter,
  secondFactor: secondFactorRouter,
  deleteAccount: userProcedure.mutation(({ ctx }) => deleteAccountOfCaller(ctx, ctx.user)),
  sessions: userProcedure.query(({ ctx }) => listSessions(ctx.db, ctx.user)),
  endSession: userProcedure.input(idInputSchema).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx.db, ctx.user, input.id);
    return { message: "Signed out there" };
  }),
  endOtherSessions: userProcedure.mutation(async ({ ctx }) => {
    await endOtherSessions(ctx.db, ctx.user);
    return { message: "Signed out everywhere else" };
  }),
  access: userProcedure.query(({ ctx }) => listAccess(ctx.db, ctx.user)),
  allowSuspended: userProcedure.mutation(async ({ ctx }) => {
    await allowSuspended(ctx, ctx.user);
    return { message: "Allowed again" };
  }),
  removeSuspended: userProcedure.mutation(async ({ ctx }) => {
    await removeSuspended(ctx, ctx.user);
    return { message: "Removed" };
  }),
  mailChoices: userProcedure.query(({ ctx }) => readMailChoices(ctx.db, ctx.user)),
  changeMailChoices: userProcedure
    .input(mailChoicesSchema)
    .mutation(({ ctx, input }) => changeMailChoices(ctx.db, ctx.user, input)),
});
