import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { sql } from "drizzle-orm";
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

const shownVariants = preparedSql<{ first: string; shown: string }>(
  "shown_variants",
  sql`
    select distinct on (f.product_id) f.product_id as first, v.product_id as shown
    from ${productFacets} f join ${productFacets} v on v.group_id = f.group_id
    where f.product_id = any(${sql.placeholder("ids")}::uuid[])
    order by f.product_id, v.is_in_stock desc, v.place`,
);

/** For each of some products the one that lists show for its group: itself without one. */
export async function toEntryIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await shownVariants(db).execute({ ids });
  const shown = new Map(rows.map((row) => [row.first, row.shown]));
  return ids.map((id) => shown.get(id) ?? id);
}

/** The entries that some products stand for, in their order and each once: of a group the variant to show. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<ProductSummary[]> {
  return readEntrySummaries(db, [...new Set(await toEntryIds(db, ids))]);
}
