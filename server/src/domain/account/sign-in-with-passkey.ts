import type { PasskeySignature, SignatureRequest } from "@shop/shared/account/passkey";
import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../db/schema/accounts.ts";
import type { User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { checkSignature, requestSignature } from "./passkey-signature.ts";
import { openSession, renewSession, type Session } from "./session.ts";
import { type AccountDeps, type SignInSource, type StartedSession, takingBack } from "./sign-in.ts";

/** What the browser needs to sign in with a passkey. Nothing says whose. Throws RATE_LIMITED. */
export async function beginPasskeySignIn(
  { db, shop, limits, emit }: AccountDeps,
  { address }: Pick<SignInSource, "address">,
): Promise<SignatureRequest> {
  const limit = "passkeyChallengesPerAddress";
  refuseWhenLimited(emit, limit, await limits[limit].count(address));
  return requestSignature(db, shop, { purpose: "sign in", userId: null });
}

/**
 * Signs in with a passkey, which is two factors: the device, and what it was unlocked with. Throws INVALID_CREDENTIALS
 * if it is not accepted, and RATE_LIMITED for too many failures from one address.
 */
export async function signInWithPasskey(
  { db, shop, limits, sessionMs, emit }: AccountDeps,
  signature: PasskeySignature,
  { address, origin }: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  refuseWhenLimited(emit, "signInPerAddress", await limits.signInPerAddress.count(address));
  const started = await takingBack(
    () => limits.signInPerAddress.takeBack(address),
    () => openWithPasskey({ db, shop, sessionMs }, signature, origin),
  );
  await limits.signInPerAddress.takeBack(address);
  emit({ type: "signed in", user: started.account.id });
  return started;
}

async function openWithPasskey(
  { db, shop, sessionMs }: Pick<AccountDeps, "db" | "shop" | "sessionMs">,
  signature: PasskeySignature,
  origin: SignInSource["origin"],
): Promise<StartedSession> {
  const userId = await checkSignature(db, shop, signature, { purpose: "sign in", userId: null });
  return db.transaction(async (tx) => {
    // Serializes with the deletion of the account.
    const [account] = await tx
      .select({ id: users.id, name: users.name, email: users.email, isAdmin: users.isAdmin })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for("share");
    if (account === undefined || account.email === null) {
      throw new DomainError("INVALID_CREDENTIALS", "This passkey was not accepted. Please try again.");
    }
    const session = await openSession(tx, userId, { lifetimeMs: sessionMs, origin, hasSecondFactor: true });
    return { account: { ...account, email: account.email }, session };
  });
}

/** What the browser needs to confirm with a passkey that the user is still there. */
export async function beginPasskeyConfirmation(
  { db, shop }: Pick<AccountDeps, "db" | "shop">,
  user: User,
): Promise<SignatureRequest> {
  return requestSignature(db, shop, { purpose: "confirm", userId: user.id });
}

/**
 * Confirms with one of the user's passkeys what the password confirms otherwise, and returns the session with another id.
 * Throws INVALID_CREDENTIALS if it is
 * not accepted, and RATE_LIMITED for too many tries.
 */
export async function confirmWithPasskey(
  { db, shop, limits, emit }: AccountDeps,
  user: User,
  signature: PasskeySignature,
): Promise<Session> {
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  await takingBack(
    () => limits.credentialsPerUser.takeBack(user.id),
    () => checkSignature(db, shop, signature, { purpose: "confirm", userId: user.id }),
  );
  await limits.credentialsPerUser.takeBack(user.id);
  return renewSession(db, user.session, "passkey");
}
