import type { InvoiceTax } from "@shop/shared/order/invoice";
import type { RefundStatus } from "@shop/shared/order/refund";
import { and, eq, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { payments, refundItems, refunds } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import type { DomainEvent } from "../base/events.ts";
import { recordEvent } from "../order/history.ts";
import { closeMatters, isMatterOpen, openMatter } from "../order/matters.ts";
import { returnStock, type Units } from "../order/stock.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import type { PaymentRow } from "./read.ts";
import { changePayment, inFlightMs } from "./records.ts";

export type RefundRow = typeof refunds.$inferSelect;

/** The context of a refund change: the transaction, the payment, and the domain events to emit after the commit. */
export type RefundChange = { tx: Db; payment: PaymentRow; events: DomainEvent[] };

/** `isReversal`: the provider took the money back, which the customer caused and knows. */
export type RefundUpdate = { status: RefundStatus; providerRefundId?: string; isReversal?: boolean };

/** A refund to be made. Its idempotency key is that of the request for it, if it was one. Amounts in cents. */
export type NewRefund = {
  payment: PaymentRow;
  amountCents: number;
  reason: string | null;
  /** The taxes within it, if it is due for known goods. */
  taxes?: InvoiceTax[] | null;
  /** Who caused it. Refunds by nobody are those made at the provider. */
  by: string;
  request?: { idempotencyKey: string; requestHash: string };
  /** The store credit that it goes to, if not back to where the money came from. */
  creditAccountId?: string | undefined;
  /** When polling looks after it if its caller has not, in milliseconds; 0 leaves the first request to polling. */
  askAgainMs: number;
};

/** Records a refund before the provider is asked for it, so that it is made whatever happens to this process. */
export async function recordRefund(
  tx: Db,
  { payment, amountCents, reason, taxes = null, by, request, creditAccountId, askAgainMs }: NewRefund,
): Promise<RefundRow> {
  const { orderId, id: paymentId, currency } = payment;
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: uuidv7(),
      orderId,
      paymentId,
      status: "requested",
      amountCents,
      currency,
      requestedBy: by,
      reason,
      taxes,
      creditAccountId,
      ...request,
      askAgainAt: later(askAgainMs),
      // None that is left to polling is in flight.
      lastRequestedAt: later(askAgainMs === 0 ? -inFlightMs : 0),
    })
    .returning();
  if (refund === undefined) throw new Error("the insert returned no refund");
  await recordEvent(tx, { orderId, act: "refund requested", by, amountCents });
  return refund;
}

/** Whether all money of a payment was refunded or is about to be. Unanswered refunds do not count. */
export async function hasReturnedAll(tx: Db, { id, amountCents }: PaymentRow): Promise<boolean> {
  const known = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.status, ["pending", "completed"])));
  return (known[0]?.sum ?? 0) >= amountCents;
}

/** The refund of the last cent ends a payment. Its money counts again if that refund fails later. Returns whether it ends. */
export async function updateReturned(tx: Db, payment: PaymentRow): Promise<boolean> {
  const { id, orderId } = payment;
  const isReturned = await hasReturnedAll(tx, payment);
  if (!isReturned) {
    const ended = and(eq(payments.id, id), eq(payments.status, "refunded"));
    await tx.update(payments).set({ status: "completed", updatedAt: sql`clock_timestamp()` }).where(ended);
    return false;
  }
  await changePayment(tx, id, { status: "refunded" });
  await closeMatters(tx, { orderId, kinds: ["refund due"], reference: id }, "The money was sent back");
  return true;
}

/** Nobody has to look at a payment that was refunded. */
export async function endRisk(tx: Db, { id, orderId }: PaymentRow): Promise<void> {
  await closeMatters(tx, { orderId, kinds: ["payment risk"], reference: id }, "The money was sent back");
}

