import { and, getTableColumns, inArray, not, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isToFulfil } from "../../db/orders-to-fulfil.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { isCancelledSql } from "../order/cancelled.ts";
import { units } from "../order/dto.ts";

/** The orders of one query. */
const ordersPerBatch = 100;

/** An order with what its carrier needs. The weight is in grams, 0 where it is unknown. */
export type OrderToSend = typeof orders.$inferSelect & { units: number | null; grams: number };

/**
 * Orders that are to be sent, in the order of their ids and in batches. Throws NOT_FOUND if one does not exist, and
 * ILLEGAL_TRANSITION if one is not paid, and not to be paid on delivery, or was cancelled.
 */
export async function openAddresses(
  db: Db,
  _admin: Admin<"orders.read">,
  wanted: readonly string[],
): Promise<AsyncGenerator<OrderToSend[]>> {
  const ids = [...new Set(wanted.map((id) => id.toLowerCase()))];
  const known = await db.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids));
  if (known.length < ids.length) throw notFound("Order");
  const [other] = await db
    .select({ id: orders.id, isToFulfil })
    .from(orders)
    .where(and(inArray(orders.id, ids), or(not(isToFulfil), isCancelledSql)))
    .limit(1);
  if (other !== undefined) {
    const reason = other.isToFulfil ? "it was cancelled" : "it is not paid";
    throw new DomainError("ILLEGAL_TRANSITION", `Order ${other.id.slice(-5)} is not to be sent, because ${reason}`);
  }
  return inBatches(db, ids);
}

async function* inBatches(db: Db, ids: readonly string[]): AsyncGenerator<OrderToSend[]> {
  const grams = sql<number>`coalesce((
    select sum(i.grams::bigint * i.qty)::int from ${orderItems} i where i.order_id = ${orders}.id
  ), 0)`;
  for (let from = 0; from < ids.length; from += ordersPerBatch) {
    const batch = ids.slice(from, from + ordersPerBatch);
    const rows = await db
      .select({ ...getTableColumns(orders), units, grams })
      .from(orders)
      .where(inArray(orders.id, batch));
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield batch.flatMap((each) => byId.get(each) ?? []);
  }
}
