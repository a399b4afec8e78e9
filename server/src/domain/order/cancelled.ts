import type { Cancellation } from "@shop/shared/order/cancellation";
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderChanges } from "../../db/schema/order-changes.ts";
import { orders } from "../../db/schema/orders.ts";
import { isoTime } from "../../db/time.ts";

/** That an order was cancelled, in wire format; `null` if it was not, or that was undone. */
export const cancellationSql = sql<Cancellation | null>`(
  select json_build_object('at', ${isoTime(sql`c.created_at`)},
    'by', case when c.is_by_customer then 'customer' else 'shop' end, 'reason', c.reason)
  from ${orderChanges} c
  where c.order_id = ${orders}.id and c.kind = 'cancellation' and c.undone_at is null
)`;

export const cancelledAtSql: SQL<Date | null> = sql`(
  select c.created_at from ${orderChanges} c
  where c.order_id = ${orders}.id and c.kind = 'cancellation' and c.undone_at is null
)`.mapWith(orderChanges.createdAt);

export const isCancelledSql: SQL<boolean> = sql<boolean>`exists (
  select from ${orderChanges} c
  where c.order_id = ${orders}.id and c.kind = 'cancellation' and c.undone_at is null
)`;

/** Forgets what a customer gave as a reason, with the account. */
export async function forgetReasonsOf(tx: Db, userId: string): Promise<void> {
  await tx
    .update(orderChanges)
    .set({ reason: null })
    .where(and(eq(orderChanges.madeBy, userId), orderChanges.isByCustomer, isNotNull(orderChanges.reason)));
}

/** The change by which an order is cancelled now, and who made it. */
export async function findCancellation(tx: Db, orderId: string): Promise<{ id: string; madeBy: string } | undefined> {
  const [found] = await tx
    .select({ id: orderChanges.id, madeBy: orderChanges.madeBy })
    .from(orderChanges)
    .where(
      and(eq(orderChanges.orderId, orderId), eq(orderChanges.kind, "cancellation"), isNull(orderChanges.undoneAt)),
    );
  return found;
}
