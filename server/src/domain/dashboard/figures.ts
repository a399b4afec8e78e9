import type { DashboardFigures, Figure } from "@shop/shared/admin/dashboard";
import type { FigureSpan } from "@shop/shared/admin/figure-span";
import { shopCurrency } from "@shop/shared/currency";
import { toWire } from "@shop/shared/money";
import { instantIn, localTimeIn } from "@shop/shared/time-zone";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { earlierOrders, soldAt } from "../../db/schema/earlier-orders.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import type { Admin } from "../base/actor.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A day of the calendar some days after another one. */
const daysLater = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

type DaySum = { isNow: boolean; day: string; cents: number; orderCents: number; orders: number };
type CustomerCount = { isNow: boolean; customers: number };
type RefundSum = { isNow: boolean; cents: number };
type Sums = { sums: DaySum[]; customers: CustomerCount[]; refunded: RefundSum[]; hasEarlier: boolean };

/** `withEarlier`: whether orders of the former shop count, on the day of their payment or, without one, of the order. */
type FigureChoice = { days: FigureSpan; now?: Date; withEarlier?: boolean | undefined };

const soldEarlierAt = soldAt(earlierOrders);

/**
 * Received and refunded money of the last days up to `now`, and of as many preceding days up to the
 * same time of day, so that partial days are comparable. Money counts when it was received, surplus
 * payments included; a refund counts when it was made. One statement reads both spans from indexes.
 */
export async function readFigures(
  { db, shop: { timeZone } }: { db: Db; shop: Pick<ShopIdentity, "timeZone"> },
  _admin: Admin<"insights.read">,
  { days, now = new Date(), withEarlier = false }: FigureChoice,
): Promise<DashboardFigures> {
  // Days of the calendar, of which some have 23 or 25 hours.
  const [today = "", clock = ""] = localTimeIn(timeZone, now).split("T");
  const firstDay = daysLater(today, 1 - days);
  const start = instantIn(timeZone, `${firstDay}T00:00`);
  const startBefore = instantIn(timeZone, `${daysLater(firstDay, -days)}T00:00`);
  const endBefore = new Date(
    instantIn(timeZone, `${daysLater(today, -days)}T${clock}`).getTime() + (now.getTime() % minuteMs),
  );
  const time = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const isNow = (at: AnyColumn | SQL) => sql<boolean>`${at} >= ${time(start)}`;
  const isWithin = (at: AnyColumn | SQL) =>
    sql`${at} >= ${time(startBefore)} and ${at} < ${time(now)} and (${isNow(at)} or ${at} < ${time(endBefore)})`;
  const { rows } = await db.execute<{ sums: Sums }>(sql`
    with sold as (
      select ${isNow(orders.paidAt)} as is_now, (${orders.paidAt} at time zone ${timeZone})::date as day,
        ${orders.totalCents} as cents, ${orders.userId} as customer
      from ${orders} where ${orders.paidAt} is not null and ${isWithin(orders.paidAt)}
    ), earlier as (
      select ${isNow(soldEarlierAt)} as is_now, (${soldEarlierAt} at time zone ${timeZone})::date as day,
        ${earlierOrders.totalCents} as cents, ${earlierOrders.refundedCents} as refunded,
        coalesce(${earlierOrders.userId}::text, ${earlierOrders.customerEmail}) as customer
      from ${earlierOrders}
      where ${earlierOrders.state} not in ('unpaid', 'cancelled') and ${earlierOrders.currency} = ${shopCurrency()}
        and ${isWithin(soldEarlierAt)}
    ), counted as (
      select is_now, day, cents, customer::text from sold
      union all select is_now, day, cents, customer from earlier where ${withEarlier}::boolean
    ), received as (
      select is_now, day, cents, 1 as orders from counted
      union all
      select ${isNow(payments.settledAt)}, (${payments.settledAt} at time zone ${timeZone})::date, ${payments.amountCents}, 0
      from ${payments}
      where not ${payments.isSettling} and ${payments.settledAt} is not null and ${isWithin(payments.settledAt)}
    ), returned as (
      select ${isNow(refunds.completedAt)} as is_now, ${refunds.amountCents} as cents
      from ${refunds} where ${refunds.completedAt} is not null and ${isWithin(refunds.completedAt)}
      union all select is_now, refunded from earlier where refunded > 0 and ${withEarlier}::boolean
    )
    select json_build_object(
      'sums', (select coalesce(json_agg(s), '[]') from (
        select is_now as "isNow", day::text as day, sum(cents) as cents,
          coalesce(sum(cents) filter (where orders = 1), 0) as "orderCents", sum(orders) as orders from received group by 1, 2
      ) s),
      'customers', (select coalesce(json_agg(b), '[]') from (
        select is_now as "isNow", count(distinct customer) as customers from counted group by 1
      ) b),
      'refunded', (select coalesce(json_agg(r), '[]') from (
        select is_now as "isNow", sum(cents) as cents from returned group by 1
      ) r),
      'hasEarlier', exists (select from earlier)
    ) as sums`);
  const [row] = rows;
  if (row === undefined) throw new Error("the sum query returned no row");
  return toFigures(row.sums, { days, firstDay });
}

function toFigures(
  { sums, customers, refunded, hasEarlier }: Sums,
  { days, firstDay }: { days: FigureSpan; firstDay: string },
): DashboardFigures {
  const of = (isNow: boolean) => {
    const own = sums.filter((sum) => sum.isNow === isNow);
    return {
      cents: own.reduce((all, { cents }) => all + cents, 0),
      orderCents: own.reduce((all, sum) => all + sum.orderCents, 0),
      orders: own.reduce((all, sum) => all + sum.orders, 0),
      customers: customers.find((count) => count.isNow === isNow)?.customers ?? 0,
      refundedCents: refunded.find((sum) => sum.isNow === isNow)?.cents ?? 0,
    };
  };
  const now = of(true);
  const before = of(false);
  const figure = <Value>(read: (of: typeof now) => Value): Figure<Value> => ({ now: read(now), before: read(before) });
  const byDay = new Map(sums.filter((sum) => sum.isNow).map((sum) => [sum.day, sum]));
  return {
    days,
    hasEarlier,
    sales: figure(({ cents }) => toWire(cents)),
    refunded: figure(({ refundedCents }) => toWire(refundedCents)),
    net: figure(({ cents, refundedCents }) => toWire(cents - refundedCents)),
    orders: figure((of) => of.orders),
    average: figure((of) => (of.orders === 0 ? null : toWire(Math.round(of.orderCents / of.orders)))),
    customers: figure(({ customers }) => customers),
    daily: Array.from({ length: days }, (_, n) => {
      const day = daysLater(firstDay, n);
      const sum = byDay.get(day);
      return { day, sales: toWire(sum?.cents ?? 0), orders: sum?.orders ?? 0 };
    }),
  };
}
