import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productSearch } from "../../../db/schema.ts";
import { hasAll, hasAny, hasPhrase, type SearchWord, selections } from "./search-word.ts";

/** What a search finds: one page of the ids, and the number of all. */
export type Matches = { total: number; ids: string[] };

/** Selections of one size that are tried when no product has all words. */
const selectionsMax = 12;

/**
 * The ranks of a search, the best first, as conditions. Each holds for a subset of what the last holds for, so that the
 * index alone tells the rank of a match and no text is read, however many products match.
 */
export function ranksOf(words: readonly SearchWord[]): string[] {
  return [
    hasPhrase(words),
    hasAll(words, ["N"], true),
    hasAll(words, ["N"]),
    hasAll(words, ["N", "C"]),
    hasAll(words, ["N", "C", "B"]),
    ...(words.length > 1 ? [`${hasAll(words, [""])} & ${hasAny(words, ["N", "C"])}`] : []),
    hasAll(words, [""]),
  ];
}

/**
 * Finds the products that have all words: by rank, what can be bought before what is sold out, then the newest. The order
 * is total.
 */
export async function findMatches(
  tx: Db,
  ranks: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Matches> {
  const ranked = ranks.map(
    (condition, rank) =>
      sql`select product_id, is_sold_out, created_at, ${sql.raw(String(rank))} as rank from ${productSearch} where lexemes @@ ${condition}::tsquery`,
  );
  const { rows } = await tx.execute<Matches>(sql`
    with found as materialized (
      select product_id, is_sold_out, created_at, min(rank) as rank from (${sql.join(ranked, sql` union all `)}) as ranked
      group by product_id, is_sold_out, created_at
    )
    select (select count(*) from found)::int as total, array(
      select product_id from found order by rank, is_sold_out, created_at desc, product_id desc
      limit ${limit} offset ${offset}
    ) as ids`);
  return rows[0] ?? { total: 0, ids: [] };
}

/**
 * The most words of a search that some product has all of; rather those that a name, category or brand has. Empty if no
 * product has any.
 */
export async function findCommonWords(tx: Db, words: readonly SearchWord[]): Promise<readonly SearchWord[]> {
  const chosen = [...selections(words, selectionsMax)];
  const sizes = [...new Set(chosen.map(({ length }) => length))];
  const tried = sizes.flatMap((size) => {
    const ofSize = chosen.filter(({ length }) => length === size);
    return [
      ...ofSize.map((selected) => ({ selected, condition: hasAll(selected, ["N", "C", "B"]) })),
      ...ofSize.map((selected) => ({ selected, condition: hasAll(selected, [""]) })),
    ];
  });
  if (tried.length === 0) return [];
  const { rows } = await tx.execute<{ place: number }>(sql`
    select place::int from unnest(${sql.param(tried.map(({ condition }) => condition))}::text[])
      with ordinality as tried(condition, place)
    where exists (select from ${productSearch} where lexemes @@ condition::tsquery) limit 1`);
  return tried[(rows[0]?.place ?? 0) - 1]?.selected ?? [];
}
