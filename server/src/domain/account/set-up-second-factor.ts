import type { AppSetup } from "@shop/shared/account/passkey";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { authenticatorApps } from "../../db/schema/accounts.ts";
import type { Administrator } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { confirmNewApp, writeNewApp } from "./authenticator-app.ts";
import { hasFactor, lockOwnAccount, noteFactorAdded, noteFactorRemoved } from "./factors.ts";
import { requireFreshFactors } from "./reauthenticate.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import type { AccountDeps } from "./sign-in.ts";
import { isUsableApp } from "./usable-factors.ts";

/** Begins to set an authenticator app up. Throws VALIDATION if there is one. */
export async function beginApp(deps: AccountDeps, user: Administrator): Promise<AppSetup> {
  return changing(deps, user, async (tx) => {
    const isThere = and(eq(authenticatorApps.userId, user.id), isUsableApp);
    if ((await tx.$count(authenticatorApps, isThere)) > 0) {
      throw new DomainError("VALIDATION", "Please remove your authenticator app before you set up another");
    }
    return writeNewApp(tx, deps, user);
  });
}

/**
 * Ends the set-up of an authenticator app with its first code. Returns new recovery codes. Throws VALIDATION for a
 * wrong code and RATE_LIMITED for too many.
 */
export async function confirmApp(deps: AccountDeps, user: Administrator, code: string): Promise<string[]> {
  const { limits, emit, factorKeys } = deps;
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  return changing(deps, user, async (tx, { recipient }) => {
    await noteFactorAdded(tx, user, { isAdmin: true });
    if (!(await confirmNewApp(tx, factorKeys, user.id, code))) {
      const message = "This code is not right. Please enter the newest one.";
      throw new DomainError("VALIDATION", message, { errors: [{ path: "code", message }] });
    }
    await tell(tx, { userId: user.id, recipient }, true);
    return replaceRecoveryCodes(tx, factorKeys, user.id);
  });
}

/** Replaces the recovery codes; the old ones no longer work. Throws VALIDATION without a second factor. */
export async function renewRecoveryCodes(deps: AccountDeps, user: Administrator): Promise<string[]> {
  return changing(deps, user, async (tx) => {
    if (!(await hasFactor(tx, user.id))) throw new DomainError("VALIDATION", "Please set up a second factor first");
    return replaceRecoveryCodes(tx, deps.factorKeys, user.id);
  });
}

/** Removes the authenticator app, and tells the owner by mail. Throws NOT_FOUND if there is none. */
export async function removeApp(deps: AccountDeps, user: Administrator): Promise<void> {
  await changing(deps, user, async (tx, { recipient }) => {
    const removed = await tx
      .delete(authenticatorApps)
      .where(eq(authenticatorApps.userId, user.id))
      .returning({ confirmedAt: authenticatorApps.confirmedAt });
    if (removed.length === 0) throw notFound("Authenticator app");
    await noteFactorRemoved(tx, user.id, user.id);
    await tell(tx, { userId: user.id, recipient }, false);
  });
}

async function tell(tx: Db, mailTo: { userId: string; recipient: string }, isOn: boolean): Promise<void> {
  const mail = { ...mailTo, data: { isOn } };
  await writeAccountMail(tx, { kind: "second factor changed", ...mail });
}

/** Runs a change of an administrator's second factor; the lock serializes it with others. */
async function changing<Result>(
  { db }: AccountDeps,
  user: Administrator,
  change: (tx: Db, account: { recipient: string }) => Promise<Result>,
): Promise<Result> {
  await requireFreshFactors(db, user);
  return db.transaction(async (tx) => {
    return change(tx, await lockOwnAccount(tx, user));
  });
}
