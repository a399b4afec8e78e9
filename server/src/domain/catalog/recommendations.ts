import type { ProductSummary } from "@shop/shared/catalog";
import { isId } from "@shop/shared/query";
import { recommendedLimit } from "@shop/shared/shop";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { productChanges, productRecommendations, products } from "../../db/schema/catalog.ts";
import { jobRuns } from "../../db/schema/operations.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { readSummaries } from "./summary.ts";

const job = "recommendations";
/** How often they are computed, in milliseconds. */
const everyMs = 3_600_000;
/** More than are shown, because some are sold out or gone by then. */
const storedMax = 12;
/** Products of one statement. */
const batchSize = 200;
/** The newest paid orders that count for what is bought together. */
const ordersMax = 20_000;
/** Larger orders say little of what belongs together. */
const orderLinesMax = 20;
/** As many orders must have two products together; fewer are chance, and could tell of one customer. */
const ordersTogetherMin = 3;
const boughtTogetherMax = 4;

type Pair = { product_id: string; other_id: string; place: number };

/**
 * Computes the recommendations if the last time was long enough ago, on one instance at a time. Returns the number of
 * products whose recommendations have changed, or nothing if it was not time.
 */
export async function refreshRecommendations(db: Db, isStopping: () => boolean): Promise<number | undefined> {
  const claimed = await db
    .insert(jobRuns)
    .values({ job, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { startedAt: sql`now()` },
      setWhere: sql`${jobRuns.startedAt} < now() - ${everyMs} * interval '1 millisecond'`,
    })
    .returning({ job: jobRuns.job });
  return claimed.length === 0 ? undefined : computeRecommendations(db, isStopping);
}

/**
 * Computes for every product what was often bought together with it, then what is near in price in its category. Cached
 * answers of products with other recommendations than before fall.
 */
export async function computeRecommendations(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  const pairs = JSON.stringify(await readBoughtTogether(db));
  let after = "00000000-0000-0000-0000-000000000000";
  let changed = 0;
  while (!isStopping()) {
    const [batch] = z
      .tuple([z.object({ last: z.string().nullable(), changed: z.int() })])
      .parse((await db.execute(batchQuery(after, pairs))).rows);
    changed += batch.changed;
    if (batch.last === null) break;
    after = batch.last;
  }
  return changed;
}

/** The products that several of the newest orders have together, for each the most frequent first. */
async function readBoughtTogether(db: Db): Promise<Pair[]> {
  const { rows } = await db.execute<Pair>(sql`
    with newest as (
      select o.id from (
        select ${orders.id} as id from ${orders} where ${orders.paidAt} is not null
        order by ${orders.paidAt} desc limit ${ordersMax}
      ) o
      where (select count(*) from ${orderItems} i where i.order_id = o.id) between 2 and ${orderLinesMax}
    ), pairs as (
      select a.product_id, b.product_id as other_id, row_number() over (
        partition by a.product_id order by count(distinct o.id) desc, b.product_id
      )::int as place
      from newest o
        join ${orderItems} a on a.order_id = o.id
        join ${orderItems} b on b.order_id = o.id and b.product_id <> a.product_id
      group by a.product_id, b.product_id having count(distinct o.id) >= ${ordersTogetherMin}
    )
    select product_id, other_id, place from pairs where place <= ${boughtTogetherMax}`);
  return rows;
}

/** Writes the recommendations of the next products that differ from the stored ones. */
function batchQuery(after: string, pairs: string) {
  const isVisible = sql.raw("p.published_at is not null and p.deleted_at is null");
  return sql`
    with batch as (
      select p.id, p.category_id, p.price_cents from ${products} p
      where p.id > ${after}::uuid and ${isVisible} order by p.id limit ${batchSize}
    ), candidates as (
      select product_id, other_id, 0 as source, place from json_to_recordset(${pairs}::json)
        as pair(product_id uuid, other_id uuid, place int) join batch on batch.id = pair.product_id
      union all
      select b.id, near.id, 1, row_number() over (partition by b.id order by abs(near.price_cents - b.price_cents), near.id)
      from batch b cross join lateral (
        (
          select p.id, p.price_cents from ${products} p
          where p.category_id = b.category_id and (p.price_cents, p.id) > (b.price_cents, b.id) and ${isVisible}
          order by p.price_cents, p.id limit ${storedMax}
        ) union all (
          select p.id, p.price_cents from ${products} p
          where p.category_id = b.category_id and (p.price_cents, p.id) < (b.price_cents, b.id) and ${isVisible}
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
      insert into ${productRecommendations} as stored (product_id, recommended_ids) select id, ids from computed
      on conflict (product_id) do update set recommended_ids = excluded.recommended_ids
      where stored.recommended_ids <> excluded.recommended_ids
      returning product_id
    ), noted as (
      insert into ${productChanges} (product_id, affects_ranking) select product_id, false from written returning 1
    )
    select (select id from batch order by id desc limit 1) as last, (select count(*) from noted)::int as changed`;
}

/** What the page of a product shows besides it: visible products, what is sold out last. */
export async function listRecommended(db: Db, productId: string): Promise<ProductSummary[]> {
  if (!isId(productId)) return [];
  const [stored] = await db
    .select({ ids: productRecommendations.recommendedIds })
    .from(productRecommendations)
    .where(eq(productRecommendations.productId, productId));
  const found = await readSummaries(db, stored?.ids ?? []);
  return soldOutLast(found).slice(0, recommendedLimit);
}

/** The visible ones of some products in their order, what is sold out last. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<ProductSummary[]> {
  return soldOutLast(await readSummaries(db, ids));
}

function soldOutLast(found: readonly ProductSummary[]): ProductSummary[] {
  return found.toSorted((a, b) => Number(a.countInStock === 0) - Number(b.countInStock === 0));
}
