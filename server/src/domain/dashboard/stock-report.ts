import { type AskedStock, daysLater, reportRowsMax, type StockReport, spanOf } from "@shop/shared/admin/sales-report";
import { toWire } from "@shop/shared/money";
import { dayOfTime } from "@shop/shared/time-zone";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { products } from "../../db/schema/products.ts";
import { midnightIn } from "../../db/time.ts";
import type { Reader } from "../base/actor.ts";
import { fullNameOf } from "../catalog/product-group/group-columns.ts";
import { isCancelledSql } from "../order/cancelled.ts";
import type { ReportDeps } from "./sales-report.ts";

const rowSchema = z.object({
  product: z.string(),
  name: z.string(),
  stock: z.coerce.number(),
  value: z.coerce.number(),
  sold: z.coerce.number(),
});
const totalSchema = z.object({
  products: z.coerce.number(),
  stock: z.coerce.number(),
  value: z.coerce.number(),
  unsold: z.coerce.number(),
});

/** What is in stock and what it comes to at today's prices, with what was sold of it in some days; slow goods first. */
export async function readStockReport(
  { db, shop: { timeZone } }: ReportDeps,
  _reader: Reader<"insights.read">,
  asked: AskedStock,
): Promise<StockReport> {
  const span = spanOf(asked, dayOfTime(timeZone, new Date()));
  const midnight = (day: string) => midnightIn(timeZone, day);
  const stocked = sql`with sold as (
      select i.product_id, sum(i.qty) as units
      from ${orders} join ${orderItems} i on i.order_id = ${orders.id}
      where ${orders.paidAt} >= ${midnight(span.from)} and ${orders.paidAt} < ${midnight(daysLater(span.to, 1))}
        and not ${isCancelledSql}
      group by i.product_id
    ), stocked as (
      select p.id, p.count_in_stock as stock, p.count_in_stock::bigint * p.price_cents as value,
        coalesce(sold.units, 0) as sold
      from ${products} p left join sold on sold.product_id = p.id
      where p.deleted_at is null and p.is_stock_counted and p.count_in_stock > 0
    )`;
  const [rows, totals] = await Promise.all([
    // Names are made for the rows that are shown alone.
    db.execute(sql`${stocked} select s.id as product, ${fullNameOf(sql.raw("p"))} as name, s.stock, s.value, s.sold
      from (select * from stocked order by sold, value desc, id limit ${reportRowsMax}) s
      join ${products} p on p.id = s.id order by s.sold, s.value desc, s.id`),
    db.execute(sql`${stocked} select count(*) as products, coalesce(sum(stock), 0) as stock,
      coalesce(sum(value), 0) as value, count(*) filter (where sold = 0) as unsold from stocked`),
  ]);
  const [total] = z.array(totalSchema).parse(totals.rows);
  if (total === undefined) throw new Error("the sum query returned no row");
  return {
    span,
    rows: z
      .array(rowSchema)
      .parse(rows.rows)
      .map((row) => ({ ...row, value: toWire(row.value) })),
    total: { ...total, value: toWire(total.value) },
  };
}
