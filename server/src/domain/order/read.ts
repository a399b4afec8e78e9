import type { Order } from "@shop/shared/order";
import { isId } from "@shop/shared/query";
import { ordersInList } from "@shop/shared/shop";
import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema.ts";
import { Admin, type User } from "../account/actor.ts";
import { notFound } from "../errors.ts";
import { orderColumns, toOrder } from "./dto.ts";

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/** One of the caller's own orders. Throws NOT_FOUND for any other order. */
export async function readOwnOrder(db: Db, user: User, id: string): Promise<Order> {
  if (!isId(id)) throw notFound("Order");
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, user.id)));
  if (row === undefined) throw notFound("Order");
  return toOrder(row);
}

/** An order, for its owner and for admins. Throws NOT_FOUND for everybody else. */
export async function readOrder(db: Db, user: User, id: string): Promise<Order> {
  if (!(user instanceof Admin)) return readOwnOrder(db, user, id);
  if (!isId(id)) throw notFound("Order");
  const [row] = await db.select(orderColumns).from(orders).where(eq(orders.id, id));
  if (row === undefined) throw notFound("Order");
  return toOrder(row);
}

/** Throws NOT_FOUND unless the caller may see the order. */
export async function requireOrder(db: Db, user: User, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Order");
  const isOwn = user instanceof Admin ? undefined : eq(orders.userId, user.id);
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isOwn));
  if (row === undefined) throw notFound("Order");
}

/** The caller's own orders, newest first, up to the limit of one response. */
export async function listOwnOrders(db: Db, user: User): Promise<Order[]> {
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.userId, user.id))
    .orderBy(...newestFirst)
    .limit(ordersInList);
  return rows.map(toOrder);
}

/** All orders, newest first, up to the limit of one response. */
export async function listOrders(db: Db, _admin: Admin): Promise<Order[]> {
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .orderBy(...newestFirst)
    .limit(ordersInList);
  return rows.map(toOrder);
}
