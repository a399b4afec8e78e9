import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productChanges } from "../../db/schema/catalog-changes.ts";
import { products } from "../../db/schema/products.ts";
import { productSearch, searchPurchases } from "../../db/schema/search.ts";
import { later } from "../../db/time.ts";
import { deleteOldCounts } from "../base/batches.ts";
import { normalizeKeyword } from "./empty-searches.ts";

/** Pairs that wait to be written. Further ones are not counted. */
const pendingMax = 500;
/** Pairs in the table; those that were bought longest ago are deleted. */
const rowsMax = 10_000;
const retentionMs = 90 * 86_400_000;
/** A pair counts once in so many milliseconds, so that nobody moves a product up by repeating it. */
const countedEveryMs = 600_000;
/** Fewer purchases can be of one customer, and change no search. */
const foundFrom = 5;
/** Products of one keyword. */
const foundMax = 12;

/** Counts which products are bought after which searches. Without who bought, and without what looks like personal data. */
export class SearchPurchases {
  readonly #pending = new Map<string, { keyword: string; productId: string }>();

  /** Notes a purchase in memory, so that its answer waits for nothing. */
  note(keyword: string, productId: string): void {
    const words = normalizeKeyword(keyword);
    if (words === undefined || this.#pending.size >= pendingMax) return;
    this.#pending.set(`${words} ${productId}`, { keyword: words, productId });
  }

  /** Writes what was noted since the last time. What could not be written is dropped. Instances can run it in parallel. */
  async write(db: Db): Promise<void> {
    const pairs = [...this.#pending.values()];
    this.#pending.clear();
    if (pairs.length === 0) return;
    const keywords = sql.param(pairs.map(({ keyword }) => keyword));
    const productIds = sql.param(pairs.map(({ productId }) => productId));
    // In one order, so that instances wait for each other and not in a circle.
    await db.execute(sql`
      with counted as (
        insert into ${searchPurchases} as known (keyword, product_id, count, last_at)
        select noted.keyword, p.id, 1, now()
        from unnest(${keywords}::text[], ${productIds}::uuid[]) as noted(keyword, product_id)
          join ${products} p on p.id = noted.product_id
        order by noted.keyword, p.id
        on conflict (keyword, product_id) do update set count = known.count + 1, last_at = excluded.last_at
        where known.last_at < ${later(-countedEveryMs)}
        returning product_id, count
      )
      insert into ${productChanges} (product_id, affects_ranking)
      select distinct product_id, true from counted where count = ${foundFrom}`);
  }
}

/** Deletes records that are old, or too many. */
export async function deleteOldSearchPurchases(db: Db, isStopping?: () => boolean): Promise<number> {
  const { lastAt } = searchPurchases;
  return deleteOldCounts(db, { table: searchPurchases, lastAt, retentionMs, rowsMax }, isStopping);
}

/** The visible products that several customers have bought after a search for a keyword, the most frequent first. */
export async function findBought(tx: Db, keyword: string): Promise<string[]> {
  const words = normalizeKeyword(keyword);
  if (words === undefined) return [];
  const { productId, count, lastAt } = searchPurchases;
  const rows = await tx
    .select({ productId })
    .from(searchPurchases)
    .innerJoin(productSearch, eq(productSearch.productId, productId))
    .where(and(eq(searchPurchases.keyword, words), gte(count, foundFrom), gte(lastAt, later(-retentionMs))))
    .orderBy(desc(count), desc(productId))
    .limit(foundMax);
  return rows.map((row) => row.productId);
}
