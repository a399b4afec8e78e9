import { eq, lt, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { later } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** How long the record of a mail is kept after it was sent, skipped or given up; in milliseconds. */
export const mailRetentionMs = 7_776_000_000;

/** Locks mails in the order of their ids, as whoever changes several of them does. */
export async function lockMails(tx: Db, isWanted: SQL | undefined): Promise<void> {
  await tx.select({ id: mails.id }).from(mails).where(isWanted).orderBy(mails.id).for("update");
}

/** Deletes the mails to an account, sent or not, as it is deleted. */
export async function deleteMailsOf(tx: Db, userId: string): Promise<void> {
  await lockMails(tx, eq(mails.userId, userId));
  await tx.delete(mails).where(eq(mails.userId, userId));
}

/** Deletes mails whose retention has ended. Returns the number of rows. */
export function deleteOldMails(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(mails.endedAt, later(-mailRetentionMs));
  return deleteInBatches(db, { table: mails, where, order: mails.endedAt, isStopping });
}
