import { toAdminPage } from "@shop/shared/admin/admin-list";
import type {
  EarlierOrder,
  EarlierOrderPage,
  EarlierOrderRow,
  PageEarlierOrders,
} from "@shop/shared/order/earlier-order";
import type { FilterOrders } from "@shop/shared/order/order-list";
import { isId } from "@shop/shared/query";
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { earlierOrderItems, earlierOrders } from "../../db/schema/earlier-orders.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { holds, lowered } from "../../db/text.ts";
import { isBetweenDays } from "../../db/time.ts";
import { type Admin, isReader, type Reader, type User } from "../base/actor.ts";
import { type BatchRange, inBatches } from "../base/batches.ts";
import { notFound } from "../base/errors.ts";
import { isVisible } from "../catalog/visible.ts";
import type { ExportDeps } from "./export.ts";

/** Orders of a former shop: history that is read and never changed. Their imports write them. */

/** How many of one's own are shown on a page. */
const ownPageSize = 20;

const rowColumns = {
  id: earlierOrders.id,
  number: earlierOrders.number,
  customerName: earlierOrders.customerName,
  customerEmail: earlierOrders.customerEmail,
  orderedAt: earlierOrders.orderedAt,
  state: earlierOrders.state,
  currency: earlierOrders.currency,
  totalCents: earlierOrders.totalCents,
  refundedCents: earlierOrders.refundedCents,
  units: sql<number>`(select coalesce(sum(i.qty), 0)::int from ${earlierOrderItems} i where i.order_id = ${earlierOrders}.id)`,
};

type Row = Pick<typeof earlierOrders.$inferSelect, Exclude<keyof typeof rowColumns, "units">> & { units: number };

function toRow({ id, customerName, customerEmail, orderedAt, ...row }: Row): EarlierOrderRow {
  return {
    ...row,
    _id: id,
    user: { name: customerName, email: customerEmail },
    orderedAt: orderedAt.toISOString(),
  };
}

const newestFirst = [desc(earlierOrders.orderedAt), desc(earlierOrders.id)];

/** The condition of a search: number, customer, e-mail, or name or SKU of a line item. */
function matchesSearch(search: string): SQL | undefined {
  const text = search.trim();
  if (text === "") return undefined;
  // Must equal the expressions of the trigram indexes over these texts.
  const order = sql`(o.number || ' ' || o.customer_name || ' ' || o.customer_email)`;
  const item = sql`(i.name || ' ' || i.sku)`;
  return sql`${earlierOrders}.id in (
    select o.id from ${earlierOrders} o where ${holds(order, text)}
    union all select i.order_id from ${earlierOrderItems} i where ${holds(item, text)})`;
}

const sortKeys = {
  date: earlierOrders.orderedAt,
  user: lowered(earlierOrders.customerName),
  number: earlierOrders.number,
};

/** One page of the earlier orders that a search finds. */
export async function pageEarlierOrders(
  db: Db,
  _admin: Admin<"orders.read">,
  input: PageEarlierOrders,
): Promise<EarlierOrderPage> {
  const { search, sort, pageNumber, pageSize } = input;
  const isWanted = matchesSearch(search);
  const inOrder = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select(rowColumns)
      .from(earlierOrders)
      .where(isWanted)
      .orderBy(inOrder(sortKeys[sort.by]), inOrder(earlierOrders.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(earlierOrders, isWanted),
  ]);
  return toAdminPage(rows.map(toRow), total, input);
}

/** How many earlier orders a search finds. */
export function countEarlierOrders(db: Db, _admin: Admin<"orders.read">, search: string): Promise<number> {
  return db.$count(earlierOrders, matchesSearch(search));
}

/** The newest earlier orders of a person, at most `count`, and the number of all. */
export async function latestEarlierOrdersOf(
  db: Db,
  _admin: Admin<"orders.read">,
  userId: string,
  count: number,
): Promise<{ total: number; rows: EarlierOrderRow[] }> {
  const isOwn = eq(earlierOrders.userId, userId);
  const [rows, total] = await Promise.all([
    db
      .select(rowColumns)
      .from(earlierOrders)
      .where(isOwn)
      .orderBy(...newestFirst)
      .limit(count),
    db.$count(earlierOrders, isOwn),
  ]);
  return { total, rows: rows.map(toRow) };
}

