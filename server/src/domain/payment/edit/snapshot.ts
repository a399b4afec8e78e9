import { asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { ItemSnapshot, OrderSnapshot } from "../../../db/schema/order-edits.ts";
import { orderItems, orders } from "../../../db/schema/orders.ts";
import { later } from "../../../db/time.ts";
import { readDiscounts, replaceDiscounts } from "../../discount/uses.ts";
import type { OrderRow } from "../../order/hold.ts";
import { lockProducts, mergeLines, returnStock, type TakenUnits, takeStock, type Units } from "../../order/stock.ts";

/** What an order is, as far as an edit can change it. */
export async function readSnapshot(db: Db, order: OrderRow): Promise<OrderSnapshot> {
  const rows = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
  const items = rows.map(({ orderId: _order, position: _position, ...item }) => item);
  const { address, city, postalCode, country, countryCode, region, recipient, phone, taxNumber } = order;
  const { delivery, taxes, itemsCents, discountCents, shippingCents, taxCents, totalCents } = order;
  const { arrivesFrom, arrivesTo } = order;
  return {
    items,
    address,
    city,
    postalCode,
    country,
    countryCode,
    region,
    recipient,
    phone,
    taxNumber,
    delivery,
    taxes,
    itemsCents,
    discountCents,
    discounts: await readDiscounts(db, order.id),
    shippingCents,
    taxCents,
    totalCents,
    arrivesFrom,
    arrivesTo,
  };
}

/**
 * Takes and returns units, so that the locked order holds those that it is to have; gives the products of what was taken.
 * Throws OUT_OF_STOCK and NOT_FOUND as `takeStock`.
 */
export async function changeStock(
  tx: Db,
  { isStockHeld }: OrderRow,
  { before, after }: { before: readonly Units[]; after: readonly Units[] },
): Promise<TakenUnits[]> {
  const held = new Map(isStockHeld ? before.map(({ productId, qty }) => [productId, qty]) : []);
  const wanted = new Map(after.map(({ productId, qty }) => [productId, qty]));
  // Once for both statements, so that two edits lock in one order.
  await lockProducts(tx, [...held.keys(), ...wanted.keys()]);
  const back = [...held].flatMap(([productId, qty]) => {
    const left = qty - (wanted.get(productId) ?? 0);
    return left > 0 ? [{ productId, qty: left }] : [];
  });
  if (back.length > 0) await returnStock(tx, back);
  const lines = mergeLines(after).flatMap((unit) => {
    const missing = unit.qty - (held.get(unit.productId) ?? 0);
    return missing > 0 ? [{ ...unit, qty: missing }] : [];
  });
  return lines.length === 0 ? [] : takeStock(tx, lines);
}

/** Makes a locked order what a snapshot says; it is held from now on for so many milliseconds. */
export async function writeSnapshot(tx: Db, { id }: OrderRow, snapshot: OrderSnapshot, holdMs: number): Promise<void> {
  const { items, discounts = [], discountCents = 0, ...facts } = snapshot;
  await tx
    .update(orders)
    .set({ ...facts, discountCents, isStockHeld: true, heldUntil: later(holdMs) })
    .where(eq(orders.id, id));
  await tx.delete(orderItems).where(eq(orderItems.orderId, id));
  await tx.insert(orderItems).values(items.map((item, position) => ({ ...toItem(item), orderId: id, position })));
  // Last, as rules are locked after products.
  await replaceDiscounts(tx, id, discounts);
}

/** Sends a locked order to the address of a snapshot. */
export async function writeDestination(tx: Db, { id }: OrderRow, snapshot: OrderSnapshot): Promise<void> {
  const { address, city, postalCode, country, countryCode, region, recipient, phone } = snapshot;
  const destination = { address, city, postalCode, country, countryCode, region, recipient, phone };
  await tx.update(orders).set(destination).where(eq(orders.id, id));
}

function toItem({ productId, name, image, priceCents, qty, sku, gtin, taxClass, grams, ...reduced }: ItemSnapshot) {
  const { regularPriceCents, lowestPriceCents, discountCents = 0 } = reduced;
  return {
    productId,
    name,
    image,
    priceCents,
    discountCents,
    regularPriceCents,
    lowestPriceCents,
    qty,
    sku,
    gtin,
    taxClass,
    grams,
  };
}
