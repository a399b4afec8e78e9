import { eq, inArray, lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { later } from "../../db/time.ts";
import { batchSize, deleteInBatches } from "../batches.ts";

/** How long the record of a mail is kept after it was sent, skipped or given up; in milliseconds. */
export const mailRetentionMs = 7_776_000_000;

/** Deletes the mails to an account, sent or not, as it is deleted. */
export async function deleteMailsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.userId, userId));
}

/** Deletes mails whose retention has ended. Instances can run it in parallel. Returns the number of rows. */
export async function deleteOldMails(db: Db): Promise<number> {
  const old = () =>
    db
      .select({ id: mails.id })
      .from(mails)
      .where(lt(mails.endedAt, later(-mailRetentionMs)))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  return deleteInBatches(() => db.delete(mails).where(inArray(mails.id, old())));
}
