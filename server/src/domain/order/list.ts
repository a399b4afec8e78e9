import { toAdminPage } from "@shop/shared/admin/admin-list";
import { toWire } from "@shop/shared/money";
import type { Cancellation } from "@shop/shared/order/cancellation";
import type { MatterKind } from "@shop/shared/order/matter";
import type { OrderFilter, WaitingOrders } from "@shop/shared/order/order-filter";
import type { FilterOrders, OrderRow, OrderRows, PageOrders } from "@shop/shared/order/order-list";
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isToFulfil } from "../../db/orders-to-fulfil.ts";
import { orderMatters, orderMessages } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import { refunds } from "../../db/schema/payments.ts";
import { lowered } from "../../db/text.ts";
import { isBetweenDays } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { cancellationSql, isCancelledSql } from "./cancelled.ts";
import { isRefundedSql, isRestockedSql, openMatterKinds, refundedCents, toTime, units } from "./dto.ts";
import { isPartlyShippedSql } from "./parcel-items.ts";
import { matchesSearch } from "./search.ts";

export type ShopZone = Pick<ShopIdentity, "timeZone">;

/** To be fulfilled, not delivered and not cancelled; written like the predicate of the partial index over these orders. */
const inProgress = sql`${isToFulfil} and ${orders.deliveredAt} is null
  and not ${isRefundedSql} and not ${isRestockedSql} and not ${isCancelledSql}`;

/** The condition of each filter. The dashboard counts by the same conditions. */
const conditions: Record<OrderFilter, SQL> = {
  unpaid: sql`${orders.paidAt} is null and not ${isCancelledSql}`,
  "to-confirm": sql`${inProgress} and ${orders.confirmedAt} is null`,
  "to-process": sql`${inProgress} and ${orders.confirmedAt} is not null and ${orders.processedAt} is null`,
  "to-ship": sql`${inProgress} and ${orders.processedAt} is not null and ${orders.shippedAt} is null`,
  "part-shipped": sql`${inProgress} and ${isPartlyShippedSql}`,
  "to-deliver": sql`${inProgress} and ${orders.shippedAt} is not null`,
  delivered: sql`${orders.deliveredAt} is not null`,
  // Uses the partial index over open matters.
  attention: sql`${orders}.id in (select m.order_id from ${orderMatters} m where m.resolved_at is null)`,
  // Uses the partial index over unread messages.
  messages: sql`${orders}.id in (select m.order_id from ${orderMessages} m where m.read_at is null and not m.is_from_shop)`,
  refunded: sql`${orders}.id in (select r.order_id from ${refunds} r where r.status <> 'failed')`,
  cancelled: isCancelledSql,
};

/** The condition of a filter. Days are those of the shop's time zone. */
export function matchesFilter({ search, state, from, to }: FilterOrders, { timeZone }: ShopZone): SQL | undefined {
  return and(
    state === undefined ? undefined : conditions[state],
    matchesSearch(search),
    isBetweenDays(orders.createdAt, { from, to, timeZone }),
  );
}

const sortKeys = { date: orders.createdAt, user: lowered(orders.customerName), total: orders.totalCents };

const hasNewMessage = sql<boolean>`exists (
  select from ${orderMessages} m where m.order_id = ${orders}.id and m.read_at is null and not m.is_from_shop
)`;

const rowColumns = {
  id: orders.id,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  createdAt: orders.createdAt,
  totalCents: orders.totalCents,
  paymentMethod: orders.paymentMethod,
  paidAt: orders.paidAt,
  confirmedAt: orders.confirmedAt,
  processedAt: orders.processedAt,
  shippedAt: orders.shippedAt,
  deliveredAt: orders.deliveredAt,
  isPartlyShipped: isPartlyShippedSql,
  matters: openMatterKinds,
  refundedCents,
  isRefunded: isRefundedSql,
  isRestocked: isRestockedSql,
  cancellation: cancellationSql,
  hasNewMessage,
  units,
};

type Row = typeof orders.$inferSelect & {
  isPartlyShipped: boolean;
  matters: MatterKind[];
  refundedCents: number;
  isRefunded: boolean;
  isRestocked: boolean;
  cancellation: Cancellation | null;
  hasNewMessage: boolean;
  units: number | null;
};

