import type { OwnData } from "@shop/shared/account/own-data";
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { orderMatters, orderMessages, withdrawals } from "../../db/schema/customer-service.ts";
import { orderDiscounts } from "../../db/schema/discounts.ts";
import { earlierOrderItems, earlierOrders } from "../../db/schema/earlier-orders.ts";
import { giftCardOrders, giftCards } from "../../db/schema/gift-cards.ts";
import { orderChanges } from "../../db/schema/order-changes.ts";
import { orderEdits } from "../../db/schema/order-edits.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import { parcelItems, parcels, parcelTrackers } from "../../db/schema/parcels.ts";
import { invoices, payments, refundItems, refunds } from "../../db/schema/payments.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { isoTime } from "../../db/time.ts";
import { addressColumns } from "../account/addresses.ts";
import type { User } from "../base/actor.ts";
import { inBatches, isOlderThan } from "../base/batches.ts";
import { isoOrNull, ownList } from "./own-list.ts";

/** The orders of one statement, each with all that belongs to it. */
const ordersAtOnce = 25;

type OwnOrder = OwnData["orders"][number];

/** Rows of a relation of an order as one JSON value. */
const all = (rows: SQL) => sql`(select coalesce(json_agg(listed), '[]') from (${rows}) as listed)`;

const orderParts = {
  items: sql<OwnOrder["items"]>`${all(sql`
    select i.product_id as "productId", i.name, i.image, i.price_cents as "priceCents", i.discount_cents as "discountCents",
      i.regular_price_cents as "regularPriceCents", i.lowest_price_cents as "lowestPriceCents", i.qty as quantity,
      i.tax_class as "taxClass", i.grams
    from ${orderItems} i where i.order_id = ${orders}.id order by i.position`)}`,
  discounts: sql<OwnOrder["discounts"]>`${all(sql`
    select d.code, d.name, d.amount_cents as "amountCents"
    from ${orderDiscounts} d where d.order_id = ${orders}.id order by d.rule_id`)}`,
  giftCards: sql<OwnOrder["giftCards"]>`${all(sql`
    select g.id, g.value_cents as "valueCents", a.balance_cents as "leftCents", g.ending,
      ${isoTime(sql`g.expires_at`)} as "expiresAt", ${isoTime(sql`g.stopped_at`)} as "stoppedAt",
      g.recipient_name as "recipientName", g.recipient_email as "recipientEmail", g.words,
      ${isoTime(sql`g.send_at`)} as "sendAt", ${isoTime(sql`g.sent_at`)} as "sentAt",
      ${isoTime(sql`g.created_at`)} as "createdAt"
    from ${giftCards} g join ${creditAccounts} a on a.id = g.id
    where g.order_id = ${orders}.id order by g.position, g.unit, g.id`)}`,
  giftCardsMadeAt: sql<string | null>`(
    select ${isoTime(sql`c.made_at`)} from ${giftCardOrders} c where c.order_id = ${orders}.id)`,
  payments: sql<OwnOrder["payments"]>`${all(sql`
    select p.id, p.status, p.amount_cents as "amountCents", p.currency, p.provider, p.provider_order_id as "providerOrderId",
      p.capture_id as "captureId", p.from_refund_id as "fromRefundId",
      p.credit_account_id as "creditAccountId", ${isoTime(sql`p.created_at`)} as "createdAt",
      ${isoTime(sql`p.updated_at`)} as "updatedAt", ${isoTime(sql`p.settled_at`)} as "settledAt"
    from ${payments} p where p.order_id = ${orders}.id order by p.created_at, p.id`)}`,
  refunds: sql<OwnOrder["refunds"]>`${all(sql`
    select r.id, r.payment_id as "paymentId", r.status, r.amount_cents as "amountCents", r.currency, r.reason, r.taxes,
      r.provider_refund_id as "providerRefundId", r.credit_account_id as "creditAccountId", ${isoTime(sql`r.created_at`)} as "createdAt",
      ${isoTime(sql`r.completed_at`)} as "completedAt",
      ${all(sql`select b.product_id as "productId", b.qty as quantity from ${refundItems} b where b.refund_id = r.id`)}
        as "restockedItems"
    from ${refunds} r where r.order_id = ${orders}.id order by r.created_at, r.id`)}`,
  parcels: sql<OwnOrder["parcels"]>`${all(sql`
    select b.id, b.carrier, b.tracking_number as "trackingNumber", ${isoTime(sql`b.created_at`)} as "createdAt",
      ${all(sql`select u.product_id as "productId", u.qty as quantity from ${parcelItems} u where u.parcel_id = b.id`)}
        as items
    from ${parcels} b where b.order_id = ${orders}.id order by b.created_at, b.id`)}`,
  invoices: sql<OwnOrder["invoices"]>`${all(sql`
    select d.id, d.kind, d.year || '-' || lpad(d.number::text, 5, '0') as number, d.refund_id as "refundId", d.content,
      ${isoTime(sql`d.created_at`)} as "createdAt"
    from ${invoices} d where d.order_id = ${orders}.id order by d.created_at, d.id`)}`,
  reportedParcels: sql<OwnOrder["reportedParcels"]>`${all(sql`
    select t.id, t.payment_id as "paymentId", t.carrier, t.tracking_number as "trackingNumber",
      not t.is_wanted as "isCancelled", t.status, t.detail as answer, ${isoTime(sql`t.created_at`)} as "createdAt",
      ${isoTime(sql`t.ended_at`)} as "endedAt"
    from ${parcelTrackers} t where t.order_id = ${orders}.id order by t.created_at, t.id`)}`,
  messages: sql<OwnOrder["messages"]>`${all(sql`
    select m.id, case when m.is_from_shop then 'the shop' else 'you' end as by, m.text,
      ${isoTime(sql`m.created_at`)} as "createdAt", ${isoTime(sql`m.read_at`)} as "readAt"
    from ${orderMessages} m where m.order_id = ${orders}.id order by m.created_at, m.id`)}`,
  events: sql<OwnOrder["events"]>`${all(sql`
    select e.id, ${isoTime(sql`e.created_at`)} as at, e.act as what, e.amount_cents as "amountCents",
      case when e.user_id = ${orders}.user_id then 'you' else 'the shop' end as by
    from ${orderEvents} e where e.order_id = ${orders}.id order by e.created_at, e.id`)}`,
  withdrawals: sql<OwnOrder["withdrawals"]>`${all(sql`
    select w.id, ${isoTime(sql`w.declared_at`)} as "declaredAt", w.is_late as "isLate", w.state,
      ${isoTime(sql`w.decided_at`)} as "decidedAt", w.words as explanation
    from ${withdrawals} w where w.order_id = ${orders}.id`)}`,
  returns: sql<OwnOrder["returns"]>`${all(sql`
    select t.id, ${isoTime(sql`t.requested_at`)} as "requestedAt", t.state, t.words as answer, t.is_withdrawal as "isWithdrawal", t.wish,
      t.declaration,
      ${isoTime(sql`t.decided_at`)} as "decidedAt", ${isoTime(sql`t.received_at`)} as "receivedAt",
      t.refund_id as "refundId",
      case when t.requested_by = ${orders}.user_id then 'you' else 'the shop' end as by,
      ${all(sql`
        select i.product_id as "productId", i.qty, i.reason, i.words, i.received_qty as "receivedQty", i.condition,
          i.is_restocked as "isRestocked"
        from ${orderReturnItems} i where i.return_id = t.id order by i.product_id`)} as items
    from ${orderReturns} t where t.order_id = ${orders}.id order by t.requested_at, t.id`)}`,
  changes: sql<OwnOrder["changes"]>`${all(sql`
    select c.id, c.kind, case when c.is_by_customer then 'you' else 'the shop' end as by, c.reason,
      ${isoTime(sql`c.created_at`)} as "createdAt", ${isoTime(sql`c.undone_at`)} as "undoneAt"
    from ${orderChanges} c where c.order_id = ${orders}.id order by c.created_at, c.id`)}`,
  edits: sql<OwnOrder["edits"]>`${all(sql`
    select e.id, ${isoTime(sql`e.created_at`)} as "createdAt", e.words, e.before, e.after,
      ${isoTime(sql`e.undone_at`)} as "undoneAt"
    from ${orderEdits} e where e.order_id = ${orders}.id order by e.created_at, e.id`)}`,
  issues: sql<OwnOrder["issues"]>`${all(sql`
    select m.id, m.kind, m.amount_cents as "amountCents", ${isoTime(sql`m.opened_at`)} as "openedAt",
      ${isoTime(sql`m.resolved_at`)} as "resolvedAt"
    from ${orderMatters} m where m.order_id = ${orders}.id order by m.opened_at, m.id`)}`,
};

