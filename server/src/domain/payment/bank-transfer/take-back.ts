import type { TakeBackTransfer } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import { and, asc, eq, not } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orders } from "../../../db/schema/orders.ts";
import { payments, refunds } from "../../../db/schema/payments.ts";
import { later } from "../../../db/time.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder, type OrderRow } from "../../order/hold.ts";
import { closeMatters } from "../../order/matters.ts";
import { writeShopMessage } from "../../order/messages.ts";
import { readOrder, requireOrder } from "../../order/read.ts";
import type { PaymentDeps } from "../deps.ts";
import { isOnline, type PaymentRow } from "../read.ts";
import { changePayment } from "../records.ts";
import { applyTransfer } from "./record.ts";

type TakeBackDeps = PaymentDeps & { settings: CurrentFacts<"transferHoldMs"> };

/**
 * Takes back that the money of a bank transfer was recorded, as when it was recorded for the wrong order. An order that it
 * had paid is unpaid again and waits as long as a new one, unless it was paid by other money as well; its customer is told
 * by a message. The invoice stays: it is that of the sale, and no other is issued once the money is here. Throws NOT_FOUND for a payment that is none of these,
 * and ILLEGAL_TRANSITION once the order is processed or money of the payment was refunded.
 */
export async function takeBackTransfer(
  deps: TakeBackDeps,
  admin: Admin<"orders.refund">,
  orderId: string,
  { payment: paymentId, text }: TakeBackTransfer,
): Promise<Order> {
  const { db, settings } = deps;
  await requireOrder(db, admin, orderId);
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const payment = await findTransfer(tx, orderId, paymentId);
      // Taken back before.
      if (payment.status === "failed") return;
      await refuseWhenUsed(tx, order, payment);
      await changePayment(tx, payment.id, { status: "failed", isSettling: false, captureId: null, settledAt: null });
      if (payment.isSettling) await makeUnpaid(tx, order, settings.current.transferHoldMs);
      const reason = "The transfer was taken back";
      await closeMatters(tx, { orderId, kinds: ["payment differs", "paid twice"], reference: payment.id }, reason);
      if (payment.isSettling) await closeMatters(tx, { orderId, kinds: ["stock gone"], reference: orderId }, reason);
      const { amountCents } = payment;
      await recordEvent(tx, { orderId, act: "transfer taken back", by: admin.id, amountCents });
      const subject = orderId.slice(-5);
      await recordAct(tx, admin, { act: "took back a transfer for", entity: "order", entityId: orderId, subject });
      if (payment.isSettling) await writeShopMessage(tx, admin, orderId, text);
    }),
  );
  await settleByOther(deps, admin, orderId);
  return readOrder(db, admin, orderId);
}

/** What was surplus until now pays the order: another transfer at once, money of the provider with the next read of it. */
async function settleByOther(deps: TakeBackDeps, admin: Admin<"orders.refund">, orderId: string): Promise<void> {
  const { db } = deps;
  const ofOrder = and(eq(payments.orderId, orderId), eq(payments.status, "completed"), not(payments.isSettling));
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined || order.paidAt !== null) return;
  const others = await db.select().from(payments).where(ofOrder).orderBy(asc(payments.createdAt));
  const other = others.find((each) => each.provider === "bank transfer" && each.amountCents === order.totalCents);
  if (other !== undefined) {
    const { providerOrderId, amountCents } = other;
    await applyTransfer(deps, order, { providerOrderId, amountCents, by: admin.id, seen: other });
  } else {
    await db
      .update(payments)
      .set({ askAgainAt: later(0) })
      .where(and(ofOrder, isOnline));
  }
}

async function findTransfer(tx: Db, orderId: string, id: string): Promise<PaymentRow> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.orderId, orderId), eq(payments.provider, "bank transfer")));
  if (payment === undefined) throw notFound("Payment");
  return payment;
}

async function refuseWhenUsed(tx: Db, order: OrderRow, payment: PaymentRow): Promise<void> {
  if (payment.isSettling && order.processedAt !== null) {
    throw new DomainError("ILLEGAL_TRANSITION", "This order is being processed. Refund the payment instead.");
  }
  if ((await tx.$count(refunds, eq(refunds.paymentId, payment.id))) === 0) return;
  throw new DomainError("ILLEGAL_TRANSITION", "Money of this payment was refunded, so it cannot be taken back.");
}

/** The units stay held while the right money is on its way. */
async function makeUnpaid(tx: Db, { id }: OrderRow, holdMs: number): Promise<void> {
  await tx
    .update(orders)
    .set({ paidAt: null, confirmedAt: null, heldUntil: later(holdMs) })
    .where(eq(orders.id, id));
}
