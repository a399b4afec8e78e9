import { and, eq, gt, isNotNull, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { emailChanges, users } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { DomainError, violates } from "../base/errors.ts";
import { lockEmailAddresses } from "../base/locks.ts";
import { emailLinkMs } from "../outbox/email-links.ts";
import { writeAccountMail, writeEmailChange } from "../outbox/write-mails.ts";

/** An account's e-mail, the last confirmed one while it is not confirmed, and when the confirmed one was last proven. */
export type Emails = { email: string; previousEmail: string | null; provenAt: Date | null };

/** Reads an account's e-mails and locks it until the transaction ends; `undefined` if it is unknown or deleted. */
export async function lockEmails(tx: Db, userId: string): Promise<Emails | undefined> {
  const [found] = await tx
    .select({ email: users.email, previousEmail: users.previousEmail, provenAt: users.provenAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  return found === undefined || found.email === null ? undefined : { ...found, email: found.email };
}

/** Runs a write that sets an e-mail; throws EMAIL_TAKEN if an account has the address. */
export async function takingEmail<Result>(write: PromiseLike<Result>, message?: string): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, "users_email_key")) throw emailTaken(message);
    throw error;
  }
}

export function emailTaken(message = "User already exists"): DomainError {
  return new DomainError("EMAIL_TAKEN", message, { errors: [{ path: "email", message }] });
}

/**
 * Frees an address for the account that wants it. A change to it that was not confirmed bars nobody: the account behind it
 * has its former address again. One that changes away from it still has it until the new one is confirmed; then
 * EMAIL_TAKEN is thrown.
 */
export async function claimEmail(tx: Db, email: string, userId: string): Promise<void> {
  await lockEmailAddresses(tx, [email]);
  const isOther = and(ne(users.id, userId), isNull(users.deletedAt));
  if ((await tx.$count(users, and(eq(users.previousEmail, email), isOther))) > 0) throw emailTaken();
  const [holder] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.previousEmail), isOther));
  if (holder === undefined) return;
  const held = await lockEmails(tx, holder.id);
  if (held?.email === email) await revertChange(tx, holder.id, held);
}

/** Gives an account back the address that it had before one that was not confirmed, and tells it. */
async function revertChange(tx: Db, userId: string, { email, previousEmail }: Emails): Promise<void> {
  if (previousEmail === null) return;
  const reverted = { email: previousEmail, previousEmail: null, updatedAt: new Date() };
  await tx
    .update(users)
    .set({ ...reverted, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
  const data = { before: email, after: previousEmail };
  await writeAccountMail(tx, { kind: "email changed", userId, recipient: previousEmail, data });
}

const revertedAtOnce = 100;

/**
 * Reverts the changes of e-mails that nobody confirmed while their links worked. Returns their number. Instances can run
 * it in parallel.
 */
export async function revertUnconfirmed(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  const isRecent = db
    .select({ one: sql`1` })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, users.id), gt(emailChanges.createdAt, later(-emailLinkMs))));
  const isOver = and(isNotNull(users.previousEmail), isNull(users.deletedAt), notExists(isRecent));
  let reverted = 0;
  for (let last: string | undefined; !isStopping(); ) {
    const accounts: { id: string }[] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(isOver, last === undefined ? undefined : gt(users.id, last)))
      .orderBy(users.id)
      .limit(revertedAtOnce);
    for (const { id } of accounts) if (await revertOne(db, id, isOver)) reverted += 1;
    last = accounts.at(-1)?.id;
    if (accounts.length < revertedAtOnce) break;
  }
  return reverted;
}

/** Whether the change was reverted: it may have been confirmed meanwhile, or another account may have the address. */
async function revertOne(db: Db, id: string, isOver: SQL | undefined): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const emails = await lockEmails(tx, id);
      if (emails === undefined || (await tx.$count(users, and(eq(users.id, id), isOver))) === 0) return false;
      await takingEmail(revertChange(tx, id, emails));
      return true;
    });
  } catch (error) {
    if (error instanceof DomainError && error.kind === "EMAIL_TAKEN") return false;
    throw error;
  }
}

/**
 * The last confirmed address after a change to `after`: the oldest one after several changes, and none where the account
 * returns to it. Without mails there is nothing to confirm an address with.
 */
export function previousEmailAfter({ email, previousEmail }: Emails, after: string, { mode }: Pick<Mailer, "mode">) {
  if (after === email) return previousEmail;
  const confirmed = previousEmail ?? email;
  return mode === "off" || after === confirmed ? null : confirmed;
}

/**
 * Tells the confirmed address of a change, so that its owner learns of a theft and can undo it, and asks the new address
 * to confirm.
 */
export async function recordEmailChange(
  tx: Db,
  { userId, before: { email, previousEmail, provenAt }, after }: { userId: string; before: Emails; after: string },
): Promise<void> {
  const confirmed = previousEmail ?? email;
  if (after === confirmed) {
    const data = { before: email, after };
    return writeAccountMail(tx, { kind: "email changed", userId, recipient: after, data });
  }
  const changeId = uuidv7();
  await tx.insert(emailChanges).values({ id: changeId, userId, before: confirmed, beforeProvenAt: provenAt });
  await writeEmailChange(tx, { userId, before: confirmed, after, changeId });
}

/** Deletes what the deletion of an account leaves of its addresses. */
export async function deleteEmailChangesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}
