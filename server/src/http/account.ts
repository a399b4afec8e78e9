import type {
  GuestDetails,
  LinkToken,
  Reauthenticate,
  Register,
  RequestReset,
  ResetPassword,
  SignedIn,
  SignIn,
  UpdateProfile,
} from "@shop/shared/account/account";
import type { MakeOwner } from "@shop/shared/account/owner";
import type { PasskeySignature } from "@shop/shared/account/passkey";
import { confirmEmail, restoreEmail } from "../domain/account/confirm-email.ts";
import { isAtTheServer, makeOwner } from "../domain/account/first-owner.ts";
import { continueAsGuest } from "../domain/account/guest-customer.ts";
import { joinProvenGuest } from "../domain/account/guest-orders.ts";
import { openOrderLink } from "../domain/account/open-order-link.ts";
import { requestPasswordReset, resetPassword } from "../domain/account/password-reset.ts";
import { updateProfile } from "../domain/account/profile.ts";
import { reauthenticate } from "../domain/account/reauthenticate.ts";
import { type Account, endSession, toSignedIn } from "../domain/account/session.ts";
import { register, type StartedSession, signIn } from "../domain/account/sign-in.ts";
import { confirmWithPasskey, signInWithPasskey } from "../domain/account/sign-in-with-passkey.ts";
import { GuestCustomer, isAdministrator, type Member, type User } from "../domain/base/actor.ts";
import { deleteOwnAccount } from "../domain/personal-data/delete-account.ts";
import type { RequestContext } from "./context.ts";
import { findUser } from "./security/access.ts";
import { forgetDevice, readDevice } from "./security/device-cookie.ts";
import { clearSessionCookie, setSessionCookie } from "./security/session-cookie.ts";
import { sessionOrigin } from "./security/session-origin.ts";

/** Account operations that read or set cookies, or that say what was done, for both transports. */

/** Signs in, sets the session cookie, and ends the session that the browser had before. */
export async function startSession(context: RequestContext, input: SignIn): Promise<SignedIn> {
  const [device, before] = await Promise.all([readDevice(context), findUser(context)]);
  const started = await signIn(context, input, {
    address: context.address,
    device,
    origin: sessionOrigin(context.request),
  });
  await leaveBefore(context, before, started);
  return setSessionCookie(context, started);
}

/** Ends the session that the browser had before. What was bought in it as a guest, with a proven mailbox, joins the account. */
async function leaveBefore(context: RequestContext, before: User | null, { account }: StartedSession): Promise<void> {
  if (before === null) return;
  if (before instanceof GuestCustomer) await joinProvenGuest(context.db, before, account);
  await endSession(context.db, before.session.id);
}

/** The same with a passkey. */
export async function startSessionByPasskey(context: RequestContext, signature: PasskeySignature): Promise<SignedIn> {
  const before = await findUser(context);
  const started = await signInWithPasskey(context, signature, {
    address: context.address,
    origin: sessionOrigin(context.request),
  });
  await leaveBefore(context, before, started);
  return setSessionCookie(context, started);
}

/** Creates an account, sets the cookie of its first session, and ends the session that the browser had before. */
export async function createAccount(context: RequestContext, input: Register): Promise<SignedIn> {
  const before = await findUser(context);
  const source = { address: context.address, origin: sessionOrigin(context.request) };
  const started = await register(context, input, source);
  if (before !== null) await endSession(context.db, before.session.id);
  return setSessionCookie(context, started);
}

/** Lets a guest buy without an account: sets the cookie of a session that sees nothing that was there before. */
export async function startGuestSession(context: RequestContext, input: GuestDetails): Promise<SignedIn> {
  const before = await findUser(context);
  const started = await continueAsGuest(context, input, {
    address: context.address,
    origin: sessionOrigin(context.request),
  });
  if (before !== null) await endSession(context.db, before.session.id);
  return setSessionCookie(context, started);
}

/**
 * Opens an order by the link in a mail to whoever placed it as a guest. A signed-in customer with the same e-mail, which the
 * link proves, gets the order into the account. `signedIn` is absent for those.
 */
export async function openOrderByLink(
  context: RequestContext,
  { token }: LinkToken,
): Promise<{ orderId: string; signedIn?: SignedIn }> {
  const caller = await findUser(context);
  const source = { address: context.address, origin: sessionOrigin(context.request) };
  const { orderId, started } = await openOrderLink(context, token, { ...source, caller });
  return { orderId, ...(started === undefined ? {} : { signedIn: await setSessionCookie(context, started) }) };
}

/** Makes the account of the owner of a new shop, and sets the cookie of its first session. */
export async function makeOwnerAccount(context: RequestContext, input: MakeOwner): Promise<SignedIn> {
  const { address, request, shop } = context;
  const source = { address, origin: sessionOrigin(request), isLocal: isAtTheServer(shop, request.ip) };
  return setSessionCookie(context, await makeOwner(context, input, source));
}

/** Ends the caller's session on this device. Idempotent. */
export async function signOutOfDevice(context: RequestContext): Promise<{ message: string }> {
  const user = await findUser(context);
  if (user !== null) await endSession(context.db, user.session.id);
  clearSessionCookie(context);
  return { message: "Logged out successfully" };
}

/** Changes the caller's own account and renews the session cookie. */
export async function changeProfile(context: RequestContext, user: Member, input: UpdateProfile): Promise<SignedIn> {
  const source = { address: context.address, origin: sessionOrigin(context.request) };
  return setSessionCookie(context, await updateProfile(context, user, input, source));
}

/** Deletes the caller's own account, and clears the cookies that name it. */
export async function deleteAccountOfCaller(context: RequestContext, user: User): Promise<{ message: string }> {
  await deleteOwnAccount(context, user);
  clearSessionCookie(context);
  await forgetDevice(context, user.email);
  return { message: "Account deleted" };
}

/** Confirms the caller's password, which changes of password and e-mail require, and renews the session cookie. */
export async function confirmPassword(
  context: RequestContext,
  user: Member,
  { password }: Reauthenticate,
): Promise<{ message: string }> {
  const session = await reauthenticate(context, user, { password, address: context.address });
  await setSessionCookie(context, { account: accountOf(user), session });
  return { message: "Password confirmed" };
}

/** The same with a passkey. */
export async function confirmPasskey(
  context: RequestContext,
  user: Member,
  signature: PasskeySignature,
): Promise<{ message: string }> {
  const session = await confirmWithPasskey(context, user, signature);
  await setSessionCookie(context, { account: accountOf(user), session });
  return { message: "Confirmed with your passkey" };
}

const accountOf = (user: User): Account => {
  const { id, name, email } = user;
  const isGuest = user instanceof GuestCustomer ? { isGuest: true as const } : {};
  return { id, name, email, isAdmin: isAdministrator(user), ...isGuest };
};

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
  await confirmEmail(context, token, await findUser(context));
  return { message: "E-mail confirmed" };
}

/** Undoes a change of an e-mail by the link in a mail. */
export async function restore(
  context: RequestContext,
  { token }: LinkToken,
): Promise<{ message: string; email: string }> {
  const email = await restoreEmail(context, token, context.address);
  return { message: "E-mail restored", email };
}

/** The caller's own account. */
export function showProfile(user: User): SignedIn {
  return toSignedIn(accountOf(user), user.session);
}
