import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema.ts";
import { DomainError, retryingConflicts, violates } from "../errors.ts";
import { findPayment, type OrderRow, type PaymentRow } from "./read.ts";
import { changePayment, claimPayment, holdAgain, keepHeld, later, lockOrder, note } from "./record.ts";

/** Money that the provider has taken for an order. `by` is who reported it; `null` when the shop found it. */
export type Money = { orderId: string; providerOrderId: string; captureId: string; by: string | null };

/**
 * Writes down that an order is paid, in one transaction, once. Money that comes
 * when the units are gone, or for an order that is paid already, is kept and
 * flagged for an administrator. Says whether the order is paid by this money,
 * now or since before, or by other money, and whether that is news.
 */
export async function settlePayment(db: Db, money: Money): Promise<"now" | "before" | "otherwise" | "twice"> {
  const { orderId, providerOrderId, captureId, by } = money;
  const settle = () =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const payment = await claimPayment(tx, order, providerOrderId);
      if (payment.settledAt !== null) return payment.isSettling ? "before" : "otherwise";
      const received = { status: "completed", captureId, settledAt: later(0), askAgainAt: null } as const;
      if (order.paidAt !== null) {
        await changePayment(tx, payment.id, received);
        await tx.update(orders).set({ attention: "paid twice" }).where(eq(orders.id, orderId));
        await note(tx, orderId, "paid again", by);
        return "twice";
      }
      const hasUnits = await takeIfLeft(tx, order);
      await changePayment(tx, payment.id, { ...received, isSettling: true });
      await tx
        .update(orders)
        .set({ paidAt: sql`now()`, ...(hasUnits ? {} : { attention: "stock gone" as const }) })
        .where(eq(orders.id, orderId));
      await note(tx, orderId, "paid", by);
      return "now";
    });
  return retryingConflicts(settle).catch(refuseReuse);
}

/** Takes released units back if they are still there; the rest of the transaction goes on either way. */
async function takeIfLeft(tx: Db, order: OrderRow): Promise<boolean> {
  try {
    await tx.transaction((inner) => holdAgain(inner, order, 0));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Writes down that the provider has the money but still looks into it. The order keeps its units meanwhile. */
export async function keepPending(db: Db, money: Money, reconcileMs: number): Promise<void> {
  const { orderId, providerOrderId, captureId, by } = money;
  const keep = () =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const payment = await claimPayment(tx, order, providerOrderId);
      if (payment.settledAt !== null || payment.status === "pending") return;
      await changePayment(tx, payment.id, { status: "pending", captureId, askAgainAt: later(reconcileMs) });
      await note(tx, orderId, "payment pending", by);
      if (order.paidAt === null && (await takeIfLeft(tx, order))) await keepHeld(tx, order, 0);
    });
  await retryingConflicts(keep).catch(refuseReuse);
}

/** An attempt of the buyer's, or of the shop's in their stead. */
export type Attempt = Omit<Money, "captureId">;

/**
 * Writes down that a known payment came to nothing: the buyer may try again,
 * with the same order of the provider (`created`) or with another (`failed`).
 * Money that was taken all the same is for an administrator to look at.
 */
export async function giveUp(db: Db, attempt: Attempt, status: "created" | "failed", hasMoney = false): Promise<void> {
  await changeUnsettled(db, attempt, async (tx, payment) => {
    if (payment.status === "failed") return;
    // Another try is another request: the provider answers a repeated one as it did before.
    await changePayment(tx, payment.id, { status, attempt: payment.attempt + 1, askAgainAt: null });
    if (payment.status !== "created") await note(tx, attempt.orderId, "payment failed", attempt.by);
    const change = {
      // What waited for this money need not wait any longer.
      ...(payment.status === "pending" ? { heldUntil: sql`now()` } : {}),
      ...(hasMoney ? { attention: "payment differs" as const } : {}),
    };
    if (Object.keys(change).length > 0) await tx.update(orders).set(change).where(eq(orders.id, attempt.orderId));
  });
}

/** Writes down that a known payment waits for its buyer or its provider again, as before the attempt. */
export async function putBack(db: Db, attempt: Attempt, reconcileMs: number): Promise<void> {
  await changeUnsettled(db, attempt, async (tx, payment) => {
    if (payment.status !== "capturing") return;
    await changePayment(tx, payment.id, { status: "created", askAgainAt: later(reconcileMs) });
  });
}

/** Changes a payment that is known and not settled; what was never begun leaves no trace. */
async function changeUnsettled(
  db: Db,
  { orderId, providerOrderId }: Attempt,
  change: (tx: Db, payment: PaymentRow) => Promise<void>,
): Promise<void> {
  const known = await findPayment(db, providerOrderId);
  if (known?.orderId !== orderId || known.settledAt !== null) return;
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
      const payment = await findPayment(tx, providerOrderId);
      if (payment !== undefined && payment.settledAt === null) await change(tx, payment);
    }),
  );
}

/**
 * Writes down that the money of a payment went back, wholly or in part, and
 * asks an administrator to look. Says whether that is news.
 */
export async function noteRefund(db: Db, { orderId, providerOrderId, captureId, by }: Money): Promise<boolean> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const payment = await claimPayment(tx, order, providerOrderId);
      if (payment.status === "refunded") return false;
      await changePayment(tx, payment.id, { status: "refunded", captureId, askAgainAt: null });
      await tx.update(orders).set({ attention: "refunded" }).where(eq(orders.id, orderId));
      await note(tx, orderId, "refunded", by);
      return true;
    }),
  ).catch(refuseReuse);
}

/** One capture settles one order. */
function refuseReuse(error: unknown): never {
  if (violates(error, "payments_capture_once")) {
    throw new DomainError("PAYMENT_REUSED", "This payment was made for another order");
  }
  throw error;
}
