import type { ProductIds, ProductSummary } from "@shop/shared/catalog/catalog";
import { isId } from "@shop/shared/query";
import { recommendedLimit } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, preparedSql } from "../../db/client.ts";
import { productChanges } from "../../db/schema/catalog-changes.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { productRecommendations } from "../../db/schema/product-facets.ts";
import { products } from "../../db/schema/products.ts";
import { restAfter } from "../../infra/rest-after.ts";
import { runWhenDue } from "../base/job-runs.ts";
import { readEntries, shownFor } from "./product-group/entries.ts";
import { findRelated } from "./related-products.ts";
import { readEntrySummaries, readSummaries } from "./summary.ts";

const job = "recommendations";
/** How often they are computed, in milliseconds. */
const everyMs = 3_600_000;
/** More than are shown, because some are sold out or gone by then. */
const storedMax = 12;
/** Products of one statement. */
const batchSize = 200;
/** The newest paid orders that count for what is bought together. */
const ordersMax = 20_000;
/** The first lines of an order count. All pairs of more would take long, and say little of what belongs together. */
const orderLinesMax = 10;
/** Products are paired a slice at a time, so that a statement stays well within its time limit. */
const slices = 16;
/** What makes two products belong together by orders: enough of them, and not by chance. */
const together = {
  /** As many orders must have both; fewer could tell of one customer. */
  ordersMin: 5,
  /** One in so many orders of a product must have the other one. */
  oneIn: 5,
  /** As many times as often as if customers chose both independently of each other. */
  timesChance: 2,
  /** So many for each product. */
  max: 2,
};
/** So many related products come first, before what is bought together. */
const relatedFirst = 2;
/** What is often bought together with a product, the most frequent first. */
type BoughtTogether = Map<string, string[]>;

/**
 * Computes the recommendations if the last time was long enough ago, on one instance at a time. Returns the number of
 * products whose recommendations have changed, or nothing if it was not time.
 */
export function refreshRecommendations(db: Db, isStopping: () => boolean): Promise<number | undefined> {
  return runWhenDue(db, { job, everyMs, isStopping }, () => computeRecommendations(db, isStopping));
}

/**
 * Computes for every product what is related to it by category, name, facts and price, and among these what is often bought
 * together with it. Cached answers of products with other recommendations than before fall.
 */
export async function computeRecommendations(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  const bought: BoughtTogether = new Map();
  for (let slice = 0; slice < slices; slice += 1) {
    if (isStopping()) return 0;
    await readBoughtTogether(db, slice, bought);
  }
  let changed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; !isStopping(); ) {
    const began = performance.now();
    const ids = await nextProducts(db, after);
    const last = ids.at(-1);
    if (last === undefined) break;
    changed += await writeBatch(db, ids, bought);
    after = last;
    await restAfter(began);
  }
  return changed;
}

/** Adds the products of a slice that many of the newest orders have together. An order has a product in one line. */
async function readBoughtTogether(db: Db, slice: number, bought: BoughtTogether): Promise<void> {
  const { rows } = await db.execute<{ product_id: string; other_ids: string[] }>(sql`
    with newest as (
      select ${orders.id} as id from ${orders} where ${orders.paidAt} is not null
      order by ${orders.paidAt} desc limit ${ordersMax}
    ), lines as materialized (
      select i.order_id, i.product_id from newest join ${orderItems} i on i.order_id = newest.id
      where i.position < ${orderLinesMax}
    ), counted as materialized (
      select product_id, count(*) as orders from lines group by product_id
    ), pairs as (
      select a.product_id, b.product_id as other_id, count(*) as orders
      from lines a join lines b on b.order_id = a.order_id and b.product_id <> a.product_id
      where uuid_hash(a.product_id) & ${slices - 1}::int = ${slice}::int
      group by a.product_id, b.product_id having count(*) >= ${together.ordersMin}
    ), placed as (
      select p.product_id, p.other_id, row_number() over (
        partition by p.product_id order by p.orders desc, p.other_id
      ) as place
      from pairs p join counted own on own.product_id = p.product_id join counted other on other.product_id = p.other_id
      where p.orders * ${together.oneIn} >= own.orders
        and p.orders * (select count(*) from newest) >= own.orders * other.orders * ${together.timesChance}
    )
    select product_id, array_agg(other_id order by place) as other_ids from placed
    where place <= ${together.max} group by product_id`);
  for (const { product_id, other_ids } of rows) bought.set(product_id, other_ids);
}

const isVisibleProduct = sql.raw("p.published_at is not null and p.deleted_at is null");

async function nextProducts(db: Db, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${products} p where p.id > ${after}::uuid and ${isVisibleProduct} order by p.id limit ${batchSize}`);
  return rows.map(({ id }) => id);
}

/** Writes the recommendations of some products that differ from the stored ones. Returns how many do. */
async function writeBatch(db: Db, ids: string[], bought: BoughtTogether): Promise<number> {
  const related = await findRelated(db, ids, storedMax);
  const computed = ids.map((id) => {
    const likely = related.get(id) ?? [];
    const all = [...likely.slice(0, relatedFirst), ...(bought.get(id) ?? []), ...likely.slice(relatedFirst)];
    return { product_id: id, ids: [...new Set(all)].slice(0, storedMax) };
  });
  const { rows } = await db.execute(sql`
    with computed as (
      select product_id, ids from json_to_recordset(${JSON.stringify(computed)}::json) as row(product_id uuid, ids uuid[])
        join ${products} p on p.id = product_id and ${isVisibleProduct}
    ), written as (
      insert into ${productRecommendations} as stored (product_id, recommended_ids)
      select product_id, ids from computed order by product_id
      on conflict (product_id) do update set recommended_ids = excluded.recommended_ids
      where stored.recommended_ids <> excluded.recommended_ids
      returning product_id
    ), noted as (
      insert into ${productChanges} (product_id, affects, affects_ranking) select product_id, '{}', false from written returning 1
    )
    select count(*)::int as changed from noted`);
  return z.tuple([z.object({ changed: z.int() })]).parse(rows)[0].changed;
}

/** What the page of a product shows besides it: visible products, what is sold out last. */
export async function listRecommended(db: Db, productId: string): Promise<ProductSummary[]> {
  if (!isId(productId)) return [];
  const { rows } = await recommendedEntries(db).execute({ productId });
  const [own, ...others] = rows.map(({ id }) => id);
  const found = await readEntrySummaries(
    db,
    [...new Set(others)].filter((id) => id !== own),
  );
  return soldOutLast(found).slice(0, recommendedLimit);
}

/** What lists show for a product, and then for those that are recommended beside it. */
const recommendedEntries = preparedSql<{ id: string }>(
  "recommended_entries",
  sql`
    select ${shownFor(sql`wanted.id`)} as id
    from unnest((
      select ${sql.placeholder("productId")}::uuid || coalesce((
        select recommended_ids from ${productRecommendations} where product_id = ${sql.placeholder("productId")}::uuid
      ), '{}')
    )) with ordinality as wanted(id, place) order by wanted.place`,
);

/** The visible ones of some products in their order, what is sold out last. */
export async function listByIds(db: Db, { ids, asEntries }: ProductIds): Promise<ProductSummary[]> {
  return soldOutLast(asEntries ? await readEntries(db, ids) : await readSummaries(db, ids));
}

function soldOutLast(found: readonly ProductSummary[]): ProductSummary[] {
  return found.toSorted((a, b) => Number(a.countInStock === 0) - Number(b.countInStock === 0));
}
