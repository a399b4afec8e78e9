import type { UpdateProfile } from "@shop/shared/account";
import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "../../db/schema/accounts.ts";
import { hashPassword } from "../../infra/passwords.ts";
import { DomainError } from "../errors.ts";
import { writeAccountMail } from "../mail/outbox.ts";
import type { User } from "./actor.ts";
import { lockEmails, previousEmailAfter, recordEmailChange } from "./email-changes.ts";
import { requireFreshPassword } from "./reauthenticate.ts";
import { endSessionsOf, isOpen, openSession, type SessionOrigin } from "./session.ts";
import { type AccountDeps, type Entered, refuseWhenLimited, takingEmail } from "./sign-in.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/**
 * Changes the user's own name, e-mail and, if given, password. A new password ends all sessions of
 * the account and opens a new one for this device. Throws REAUTH_REQUIRED for a change of password or
 * e-mail long after the password was typed, RATE_LIMITED for too many of them, and UNAUTHENTICATED if
 * the session was ended while the request waited.
 */
export async function updateProfile(
  { db, limits, sessionMs, passwordMin, shop, mailer, emit }: AccountDeps,
  user: User,
  input: UpdateProfile,
  origin: SessionOrigin,
): Promise<Entered> {
  const password = input.password === "" ? undefined : input.password;
  if (password !== undefined) {
    await refuseWeakPassword(password, { min: passwordMin, names: [user.email, input.email, shop.name] });
  }
  if (password !== undefined || input.email !== user.email) {
    await requireFreshPassword(db, user);
    refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return db.transaction(async (tx) => {
    const before = await lockEmails(tx, user.id);
    if (before === undefined) throw sessionOver();
    const { name, email } = input;
    const previousEmail = previousEmailAfter(before, email, mailer);
    const change = { name, email, previousEmail, updatedAt: new Date(), version: sql`${users.version} + 1` };
    const [row] = await takingEmail(
      tx
        .update(users)
        .set(passwordHash === undefined ? change : { ...change, passwordHash })
        .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
        .returning({ isAdmin: users.isAdmin }),
    );
    if (row === undefined || !(await isOpen(tx, user.session))) throw sessionOver();
    if (email !== before.email) await recordEmailChange(tx, { userId: user.id, before, after: email });
    const account = { id: user.id, name, email, isAdmin: row.isAdmin };
    if (passwordHash === undefined) return { account, session: user.session };
    await endSessionsOf(tx, user.id);
    const recipient = previousEmail ?? email;
    await writeAccountMail(tx, { kind: "password changed", userId: user.id, recipient, data: {} });
    const { hasSecondFactor } = user.session;
    return { account, session: await openSession(tx, user.id, { lifetimeMs: sessionMs, origin, hasSecondFactor }) };
  });
}

function sessionOver(): DomainError {
  return new DomainError("UNAUTHENTICATED", "Please sign in");
}
