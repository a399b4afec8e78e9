import { toWire } from "@shop/shared/money";
import type { Cancellation } from "@shop/shared/order/cancellation";
import { carrierName, trackingUrl } from "@shop/shared/order/carriers";
import type { MatterKind } from "@shop/shared/order/matter";
import type { Order, OrderItem } from "@shop/shared/order/order";
import type { Parcel } from "@shop/shared/order/parcel";
import type { PaymentResult } from "@shop/shared/order/payment";
import type { RefundStatus } from "@shop/shared/order/refund";
import { isGiftCard } from "@shop/shared/terms-of-sale/gift-card-class";
import { type OrderDelivery, specifiedVersion } from "@shop/shared/terms-of-sale/terms-of-sale";
import { isUncharged } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderMatters } from "../../db/schema/customer-service.ts";
import { orderDiscounts } from "../../db/schema/discounts.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { parcelItems, parcels } from "../../db/schema/parcels.ts";
import { payments, refundItems, refunds } from "../../db/schema/payments.ts";
import { isoTime } from "../../db/time.ts";
import { cancellationSql } from "./cancelled.ts";
import { isWithdrawnSql } from "./withdrawn.ts";

export type ItemRow = {
  name: string;
  qty: number;
  image: string;
  priceCents: number;
  discountCents?: number;
  product: string;
  /** Both or none. */
  regularPriceCents?: number | null;
  lowestPriceCents?: number | null;
  /** Empty for none. */
  sku: string;
  gtin: string;
  taxClass: string;
};
type MatterRow = { id: string; kind: MatterKind; amountCents: number | null; openedAt: string };
export type ParcelRow = Pick<Parcel, "items" | "carrier" | "trackingNumber" | "version"> & { id: string };
type DiscountRow = { code: string | null; name: string; amountCents: number };
type CreditRow = { giftCard: string | null; amountCents: number };
type ExchangeFacts = { of: string; creditCents: number };
type RefundRow = {
  id: string;
  amountCents: number;
  status: RefundStatus;
  reason: string | null;
  exchange: string | null;
  asCredit: boolean;
  createdAt: string;
  completedAt: string | null;
};

/** The captured money of an order, in cents, without money that the provider still reviews. */
export const capturedCents = sql<number>`(
  select coalesce(sum(p.amount_cents), 0) from ${payments} p
  where p.order_id = ${orders}.id and p.status in ('completed', 'refunded')
)`.mapWith(Number);

/**
 * The refunded money of an order, in cents. Refunds without a final status count, so that the order
 * is not shipped meanwhile.
 */
export const refundedCents = sql<number>`(
  select coalesce(sum(r.amount_cents), 0) from ${refunds} r where r.order_id = ${orders}.id and r.status <> 'failed'
)`.mapWith(Number);

/** Whether all captured money of an order was refunded. */
export const isRefundedSql = sql<boolean>`(${refundedCents} > 0 and ${refundedCents} >= ${capturedCents})`;

/** The units of all lines of an order. */
export const units = sql<number | null>`(
  select sum(i.qty)::int from ${orderItems} i where i.order_id = ${orders}.id
)`;

/** Whether all units of an order were restocked with its refunds. */
export const isRestockedSql = sql<boolean>`coalesce((
  select sum(b.qty) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
  where r.order_id = ${orders}.id and r.restocked_at is not null
) >= ${units}, false)`;

/** The kinds of an order's open matters, oldest first. */
export const openMatterKinds = sql<MatterKind[]>`array(
  select m.kind from ${orderMatters} m where m.order_id = ${orders}.id and m.resolved_at is null
  group by m.kind order by min(m.opened_at), m.kind
)`;

export const hasOpenMatter: SQL = sql`exists (
  select from ${orderMatters} m where m.order_id = ${orders}.id and m.resolved_at is null
)`;

/**
 * An order's row with each of its relations aggregated into one value, so that a list of orders
 * costs one query. Failed refunds that the provider never accepted are left out.
 */