/** The orders of a user with all that belongs to them, the newest first. */
export function listOrders(db: Db, user: User): AsyncGenerator<OwnOrder[]> {
  const { id, paymentMethod, itemsCents, discountCents, shippingCents } = getTableColumns(orders);
  const { taxCents, totalCents, creditCents } = getTableColumns(orders);
  const columns = {
    id,
    createdAt: isoTime(orders.createdAt),
    name: orders.customerName,
    email: orders.customerEmail,
    shippingAddress: addressColumns,
    taxNumber: orders.taxNumber,
    delivery: orders.delivery,
    taxes: orders.taxes,
    taxIncluded: orders.taxIncluded,
    termsVersion: orders.termsVersion,
    paymentMethod,
    itemsCents,
    discountCents,
    shippingCents,
    taxCents,
    totalCents,
    creditCents,
    exchange: sql<OwnOrder["exchange"]>`(
      select json_build_object('of', x.of_order_id, 'returnId', x.return_id, 'createdAt', ${isoTime(sql`x.created_at`)})
      from ${orderExchanges} x where x.order_id = ${orders}.id
    )`,
    paidAt: isoOrNull(orders.paidAt),
    confirmedAt: isoOrNull(orders.confirmedAt),
    processedAt: isoOrNull(orders.processedAt),
    shippedAt: isoOrNull(orders.shippedAt),
    expectedFrom: orders.arrivesFrom,
    expectedTo: orders.arrivesTo,
    deliveredAt: isoOrNull(orders.deliveredAt),
    heldUntil: isoTime(orders.heldUntil),
    ...orderParts,
  };
  return inBatches(
    ({ after, limit }) =>
      db
        .select(columns)
        .from(orders)
        .where(and(eq(orders.userId, user.id), isOlderThan(orders, after)))
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(limit),
    (order) => order.id,
    { atOnce: ordersAtOnce },
  );
}

