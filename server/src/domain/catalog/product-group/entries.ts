import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { type SQL, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productGroups } from "../../../db/schema/product-groups.ts";
import { readEntrySummaries } from "../summary.ts";

/**
 * Lists have one entry for each group. Which variant stands for it is told by two rules: the first visible one (place 0)
 * where any may, so that orders of products never write to others of their group, and the one to show is chosen at reading:
 * the first that is in stock.
 */

/** What a row of `product_facets` or `product_search` stands for: its group or itself. */
export const entryId = sql.raw("coalesce(group_id, product_id)");

/** Whether any product has a group. Shops without groups pay nothing for them. */
export async function hasGroups(tx: Db): Promise<boolean> {
  const { rows } = await anyGroup(tx).execute();
  return rows.length > 0;
}

const anyGroup = preparedSql("any_group", sql`select from ${productGroups} limit 1`);

/** What lists show for a product, as a column: of its group the first that is in stock, without one itself. */
export function shownFor(id: SQL): SQL {
  return sql`coalesce((
    select v.product_id from ${productFacets} f join ${productFacets} v on v.group_id = f.group_id
    where f.product_id = ${id} order by v.is_in_stock desc, v.place limit 1
  ), ${id})`;
}

const shownVariants = preparedSql<{ id: string }>(
  "shown_variants",
  sql`
    select ${shownFor(sql`wanted.id`)} as id
    from unnest((select ${sql.placeholder("ids")}::uuid[])) with ordinality as wanted(id, place) order by wanted.place`,
);

/** For each of some products the one that lists show for it. */
async function toEntryIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await shownVariants(db).execute({ ids });
  return rows.map(({ id }) => id);
}

/** The entries that some products stand for, in their order and each once: of a group the variant to show. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<ProductSummary[]> {
  return readEntrySummaries(db, [...new Set(await toEntryIds(db, ids))]);
}
