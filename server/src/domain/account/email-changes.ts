import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { emailChanges, users } from "../../db/schema/accounts.ts";
import type { Mailer } from "../../infra/mail/mailer.ts";
import { writeAccountMail, writeEmailChange } from "../mail/outbox.ts";

/** An account's e-mail, and the last confirmed one while it is not confirmed. */
export type Emails = { email: string; previousEmail: string | null };

/** Reads an account's e-mails and locks it until the transaction ends; `undefined` if it is unknown or deleted. */
export async function lockEmails(tx: Db, userId: string): Promise<Emails | undefined> {
  const [found] = await tx
    .select({ email: users.email, previousEmail: users.previousEmail })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  return found === undefined || found.email === null ? undefined : { ...found, email: found.email };
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
  { userId, before: { email, previousEmail }, after }: { userId: string; before: Emails; after: string },
): Promise<void> {
  const confirmed = previousEmail ?? email;
  if (after === confirmed) {
    const data = { before: email, after };
    return writeAccountMail(tx, { kind: "email changed", userId, recipient: after, data });
  }
  const changeId = uuidv7();
  await tx.insert(emailChanges).values({ id: changeId, userId, before: confirmed });
  await writeEmailChange(tx, { userId, before: confirmed, after, changeId });
}

/** Deletes what the deletion of an account leaves of its addresses. */
export async function deleteEmailChangesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}
