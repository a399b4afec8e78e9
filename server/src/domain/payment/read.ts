import { isId } from "@shop/shared/query";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders, payments } from "../../db/schema.ts";
import { Admin, type User } from "../account/actor.ts";
import { DomainError, notFound } from "../errors.ts";
import type { OrderRow } from "../order/hold.ts";

export type PaymentRow = typeof payments.$inferSelect;

/**
 * An order that the caller may pay, which is their own. Throws NOT_FOUND for other customers and
 * FORBIDDEN for admins.
 */
export async function requirePayable(db: Db, user: User, id: string): Promise<OrderRow> {
  if (!isId(id)) throw notFound("Order");
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (order === undefined) throw notFound("Order");
  if (order.userId === user.id) return order;
  if (user instanceof Admin) throw new DomainError("FORBIDDEN", "Only the buyer can pay for an order");
  throw notFound("Order");
}

/** The payment of a provider order. */
export async function findPayment(db: Db, providerOrderId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.providerOrderId, providerOrderId));
  return payment;
}
