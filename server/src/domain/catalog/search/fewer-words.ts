import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productSearch } from "../../../db/schema/search.ts";
import { anywhere, has, hasAll, kind, named, type SearchWord, selectionsOf } from "./search-word.ts";

/** Words of a search that some product has all of, and those that no product means. */
export type FewerWords = { words: readonly SearchWord[]; missing: readonly SearchWord[] };

/** Selections of words that are looked for. */
const selectionsMax = 24;
/** From so many products on, a word says as little as one of all. */
const commonFrom = 1_000;

type Weighed = { place: number; count: number; isNamed: boolean; isKind: boolean };

/**
 * The words of a search that weigh most of those that some product has all of: words that say what kind of thing it is
 * before others that are said of products, rare ones before common ones. Nothing if no product has any.
 */
export async function findFewerWords(
  tx: Db,
  words: readonly SearchWord[],
  further: SQL = sql`true`,
): Promise<FewerWords | undefined> {
  const weighed = await weigh(tx, words);
  const weights = words.map((word, place) => weightOf(word, weighed[place], place));
  const tried = selectionsOf(weights, selectionsMax).map(({ places, fields }) => {
    const chosen = places.flatMap((place) => words[place] ?? []);
    return { chosen, condition: hasAll(chosen, fields) };
  });
  if (tried.length === 0) return undefined;
  const { rows } = await tx.execute<{ place: number }>(sql`
    select place::int from unnest(${sql.param(tried.map(({ condition }) => condition))}::text[])
      with ordinality as tried(condition, place)
    where exists (select from ${productSearch} where lexemes @@ condition::tsquery and ${further}) limit 1`);
  const chosen = tried[(rows[0]?.place ?? 0) - 1]?.chosen;
  const missing = words.filter((word, place) => weighed[place]?.count === 0 && word.isAsking !== true);
  return chosen === undefined ? undefined : { words: chosen, missing };
}

async function weigh(tx: Db, words: readonly SearchWord[]): Promise<Weighed[]> {
  const conditions = (fields: typeof named) => sql.param(words.map((word) => has(word, fields)));
  const { rows } = await tx.execute<Weighed>(sql`
    select place::int,
      (select count(*) from (select from ${productSearch} where lexemes @@ anywhere::tsquery limit ${commonFrom}) as had)::int
        as count,
      exists (select from ${productSearch} where lexemes @@ named::tsquery) as "isNamed",
      exists (select from ${productSearch} where lexemes @@ kind::tsquery) as "isKind"
    from unnest(${conditions(anywhere)}::text[], ${conditions(named)}::text[], ${conditions(kind)}::text[])
      with ordinality as word(anywhere, named, kind, place) order by place`);
  return rows;
}

/** Between 1 and 4, and next to nothing for a word that only asks. Of equals the later one says what the thing is. */
function weightOf({ isAsking = false }: SearchWord, weighed: Weighed | undefined, place: number): number {
  if (weighed === undefined || weighed.count === 0) return 0;
  const { count, isNamed, isKind } = weighed;
  const rarity = 1 - Math.log(count) / Math.log(commonFrom);
  const weight = (isKind ? 3 : isNamed ? 2 : 1) + rarity + place / 100;
  return isAsking ? weight / 10 : weight;
}

/** The words without those that only ask, such as "gift": unless nothing else is left, or products are called so. */
export async function withoutAsking(tx: Db, words: readonly SearchWord[]): Promise<readonly SearchWord[]> {
  const asking = words.filter(({ isAsking }) => isAsking === true);
  if (asking.length === 0 || asking.length === words.length) return words;
  const { rows } = await tx.execute<{ place: number }>(sql`
    select place::int from unnest(${sql.param(asking.map((word) => has(word, named)))}::text[])
      with ordinality as word(condition, place)
    where exists (select from ${productSearch} where lexemes @@ condition::tsquery)`);
  const meant = new Set(rows.map(({ place }) => asking[place - 1]));
  return words.filter((word) => word.isAsking !== true || meant.has(word));
}