export const orderColumns = {
  ...getTableColumns(orders),
  items: sql<ItemRow[]>`(
    select json_agg(json_build_object('name', i.name, 'qty', i.qty, 'image', i.image,
      'priceCents', i.price_cents, 'discountCents', i.discount_cents, 'product', i.product_id, 'regularPriceCents', i.regular_price_cents,
      'lowestPriceCents', i.lowest_price_cents, 'sku', i.sku, 'gtin', i.gtin, 'taxClass', i.tax_class) order by i.position)
    from ${orderItems} i where i.order_id = ${orders}.id
  )`,
  discounts: sql<DiscountRow[] | null>`(
    select json_agg(json_build_object('code', d.code, 'name', d.name, 'amountCents', d.amount_cents) order by d.rule_id)
    from ${orderDiscounts} d where d.order_id = ${orders}.id
  )`,
  payment: sql<PaymentResult | null>`(
    select json_build_object('id', p.provider_order_id, 'status', p.status)
    from ${payments} p
    where p.order_id = ${orders}.id and (p.is_settling or p.status in ('capturing', 'pending'))
    order by p.is_settling desc, p.created_at desc limit 1
  )`,
  parcels: sql<ParcelRow[] | null>`(
    select json_agg(json_build_object('id', b.id, 'carrier', b.carrier, 'trackingNumber', b.tracking_number,
      'version', b.version, 'items', (
        select coalesce(json_agg(json_build_object('product', i.product_id, 'name', i.name, 'qty', u.qty)
          order by i.position), '[]')
        from ${parcelItems} u join ${orderItems} i on i.order_id = b.order_id and i.product_id = u.product_id
        where u.parcel_id = b.id
      )) order by b.created_at, b.id)
    from ${parcels} b where b.order_id = ${orders}.id
  )`,
  matters: sql<MatterRow[] | null>`(
    select json_agg(json_build_object('id', m.id, 'kind', m.kind, 'amountCents', m.amount_cents,
      'openedAt', ${isoTime(sql`m.opened_at`)}) order by m.opened_at, m.id)
    from ${orderMatters} m where m.order_id = ${orders}.id and m.resolved_at is null
  )`,
  refunds: sql<RefundRow[] | null>`(
    select json_agg(json_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status,
      'reason', r.reason, 'exchange', (select x.order_id from ${payments} x where x.from_refund_id = r.id), 'asCredit', r.credit_account_id is not null, 'createdAt', ${isoTime(sql`r.created_at`)}, 'completedAt', ${isoTime(sql`r.completed_at`)})
      order by r.created_at, r.id)
    from ${refunds} r
    where r.order_id = ${orders}.id and (r.status <> 'failed' or r.provider_refund_id is not null)
  )`,
  capturedCents,
  isRestocked: isRestockedSql,
  isWithdrawn: isWithdrawnSql,
  cancellation: cancellationSql,
  exchange: sql<ExchangeFacts | null>`(
    select json_build_object('of', x.of_order_id, 'creditCents', (
        select coalesce(sum(p.amount_cents), 0) from ${payments} p where p.order_id = x.order_id and p.provider = 'exchange'
      ))
    from ${orderExchanges} x where x.order_id = ${orders}.id
  )`,
  credits: sql<CreditRow[] | null>`(
    select json_agg(json_build_object('giftCard', g.ending, 'amountCents', p.amount_cents) order by p.created_at, p.id)
    from ${payments} p left join ${giftCards} g on g.id = p.credit_account_id
    where p.order_id = ${orders}.id and p.provider = 'store credit' and p.status in ('completed', 'refunded')
  )`,
  exchangedFor: sql<string[] | null>`(
    select json_agg(x.order_id order by x.created_at, x.order_id) from ${orderExchanges} x where x.of_order_id = ${orders}.id
  )`,
};

type OrderRow = typeof orders.$inferSelect & {
  items: ItemRow[] | null;
  discounts: DiscountRow[] | null;
  payment: PaymentResult | null;
  parcels: ParcelRow[] | null;
  matters: MatterRow[] | null;
  refunds: RefundRow[] | null;
  capturedCents: number;
  isRestocked: boolean;
  isWithdrawn: boolean;
  cancellation: Cancellation | null;
  exchange: ExchangeFacts | null;
  credits: CreditRow[] | null;
  exchangedFor: string[] | null;
};

/** The relations of an order that was just placed. */
export const emptyRelations = {
  payment: null,
  parcels: null,
  matters: null,
  refunds: null,
  capturedCents: 0,
  isRestocked: false,
  isWithdrawn: false,
  cancellation: null,
  exchange: null,
  credits: null,
  exchangedFor: null,
} satisfies Partial<OrderRow>;

/** A timestamp in wire format. */
export function toTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

function toParcel({ id, carrier, trackingNumber, version, items }: ParcelRow): Parcel {
  const of = { carrierName: carrierName(carrier), trackingUrl: trackingUrl(carrier, trackingNumber) };
  return { _id: id, carrier, trackingNumber, version, items, ...of };
}

function toItem({ regularPriceCents, lowestPriceCents, priceCents, sku, gtin, ...row }: ItemRow): OrderItem {
  const { name, qty, image, product, discountCents = 0 } = row;
  const kind = isGiftCard(row) ? { isGiftCard: true as const } : {};
  const codes = { ...(sku === "" ? {} : { sku }), ...(gtin === "" ? {} : { gtin }) };
  const discount = discountCents === 0 ? {} : { discount: toWire(discountCents) };
  const item = { name, qty, image, price: toWire(priceCents), ...discount, product, ...codes, ...kind };
  if (typeof regularPriceCents !== "number" || typeof lowestPriceCents !== "number") return item;
  return { ...item, regularPrice: toWire(regularPriceCents), lowestPrice: toWire(lowestPriceCents) };
}

