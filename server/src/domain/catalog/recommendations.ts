import type { ProductIds, ProductSummary } from "@shop/shared/catalog/catalog";
import { isId } from "@shop/shared/query";
import { recommendedLimit } from "@shop/shared/shop";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { productChanges } from "../../db/schema/catalog-changes.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { productFacets, productRecommendations } from "../../db/schema/product-facets.ts";
import { products } from "../../db/schema/products.ts";
import { runWhenDue } from "../base/job-runs.ts";
import { readEntries, toEntryIds } from "./product-group/entries.ts";
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
/** As many orders must have two products together; fewer are chance, and could tell of one customer. */
const ordersTogetherMin = 3;
const boughtTogetherMax = 4;

/** What is most often bought together with a product, the most frequent first. */
type Together = Map<string, string[]>;

/**
 * Computes the recommendations if the last time was long enough ago, on one instance at a time. Returns the number of
 * products whose recommendations have changed, or nothing if it was not time.
 */
export function refreshRecommendations(db: Db, isStopping: () => boolean): Promise<number | undefined> {
  return runWhenDue(db, { job, everyMs, isStopping }, () => computeRecommendations(db, isStopping));
}

/**
 * Computes for every product what was often bought together with it, then what is near in price in its category. Cached
 * answers of products with other recommendations than before fall.
 */
export async function computeRecommendations(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  const together: Together = new Map();
  for (let slice = 0; slice < slices; slice += 1) {
    if (isStopping()) return 0;
    await readBoughtTogether(db, slice, together);
  }
  let changed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; !isStopping(); ) {
    const ids = await nextProducts(db, after);
    const last = ids.at(-1);
    if (last === undefined) break;
    changed += await writeBatch(db, ids, together);
    after = last;
  }
  return changed;
}

/** Adds the products of a slice that several of the newest orders have together. An order has a product in one line. */
async function readBoughtTogether(db: Db, slice: number, together: Together): Promise<void> {
  const { rows } = await db.execute<{ product_id: string; other_ids: string[] }>(sql`
    with newest as (
      select ${orders.id} as id from ${orders} where ${orders.paidAt} is not null
      order by ${orders.paidAt} desc limit ${ordersMax}
    ), lines as materialized (
      select i.order_id, i.product_id from newest join ${orderItems} i on i.order_id = newest.id
      where i.position < ${orderLinesMax}
    ), pairs as (
      select a.product_id, b.product_id as other_id, row_number() over (
        partition by a.product_id order by count(*) desc, b.product_id
      ) as place
      from lines a join lines b on b.order_id = a.order_id and b.product_id <> a.product_id
      where uuid_hash(a.product_id) & ${slices - 1}::int = ${slice}::int
      group by a.product_id, b.product_id having count(*) >= ${ordersTogetherMin}
    )
    select product_id, array_agg(other_id order by place) as other_ids from pairs
    where place <= ${boughtTogetherMax} group by product_id`);
  for (const { product_id, other_ids } of rows) together.set(product_id, other_ids);
}

const isVisibleProduct = sql.raw("p.published_at is not null and p.deleted_at is null");

/** Whether it stands for its group. */
const isFirst = sql`exists (select from ${productFacets} f where f.product_id = p.id and f.place = 0)`;

async function nextProducts(db: Db, after: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from ${products} p where p.id > ${after}::uuid and ${isVisibleProduct} order by p.id limit ${batchSize}`);
  return rows.map(({ id }) => id);
}

/** Writes the recommendations of some products that differ from the stored ones. Returns how many do. */
async function writeBatch(db: Db, ids: string[], together: Together): Promise<number> {
  const pairs = ids.flatMap((id) =>
    (together.get(id) ?? []).map((otherId, place) => ({ product_id: id, other_id: otherId, place })),
  );
  const { rows } = await db.execute(sql`
    with batch as (
      select p.id, p.category_id, p.price_cents from ${products} p
      where p.id = any(${sql.param(ids)}::uuid[]) and ${isVisibleProduct}
    ), candidates as (
      select product_id, other_id, 0 as source, place from json_to_recordset(${JSON.stringify(pairs)}::json)
        as pair(product_id uuid, other_id uuid, place int) join batch on batch.id = pair.product_id
      union all
      select b.id, near.id, 1, row_number() over (partition by b.id order by abs(near.price_cents - b.price_cents), near.id)
      from batch b cross join lateral (
        (
          select p.id, p.price_cents from ${products} p
          where p.category_id = b.category_id and (p.price_cents, p.id) > (b.price_cents, b.id) and ${isVisibleProduct} and ${isFirst}
          order by p.price_cents, p.id limit ${storedMax}
        ) union all (
          select p.id, p.price_cents from ${products} p
          where p.category_id = b.category_id and (p.price_cents, p.id) < (b.price_cents, b.id) and ${isVisibleProduct} and ${isFirst}
          order by p.price_cents desc, p.id desc limit ${storedMax}
        )
      ) as near
    ), once as (
      select distinct on (product_id, other_id) product_id, other_id, source, place from candidates
      order by product_id, other_id, source
    ), computed as (
      select b.id, array(
        select other_id from once where once.product_id = b.id order by source, place limit ${storedMax}
      ) as ids
      from batch b
    ), written as (
      insert into ${productRecommendations} as stored (product_id, recommended_ids) select id, ids from computed order by id
      on conflict (product_id) do update set recommended_ids = excluded.recommended_ids
      where stored.recommended_ids <> excluded.recommended_ids
      returning product_id
    ), noted as (
      insert into ${productChanges} (product_id, affects_ranking) select product_id, false from written returning 1
    )
    select count(*)::int as changed from noted`);
  return z.tuple([z.object({ changed: z.int() })]).parse(rows)[0].changed;
}

/** What the page of a product shows besides it: visible products, what is sold out last. */
export async function listRecommended(db: Db, productId: string): Promise<ProductSummary[]> {
  if (!isId(productId)) return [];
  const [stored] = await db
    .select({ ids: productRecommendations.recommendedIds })
    .from(productRecommendations)
    .where(eq(productRecommendations.productId, productId));
  const [own, ...others] = await toEntryIds(db, [productId, ...(stored?.ids ?? [])]);
  const found = await readEntrySummaries(
    db,
    [...new Set(others)].filter((id) => id !== own),
  );
  return soldOutLast(found).slice(0, recommendedLimit);
}

/** The visible ones of some products in their order, what is sold out last. */
export async function listByIds(db: Db, { ids, asEntries }: ProductIds): Promise<ProductSummary[]> {
  return soldOutLast(asEntries ? await readEntries(db, ids) : await readSummaries(db, ids));
}

function soldOutLast(found: readonly ProductSummary[]): ProductSummary[] {
  return found.toSorted((a, b) => Number(a.countInStock === 0) - Number(b.countInStock === 0));
}