/** Records a refund's status. Its units are restocked with the first answer that accepts it. Idempotent. */
export async function changeRefund(change: RefundChange, refund: RefundRow, event: RefundUpdate): Promise<void> {
  const { tx, payment, events } = change;
  const { status, providerRefundId = refund.providerRefundId } = event;
  if (refund.status === status && refund.providerRefundId === providerRefundId) return;
  await tx
    .update(refunds)
    .set({
      status,
      providerRefundId,
      updatedAt: sql`clock_timestamp()`,
      askAgainAt: status === "pending" ? sql`coalesce(${refunds.askAgainAt}, now())` : null,
      completedAt: status === "completed" ? sql`coalesce(${refunds.completedAt}, now())` : null,
    })
    .where(eq(refunds.id, refund.id));
  if (refund.status === status) return;
  const { orderId, requestedBy: by, amountCents } = refund;
  if (refund.status === "failed") await correctFailedRefund(tx, refund);
  await closeMatters(
    tx,
    {
      orderId,
      kinds: status === "failed" ? ["refund stuck"] : ["refund stuck", "refund failed"],
      reference: refund.id,
    },
    status === "failed" ? "The refund was not made" : "The refund was made",
  );
  if (status === "failed") {
    await recordEvent(tx, { orderId, act: "refund failed", by, amountCents });
    return;
  }
  await restock(tx, refund);
  if (status === "completed") {
    await recordEvent(tx, { orderId, act: "refunded", by, amountCents });
    if (event.isReversal !== true) await writeRefundMail(tx, refund);
    events.push({ type: "refunded", order: orderId, providerOrder: payment.providerOrderId, by });
  }
}

type MailedRefund = Pick<RefundRow, "id" | "orderId" | "amountCents" | "reason" | "creditAccountId">;

/** Tells the customer of a refund that was made, once. */
export async function writeRefundMail(
  tx: Db,
  { id, orderId, amountCents, reason, creditAccountId }: MailedRefund,
): Promise<void> {
  const data = { amountCents, reason, ...(creditAccountId === null ? {} : { isCredit: true }) };
  await writeOrderMails(tx, { kind: "refund made", orderIds: [orderId], data, once: id });
}

/** The units that go back into the stock with a refund. */
export async function writeRefundItems(tx: Db, refundId: string, units: readonly Units[]): Promise<void> {
  if (units.length === 0) return;
  await tx.insert(refundItems).values(units.map(({ productId, qty }) => ({ refundId, productId, qty })));
}

/** Takes the units that other refunds have taken back off a refund that was made although it seemed to have failed. */
async function dropRestockedUnits(tx: Db, { id, orderId }: RefundRow): Promise<void> {
  const left = sql`(
    select sum(i.qty) from ${orderItems} i where i.order_id = ${orderId} and i.product_id = ${refundItems}.product_id
  ) - coalesce((
    select sum(b.qty) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
    where r.order_id = ${orderId} and r.id <> ${id} and b.product_id = ${refundItems}.product_id
      and (r.status <> 'failed' or r.restocked_at is not null)
  ), 0)`;
  const isOwn = eq(refundItems.refundId, id);
  await tx.delete(refundItems).where(and(isOwn, sql`${left} <= 0`));
  await tx
    .update(refundItems)
    .set({ qty: sql`${left}` })
    .where(and(isOwn, sql`${left} < ${refundItems}.qty`));
}

/**
 * What a refund needs that seemed to have failed and was made after all. Administrators who were told that nothing was
 * refunded may have refunded again, so that they hear of it.
 */
export async function correctFailedRefund(tx: Db, refund: RefundRow): Promise<void> {
  const { id, orderId, paymentId, amountCents, restockedAt } = refund;
  if (restockedAt === null) await dropRestockedUnits(tx, refund);
  if (await isMatterOpen(tx, { orderId, kind: "refund failed", reference: id })) return;
  await openMatter(tx, { orderId, kind: "refunded", reference: id, paymentId, amountCents });
}

/** Restocks the units of a refund, once. */
async function restock(tx: Db, refund: RefundRow): Promise<void> {
  if (refund.restockedAt !== null) return;
  const items = await tx
    .select({ productId: refundItems.productId, qty: refundItems.qty })
    .from(refundItems)
    .where(eq(refundItems.refundId, refund.id));
  if (items.length === 0) return;
  const [order] = await tx
    .select({ isStockHeld: orders.isStockHeld })
    .from(orders)
    .where(eq(orders.id, refund.orderId));
  if (order?.isStockHeld === true) await returnStock(tx, items);
  await tx
    .update(refunds)
    .set({ restockedAt: later(0) })
    .where(eq(refunds.id, refund.id));
}
