import { and, eq, isNull, lt, not, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { idempotencyKeys, orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import { isInProgress } from "../payment/records.ts";
import { returnStock } from "./stock.ts";

/**
 * Releases the expired holds of unpaid orders and returns their units to the stock; the orders stay.
 * Orders whose payment is in progress keep their units. Instances can run it in parallel: each order
 * is released in its own transaction, with `skip locked`. Returns how many were released.
 */
export async function releaseExpiredHolds(db: Db, limit: number): Promise<number> {
  let released = 0;
  while (released < limit && (await releaseNext(db))) released += 1;
  return released;
}

const isPaymentInProgress = sql`exists (
  select from ${payments} where ${payments.orderId} = ${orders.id} and ${isInProgress}
)`;

async function releaseNext(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [expired] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(orders.isStockHeld, isNull(orders.paidAt), lt(orders.heldUntil, sql`now()`), not(isPaymentInProgress)))
      .orderBy(orders.heldUntil)
      .limit(1)
      .for("update", { skipLocked: true });
    if (expired === undefined) return false;
    await tx.update(orders).set({ isStockHeld: false }).where(eq(orders.id, expired.id));
    const units = await tx
      .select({ productId: orderItems.productId, qty: orderItems.qty })
      .from(orderItems)
      .where(eq(orderItems.orderId, expired.id));
    await returnStock(tx, units);
    await tx.insert(orderEvents).values({ orderId: expired.id, act: "released" });
    return true;
  });
}

/** Deletes idempotency keys of an age; in milliseconds, by the database's clock. */
export async function deleteExpiredKeys(db: Db, age: number): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, later(-age)));
}
