import { toWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order";
import type { PaymentResult } from "@shop/shared/payment";
import { getTableColumns, sql } from "drizzle-orm";
import { orderItems, orders, payments } from "../../db/schema.ts";

type ItemRow = { name: string; qty: number; image: string; priceCents: number; product: string };

/** An order's row with its lines and its payment in one value each, so that a list of orders costs one query. */
export const orderColumns = {
  ...getTableColumns(orders),
  items: sql<ItemRow[]>`(
    select json_agg(json_build_object('name', i.name, 'qty', i.qty, 'image', i.image,
      'priceCents', i.price_cents, 'product', i.product_id) order by i.position)
    from ${orderItems} i where i.order_id = ${orders.id}
  )`,
  payment: sql<PaymentResult | null>`(
    select json_build_object('id', p.provider_order_id, 'status', p.status)
    from ${payments} p
    where p.order_id = ${orders}.id and (p.is_settling or p.status in ('capturing', 'pending'))
    order by p.is_settling desc, p.created_at desc limit 1
  )`,
};

type OrderRow = typeof orders.$inferSelect & { items: ItemRow[] | null; payment: PaymentResult | null };

/** A moment as the wire carries it. */
export function toTime(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** A row of `orderColumns` as the wire carries it, column by column. */
export function toOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    user: { name: row.buyerName, email: row.buyerEmail },
    orderItems: (row.items ?? []).map(({ name, qty, image, priceCents, product }) => ({
      name,
      qty,
      image,
      price: toWire(priceCents),
      product,
    })),
    shippingAddress: { address: row.address, city: row.city, postalCode: row.postalCode, country: row.country },
    paymentMethod: row.paymentMethod,
    itemsPrice: toWire(row.itemsCents),
    shippingPrice: toWire(row.shippingCents),
    taxPrice: toWire(row.taxCents),
    totalPrice: toWire(row.totalCents),
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
    createdAt: row.createdAt.toISOString(),
    attention: row.attention,
  };
}