/** The user's orders of the former shop, in the order of their ids. */
export const listEarlierOrders = ownList(
  (db) =>
    db
      .select({
        id: earlierOrders.id,
        source: earlierOrders.source,
        importId: earlierOrders.importId,
        number: earlierOrders.number,
        customerName: earlierOrders.customerName,
        customerEmail: earlierOrders.customerEmail,
        address: earlierOrders.address,
        city: earlierOrders.city,
        postalCode: earlierOrders.postalCode,
        country: earlierOrders.country,
        paymentMethod: earlierOrders.paymentMethod,
        currency: earlierOrders.currency,
        discountCents: earlierOrders.discountCents,
        shippingCents: earlierOrders.shippingCents,
        taxCents: earlierOrders.taxCents,
        totalCents: earlierOrders.totalCents,
        refundedCents: earlierOrders.refundedCents,
        state: earlierOrders.state,
        orderedAt: isoTime(earlierOrders.orderedAt),
        paidAt: isoOrNull(earlierOrders.paidAt),
        shippedAt: isoOrNull(earlierOrders.shippedAt),
        deliveredAt: isoOrNull(earlierOrders.deliveredAt),
        cancelledAt: isoOrNull(earlierOrders.cancelledAt),
        createdAt: isoTime(earlierOrders.createdAt),
        items: sql<OwnData["earlierOrders"][number]["items"]>`${all(sql`
          select i.name, i.sku, i.qty, i.total_cents as "totalCents"
          from ${earlierOrderItems} i where i.order_id = ${earlierOrders}.id order by i.position`)}`,
      })
      .from(earlierOrders)
      .$dynamic(),
  { of: earlierOrders.userId, key: [earlierOrders.id, "id"] },
);
