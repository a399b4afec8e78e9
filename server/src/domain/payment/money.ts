import { formatMoney, toWire } from "@shop/shared/money";
import type { OrderMoney, PaymentRecord, RefundRecord, RestockableLine } from "@shop/shared/order/refund";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { payments, refundItems, refunds } from "../../db/schema/payments.ts";
import type { Admin } from "../base/actor.ts";
import { toTime } from "../order/dto.ts";
import { listMatters } from "../order/matters.ts";
import { requireOrder } from "../order/read.ts";
import { bankReferenceOf } from "./bank-transfer/entries.ts";
import type { PaymentRow } from "./read.ts";
import type { RefundRow } from "./refund-records.ts";

/** An amount of cents as text, such as `$19.90`. */
export function formatCents(cents: number): string {
  return formatMoney(toWire(cents));
}

/** What can still be refunded of a payment, in cents. Refunds without a final status count as made. */
export async function refundableCents(tx: Db, payment: PaymentRow): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), ne(refunds.status, "failed")));
  return leftOf(payment, row?.sum ?? 0);
}

function leftOf(payment: PaymentRow, refundedCents: number): number {
  const isCaptured = payment.status === "completed" || payment.status === "refunded";
  return isCaptured ? Math.max(0, payment.amountCents - refundedCents) : 0;
}

/** The lines of an order with units that the order holds and that no refund has restocked. */
export async function listRestockable(tx: Db, orderId: string): Promise<RestockableLine[]> {
  const returned = sql<number>`coalesce((
    select sum(b.qty) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
    where r.order_id = ${orderItems}.order_id and b.product_id = ${orderItems}.product_id and (r.status <> 'failed' or r.restocked_at is not null)
  ), 0)::int`;
  const lines = await tx
    .select({ product: orderItems.productId, name: orderItems.name, qty: orderItems.qty, returned })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), orders.isStockHeld))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  return lines.flatMap(({ returned, qty, ...line }) => (qty > returned ? [{ ...line, qty: qty - returned }] : []));
}

/** The payments of an order with their refunds, its matters, and its restockable lines. */
export async function readMoney(db: Db, admin: Admin<"orders.read">, orderId: string): Promise<OrderMoney> {
  await requireOrder(db, admin, orderId);
  const exchanges = alias(payments, "exchanges");
  const [paid, back, matters, restockable] = await Promise.all([
    db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.createdAt), asc(payments.id)),
    db
      .select({ refund: refunds, by: users.name, exchange: exchanges.orderId })
      .from(refunds)
      .leftJoin(users, eq(users.id, refunds.requestedBy))
      .leftJoin(exchanges, eq(exchanges.fromRefundId, refunds.id))
      .where(eq(refunds.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    listMatters(db, admin, orderId),
    listRestockable(db, orderId),
  ]);
  return {
    payments: paid.map((payment) =>
      toPaymentRecord(
        payment,
        back.filter(({ refund }) => refund.paymentId === payment.id),
      ),
    ),
    matters,
    restockable,
  };
}

/** `exchange`: the order that it has paid. */
type KnownRefund = { refund: RefundRow; by: string | null; exchange: string | null };

function toPaymentRecord(payment: PaymentRow, back: KnownRefund[]): PaymentRecord {
  const refunded = back.reduce((sum, { refund }) => sum + (refund.status === "failed" ? 0 : refund.amountCents), 0);
  return {
    _id: payment.id,
    provider: payment.provider,
    bankReference: bankReferenceOf(payment),
    providerOrderId: payment.providerOrderId,
    captureId: payment.captureId,
    status: payment.status,
    amount: toWire(payment.amountCents),
    currency: payment.currency,
    refundable: toWire(leftOf(payment, refunded)),
    isSettling: payment.isSettling,
    createdAt: payment.createdAt.toISOString(),
    refunds: back.map(toRefundRecord),
  };
}

function toRefundRecord({ refund, by, exchange }: KnownRefund): RefundRecord {
  return {
    _id: refund.id,
    amount: toWire(refund.amountCents),
    status: refund.status,
    reason: refund.reason,
    ...(exchange === null ? {} : { exchange }),
    ...(refund.creditAccountId === null ? {} : { asCredit: true }),
    createdAt: refund.createdAt.toISOString(),
    completedAt: toTime(refund.completedAt),
    by,
  };
}
