import { currency } from "@shop/shared/shop";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderEvents, orderItems, orders, payments } from "../../db/schema.ts";
import { DomainError } from "../errors.ts";
import { takeStock } from "../order/stock.ts";
import { findPayment, type OrderRow, type PaymentRow } from "./read.ts";

/** New values of a payment's row; times are told by the database's clock. */
type Change = Partial<Pick<PaymentRow, "status" | "captureId" | "isSettling" | "attempt">> & {
  askAgainAt?: SQL<Date> | null;
  settledAt?: SQL<Date>;
};

/**
 * Begins every change of a payment: its order's row first, then the payment's,
 * then the products' by id. Whoever locks in this order waits and never stands
 * in another's way for good.
 */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (order === undefined) throw new Error("an order that was there is gone");
  return order;
}

/** The row of a provider's order, new where it is heard of for the first time. It pays one order of ours. */
export async function claimPayment(tx: Db, order: OrderRow, providerOrderId: string): Promise<PaymentRow> {
  await tx
    .insert(payments)
    .values({
      id: uuidv7(),
      orderId: order.id,
      providerOrderId,
      status: "created",
      amountCents: order.totalCents,
      currency,
    })
    .onConflictDoNothing({ target: payments.providerOrderId });
  const payment = await findPayment(tx, providerOrderId);
  if (payment === undefined) throw new Error("a claimed payment is gone");
  requireSameOrder(payment, order);
  return payment;
}

/** Refuses a payment that belongs to another order. */
export function requireSameOrder(payment: PaymentRow, order: { id: string }): void {
  if (payment.orderId === order.id) return;
  throw new DomainError("PAYMENT_REUSED", "This payment was made for another order");
}

/** Changes a payment's row. */
export async function changePayment(tx: Db, id: string, change: Change): Promise<void> {
  await tx
    .update(payments)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(payments.id, id));
}

/** Refuses while money for the order may be on its way by another of the provider's orders. */
export async function refuseWhilePaying(tx: Db, order: { id: string }, except?: PaymentRow): Promise<void> {
  const [busy] = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        inArray(payments.status, ["capturing", "pending"]),
        except === undefined ? undefined : ne(payments.id, except.id),
      ),
    )
    .limit(1);
  if (busy !== undefined) throw paymentPending();
}

export function paymentPending(): DomainError {
  return new DomainError(
    "PAYMENT_PENDING",
    "A payment for this order is being processed. It will show here when it is done.",
  );
}

export function alreadyPaid(): DomainError {
  return new DomainError("ALREADY_PAID", "This order is already paid");
}

/**
 * Takes the units of an order out of the stock again where its time had run
 * out; refuses with OUT_OF_STOCK when they are gone. The order's row is locked.
 */
export async function holdAgain(tx: Db, order: OrderRow, holdMs: number): Promise<void> {
  if (order.isStockHeld) return;
  const units = await tx
    .select({ productId: orderItems.productId, qty: orderItems.qty, line: orderItems.position })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  await takeStock(tx, units).catch((error: unknown) => {
    // Whatever became of the product, its units cannot be had for this order.
    if (error instanceof DomainError) throw new DomainError("OUT_OF_STOCK", error.message);
    throw error;
  });
  await tx
    .update(orders)
    .set({ isStockHeld: true, heldUntil: later(holdMs) })
    .where(eq(orders.id, order.id));
  await note(tx, order.id, "held", null);
}

/**
 * Keeps the units of a held order for a while from now. It changes the row even
 * where nothing is gained, so that a release which has just chosen the order
 * looks at it again.
 */
export async function keepHeld(tx: Db, order: OrderRow, holdMs: number): Promise<void> {
  await tx
    .update(orders)
    .set({ heldUntil: sql`greatest(${orders.heldUntil}, ${later(holdMs)})` })
    .where(eq(orders.id, order.id));
}

/** A moment so many milliseconds from now, by the database's clock. */
export function later(ms: number): SQL<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/** Writes a line into an order's history; `by` is the acting person, `null` when the shop itself acts. */
export async function note(
  tx: Db,
  orderId: string,
  act: (typeof orderEvents.$inferInsert)["act"],
  by: string | null,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, act, userId: by });
}