function toAddress(row: OrderRow): Order["shippingAddress"] {
  const { address, city, postalCode, country, countryCode, region, recipient, phone } = row;
  // Orders by the specified terms have the documented fields alone.
  const hasCode = countryCode !== null && row.termsVersion !== specifiedVersion.version;
  return {
    address,
    city,
    postalCode,
    country,
    ...(hasCode ? { countryCode } : {}),
    ...(region === "" ? {} : { region }),
    ...(recipient === "" ? {} : { name: recipient }),
    ...(phone === "" ? {} : { phone }),
  };
}

/** What differs from the specified terms of sale, by which an order has none of it. */
function toTerms({ termsVersion, taxIncluded, taxes, delivery }: OrderRow): Partial<Order> {
  if (termsVersion === specifiedVersion.version) {
    return delivery !== null && isUncharged(delivery) ? { delivery: { name: delivery.name } } : {};
  }
  return {
    ...(taxIncluded ? { taxIncluded } : {}),
    taxes: (taxes ?? []).map(({ name, rate, net, amount }) => {
      return { name, rate: rate / 1_000, net: toWire(net), tax: toWire(amount) };
    }),
    ...(delivery === null ? {} : { delivery: toDelivery(delivery) }),
  };
}

function toDelivery({ name, pickUp, paymentFee }: OrderDelivery): NonNullable<Order["delivery"]> {
  return {
    name,
    ...(pickUp === null ? {} : { pickUp }),
    ...(paymentFee === undefined ? {} : { paymentFee: toWire(paymentFee) }),
  };
}

/** The orders on the other sides of exchanges. */
function toExchange({ exchange, exchangedFor }: OrderRow): Pick<Order, "exchange" | "exchangedFor"> {
  return {
    ...(exchange === null ? {} : { exchange: { of: exchange.of, credit: toWire(exchange.creditCents) } }),
    ...(exchangedFor === null ? {} : { exchangedFor }),
  };
}

/** What store credit has paid. */
function toCredits({ credits }: OrderRow): Pick<Order, "credits"> {
  if (credits === null) return {};
  return { credits: credits.map(({ giftCard, amountCents }) => ({ giftCard, amount: toWire(amountCents) })) };
}

/** A row of `orderColumns` in wire format. */
export function toOrder(row: OrderRow): Order {
  const returned = (row.refunds ?? []).filter(({ status }) => status !== "failed");
  const refunded = returned.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    _id: row.id,
    user: { name: row.customerName, email: row.customerEmail },
    orderItems: (row.items ?? []).map(toItem),
    shippingAddress: toAddress(row),
    paymentMethod: row.paymentMethod,
    itemsPrice: toWire(row.itemsCents),
    discountPrice: toWire(row.discountCents),
    discounts: (row.discounts ?? []).map(({ code, name, amountCents }) => ({
      code,
      name,
      amount: toWire(amountCents),
    })),
    shippingPrice: toWire(row.shippingCents),
    taxPrice: toWire(row.taxCents),
    totalPrice: toWire(row.totalCents),
    ...toTerms(row),
    paymentResult: row.payment === null ? null : { id: row.payment.id, status: row.payment.status },
    isPaid: row.paidAt !== null,
    paidAt: toTime(row.paidAt),
    isConfirmed: row.confirmedAt !== null,
    confirmedAt: toTime(row.confirmedAt),
    isProcessed: row.processedAt !== null,
    processedAt: toTime(row.processedAt),
    isShipped: row.shippedAt !== null,
    shippedAt: toTime(row.shippedAt),
    isDelivered: row.deliveredAt !== null,
    deliveredAt: toTime(row.deliveredAt),
    isPartlyShipped: row.shippedAt === null && row.parcels !== null,
    createdAt: row.createdAt.toISOString(),
    arrival: row.arrivesFrom === null || row.arrivesTo === null ? null : { from: row.arrivesFrom, to: row.arrivesTo },
    parcels: (row.parcels ?? []).map(toParcel),
    matters: (row.matters ?? []).map(({ id, kind, amountCents, openedAt }) => ({
      _id: id,
      kind,
      openedAt,
      amount: amountCents === null ? null : toWire(amountCents),
    })),
    refunds: (row.refunds ?? []).map(({ id, amountCents, exchange, asCredit, ...refund }) => ({
      _id: id,
      amount: toWire(amountCents),
      ...refund,
      ...(exchange === null ? {} : { exchange }),
      ...(asCredit ? { asCredit } : {}),
    })),
    capturedPrice: toWire(row.capturedCents),
    refundedPrice: toWire(refunded),
    isRefunded: refunded > 0 && refunded >= row.capturedCents,
    isRestocked: row.isRestocked,
    isWithdrawn: row.isWithdrawn,
    ...toExchange(row),
    ...toCredits(row),
    cancellation: row.cancellation,
  };
}

/** Whether all captured money of an order was refunded. */
export async function isRefunded(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db.select({ isRefunded: isRefundedSql }).from(orders).where(eq(orders.id, orderId));
  return row?.isRefunded ?? false;
}
