import type { Order } from "@shop/shared/order/order";
import { isId, type ListRange } from "@shop/shared/query";
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { isReader, type Reader, ReadKey, type User } from "../base/actor.ts";
import { type BatchRange, inBatches, isOlderThan } from "../base/batches.ts";
import { notFound } from "../base/errors.ts";
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

/** An order, for its owner, for admins and for programs. Throws NOT_FOUND for everybody else. */
export async function readOrder(db: Db, user: User | ReadKey<never>, id: string): Promise<Order> {
  if (!isReader(user, "orders.read")) return readOwnOrder(db, requireNoKey(user), id);
  if (!isId(id)) throw notFound("Order");
  const [row] = await db.select(orderColumns).from(orders).where(eq(orders.id, id));
  if (row === undefined) throw notFound("Order");
  return toOrder(row);
}

/** A key has no orders of its own, and one that may not read orders sees none. */
function requireNoKey(caller: User | ReadKey<never>): User {
  if (caller instanceof ReadKey) throw notFound("Order");
  return caller;
}

/** Throws NOT_FOUND unless the caller may see the order. */
export async function requireOrder(db: Db, user: User | ReadKey<never>, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Order");
  const isOwn = isReader(user, "orders.read") ? undefined : eq(orders.userId, requireNoKey(user).id);
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isOwn));
  if (row === undefined) throw notFound("Order");
}

/** The caller's own orders, newest first, in batches. Throws NOT_FOUND if the order to begin after is none of them. */
export async function* listOwnOrders(db: Db, user: User, range: ListRange = {}): AsyncGenerator<Order[]> {
  if (range.after !== undefined) await readOwnOrder(db, user, range.after);
  yield* listMatching(db, eq(orders.userId, user.id), range);
}

/** All orders, newest first, in batches. Throws NOT_FOUND if the order to begin after does not exist. */
export async function* listOrders(
  db: Db,
  admin: Reader<"orders.read">,
  range: ListRange = {},
): AsyncGenerator<Order[]> {
  if (range.after !== undefined) await requireOrder(db, admin, range.after);
  yield* listMatching(db, undefined, range);
}

function listMatching(db: Db, condition: SQL | undefined, range: ListRange): AsyncGenerator<Order[]> {
  const read = async ({ after, limit }: BatchRange) => {
    const rows = await db
      .select(orderColumns)
      .from(orders)
      .where(and(condition, isOlderThan(orders, after)))
      .orderBy(...newestFirst)
      .limit(limit);
    return rows.map(toOrder);
  };
  return inBatches(read, ({ _id }) => _id, range);
}
