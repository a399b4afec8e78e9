import { inArray, isNotNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { mails } from "../../db/schema/mails.ts";
import { stockAlerts } from "../../db/schema/stock-alerts.ts";

/** The mails that one transaction writes. */
const batchSize = 100;

/**
 * Writes the mails to all who waited for a product that came back, and deletes their requests in the same transaction:
 * each gets one mail, however many instances do it and wherever one of them ends. Returns the number of mails.
 */
export async function writeStockAlertMails(db: Db): Promise<number> {
  let written = 0;
  for (;;) {
    const batch = await db.transaction(writeBatch);
    written += batch;
    // Less than a batch is the end, or another instance has the rest.
    if (batch < batchSize) return written;
  }
}

async function writeBatch(tx: Db): Promise<number> {
  const returned = await tx
    .select({ id: stockAlerts.id, userId: stockAlerts.userId })
    .from(stockAlerts)
    .where(isNotNull(stockAlerts.returnedAt))
    .orderBy(stockAlerts.returnedAt, stockAlerts.id)
    .limit(batchSize);
  if (returned.length === 0) return 0;
  // Accounts before requests, as the deletion of an account locks them. One that is being deleted is waited for.
  const accounts = returned.flatMap(({ userId }) => userId ?? []);
  if (accounts.length > 0) {
    await tx.select({ id: users.id }).from(users).where(inArray(users.id, accounts)).orderBy(users.id).for("key share");
  }
  const free = tx
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(
      inArray(
        stockAlerts.id,
        returned.map(({ id }) => id),
      ),
    )
    .for("update", { skipLocked: true });
  const ended = await tx.delete(stockAlerts).where(inArray(stockAlerts.id, free)).returning();
  if (ended.length === 0) return 0;
  await tx.insert(mails).values(
    ended.map(({ id, email, userId, productId }) => ({
      id,
      kind: "stock alert" as const,
      userId,
      recipient: email,
      data: { productId },
    })),
  );
  return ended.length;
}
