import { isId } from "@shop/shared/query";
import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { isAdmin, type User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { OrderRow } from "../order/hold.ts";

export type PaymentRow = typeof payments.$inferSelect;
/** A payment with the time of its read by the database's clock, to which its times are compared. */
export type SeenPayment = PaymentRow & { readAt: Date };

/**
 * An order that the caller may pay, which is their own. Throws NOT_FOUND for other customers and
 * FORBIDDEN for admins.
 */
export async function requirePayable(db: Db, user: User, id: string): Promise<OrderRow> {
  if (!isId(id)) throw notFound("Order");
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (order === undefined) throw notFound("Order");
  if (order.userId === user.id) return order;
  if (isAdmin(user)) throw new DomainError("FORBIDDEN", "Only the buyer can pay for an order");
  throw notFound("Order");
}

/** The payment of a provider order. */
export async function findPayment(db: Db, providerOrderId: string): Promise<SeenPayment | undefined> {
  const readAt = sql<Date>`now()`.mapWith(payments.updatedAt);
  const [payment] = await db
    .select({ ...getTableColumns(payments), readAt })
    .from(payments)
    .where(eq(payments.providerOrderId, providerOrderId));
  return payment;
}

/** The names that can be ids of the shop's own orders. */
export function ownIds(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined).filter(isId))];
}

/** The first of the shop's orders that a capture or an event names. */
export async function findOwnOrder(db: Db, ids: readonly string[]): Promise<OrderRow | undefined> {
  if (ids.length === 0) return undefined;
  const found = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0];
}
