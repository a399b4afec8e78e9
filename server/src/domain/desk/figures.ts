import type { DeskFigures, Figure } from "@shop/shared/desk-home";
import type { FigureSpan } from "@shop/shared/figure-span";
import { toWire } from "@shop/shared/money";
import { and, gte, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";

const dayMs = 86_400_000;

/** In the words of the index over these orders. */
const isSold = sql`${orders.paidAt} is not null and ${orders.attention} is distinct from 'refunded'`;

type DaySum = { isNow: boolean; day: string; cents: number; orders: number };
type BuyerCount = { isNow: boolean; buyers: number };

/**
 * What was sold in the last days up to `now`, and in as many days before up to
 * the same hour, so that a morning is not compared with a whole day. One
 * statement, which reads the sales of both spans out of an index.
 */
export async function readFigures(
  db: Db,
  _admin: Admin,
  { days, now = new Date() }: { days: FigureSpan; now?: Date },
): Promise<DeskFigures> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const start = new Date(today - (days - 1) * dayMs);
  const startBefore = new Date(start.getTime() - days * dayMs);
  const endBefore = new Date(now.getTime() - days * dayMs);
  const isNow = sql<boolean>`${orders.paidAt} >= ${start.toISOString()}::timestamptz`;
  const sold = db.$with("sold").as(
    db
      .select({
        isNow: isNow.as("is_now"),
        day: sql<string>`(${orders.paidAt} at time zone 'UTC')::date`.as("day"),
        cents: sql<number>`${orders.totalCents}`.as("cents"),
        buyer: sql<string>`${orders.userId}`.as("buyer"),
      })
      .from(orders)
      .where(
        and(
          isSold,
          gte(orders.paidAt, startBefore),
          lt(orders.paidAt, now),
          sql`(${isNow} or ${orders.paidAt} < ${endBefore.toISOString()}::timestamptz)`,
        ),
      ),
  );
  const [row] = await db
    .with(sold)
    .select({
      sums: sql<DaySum[]>`(
      select coalesce(json_agg(s), '[]') from (
        select is_now as "isNow", day::text as day, sum(cents) as cents, count(*) as orders from sold group by 1, 2
      ) s)`,
      buyers: sql<BuyerCount[]>`(
      select coalesce(json_agg(b), '[]') from (
        select is_now as "isNow", count(*) as buyers from (select distinct is_now, buyer from sold) d group by 1
      ) b)`,
    })
    .from(sql`(select) as one`);
  if (row === undefined) throw new Error("adding up gave no row");
  return toFigures(row, { days, start });
}

function toFigures(
  { sums, buyers }: { sums: DaySum[]; buyers: BuyerCount[] },
  { days, start }: { days: FigureSpan; start: Date },
): DeskFigures {
  const of = (isNow: boolean) => {
    const own = sums.filter((sum) => sum.isNow === isNow);
    return {
      cents: own.reduce((all, { cents }) => all + cents, 0),
      orders: own.reduce((all, sum) => all + sum.orders, 0),
      customers: buyers.find((count) => count.isNow === isNow)?.buyers ?? 0,
    };
  };
  const now = of(true);
  const before = of(false);
  const figure = <Value>(read: (of: typeof now) => Value): Figure<Value> => ({ now: read(now), before: read(before) });
  const byDay = new Map(sums.filter((sum) => sum.isNow).map((sum) => [sum.day, sum]));
  return {
    days,
    sales: figure(({ cents }) => toWire(cents)),
    orders: figure((of) => of.orders),
    average: figure((of) => (of.orders === 0 ? null : toWire(Math.round(of.cents / of.orders)))),
    customers: figure(({ customers }) => customers),
    daily: Array.from({ length: days }, (_, n) => {
      const day = new Date(start.getTime() + n * dayMs).toISOString().slice(0, 10);
      const sum = byDay.get(day);
      return { day, sales: toWire(sum?.cents ?? 0), orders: sum?.orders ?? 0 };
    }),
  };
}
