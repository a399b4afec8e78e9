import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { stockAlerts } from "../../db/schema/stock-alerts.ts";
import { later } from "../../db/time.ts";
import { batchSize, deleteInBatches } from "../batches.ts";

/** How long the link that confirms a request works, and how long a confirmed one waits; in milliseconds. */
export const confirmationMs = 172_800_000;
const waitingMs = 15_552_000_000;

/** Ends all requests of an address. */
export async function stopStockAlerts(db: Db, email: string): Promise<void> {
  await db.delete(stockAlerts).where(eq(stockAlerts.email, email));
}

/** Deletes the requests of an account and of its addresses as it is deleted, and the mails that they led to. */
export async function deleteStockAlertsOf(tx: Db, userId: string, emails: readonly string[]): Promise<void> {
  await tx.delete(stockAlerts).where(or(eq(stockAlerts.userId, userId), inArray(stockAlerts.email, [...emails])));
  await tx.delete(mails).where(and(isNull(mails.userId), inArray(mails.recipient, [...emails])));
}

/** Deletes requests that were not confirmed in time, or waited too long. Instances can run it in parallel. */
export async function deleteOldStockAlerts(db: Db): Promise<number> {
  const isOld = or(
    lt(stockAlerts.createdAt, later(-waitingMs)),
    and(isNull(stockAlerts.confirmedAt), lt(stockAlerts.createdAt, later(-confirmationMs))),
  );
  const old = () =>
    db
      .select({ id: stockAlerts.id })
      .from(stockAlerts)
      .where(and(isOld, isNull(stockAlerts.returnedAt)))
      .limit(batchSize)
      .for("update", { skipLocked: true });
  return deleteInBatches(() => db.delete(stockAlerts).where(inArray(stockAlerts.id, old())));
}
