import { shopCurrency } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import { pathOf } from "@shop/shared/page/pages";
import type { WebhookPayload } from "@shop/shared/program/webhook";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { webhookEvents } from "../../db/schema/webhooks.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";
import { orderColumns, toOrder } from "../order/dto.ts";

export type EventRow = typeof webhookEvents.$inferSelect;

/**
 * The bodies of events, by the events' ids. An event about a product that is no longer in the shop has none: another
 * event says so.
 */
export async function composePayloads(
  db: Db,
  events: readonly EventRow[],
  origin: string,
): Promise<Map<string, string>> {
  const idsOf = (kind: RegExp) => [
    ...new Set(events.filter(({ type }) => kind.test(type)).map(({ subjectId }) => subjectId)),
  ];
  const [orderById, productById] = [
    await readOrders(db, idsOf(/^order\./)),
    await readProducts(db, idsOf(/^(product|stock)\./), origin),
  ];
  const bodies = new Map<string, string>();
  for (const event of events) {
    const data = dataOf(event, orderById, productById);
    if (data === undefined) continue;
    bodies.set(event.id, JSON.stringify({ type: event.type, timestamp: event.createdAt.toISOString(), data }));
  }
  return bodies;
}

/** The body of a test delivery. */
export function testPayload(now: Date): string {
  const payload: WebhookPayload = { type: "webhook.test", timestamp: now.toISOString(), data: {} };
  return JSON.stringify(payload);
}

type Found = Map<string, Record<string, unknown>>;

function dataOf({ type, subjectId, amountCents }: EventRow, orderById: Found, productById: Found) {
  if (type === "product.deleted") return { _id: subjectId };
  if (type !== "order.refunded") return orderById.get(subjectId) ?? productById.get(subjectId);
  const order = orderById.get(subjectId);
  return order === undefined ? undefined : { ...order, amount: toWire(amountCents ?? 0) };
}

async function readOrders(db: Db, ids: string[]): Promise<Found> {
  const rows = ids.length === 0 ? [] : await db.select(orderColumns).from(orders).where(inArray(orders.id, ids));
  return new Map(rows.map((row) => [row.id, withoutCustomer(toOrder(row))]));
}

/** Column by column, so that nothing about the customer gets in. */
function withoutCustomer(order: Order) {
  const { _id, createdAt, paidAt, confirmedAt, processedAt, shippedAt, deliveredAt } = order;
  const { itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice, refundedPrice } = order;
  return {
    _id,
    createdAt,
    paidAt,
    confirmedAt,
    processedAt,
    shippedAt,
    deliveredAt,
    cancelledAt: order.cancellation?.at ?? null,
    currency: shopCurrency(),
    itemsPrice,
    discountPrice,
    shippingPrice,
    taxPrice,
    totalPrice,
    refundedPrice,
    items: order.orderItems.map(({ product, name, qty, price }) => ({ product, name, qty, price })),
    parcels: order.parcels.map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber })),
  };
}

async function readProducts(db: Db, ids: string[], origin: string): Promise<Found> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      _id: products.id,
      name: fullNameColumn,
      brand: brands.name,
      category: categories.name,
      priceCents: products.priceCents,
      countInStock: products.countInStock,
      version: products.version,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(products.id, ids), isVisible));
  return new Map(
    rows.map(({ priceCents, updatedAt, ...row }) => [
      row._id,
      {
        ...row,
        price: toWire(priceCents),
        currency: shopCurrency(),
        updatedAt: updatedAt.toISOString(),
        url: `${origin}${pathOf("product", { id: row._id })}`,
      },
    ]),
  );
}
