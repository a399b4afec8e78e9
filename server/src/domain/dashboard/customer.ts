import { type Customer, customerListLength } from "@shop/shared/account/customer";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderMessages } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { reviews } from "../../db/schema/reviews.ts";
import { readCustomerNotes } from "../account/customer-notes.ts";
import { tagsOfAccount } from "../account/customer-tags.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { latestEarlierOrdersOf } from "../order/earlier-orders.ts";
import { latestOrdersOf } from "../order/list.ts";

const isoOf = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() });

/** Everything about a person on one page. Throws NOT_FOUND if the account is unknown or deleted. */
export async function readCustomer(
  db: Db,
  admin: Admin<"customers.read" | "orders.read">,
  id: string,
): Promise<Customer> {
  if (!isId(id)) throw notFound("User");
  const [account] = await db
    .select({
      name: users.name,
      email: users.email,
      guestEmail: users.guestEmail,
      isAdmin: users.isAdmin,
      createdAt: users.createdAt,
      acceptsMarketing: users.acceptsMarketing,
      tags: tagsOfAccount,
      isUsed: sql<boolean>`${users.passwordHash} is not null or ${users.guestEmail} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  const email = account?.email ?? account?.guestEmail ?? null;
  if (account === undefined || email === null) throw notFound("User");
  const { createdAt, email: _email, guestEmail, ...shown } = account;
  const [money, orderRows, earlier, ownReviews, messages, notes] = await Promise.all([
    readMoney(db, id),
    latestOrdersOf(db, admin, id, customerListLength),
    latestEarlierOrdersOf(db, admin, id, customerListLength),
    readReviews(db, id),
    readMessages(db, id),
    readCustomerNotes(db, admin, id),
  ]);
  const { total, paid, ...sums } = money;
  return {
    _id: id,
    ...shown,
    email,
    ...(guestEmail === null ? {} : { isGuest: true as const }),
    joinedAt: createdAt.toISOString(),
    ...sums,
    orders: { total, paid, rows: orderRows },
    earlierOrders: earlier,
    reviews: ownReviews,
    messages,
    notes,
  };
}

/** Money that was refunded or is about to be, as the order list counts it. */
async function readMoney(db: Db, userId: string) {
  const isOwn = sql`o.user_id = ${userId}`;
  const { rows } = await db.execute<{ total: number; paid: number; captured: string; refunded: string }>(sql`
    select count(*)::int as total, count(o.paid_at)::int as paid,
      (select coalesce(sum(p.amount_cents), 0) from ${payments} p join ${orders} o on o.id = p.order_id
        where ${isOwn} and p.status in ('completed', 'refunded')) as captured,
      (select coalesce(sum(r.amount_cents), 0) from ${refunds} r join ${orders} o on o.id = r.order_id
        where ${isOwn} and r.status <> 'failed') as refunded
    from ${orders} o where ${isOwn}`);
  const { total = 0, paid = 0, captured = "0", refunded = "0" } = rows[0] ?? {};
  return { total, paid, spent: toWire(Number(captured) - Number(refunded)), refunded: toWire(Number(refunded)) };
}

async function readReviews(db: Db, userId: string): Promise<Customer["reviews"]> {
  const isOwn = eq(reviews.userId, userId);
  const { rating, comment, createdAt } = reviews;
  const [rows, [all]] = await Promise.all([
    db
      .select({ _id: reviews.id, product: { _id: products.id, name: fullNameColumn }, rating, comment, createdAt })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(isOwn)
      .orderBy(desc(createdAt), desc(reviews.id))
      .limit(customerListLength),
    db
      .select({ total: sql<number>`count(*)::int`, average: sql<number | null>`round(avg(${rating}), 1)::float` })
      .from(reviews)
      .where(isOwn),
  ]);
  return { ...(all ?? { total: 0, average: null }), rows: rows.map(isoOf) };
}

/** The messages about the person's orders, of both sides, newest first. */
async function readMessages(db: Db, userId: string): Promise<Customer["messages"]> {
  const isOwn = eq(orders.userId, userId);
  const { orderId, isFromShop, text, createdAt, readAt } = orderMessages;
  const [rows, [all]] = await Promise.all([
    db
      .select({ _id: orderMessages.id, orderId, isFromShop, text, createdAt })
      .from(orderMessages)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(isOwn)
      .orderBy(desc(createdAt), desc(orderMessages.id))
      .limit(customerListLength),
    db
      .select({
        total: sql<number>`count(*)::int`,
        unread: sql<number>`(count(*) filter (where ${readAt} is null and not ${isFromShop}))::int`,
      })
      .from(orderMessages)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(isOwn),
  ]);
  return {
    ...(all ?? { total: 0, unread: 0 }),
    rows: rows.map(({ isFromShop: isShops, ...row }) => ({ ...isoOf(row), from: isShops ? "shop" : "customer" })),
  };
}
