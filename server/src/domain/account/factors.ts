import type { SecondFactorState } from "@shop/shared/passkey";
import { and, eq, gte, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  authenticatorApps,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  sessions,
  users,
} from "../../db/schema/accounts.ts";
import { DomainError } from "../errors.ts";
import type { User } from "./actor.ts";
import { endSessionsOf, isOpen } from "./session.ts";

/** What an account has besides its password. */
async function readFactors(db: Db, userId: string): Promise<Pick<SecondFactorState, "hasApp" | "hasPasskey">> {
  const [apps, keys] = [
    await db.$count(
      authenticatorApps,
      and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)),
    ),
    await db.$count(passkeys, eq(passkeys.userId, userId)),
  ];
  return { hasApp: apps > 0, hasPasskey: keys > 0 };
}

/** Whether an account has a second factor. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { hasApp, hasPasskey } = await readFactors(db, userId);
  return hasApp || hasPasskey;
}

/** What the user has set up as a second factor. */
export async function readSecondFactor(
  { db, requiresSecondFactor }: { db: Db; requiresSecondFactor: boolean },
  user: User,
): Promise<SecondFactorState> {
  return {
    ...(await readFactors(db, user.id)),
    recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id)),
    isRequired: requiresSecondFactor,
    isShown: user.session.hasSecondFactor,
  };
}

/**
 * Locks the user's account for a change of its factors, which serializes such changes with each other and with the
 * deletion of the account. Returns the confirmed e-mail as `recipient`. Throws UNAUTHENTICATED if the session was ended while the request waited.
 */
export async function lockOwnAccount(tx: Db, user: User): Promise<{ isAdmin: boolean; recipient: string }> {
  const [account] = await tx
    .select({ isAdmin: users.isAdmin, email: users.email, previousEmail: users.previousEmail })
    .from(users)
    .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
    .for("no key update");
  if (account === undefined || !(await isOpen(tx, user.session))) {
    throw new DomainError("UNAUTHENTICATED", "Please sign in");
  }
  return { isAdmin: account.isAdmin, recipient: account.previousEmail ?? account.email ?? user.email };
}

/**
 * Notes that the session's user is about to add a factor, which they have with them. The first one of an administrator
 * ends all other sessions, which the password alone has opened.
 */
export async function noteFactorAdded(tx: Db, user: User, { isAdmin }: { isAdmin: boolean }): Promise<void> {
  if (isAdmin && !(await hasFactor(tx, user.id))) await endSessionsOf(tx, user.id, user.session.id);
  await tx.update(sessions).set({ hasSecondFactor: true }).where(eq(sessions.id, user.session.id));
}

/** Without a factor, recovery codes have no use, and no session counts as opened with one. */
export async function noteFactorRemoved(tx: Db, userId: string): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
}

/**
 * Deletes what was added since a time: whoever took the account over could otherwise still sign in with it. Older passkeys
 * and apps are the owner's, and stay.
 */
export async function deleteFactorsSince(tx: Db, userId: string, since: SQL): Promise<void> {
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  const isNewApp = gte(authenticatorApps.confirmedAt, since);
  await tx.delete(authenticatorApps).where(and(eq(authenticatorApps.userId, userId), isNewApp));
  await noteFactorRemoved(tx, userId);
}

/** Deletes everything that an account signs in with besides its password, in the caller's transaction. */
export async function deleteFactorsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}
