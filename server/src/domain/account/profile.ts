import type { UpdateProfile } from "@shop/shared/account/account";
import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "../../db/schema/accounts.ts";
import { hashPassword } from "../../infra/passwords.ts";
import type { Member } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { claimEmail, lockEmails, previousEmailAfter, recordEmailChange, takingEmail } from "./email-changes.ts";
import { requireFreshPassword, requireTypedPassword } from "./reauthenticate.ts";
import { endSessionsOf, isOpen, openSession } from "./session.ts";
import { type AccountDeps, type SignInSource, type StartedSession, takingBack } from "./sign-in.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/**
 * Changes the user's own name, e-mail and, if given, password. A new password ends all sessions of
 * the account and opens a new one for this device. Throws REAUTH_REQUIRED for a change of password or
 * e-mail long after the password was typed (a passkey is enough for another e-mail), RATE_LIMITED for too many of them, and UNAUTHENTICATED if
 * the session was ended while the request waited.
 */
export async function updateProfile(
  deps: AccountDeps,
  user: Member,
  input: UpdateProfile,
  source: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  const { db, limits, passwordMin, shop, emit } = deps;
  const password = input.password === "" ? undefined : input.password;
  if (password !== undefined) {
    await refuseWeakPassword(password, { min: passwordMin, names: [user.email, input.email, shop.name] });
  }
  if (password === undefined && input.email === user.email) return writeProfile(deps, user, input, source);
  await requireFreshPassword(db, user);
  if (password !== undefined) await requireTypedPassword(db, user);
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(user.id));
  return takingBack(
    () => limits.credentialsPerUser.takeBack(user.id),
    () => writeProfile(deps, user, input, source),
  );
}

async function writeProfile(
  { db, sessionMs, mailer }: AccountDeps,
  user: Member,
  { name, email, password }: UpdateProfile,
  { address, origin }: Pick<SignInSource, "address" | "origin">,
): Promise<StartedSession> {
  const passwordHash = password === undefined || password === "" ? undefined : await hashPassword(password, address);
  return db.transaction(async (tx) => {
    const before = await lockEmails(tx, user.id);
    if (before === undefined) throw sessionOver();
    if (email !== before.email) await claimEmail(tx, email, user.id);
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
    const opened = { lifetimeMs: sessionMs, origin, hasSecondFactor: user.session.hasSecondFactor };
    return { account, session: await openSession(tx, user.id, { ...opened, isPasswordTyped: true }) };
  });
}

function sessionOver(): DomainError {
  return new DomainError("UNAUTHENTICATED", "Please sign in");
}
