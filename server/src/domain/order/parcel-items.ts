import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { parcelItems, parcels } from "../../db/schema/parcels.ts";
import { DomainError } from "../base/errors.ts";
import { readUnits } from "./hold.ts";
import type { Units } from "./stock.ts";

/** Whether some units of an order were sent before it is shipped. */
export const isPartlyShippedSql: SQL<boolean> = sql<boolean>`(${orders.shippedAt} is null
  and exists (select from ${parcels} b where b.order_id = ${orders}.id))`;

/** The products of an order that are mailed as codes, and are in no parcel. */
async function readGiftCardProducts(tx: Db, orderId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.taxClass, giftCardTaxClass)));
  return new Set(rows.map(({ productId }) => productId));
}

/** The units of an order that it holds and that none of its parcels has. */
export async function readUnsent(tx: Db, orderId: string): Promise<Units[]> {
  const rows = await tx
    .select({ productId: parcelItems.productId, qty: sql<number>`sum(${parcelItems.qty})::int` })
    .from(parcelItems)
    .innerJoin(parcels, eq(parcels.id, parcelItems.parcelId))
    .where(eq(parcels.orderId, orderId))
    .groupBy(parcelItems.productId);
  const sent = new Map(rows.map(({ productId, qty }) => [productId, qty]));
  const cards = await readGiftCardProducts(tx, orderId);
  return (await readUnits(tx, orderId)).flatMap(({ productId, qty }) => {
    if (cards.has(productId)) return [];
    const left = qty - (sent.get(productId) ?? 0);
    return left > 0 ? [{ productId, qty: left }] : [];
  });
}

type ParcelItem = typeof parcelItems.$inferInsert;

/** Records what is in new parcels of a locked order. Throws VALIDATION for units that it does not have, or that were sent before. */
export async function insertParcelItems(tx: Db, orderId: string, rows: ParcelItem[]): Promise<void> {
  if (rows.length === 0) return;
  const left = new Map((await readUnsent(tx, orderId)).map(({ productId, qty }) => [productId, qty]));
  for (const { productId, qty } of rows) {
    const possible = left.get(productId) ?? 0;
    if (qty > possible) throw tooMany(possible);
    left.set(productId, possible - qty);
  }
  await tx.insert(parcelItems).values(rows);
}

function tooMany(possible: number): DomainError {
  const message =
    possible === 0
      ? "This product is not in the order, or all of it was sent or returned to stock"
      : `At most ${possible} units of this product are left to be sent`;
  return new DomainError("VALIDATION", message, { errors: [{ path: "items", message }] });
}