/** A page of the caller's own earlier orders, newest first. */
export async function listOwnEarlierOrders(
  db: Db,
  { id }: User,
  pageNumber: number,
): Promise<{ rows: EarlierOrderRow[]; page: number; pages: number }> {
  const isOwn = eq(earlierOrders.userId, id);
  const [rows, total] = await Promise.all([
    db
      .select(rowColumns)
      .from(earlierOrders)
      .where(isOwn)
      .orderBy(...newestFirst)
      .limit(ownPageSize)
      .offset((pageNumber - 1) * ownPageSize),
    db.$count(earlierOrders, isOwn),
  ]);
  return { rows: rows.map(toRow), page: pageNumber, pages: Math.ceil(total / ownPageSize) };
}

/** An earlier order, for its owner and for administrators. Throws NOT_FOUND for everybody else. */
export async function readEarlierOrder(db: Db, user: User, id: string): Promise<EarlierOrder> {
  if (!isId(id)) throw notFound("Order");
  const isReadable = isReader(user, "orders.read") ? undefined : eq(earlierOrders.userId, user.id);
  const [order] = await db
    .select()
    .from(earlierOrders)
    .where(and(eq(earlierOrders.id, id), isReadable));
  if (order === undefined) throw notFound("Order");
  const [read] = await readWhole(db, [order]);
  if (read === undefined) throw notFound("Order");
  return read;
}

type Stored = typeof earlierOrders.$inferSelect;
const isoOf = (time: Date | null) => time?.toISOString() ?? null;

/** Orders with their line items, in the same order. */
async function readWhole(db: Db, orders: Stored[]): Promise<EarlierOrder[]> {
  const ids = orders.map(({ id }) => id);
  const rows = await db
    .select({ item: earlierOrderItems, productId: products.id })
    .from(earlierOrderItems)
    .leftJoin(
      productTrade,
      and(eq(lowered(productTrade.sku), lowered(earlierOrderItems.sku)), sql`${productTrade.sku} <> ''`),
    )
    .leftJoin(products, and(eq(products.id, productTrade.productId), isVisible))
    .where(inArray(earlierOrderItems.orderId, ids))
    .orderBy(earlierOrderItems.orderId, earlierOrderItems.position);
  const itemsOf = new Map<string, typeof rows>();
  for (const row of rows) itemsOf.set(row.item.orderId, [...(itemsOf.get(row.item.orderId) ?? []), row]);
  return orders.map((order) => toEarlierOrder(order, itemsOf.get(order.id) ?? []));
}

type ItemRow = { item: typeof earlierOrderItems.$inferSelect; productId: string | null };

function toEarlierOrder(order: Stored, rows: ItemRow[]): EarlierOrder {
  const items = rows.map(({ item: { name, sku, qty, totalCents }, productId }) => ({
    name,
    sku,
    qty,
    totalCents,
    productId,
  }));
  const { address, city, postalCode, country } = order;
  return {
    _id: order.id,
    number: order.number,
    customer: { name: order.customerName, email: order.customerEmail },
    shippingAddress: { address, city, postalCode, country },
    paymentMethod: order.paymentMethod,
    state: order.state,
    currency: order.currency,
    items,
    units: items.reduce((sum, { qty }) => sum + qty, 0),
    itemsCents: items.reduce((sum, { totalCents }) => sum + totalCents, 0),
    discountCents: order.discountCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    refundedCents: order.refundedCents,
    orderedAt: order.orderedAt.toISOString(),
    paidAt: isoOf(order.paidAt),
    shippedAt: isoOf(order.shippedAt),
    deliveredAt: isoOf(order.deliveredAt),
    cancelledAt: isoOf(order.cancelledAt),
  };
}

/** All earlier orders of some days that a search finds, newest first, in batches. */
export function exportEarlierOrders(
  { db, shop }: ExportDeps,
  _reader: Reader<"orders.read">,
  { search, from, to }: Pick<FilterOrders, "search" | "from" | "to">,
): AsyncGenerator<EarlierOrder[]> {
  const { timeZone } = shop;
  const isWanted = and(matchesSearch(search), isBetweenDays(earlierOrders.orderedAt, { from, to, timeZone }));
  const read = async ({ after, limit }: BatchRange) => {
    const isNext =
      after === undefined
        ? undefined
        : sql`(${earlierOrders.orderedAt}, ${earlierOrders.id}) < (select e.ordered_at, e.id from ${earlierOrders} e where e.id = ${after})`;
    const orders = await db
      .select()
      .from(earlierOrders)
      .where(and(isWanted, isNext))
      .orderBy(...newestFirst)
      .limit(limit);
    return readWhole(db, orders);
  };
  return inBatches(read, ({ _id }) => _id);
}
