import type { Reauthenticate, Register, SignedIn, SignIn, UpdateProfile } from "@shop/shared/account";
import type { PasskeySignature } from "@shop/shared/passkey";
import { isAdministrator, type User } from "../domain/account/actor.ts";
import { deleteOwnAccount } from "../domain/account/delete-account.ts";
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

/** Account operations that set or clear the session cookie, for both transports. */

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

/** The caller's own account. */
export function showProfile(user: User): SignedIn {
  const { id, name, email } = user;
  return toSignedIn({ id, name, email, isAdmin: isAdministrator(user) }, user.session);
}
