import type { SecondFactorState } from "@shop/shared/account/passkey";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  authenticatorApps,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  sessions,
  users,
} from "../../db/schema/accounts.ts";
import type { User } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { writeAdminAccessMails } from "../outbox/write-mails.ts";
import { endSessionsOf, isOpen } from "./session.ts";
import { isUsableApp, isUsablePasskey } from "./usable-factors.ts";

/** What an account can use besides its password. */
async function readFactors(db: Db, userId: string): Promise<Pick<SecondFactorState, "hasApp" | "hasPasskey">> {
  const [apps, keys] = [
    await db.$count(authenticatorApps, and(eq(authenticatorApps.userId, userId), isUsableApp)),
    await db.$count(passkeys, and(eq(passkeys.userId, userId), isUsablePasskey)),
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
  { db, settings }: { db: Db; settings: CurrentFacts<"requiresSecondFactor"> },
  user: User,
): Promise<SecondFactorState> {
  return {
    ...(await readFactors(db, user.id)),
    recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id)),
    isRequired: settings.current.requiresSecondFactor,
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

/**
 * Notes that a factor of an account was removed, by its owner or, with `actorId` null, by the operator. Without another
 * one, recovery codes have no use, no session counts as opened with a factor, and all admins hear of it if the account is
 * one of theirs.
 */
export async function noteFactorRemoved(tx: Db, userId: string, actorId: string | null): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
  const [account] = await tx
    .select({ name: users.name, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId));
  if (account?.isAdmin !== true) return;
  await writeAdminAccessMails(tx, { change: "second factor removed", subject: account.name, actorId });
}

/** Deletes everything that an account signs in with besides its password, in the caller's transaction. */
export async function deleteFactorsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}
