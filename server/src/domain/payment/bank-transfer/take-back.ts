import type { TakeBackTransfer } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { isOnline, isRecordedByHand } from "../../../db/online-payments.ts";
import { orders } from "../../../db/schema/orders.ts";
import { payments, refunds } from "../../../db/schema/payments.ts";
import { later } from "../../../db/time.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../../base/errors.ts";
import type { DomainEvent } from "../../base/events.ts";
import { recordAct } from "../../base/record-act.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import { stopCardsOf } from "../../gift-card/stop-cards.ts";
import { centsToPay } from "../../order/amount-to-pay.ts";
import { findCancellation } from "../../order/cancelled.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder, type OrderRow } from "../../order/hold.ts";
import { closeMatters } from "../../order/matters.ts";
import { writeShopMessage } from "../../order/messages.ts";
import { readOrder, requireOrder } from "../../order/read.ts";
import type { PaymentDeps } from "../deps.ts";
import type { PaymentRow } from "../read.ts";
import { changePayment } from "../records.ts";
import { applyTransfer } from "./record.ts";

type TakeBackDeps = PaymentDeps & { settings: CurrentFacts<"transferHoldMs"> };

/**
 * Takes back that the money of a bank transfer was recorded, as when it was recorded for the wrong order. An order that it
 * had paid is paid by another transfer, if one had come for it as well; otherwise it is unpaid again, waits as long as a new
 * one, and its customer is told by a message. The invoice stays: it is that of the sale, and no other is issued once the
 * money is here. Throws NOT_FOUND for a payment that is no transfer of the order, and ILLEGAL_TRANSITION once the order is
 * processed or money of the payment was refunded.
 */
export async function takeBackTransfer(
  deps: TakeBackDeps,
  admin: Admin<"orders.refund">,
  orderId: string,
  { payment: paymentId, text }: TakeBackTransfer,
): Promise<Order> {
  const { db, settings, seller } = deps;
  await requireOrder(db, admin, orderId);
  const events: DomainEvent[] = [];
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      events.length = 0;
      const order = await lockOrder(tx, orderId);
      const payment = await findTransfer(tx, orderId, paymentId);
      // Taken back before.
      if (payment.status === "failed") return;
      await refuseWhenUsed(tx, order, payment);
      await removeMoney(tx, admin, payment);
      if (!payment.isSettling) return;
      await stopCardsOf(tx, orderId);
      await makeUnpaid(tx, order, settings.current.transferHoldMs);
      const other = await findOther(tx, order);
      const isCancelled = (await findCancellation(tx, orderId)) !== undefined;
      // Nobody has to pay for an order that was cancelled.
      if (other === undefined && !isCancelled) await writeShopMessage(tx, admin, orderId, text);
      if (other !== undefined) await applyTransfer({ db: tx, seller }, order, { ...other, by: admin.id }, events);
    }),
  );
  for (const event of events) deps.emit(event);
  return readOrder(db, admin, orderId);
}

/** Takes the money off a payment, with what is open about it. */
async function removeMoney(tx: Db, admin: Admin<"orders.refund">, payment: PaymentRow): Promise<void> {
  const { orderId, amountCents, isSettling } = payment;
  await changePayment(tx, payment.id, { status: "failed", isSettling: false, captureId: null, settledAt: null });
  const reason = "The transfer was taken back";
  await closeMatters(
    tx,
    { orderId, kinds: ["payment differs", "paid twice", "refund due"], reference: payment.id },
    reason,
  );
  if (isSettling) await closeMatters(tx, { orderId, kinds: ["stock gone"], reference: orderId }, reason);
  await recordEvent(tx, { orderId, act: "transfer taken back", by: admin.id, amountCents });
  const subject = orderId.slice(-5);
  await recordAct(tx, admin, { act: "took back a transfer for", entity: "order", entityId: orderId, subject });
}

/** Another transfer over what the order costs, surplus until now. Money of the provider pays with the next read, due at once. */
async function findOther(tx: Db, order: OrderRow): Promise<PaymentRow | undefined> {
  const ofOrder = and(eq(payments.orderId, order.id), eq(payments.status, "completed"));
  await tx
    .update(payments)
    .set({ askAgainAt: later(0) })
    .where(and(ofOrder, isOnline));
  const [other] = await tx
    .select()
    .from(payments)
    .where(and(ofOrder, isRecordedByHand, eq(payments.amountCents, centsToPay(order))))
    .orderBy(asc(payments.createdAt))
    .limit(1);
  return other;
}

async function findTransfer(tx: Db, orderId: string, id: string): Promise<PaymentRow> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.orderId, orderId), isRecordedByHand));
  if (payment === undefined) throw notFound("Payment");
  return payment;
}

async function refuseWhenUsed(tx: Db, order: OrderRow, payment: PaymentRow): Promise<void> {
  const isSentBefore = order.paymentMethod === "On Delivery";
  if (payment.isSettling && order.processedAt !== null && !isSentBefore) {
    throw new DomainError("ILLEGAL_TRANSITION", "This order is being processed. Refund the payment instead.");
  }
  if ((await tx.$count(refunds, eq(refunds.paymentId, payment.id))) === 0) return;
  throw new DomainError("ILLEGAL_TRANSITION", "Money of this payment was refunded, so it cannot be taken back.");
}

/** The units stay held while the right money is on its way. What is paid on delivery is where it was. */
async function makeUnpaid(tx: Db, { id, paymentMethod }: OrderRow, holdMs: number): Promise<void> {
  const steps = paymentMethod === "On Delivery" ? {} : { confirmedAt: null };
  await tx
    .update(orders)
    .set({ paidAt: null, ...steps, heldUntil: later(holdMs) })
    .where(eq(orders.id, id));
}
