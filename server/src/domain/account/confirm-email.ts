import { randomBytes } from "node:crypto";
import type { EmailConfirmation } from "@shop/shared/account/account";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { emailChanges, users } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import type { EmailTokens } from "../../infra/mail/email-tokens.ts";
import { hashPassword } from "../../infra/passwords.ts";
import type { Member, User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";
import { emailLinkMs } from "../outbox/email-links.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { claimEmail, type Emails, lockEmails, takingEmail } from "./email-changes.ts";
import { joinGuestOrders } from "./guest-orders.ts";
import { noteProof, recover } from "./mailbox-proof.ts";
import { closeResetsOf } from "./open-resets.ts";
import { endSessionsOf } from "./session.ts";
import type { AccountDeps } from "./sign-in.ts";

type LinkDeps = { db: Db; emailTokens: EmailTokens };

/** Whether the user's e-mail is confirmed and proven. Without mails there is nothing to prove it with. */
export async function readEmailConfirmation(
  { db, mailer }: Pick<AccountDeps, "db" | "mailer">,
  { id }: Member,
): Promise<EmailConfirmation> {
  const { email, previousEmail, provenAt } = await readEmails(db, id);
  return {
    isConfirmed: previousEmail === null,
    isProven: previousEmail === null && (provenAt !== null || mailer.mode === "off"),
    mailsGoTo: previousEmail ?? email,
  };
}

/** Writes the mail that asks to confirm the user's e-mail once more. Does nothing if its link was used. */
export async function sendConfirmationAgain({ db, limits, emit }: AccountDeps, { id }: Member): Promise<void> {
  refuseWhenLimited(emit, "credentialsPerUser", await limits.credentialsPerUser.count(id));
  const { email, previousEmail, provenAt } = await readEmails(db, id);
  if (previousEmail === null && provenAt !== null) return;
  await writeAccountMail(db, { kind: "confirm email", userId: id, recipient: email, data: { email } });
}

async function readEmails(db: Db, id: string): Promise<Emails> {
  const [found] = await db
    .select({ email: users.email, previousEmail: users.previousEmail, provenAt: users.provenAt })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (found === undefined || found.email === null) throw notFound("User");
  return { ...found, email: found.email };
}

/**
 * Proves by the link in a mail that whoever has the account reads the mails to one of its addresses, and confirms the
 * new address if it is this one. What was bought as a guest with the address joins the account only if `caller` is signed in
 * to it: the mailbox alone can be that of somebody who wonders about the mail. Idempotent. Throws INVALID_LINK if the account
 * does not have the address any more.
 */
export async function confirmEmail(
  { db, emailTokens }: LinkDeps,
  token: string,
  caller: Pick<User, "id"> | null,
): Promise<void> {
  const found = await emailTokens.verifyConfirmation(token);
  if (found === null) throw invalidLink();
  const { userId, email, mailedAt } = found;
  await db.transaction(async (tx) => {
    const emails = await lockEmails(tx, userId);
    if (emails === undefined || (emails.email !== email && emails.previousEmail !== email)) throw invalidLink();
    if (emails.email === email) await tx.update(users).set({ previousEmail: null }).where(eq(users.id, userId));
    // The tokens of earlier releases do not say when they were mailed, so that they confirm and prove nothing older.
    if (mailedAt !== undefined) await noteProof(tx, userId, mailedAt);
    if (caller?.id === userId) await joinGuestOrders(tx, userId);
  });
}

/**
 * Undoes a change of an account's e-mail that its owner did not make: restores the address before it, ends all sessions
 * makes the password, which somebody else knows, useless, and suspends what the account got since that address was last
 * proven. Later changes of the account can then not be undone any
 * more, so that a thief cannot take the address back. Idempotent. Throws INVALID_LINK, and EMAIL_TAKEN if another
 * account has the address meanwhile. Returns the address.
 */
export async function restoreEmail({ db, emailTokens }: LinkDeps, token: string, address: string): Promise<string> {
  const changeId = await emailTokens.verifyRestoration(token);
  const change = changeId === null ? undefined : await findChange(db, changeId);
  if (change === undefined) throw invalidLink();
  const { userId, before } = change;
  if (change.undoneAt !== null) return before;
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"), address);
  return db.transaction(async (tx) => {
    const replaced = await lockEmails(tx, userId);
    if (replaced === undefined) throw invalidLink();
    const isUndoneBefore = (await findChange(tx, change.id))?.undoneAt !== null;
    if (isUndoneBefore) return before;
    await tx
      .update(emailChanges)
      .set({ undoneAt: sql`now()` })
      .where(
        and(
          eq(emailChanges.userId, userId),
          isNull(emailChanges.undoneAt),
          // PostgreSQL compares the times: JavaScript's dates drop the microseconds.
          sql`${emailChanges.createdAt} >= (select created_at from email_changes where id = ${change.id})`,
        ),
      );
    await claimEmail(tx, before, userId);
    const version = sql`${users.version} + 1`;
    const restored = { email: before, previousEmail: null, passwordHash, updatedAt: new Date(), version };
    await takingEmail(
      tx.update(users).set(restored).where(eq(users.id, userId)),
      "Another account has this address by now. Please answer our mail, so that we can help you.",
    );
    await endSessionsOf(tx, userId);
    await recover(tx, userId, change.beforeProvenAt);
    await closeResetsOf(tx, userId);
    if (replaced.previousEmail === null && replaced.email !== before) {
      const data = { before: replaced.email, after: before };
      await writeAccountMail(tx, { kind: "email changed", userId, recipient: replaced.email, data });
    }
    return before;
  });
}

async function findChange(db: Db, id: string) {
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), gt(emailChanges.createdAt, later(-emailLinkMs))));
  return change;
}

function invalidLink(): DomainError {
  return new DomainError(
    "INVALID_LINK",
    "This link does not work any more. It may be incomplete or older than seven days.",
  );
}
