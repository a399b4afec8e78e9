import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productChanges } from "../../db/schema/catalog-changes.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { productFacets, productSales, salesProgress } from "../../db/schema/product-facets.ts";

/** Orders that are counted in one transaction, and how many lines they have together, of which the first can have more. */
const batch = 100;
const linesMax = 200;
/** Payments commit later than the moment that they are marked with, but no transaction takes as long; in milliseconds. */
const settledAfterMs = 60_000;

type CountSalesOptions = {
  /** Most orders of one call. */
  limit?: number;
  settledMs?: number;
};

/**
 * Counts the units of newly paid orders into `product_sales`, and into what lists are sorted by. Instances can run it in
 * parallel: one counts, the others return at once. Returns the number of counted orders.
 */
export async function countSales(
  db: Db,
  { limit = 10_000, settledMs = settledAfterMs }: CountSalesOptions = {},
): Promise<number> {
  let counted = 0;
  while (counted < limit) {
    const found = await db.transaction((tx) => countBatch(tx, settledMs));
    if (found === 0) break;
    counted += found;
  }
  return counted;
}

async function countBatch(tx: Db, settledMs: number): Promise<number> {
  const { rows: progress } = await tx.execute(sql`select from ${salesProgress} for update skip locked`);
  if (progress.length === 0) return 0;
  const { rows } = await tx.execute<{ orders: number; products: string[] }>(sql`
    with span as (
      select (select counted_until from ${salesProgress}) as since, (
        -- Orders of the same moment are counted together.
        select coalesce(max(paid_at) filter (where lines <= ${linesMax}), min(paid_at)) from (
          select paid_at, sum(lines) over (order by paid_at) as lines from (
            select paid_at, (select count(*) from ${orderItems} i where i.order_id = o.id) as lines from ${orders} o
            where paid_at > (select counted_until from ${salesProgress})
              and paid_at <= now() - ${settledMs} * interval '1 millisecond'
            order by paid_at limit ${batch}
          ) as next
        ) as summed
      ) as until
    ), counted as (
      select o.id from ${orders} o, span where o.paid_at > span.since and o.paid_at <= span.until
    ), sold as (
      insert into ${productSales} (product_id, units)
      select i.product_id, sum(i.qty) from ${orderItems} i join counted on counted.id = i.order_id
      group by i.product_id order by i.product_id
      on conflict (product_id) do update set units = ${productSales}.units + excluded.units
      returning product_id
    ), moved as (
      update ${salesProgress} set counted_until = span.until from span where span.until is not null
    )
    select (select count(*)::int from counted) as orders, array(select product_id from sold) as products`);
  const [found = { orders: 0, products: [] }] = rows;
  if (found.products.length > 0) await showSales(tx, found.products);
  return found.orders;
}

/** Rows are locked in the order of their products, as orders lock them. */
async function showSales(tx: Db, products: string[]): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    with locked as materialized (
      select f.product_id from ${productFacets} f where f.product_id = any(${sql.param(products)}::uuid[])
      order by f.product_id for no key update of f
    )
    update ${productFacets} set sold_units = s.units from locked join ${productSales} s using (product_id)
    where ${productFacets.productId} = locked.product_id`);
  const [first] = products;
  // One product is enough: it is the order of all that has changed.
  if (rowCount !== 0 && first !== undefined) {
    await tx.insert(productChanges).values({ productId: first, affectsRanking: true });
  }
}