function toRow(row: Pick<Row, keyof typeof rowColumns>): OrderRow {
  return {
    _id: row.id,
    user: { name: row.customerName, email: row.customerEmail },
    createdAt: row.createdAt.toISOString(),
    totalPrice: toWire(row.totalCents),
    units: row.units ?? 0,
    paymentMethod: row.paymentMethod,
    paidAt: toTime(row.paidAt),
    confirmedAt: toTime(row.confirmedAt),
    processedAt: toTime(row.processedAt),
    shippedAt: toTime(row.shippedAt),
    deliveredAt: toTime(row.deliveredAt),
    isPartlyShipped: row.isPartlyShipped,
    matters: row.matters,
    refundedPrice: toWire(row.refundedCents),
    isRefunded: row.isRefunded,
    isRestocked: row.isRestocked,
    cancellation: row.cancellation,
    hasNewMessage: row.hasNewMessage,
  };
}

/** One page of the orders that match a filter, with their number and the sum of their totals. */
export async function pageOrders(
  { db, shop }: { db: Db; shop: ShopZone },
  _admin: Admin<"orders.read">,
  input: PageOrders,
): Promise<OrderRows> {
  const { sort, pageNumber, pageSize } = input;
  const condition = matchesFilter(input, shop);
  const inOrder = sort.isDescending ? desc : asc;
  // The subquery selects the page's ids, so that only the page's rows are read in full.
  const pageIds = db
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(inOrder(sortKeys[sort.by]), inOrder(orders.id))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .as("pageIds");
  const [rows, [all]] = await Promise.all([
    db
      .select(rowColumns)
      .from(pageIds)
      .innerJoin(orders, eq(orders.id, pageIds.id))
      .orderBy(inOrder(sortKeys[sort.by]), inOrder(orders.id)),
    db
      .select({
        total: sql<number>`count(*)::int`,
        sumCents: sql<string>`coalesce(sum(${orders.totalCents}), 0)`.mapWith(Number),
      })
      .from(orders)
      .where(condition),
  ]);
  const { total, sumCents } = all ?? { total: 0, sumCents: 0 };
  return { ...toAdminPage(rows.map(toRow), total, input), sum: toWire(sumCents) };
}

/** The rows of these orders, newest first. */
export async function readRows(db: Db, ids: string[]): Promise<OrderRow[]> {
  const isWanted = inArray(orders.id, ids);
  const rows = await db
    .select(rowColumns)
    .from(orders)
    .where(isWanted)
    .orderBy(desc(orders.createdAt), desc(orders.id));
  return rows.map(toRow);
}

/** The newest orders of a person, at most `count`. */
export async function latestOrdersOf(
  db: Db,
  _admin: Admin<"orders.read">,
  userId: string,
  count: number,
): Promise<OrderRow[]> {
  const rows = await db
    .select(rowColumns)
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(count);
  return rows.map(toRow);
}

/** The newest orders of the shop, at most `count`. */
export async function latestOrders(db: Db, _admin: Admin<"orders.read">, count: number): Promise<OrderRow[]> {
  const rows = await db.select(rowColumns).from(orders).orderBy(desc(orders.createdAt), desc(orders.id)).limit(count);
  return rows.map(toRow);
}

/** The number of orders that wait for each step. Reads only these orders, through their partial indexes. */
export async function countWaiting(db: Db, _admin: Admin<"orders.read">): Promise<WaitingOrders> {
  const count = (filter: OrderFilter) => sql<number>`(count(*) filter (where ${conditions[filter]}))::int`;
  const [counts] = await db
    .select({
      "to-confirm": count("to-confirm"),
      "to-process": count("to-process"),
      "to-ship": count("to-ship"),
      "to-deliver": count("to-deliver"),
      attention: sql<number>`(select count(distinct m.order_id)::int from ${orderMatters} m where m.resolved_at is null)`,
      messages: sql<number>`(select count(distinct m.order_id)::int from ${orderMessages} m where m.read_at is null and not m.is_from_shop)`,
    })
    .from(orders)
    .where(inProgress);
  if (counts === undefined) throw new Error("the count query returned no row");
  return counts;
}
