import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productSearch } from "../../../db/schema/search.ts";
import { type Finding, type FoundUnit, findMatches } from "./find-matches.ts";

/** How many of what words find are fused with what is found by meaning. */
const fusedMax = 100;
/** How little the first places count more than the next ones: the usual constant of reciprocal rank fusion. */
const rankConstant = 60;
/** Variants of what is found by meaning. */
const variantsMax = 2_000;

/** A visible product that is near to what was asked. `unit`: the group that it stands for, or itself. */
export type NearProduct = { id: string; unit: string };

/** Some products and the variants of their groups that meet a condition: in the order of the products, what is in stock first. */
export async function readNear(
  tx: Db,
  ids: readonly string[],
  { unit, further = sql`true` }: { unit: FoundUnit; further?: SQL | undefined },
): Promise<NearProduct[]> {
  if (ids.length === 0) return [];
  const others =
    unit === "variant"
      ? sql``
      : sql`union select own.position, v.product_id from own join ${productFacets} v on v.group_id = own.group_id`;
  const { rows } = await tx.execute<NearProduct>(sql`
    with own as (
      select near.position, f.product_id, f.group_id
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as near(id, position)
        join ${productFacets} f on f.product_id = near.id
    ), candidates as (select position, product_id from own ${others})
    select product_id as id, ${unit === "variant" ? sql`product_id` : sql`coalesce(group_id, product_id)`} as unit
    from candidates join (
      select * from ${productSearch} where product_id in (select product_id from candidates) and ${further}
    ) as found using (product_id)
    order by position, is_sold_out, place limit ${variantsMax}`);
  return rows;
}

/** The units of some products, in their order. */
async function readUnits(tx: Db, ids: readonly string[], unit: FoundUnit): Promise<NearProduct[]> {
  if (unit === "variant" || ids.length === 0) return ids.map((id) => ({ id, unit: id }));
  const { rows } = await tx.execute<NearProduct>(sql`
    select product_id as id, coalesce(group_id, product_id) as unit from ${productSearch}
    where product_id = any(${sql.param(ids)}::uuid[]) order by array_position(${sql.param(ids)}::uuid[], product_id)`);
  return rows;
}

/**
 * The products that come first where what words find is fused with what is near in meaning, as far as both meet the further
 * condition. The rest of what words find comes after them.
 */
export async function findFused(
  tx: Db,
  ranks: readonly string[],
  near: readonly string[],
  finding: Finding,
): Promise<string[]> {
  const { unit = "entry", further, first = [] } = finding;
  const isEmpty = ranks.length === 0 && first.length === 0;
  const window = { offset: 0, limit: fusedMax };
  const { ids } = isEmpty ? { ids: [] } : await findMatches(tx, ranks, window, finding);
  return fuse(await readUnits(tx, ids, unit), await readNear(tx, near, { unit, further }));
}

/**
 * Two orders of products in one, by the sum of their reciprocal ranks: what both have comes before what one of them has. Of a
 * group, the product that words found is shown. Of equals the one of the words is first.
 */
export function fuse(byWords: readonly NearProduct[], byMeaning: readonly NearProduct[]): string[] {
  const fused = new Map<string, { id: string; score: number }>();
  for (const list of [byWords, byMeaning]) {
    const ranked = [...new Map(list.toReversed().map((each) => [each.unit, each])).values()].toReversed();
    for (const [rank, { id, unit }] of ranked.entries()) {
      const known = fused.get(unit);
      fused.set(unit, { id: known?.id ?? id, score: (known?.score ?? 0) + 1 / (rankConstant + rank + 1) });
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score).map(({ id }) => id);
}
