import { isId } from "@shop/shared/query";
import { and, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { refundItems, refunds } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { stockDemand } from "../../db/schema/stock-alerts.ts";
import { later } from "../../db/time.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { countUsesAgain, renewUses } from "../discount/uses.ts";
import { recordEvent } from "./history.ts";
import { type RequestedUnits, takeStock, type Units } from "./stock.ts";

export type OrderRow = typeof orders.$inferSelect;

/**
 * Locks an order's row. Every change of an order's money, stock, steps or matters begins with it: first the order,
 * then its payments, then products by id, so that concurrent transactions lock in one order. Throws NOT_FOUND.
 */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const [order] = isId(id) ? await tx.select().from(orders).where(eq(orders.id, id)).for("update") : [];
  if (order === undefined) throw notFound("Order");
  return order;
}

/** The same for several orders; those that do not exist are left out. */
export async function lockOrders(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for("update");
}

/** The units of an order's lines without those that were restocked with refunds: what it holds while it holds its stock. */
export async function readUnits(tx: Db, orderId: string): Promise<RequestedUnits[]> {
  const restocked = sql<number>`coalesce((
    select sum(b.qty) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
    where r.order_id = ${orderItems}.order_id and b.product_id = ${orderItems}.product_id and r.restocked_at is not null
  ), 0)::int`;
  const lines = await tx
    .select({ productId: orderItems.productId, qty: orderItems.qty, line: orderItems.position, restocked })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return lines.flatMap(({ restocked, qty, ...line }) => (qty > restocked ? [{ ...line, qty: qty - restocked }] : []));
}

/**
 * Takes the stock of an order again if its hold has lapsed, and counts the uses of its discounts. Throws OUT_OF_STOCK if the
 * units are gone. The order's row must be locked.
 */
export async function holdAgain(tx: Db, order: OrderRow, holdMs: number): Promise<void> {
  if (order.isStockHeld) return;
  await takeUnitsAgain(tx, order.id);
  await countUsesAgain(tx, order.id);
  await writeHold(tx, order.id, holdMs);
}

async function takeUnitsAgain(tx: Db, orderId: string): Promise<void> {
  await takeStock(tx, await readUnits(tx, orderId)).catch((error: unknown) => {
    // A deleted or unpublished product counts as out of stock as well.
    if (error instanceof DomainError) throw new DomainError("OUT_OF_STOCK", error.message);
    throw error;
  });
}

async function writeHold(tx: Db, orderId: string, holdMs: number): Promise<void> {
  await tx
    .update(orders)
    .set({ isStockHeld: true, heldUntil: later(holdMs) })
    .where(eq(orders.id, orderId));
  await recordEvent(tx, { orderId, act: "held", by: null });
}

/** Like `holdAgain`, but units that are gone are no error. Returns whether the order holds its stock. */
export async function holdIfAvailable(tx: Db, order: OrderRow): Promise<boolean> {
  try {
    await tx.transaction((inner) => holdAgain(inner, order, 0));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * Renews a lapsed hold for a customer who is about to pay. Also throws OUT_OF_STOCK while another
 * customer was recently refused one of its products, so that renewing without paying cannot block
 * that customer, and if a discount of it was stopped or used up meanwhile.
 */
export async function renewHold(tx: Db, order: OrderRow, holdMs: number): Promise<void> {
  if (order.isStockHeld) return;
  const [wanted] = await tx
    .select({ name: fullNameColumn })
    .from(stockDemand)
    .innerJoin(orderItems, eq(orderItems.productId, stockDemand.productId))
    .innerJoin(products, eq(products.id, stockDemand.productId))
    .where(
      and(
        eq(orderItems.orderId, order.id),
        ne(stockDemand.userId, order.userId),
        gt(stockDemand.refusedAt, sql`now() - ${holdMs} * interval '1 millisecond'`),
      ),
    )
    .limit(1);
  if (wanted !== undefined) {
    const message = `The time to pay for this order has run out, and others wait for ${wanted.name}. Please order again.`;
    throw new DomainError("OUT_OF_STOCK", message);
  }
  await takeUnitsAgain(tx, order.id);
  await renewUses(tx, order.id);
  await writeHold(tx, order.id, holdMs);
}

/** Records which products a customer was refused for lack of stock. */
export async function recordDemand(db: Db, userId: string, wanted: readonly Units[]): Promise<void> {
  const quantities = new Map(wanted.map(({ productId, qty }) => [productId, qty]));
  const known = await db
    .select({ id: products.id, countInStock: products.countInStock })
    .from(products)
    .where(inArray(products.id, [...quantities.keys()]))
    // Sorted by id so that concurrent writers lock in the same order.
    .orderBy(products.id);
  const missing = known.filter(({ id, countInStock }) => countInStock < (quantities.get(id) ?? 0));
  if (missing.length === 0) return;
  await db
    .insert(stockDemand)
    .values(missing.map(({ id }) => ({ productId: id, userId })))
    .onConflictDoUpdate({ target: stockDemand.productId, set: { userId, refusedAt: sql`now()` } });
}

/**
 * Updates the order's row, so that a concurrent release re-checks the hold, and optionally ends the
 * hold at `until`.
 */
export async function updateHold(
  tx: Db,
  orderId: string,
  until: SQL<Date> = sql<Date>`${orders.heldUntil}`,
): Promise<void> {
  await tx.update(orders).set({ heldUntil: until }).where(eq(orders.id, orderId));
}
