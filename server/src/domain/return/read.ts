import { toWire } from "@shop/shared/money";
import type { InvoiceTax } from "@shop/shared/order/invoice";
import type { OrderReturn, OrderReturns, ReturnLine } from "@shop/shared/order/return";
import { isId } from "@shop/shared/query";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { refunds } from "../../db/schema/payments.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { reviewPhotos } from "../../db/schema/reviews.ts";
import { isReader, type User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import type { CurrentFacts } from "../base/shop-facts.ts";
import { readOrder } from "../order/read.ts";
import type { Units } from "../order/stock.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { amountDue, taxesDue, type UnitsByProduct } from "./amount-due.ts";
import { readPaidOrder } from "./paid-order.ts";
import { readReturnable, returnRefusal, sendBackRefusal } from "./returnable.ts";

export type ReturnDeps = { db: Db; terms: TermsReader; settings: CurrentFacts<"returns" | "returnReasons"> };

type ReturnRow = typeof orderReturns.$inferSelect;

/**
 * The returns of an order, the oldest first, and what else of it can be sent back. Throws NOT_FOUND unless the caller may
 * see the order.
 */
export async function readReturns(
  { db, terms, settings }: ReturnDeps,
  user: User,
  orderId: string,
): Promise<OrderReturns> {
  const order = await readOrder(db, user, orderId);
  const { returns, returnReasons } = settings.current;
  const refusal = isReader(user, "orders.refund") ? sendBackRefusal(order) : returnRefusal(order, returns, new Date());
  const returnable = refusal === null ? await readReturnable(db, order._id) : [];
  const nothingLeft =
    refusal === null && returnable.length === 0 ? "Everything of this order comes back already." : null;
  return {
    returns: await listReturns({ db, terms }, order._id),
    refusal: refusal ?? nothingLeft,
    returnable,
    reasons: [...returnReasons],
  };
}

/** All returns of an order with what is due for each. */
export async function listReturns(
  { db, terms }: Pick<ReturnDeps, "db" | "terms">,
  orderId: string,
): Promise<OrderReturn[]> {
  const [rows, lines, photos] = await Promise.all([
    db
      .select({ row: orderReturns, state: stateSql, exchange: exchangeSql })
      .from(orderReturns)
      .where(eq(orderReturns.orderId, orderId))
      .orderBy(asc(orderReturns.requestedAt), asc(orderReturns.id)),
    readLines(db, orderId),
    readPhotos(db, orderId),
  ]);
  if (rows.length === 0) return [];
  const dues = await readDues({ db, terms }, orderId);
  return rows.map(({ row, state, exchange }) => {
    const own = lines.filter(({ returnId }) => returnId === row.id);
    return {
      _id: row.id,
      state,
      requestedAt: row.requestedAt.toISOString(),
      words: row.words,
      isWithdrawal: row.isWithdrawal,
      wish: row.wish,
      ...(exchange === null ? {} : { exchange }),
      declaration: row.declaration ?? "",
      photos: photos.filter(({ returnId }) => returnId === row.id).map(({ image }) => image),
      lines: own.map(({ returnId: _returnId, ...line }) => line),
      due: toWire(dues.get(row.id)?.cents ?? 0),
    };
  });
}

/** The order that was sent in exchange for a return. */
const exchangeSql = sql<string | null>`(
  select x.order_id from ${orderExchanges} x where x.return_id = ${orderReturns}.id order by x.created_at desc limit 1
)`;

/** What is due for a return, in cents, with the taxes within it as of `taxesDue`. */
export type Due = { cents: number; taxes: InvoiceTax[] | null };

/** What is due for each return of an order after those that were asked for before it. */
export async function readDues(
  { db, terms }: Pick<ReturnDeps, "db" | "terms">,
  orderId: string,
): Promise<ReadonlyMap<string, Due>> {
  const [rows, lines, paid] = await Promise.all([
    db
      .select({ id: orderReturns.id, state: stateSql })
      .from(orderReturns)
      .where(eq(orderReturns.orderId, orderId))
      .orderBy(asc(orderReturns.requestedAt), asc(orderReturns.id)),
    readLines(db, orderId),
    readPaidOrder(db, terms, orderId),
  ]);
  let before: UnitsByProduct = new Map();
  return new Map(
    rows.map(({ id, state }) => {
      const isActive = state !== "refused" && state !== "cancelled";
      const units = isActive ? unitsOf(lines.filter(({ returnId }) => returnId === id)) : new Map<string, number>();
      const due = { cents: amountDue(paid, before, units), taxes: taxesDue(paid, before, units) };
      before = sumOf(before, units);
      return [id, due];
    }),
  );
}

/** A return whose refund has failed is to be refunded once more. */
const stateSql = sql<ReturnRow["state"]>`case when ${orderReturns.state} = 'refunded' and exists (
    select from ${refunds} r where r.id = ${orderReturns.refundId} and r.status = 'failed'
  ) then 'received' else ${orderReturns.state} end`;

/** The units of a return that have arrived and are fit for the stock. */
export async function readFitUnits(db: Db, returnId: string): Promise<Units[]> {
  const lines = await db.select().from(orderReturnItems).where(eq(orderReturnItems.returnId, returnId));
  return lines.flatMap(({ productId, receivedQty, isRestocked }) =>
    isRestocked === true && receivedQty !== null && receivedQty > 0 ? [{ productId, qty: receivedQty }] : [],
  );
}

/** A return in the state that it is in. Throws NOT_FOUND. */
export async function requireReturn(db: Db, id: string): Promise<ReturnRow> {
  if (!isId(id)) throw notFound("Return");
  const [found] = await db
    .select({ row: orderReturns, state: stateSql })
    .from(orderReturns)
    .where(eq(orderReturns.id, id));
  if (found === undefined) throw notFound("Return");
  return { ...found.row, state: found.state };
}

/** A return of one of the caller's own orders. Throws NOT_FOUND. */
export async function requireOwnReturn(db: Db, user: User, id: string): Promise<ReturnRow> {
  const found = await requireReturn(db, id);
  const isOwn = and(eq(orders.id, found.orderId), eq(orders.userId, user.id));
  if ((await db.$count(orders, isOwn)) === 0) throw notFound("Return");
  return found;
}

function readLines(db: Db, orderId: string): Promise<(ReturnLine & { returnId: string })[]> {
  return db
    .select({
      returnId: orderReturnItems.returnId,
      product: orderReturnItems.productId,
      name: orderItems.name,
      image: orderItems.image,
      qty: orderReturnItems.qty,
      reason: orderReturnItems.reason,
      words: orderReturnItems.words,
      receivedQty: orderReturnItems.receivedQty,
      condition: orderReturnItems.condition,
      isRestocked: orderReturnItems.isRestocked,
    })
    .from(orderReturnItems)
    .innerJoin(orderReturns, eq(orderReturns.id, orderReturnItems.returnId))
    .innerJoin(
      orderItems,
      and(eq(orderItems.orderId, orderReturns.orderId), eq(orderItems.productId, orderReturnItems.productId)),
    )
    .where(eq(orderReturns.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

function readPhotos(db: Db, orderId: string) {
  return db
    .select({ returnId: reviewPhotos.returnId, image: reviewPhotos.image })
    .from(reviewPhotos)
    .innerJoin(orderReturns, eq(orderReturns.id, reviewPhotos.returnId))
    .where(eq(orderReturns.orderId, orderId))
    .orderBy(asc(reviewPhotos.id));
}

function unitsOf(lines: readonly ReturnLine[]): UnitsByProduct {
  return new Map(lines.map(({ product, qty, receivedQty }) => [product, receivedQty ?? qty]));
}

function sumOf(one: UnitsByProduct, other: UnitsByProduct): UnitsByProduct {
  const sum = new Map(one);
  for (const [product, units] of other) sum.set(product, (sum.get(product) ?? 0) + units);
  return sum;
}
