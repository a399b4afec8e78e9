import { and, eq, inArray, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { stockAlerts } from "../../db/schema/stock-alerts.ts";
import { later } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";

/** How long the link that confirms a request works, and how long a confirmed one waits; in milliseconds. */
export const confirmationMs = 172_800_000;
const waitingMs = 15_552_000_000;

/** Ends all requests of an address. */
export async function stopStockAlerts(db: Db, email: string): Promise<void> {
  await db.transaction((tx) => deleteAlerts(tx, eq(stockAlerts.email, email)));
}

/** In the order of the products, in which returned stock ends their requests too. */
async function deleteAlerts(tx: Db, isWanted: SQL | undefined): Promise<void> {
  const locked = await tx
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(isWanted)
    .orderBy(stockAlerts.productId, stockAlerts.id)
    .for("update");
  if (locked.length === 0) return;
  await tx.delete(stockAlerts).where(
    inArray(
      stockAlerts.id,
      locked.map(({ id }) => id),
    ),
  );
}

/** Deletes the requests of an account and of its addresses as it is deleted, and the mails that they led to. */
export async function deleteStockAlertsOf(tx: Db, userId: string, emails: readonly string[]): Promise<void> {
  await deleteAlerts(tx, or(eq(stockAlerts.userId, userId), inArray(stockAlerts.email, [...emails])));
  await tx.delete(mails).where(and(isNull(mails.userId), inArray(mails.recipient, [...emails])));
}

/** Deletes requests that were not confirmed in time, or waited too long. */
export async function deleteOldStockAlerts(db: Db, isStopping?: () => boolean): Promise<number> {
  const { createdAt, confirmedAt, returnedAt } = stockAlerts;
  const ended = [
    and(isNull(confirmedAt), lt(createdAt, later(-confirmationMs)), isNull(returnedAt)),
    and(lt(createdAt, later(-waitingMs)), isNull(returnedAt)),
  ];
  let deleted = 0;
  for (const where of ended) {
    deleted += await deleteInBatches(db, { table: stockAlerts, where, order: createdAt, isStopping });
  }
  return deleted;
}
