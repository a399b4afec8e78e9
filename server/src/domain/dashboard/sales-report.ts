import {
  type AskedSales,
  daysLater,
  type ReportSpan,
  reportRowsMax,
  type SalesGroup,
  type SalesReport,
  type SalesRow,
  type SalesSum,
  spanOf,
} from "@shop/shared/admin/sales-report";
import { toWire } from "@shop/shared/money";
import { countryCode, nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { dayOfTime } from "@shop/shared/time-zone";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { midnightIn } from "../../db/time.ts";
import type { Reader } from "../base/actor.ts";
import type { ShopIdentity } from "../base/shop-facts.ts";
import { fullNameOf } from "../catalog/product-group/group-columns.ts";
import { isCancelledSql } from "../order/cancelled.ts";

export type ReportDeps = { db: Db; shop: Pick<ShopIdentity, "timeZone"> };

const rowSchema = z.object({
  key: z.string(),
  name: z.string(),
  ordersNow: z.coerce.number(),
  unitsNow: z.coerce.number(),
  centsNow: z.coerce.number(),
  ordersBefore: z.coerce.number(),
  unitsBefore: z.coerce.number(),
  centsBefore: z.coerce.number(),
});
type Row = z.output<typeof rowSchema>;

/**
 * The sales of some days by a group, with those of as many days before. An order counts on the day of its payment in the
 * shop's time zone, unless it was cancelled. Products, categories and brands count the prices of their lines; all other
 * groups the totals of orders. Refunds are not subtracted.
 */
export async function readSalesReport(
  { db, shop: { timeZone } }: ReportDeps,
  _reader: Reader<"insights.read">,
  { by, ...asked }: AskedSales,
): Promise<SalesReport> {
  const span = spanOf(asked, dayOfTime(timeZone, new Date()));
  const sold = soldIn(span, timeZone);
  const grouped = sql`with sold as (${sold}), lines as (${linesBy(by, span)})`;
  const isOrdered = by === "day" || by === "hour";
  const [groups, all] = await Promise.all([
    db.execute(sql`${grouped} select key, max(name) as name, ${sums} from lines group by key
      order by ${isOrdered ? sql`key` : sql`"centsNow" desc, "centsBefore" desc, key`} limit ${reportRowsMax + 1}`),
    db.execute(sql`${grouped} select '' as key, '' as name, ${sums} from lines`),
  ]);
  const found = z.array(rowSchema).parse(groups.rows);
  const [total] = z.array(rowSchema).parse(all.rows).map(toRow);
  if (total === undefined) throw new Error("the sum query returned no row");
  return {
    span,
    rows: named(by, found.slice(0, reportRowsMax), span),
    total: { now: total.now, before: total.before },
    isCut: found.length > reportRowsMax,
  };
}

const sums = sql`count(distinct id) filter (where is_now) as "ordersNow",
  coalesce(sum(units) filter (where is_now), 0) as "unitsNow",
  coalesce(sum(cents) filter (where is_now), 0) as "centsNow",
  count(distinct id) filter (where not is_now) as "ordersBefore",
  coalesce(sum(units) filter (where not is_now), 0) as "unitsBefore",
  coalesce(sum(cents) filter (where not is_now), 0) as "centsBefore"`;

/** The paid orders of both spans, by the index of paid orders. */
function soldIn({ from, to, fromBefore }: ReportSpan, timeZone: string): SQL {
  const midnight = (day: string) => midnightIn(timeZone, day);
  return sql`
    select ${orders.id} as id, ${orders.userId} as user_id, ${orders.paidAt} as paid_at, ${orders.totalCents} as cents,
      coalesce(${orders.countryCode}, ${orders.country}) as country, ${orders.paidAt} at time zone ${timeZone} as local,
      ${orders.paidAt} >= ${midnight(from)} as is_now
    from ${orders}
    where ${orders.paidAt} >= ${midnight(fromBefore)} and ${orders.paidAt} < ${midnight(daysLater(to, 1))}
      and not ${isCancelledSql}`;
}

/** The sold lines or orders, each with the key and the name of its group. */
function linesBy(by: SalesGroup, span: ReportSpan): SQL {
  switch (by) {
    case "product":
      return itemsBy(sql`p.id::text`, fullNameOf(sql.raw("p")));
    case "category":
      return itemsBy(sql`p.category_id::text`, sql`(select c.name from ${categories} c where c.id = p.category_id)`);
    case "brand":
      return itemsBy(sql`p.brand_id::text`, sql`(select b.name from ${brands} b where b.id = p.brand_id)`);
    case "country":
      return ordersBy(sql`sold.country`);
    case "customer":
      return ordersBy(sql`case when exists (
        select from ${orders} e where e.user_id = sold.user_id and e.paid_at < sold.paid_at
      ) then 'returning' else 'new' end`);
    case "day":
      // By its place in the span, so that it stands beside the same day of the span before.
      return ordersBy(sql`lpad((sold.local::date
        - case when sold.is_now then ${span.from}::date else ${span.fromBefore}::date end)::text, 3, '0')`);
    case "hour":
      return ordersBy(sql`to_char(sold.local, 'HH24')`);
  }
}

function itemsBy(key: SQL, name: SQL): SQL {
  return sql`
    select sold.is_now, sold.id, i.qty as units, i.qty::bigint * i.price_cents - i.discount_cents as cents,
      ${key} as key, ${name} as name
    from sold join ${orderItems} i on i.order_id = sold.id join ${products} p on p.id = i.product_id`;
}

function ordersBy(key: SQL): SQL {
  return sql`
    select sold.is_now, sold.id, (select sum(i.qty) from ${orderItems} i where i.order_id = sold.id) as units, sold.cents,
      ${key} as key, '' as name
    from sold`;
}

function toRow({ key, name, ...row }: Row): SalesRow {
  return {
    key,
    name,
    now: { orders: row.ordersNow, units: row.unitsNow, amount: toWire(row.centsNow) },
    before: { orders: row.ordersBefore, units: row.unitsBefore, amount: toWire(row.centsBefore) },
  };
}

const nothing: SalesSum = { orders: 0, units: 0, amount: 0 };

/** The rows with names for people; days and hours without sales too. */
function named(by: SalesGroup, found: readonly Row[], span: ReportSpan): SalesRow[] {
  const rows = found.map(toRow);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const each = (keys: string[], nameOf: (key: string) => string) =>
    keys.map((key) => ({ ...(byKey.get(key) ?? { key, now: nothing, before: nothing }), name: nameOf(key) }));
  switch (by) {
    case "day":
      return each(
        Array.from({ length: span.days }, (_, place) => String(place).padStart(3, "0")),
        (key) => daysLater(span.from, Number(key)),
      );
    case "hour":
      return each(
        Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
        (key) => `${key}:00 to ${key}:59`,
      );
    case "customer":
      return each(["new", "returning"], (key) => (key === "new" ? "First order" : "Returning customers"));
    case "country":
      return byCountry(rows);
    default:
      return rows;
  }
}

/** Joins the spellings of a country. */
function byCountry(rows: readonly SalesRow[]): SalesRow[] {
  const joined = new Map<string, SalesRow>();
  for (const row of rows) {
    const key = countryCode(row.key);
    const name = /^[A-Z]{2}$/.test(key) ? nameOfCountry(key) : key;
    const known = joined.get(key) ?? { key, name, now: nothing, before: nothing };
    joined.set(key, { key, name, now: plus(known.now, row.now), before: plus(known.before, row.before) });
  }
  return [...joined.values()].toSorted((a, b) => b.now.amount - a.now.amount || b.before.amount - a.before.amount);
}

function plus(a: SalesSum, b: SalesSum): SalesSum {
  const cents = Math.round(a.amount / toWire(1)) + Math.round(b.amount / toWire(1));
  return { orders: a.orders + b.orders, units: a.units + b.units, amount: toWire(cents) };
}
