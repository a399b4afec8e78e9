import type {
  LinkToken,
  Reauthenticate,
  Register,
  RequestReset,
  ResetPassword,
  SignedIn,
  SignIn,
  UpdateProfile,
} from "@shop/shared/account";
import type { PasskeySignature } from "@shop/shared/passkey";
import { isAdministrator, type User } from "../domain/account/actor.ts";
import { confirmEmail, restoreEmail } from "../domain/account/confirm-email.ts";
import { deleteOwnAccount } from "../domain/account/delete-account.ts";
import { requestPasswordReset, resetPassword } from "../domain/account/password-reset.ts";
import { updateProfile } from "../domain/account/profile.ts";
import { reauthenticate } from "../domain/account/reauthenticate.ts";
import { endSession, toSignedIn } from "../domain/account/session.ts";
import { register, signIn } from "../domain/account/sign-in.ts";
import { signInWithPasskey } from "../domain/account/sign-in-with-passkey.ts";
import type { RequestContext } from "./context.ts";
import { findUser } from "./security/access.ts";
import { forgetDevice, readDevice } from "./security/device-cookie.ts";
import { handSession, takeSession } from "./security/session-cookie.ts";
import { sessionOrigin } from "./security/session-origin.ts";

/** Account operations that read or set cookies, or that say what was done, for both transports. */

/** Signs in, sets the session cookie, and ends the session that the browser had before. */
export async function enter(context: RequestContext, input: SignIn): Promise<SignedIn> {
  const [device, before] = await Promise.all([readDevice(context), findUser(context)]);
  const entered = await signIn(context, input, {
    address: context.address,
    device,
    origin: sessionOrigin(context.request),
  });
  if (before !== null) await endSession(context.db, before.session.id);
  return handSession(context, entered);
}

/** The same with a passkey. */
export async function enterWithPasskey(context: RequestContext, signature: PasskeySignature): Promise<SignedIn> {
  const before = await findUser(context);
  const entered = await signInWithPasskey(context, signature, {
    address: context.address,
    origin: sessionOrigin(context.request),
  });
  if (before !== null) await endSession(context.db, before.session.id);
  return handSession(context, entered);
}

/** Creates an account and sets the cookie of its first session. */
export async function join(context: RequestContext, input: Register): Promise<SignedIn> {
  return handSession(
    context,
    await register(context, input, { address: context.address, origin: sessionOrigin(context.request) }),
  );
}

/** Ends the caller's session on this device. Idempotent. */
export async function leave(context: RequestContext): Promise<{ message: string }> {
  const user = await findUser(context);
  if (user !== null) await endSession(context.db, user.session.id);
  takeSession(context);
  return { message: "Logged out successfully" };
}

/** Changes the caller's own account and renews the session cookie. */
export async function changeProfile(context: RequestContext, user: User, input: UpdateProfile): Promise<SignedIn> {
  return handSession(context, await updateProfile(context, user, input, sessionOrigin(context.request)));
}

/** Deletes the caller's own account, and clears the cookies that name it. */
export async function dropAccount(context: RequestContext, user: User): Promise<{ message: string }> {
  await deleteOwnAccount(context, user);
  takeSession(context);
  await forgetDevice(context, user.email);
  return { message: "Account deleted" };
}

/** Confirms the caller's password, which changes of password and e-mail require. */
export async function confirmPassword(
  context: RequestContext,
  user: User,
  { password }: Reauthenticate,
): Promise<{ message: string }> {
  await reauthenticate(context, user, password);
  return { message: "Password confirmed" };
}

/** Sends a code for a new password. The answer is the same whether or not there is an account. */
export async function requestReset(context: RequestContext, input: RequestReset): Promise<{ message: string }> {
  const device = await readDevice(context);
  await requestPasswordReset(context, input, { address: context.address, device });
  return { message: resetRequested };
}

export const resetRequested = "If there is an account for this address, we have sent it a code.";

/** Sets a new password by a code. It does not sign in. */
export async function reset(context: RequestContext, input: ResetPassword): Promise<{ message: string }> {
  await resetPassword(context, input, context.address);
  return { message: "Password changed" };
}

/** Confirms an e-mail by the link in a mail. */
export async function confirm(context: RequestContext, { token }: LinkToken): Promise<{ message: string }> {
  await confirmEmail(context, token);
  return { message: "E-mail confirmed" };
}

/** Undoes a change of an e-mail by the link in a mail. */
export async function restore(
  context: RequestContext,
  { token }: LinkToken,
): Promise<{ message: string; email: string }> {
  const email = await restoreEmail(context, token);
  return { message: "E-mail restored", email };
}

/** The caller's own account. */
export function showProfile(user: User): SignedIn {
  const { id, name, email } = user;
  return toSignedIn({ id, name, email, isAdmin: isAdministrator(user) }, user.session);
}
