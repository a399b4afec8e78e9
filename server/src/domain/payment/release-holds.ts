import { and, asc, eq, gt, isNull, lt, ne, not, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderEvents, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { waitForEach } from "../base/locks.ts";
import { giveBackUses } from "../discount/uses.ts";
import { isCancelledSql } from "../order/cancelled.ts";
import { lockOrder, readUnits } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { lockFreeProducts, returnStock } from "../order/stock.ts";
import { isInProgress } from "./records.ts";
import { giveBackCredit } from "./store-credit/give-back-credit.ts";

/**
 * Releases the expired holds of unpaid orders, and returns their units to the stock, what credit has paid of them to its
 * holders, and the uses of their discounts to the rules; the orders stay.
 * Orders whose payment is in progress keep their units. Instances can run it in parallel: each order
 * is released in its own transaction, and those that are locked, or whose products are, wait for their turn
 * after the others. Releases `limit` orders at most, and returns how many.
 */
export async function releaseExpiredHolds(
  db: Db,
  limit: number,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(isExpired)
    .orderBy(asc(orders.heldUntil))
    .limit(limit);
  const passedOver: string[] = [];
  let released = 0;
  for (const { id } of due) {
    if (isStopping()) return released;
    const outcome = await db.transaction((tx) => releaseUnlocked(tx, id));
    if (outcome === "locked") passedOver.push(id);
    else if (outcome === "released") released += 1;
  }
  await waitForEach({ db, isStopping }, passedOver, async (tx, id) => {
    await lockOrder(tx, id);
    if (await release(tx, id)) released += 1;
  });
  return released;
}

/** Money under review that is not over what is to pay cannot pay the order, and holds nothing for it. */
const isExactAmount = sql`(${payments.status} <> 'pending' or ${payments.amountCents} = ${orders.totalCents} - ${orders.creditCents})`;

const isPaymentInProgress = sql`exists (
  select from ${payments} where ${payments.orderId} = ${orders.id} and ${isInProgress} and ${isExactAmount}
)`;

/** What is paid on delivery keeps its units until it is cancelled. */
const isExpired = and(
  ...[orders.isStockHeld, isNull(orders.paidAt), lt(orders.heldUntil, sql`now()`), not(isPaymentInProgress)],
  ne(orders.paymentMethod, "On Delivery"),
);

async function releaseUnlocked(tx: Db, id: string): Promise<"released" | "locked" | "not due"> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, id))
    .for("update", { skipLocked: true });
  if (order === undefined || !(await lockFreeProducts(tx, await readUnits(tx, id)))) return "locked";
  return (await release(tx, id)) ? "released" : "not due";
}

/** Tells administrators of money of an exchange that waits with an order which nobody has paid. */
async function openUnpaidExchange(tx: Db, id: string): Promise<void> {
  const hasCredit = and(eq(orders.id, id), gt(orders.creditCents, 0), not(isCancelledSql));
  const [order] = await tx.select({ amountCents: orders.creditCents }).from(orders).where(hasCredit);
  if (order !== undefined) await openMatter(tx, { orderId: id, kind: "exchange unpaid", reference: id, ...order });
}

/** Releases a locked order, unless it is paid, a payment is in progress or its hold was renewed. */
async function release(tx: Db, id: string): Promise<boolean> {
  if ((await tx.$count(orders, and(eq(orders.id, id), isExpired))) === 0) return false;
  await tx.update(orders).set({ isStockHeld: false }).where(eq(orders.id, id));
  await returnStock(tx, await readUnits(tx, id));
  await giveBackCredit(tx, id, null);
  await giveBackUses(tx, id);
  await tx.insert(orderEvents).values({ orderId: id, act: "released" });
  await openUnpaidExchange(tx, id);
  return true;
}
