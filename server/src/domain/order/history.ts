import { toWire } from "@shop/shared/money";
import type { OrderAct, OrderEvent } from "@shop/shared/order/order-history";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { orderEvents } from "../../db/schema/orders.ts";
import { isReader, type User } from "../base/actor.ts";
import { requireOrder } from "./read.ts";

/** Events that only admins see. */
const adminsOnly = new Set<OrderAct>(["matter opened", "resolved", "refund requested", "refund failed"]);

/** An entry of an order's history. `by` is the acting user's id, `null` for the shop itself. */
type NewEvent = {
  orderId: string;
  act: OrderAct;
  by: string | null;
  apiKeyId?: string | null;
  amountCents?: number | null;
};

/** Adds an entry to an order's history. */
export async function recordEvent(
  tx: Db,
  { orderId, act, by, apiKeyId = null, amountCents = null }: NewEvent,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, act, userId: by, apiKeyId, amountCents });
}

/**
 * An order's history, oldest first. Throws NOT_FOUND unless the caller may see the order. Customers
 * get neither the names of the admins nor the events that only admins see.
 */
export async function readHistory(db: Db, user: User, orderId: string): Promise<OrderEvent[]> {
  await requireOrder(db, user, orderId);
  const rows = await db
    .select({
      act: orderEvents.act,
      userId: orderEvents.userId,
      amountCents: orderEvents.amountCents,
      name: users.name,
      key: apiKeys.name,
      at: orderEvents.createdAt,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, orderEvents.apiKeyId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(orderEvents.createdAt, orderEvents.id);
  const isStaff = isReader(user, "orders.read");
  return rows
    .filter(({ act }) => isStaff || !adminsOnly.has(act))
    .map(({ act, userId, amountCents, name, key, at }) => ({
      act,
      amount: amountCents === null ? null : toWire(amountCents),
      by: isStaff && key !== null ? `${name} (API key ${key})` : isStaff || userId === user.id ? name : null,
      at: at.toISOString(),
    }));
}
