import type { OrderAct, OrderEvent } from "@shop/shared/order-history";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderEvents, users } from "../../db/schema.ts";
import { Admin, type User } from "../account/actor.ts";
import { requireOrder } from "./read.ts";

/** What administrators note for each other. */
const deskOnly = new Set<OrderAct>(["resolved"]);

/**
 * What happened to an order, oldest first, for those who may see it. Buyers
 * learn what was done and when; who of the staff did it is for administrators.
 */
export async function readHistory(db: Db, user: User, orderId: string): Promise<OrderEvent[]> {
  await requireOrder(db, user, orderId);
  const rows = await db
    .select({ act: orderEvents.act, userId: orderEvents.userId, name: users.name, at: orderEvents.createdAt })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.userId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(orderEvents.createdAt, orderEvents.id);
  const isAdmin = user instanceof Admin;
  return rows
    .filter(({ act }) => isAdmin || !deskOnly.has(act))
    .map(({ act, userId, name, at }) => ({
      act,
      by: isAdmin || userId === user.id ? name : null,
      at: at.toISOString(),
    }));
}
