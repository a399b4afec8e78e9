import type { PasskeySignature, SignatureRequest } from "@shop/shared/passkey";
import { and, eq, isNull } from "drizzle-orm";
import { sessions, users } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import { DomainError } from "../errors.ts";
import type { User } from "./actor.ts";
import { checkSignature, requestSignature } from "./passkey-signature.ts";
import { openSession } from "./session.ts";
import { type AccountDeps, type Entered, refuseWhenLimited, type SignInSource } from "./sign-in.ts";

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
): Promise<Entered> {
  refuseWhenLimited(emit, "signInPerAddress", await limits.signInPerAddress.count(address));
  const userId = await checkSignature(db, shop, signature, { purpose: "sign in", userId: null });
  const entered = await db.transaction(async (tx) => {
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
  await limits.signInPerAddress.takeBack(address);
  emit({ type: "signed in", user: userId });
  return entered;
}

/** What the browser needs to confirm with a passkey that the user is still there. */
export async function beginPasskeyConfirmation(
  { db, shop }: Pick<AccountDeps, "db" | "shop">,
  user: User,
): Promise<SignatureRequest> {
  return requestSignature(db, shop, { purpose: "confirm", userId: user.id });
}

/**
 * Confirms with one of the user's passkeys what the password confirms otherwise. Throws INVALID_CREDENTIALS if it is
 * not accepted, and RATE_LIMITED for too many tries.
 */
export async function confirmWithPasskey(
  { db, shop, limits, emit }: AccountDeps,
  user: User,
  signature: PasskeySignature,
): Promise<void> {
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  await checkSignature(db, shop, signature, { purpose: "confirm", userId: user.id });
  await limits.credentialsPerUser.takeBack(user.id);
  await db
    .update(sessions)
    .set({ authenticatedAt: later(0), hasSecondFactor: true })
    .where(eq(sessions.id, user.session.id));
}
