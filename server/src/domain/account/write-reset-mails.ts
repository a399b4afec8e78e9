import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passwordResets, users } from "../../db/schema/accounts.ts";
import { later } from "../../db/time.ts";
import { writeAccountMail } from "../mail/outbox.ts";
import { resetMinutes } from "./open-resets.ts";

/** The requests that one transaction answers. */
const batchSize = 20;

/**
 * Looks up the accounts of requests for a new password and writes their mails, so that a request itself takes the same
 * time whether or not there is an account. Instances can run it in parallel.
 */
export async function writeResetMails(db: Db): Promise<void> {
  while ((await writeBatch(db)) === batchSize);
}

function writeBatch(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ id: passwordResets.id, email: passwordResets.email })
      .from(passwordResets)
      .where(and(isNull(passwordResets.lookedUpAt), gt(passwordResets.createdAt, later(-resetMinutes * 60_000))))
      .orderBy(passwordResets.createdAt, passwordResets.id)
      .limit(batchSize)
      .for("update", { skipLocked: true });
    for (const { id, email } of waiting) {
      const account = await findAccount(tx, email);
      await tx
        .update(passwordResets)
        .set({ lookedUpAt: sql`now()`, userId: account?.id ?? null })
        .where(eq(passwordResets.id, id));
      if (account === undefined) continue;
      const { id: userId, recipient } = account;
      await writeAccountMail(tx, { kind: "reset code", userId, recipient, data: { resetId: id } });
    }
    return waiting.length;
  });
}

/** The account with this e-mail, or else the one that had it confirmed; and the address that its mails go to. */
async function findAccount(tx: Db, email: string) {
  const [account] = await tx
    .select({ id: users.id, recipient: sql<string>`coalesce(${users.previousEmail}, ${users.email})` })
    .from(users)
    .where(and(or(eq(users.email, email), eq(users.previousEmail, email)), isNull(users.deletedAt)))
    .orderBy(sql`${users.email} = ${email} desc`, users.id)
    .limit(1);
  return account;
}
