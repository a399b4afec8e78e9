import { type SQL, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { productSearch } from "../../../db/schema/search.ts";
import { entryId, hasGroups } from "../product-group/entries.ts";
import { anywhere, hasAll, hasAny, hasCode, hasPhrase, named, type SearchWord } from "./search-word.ts";

/** What a search finds: one page of the ids, and the number of all. */
export type Matches = { total: number; ids: string[] };

export type MatchWindow = { offset: number; limit: number };

/** Whether a search finds one product of each group, or each product on its own. */
export type FoundUnit = "entry" | "variant";

const unitId: Record<FoundUnit, SQL> = { entry: entryId, variant: sql.raw("product_id") };

/** The further condition of a search that has none. */
const anything = sql`true`;

/** Up to this many matches are ranked and sorted at once. */
const fewMax = 2_000;

/**
 * The ranks of a search, the best first, as conditions: a product has the rank of the first that holds for it. Each
 * implies the next, so the index alone tells ranks, and no text is read, however many products match.
 */
export function ranksOf(words: readonly SearchWord[], keyword?: string): string[] {
  const ranks = [
    hasPhrase(words),
    hasAll(words, ["N"], true),
    hasAll(words, ["N"]),
    hasAll(words, ["N", "C"]),
    hasAll(words, ["N", "C", "B"]),
    hasAll(words, named),
    ...(words.length > 1 ? [`${hasAll(words, anywhere)} & ${hasAny(words, named)}`] : []),
    hasAll(words, anywhere),
  ];
  if (keyword === undefined) return ranks;
  // A whole code comes before all words.
  const code = hasCode(keyword);
  return [code, ...ranks.map((rank) => `${code} | ${rank}`)];
}

/**
 * Finds the products that a search matches: by rank, what can be bought before what is sold out, then the newest. The
 * order is total.
 */
export async function findMatches(
  tx: Db,
  ranks: readonly string[],
  window: MatchWindow,
  finding: Finding,
): Promise<Matches> {
  const few = await findFew(tx, ranks, window, finding);
  if (few !== undefined) return few;
  const { unit = "entry", further = sql`true`, first = [] } = finding;
  const besides = first.length > 0 || ranks.length === 0 ? [isAmong(first)] : [];
  const found = sql`(${sql.join([...ranks.slice(-1).map(matching), ...besides], sql` or `)})`;
  const total = await count(tx, sql`${found} and ${further}`, await unitIdOf(tx, unit));
  return { total, ids: await findIds(tx, ranks, window, finding) };
}

/**
 * The ids of one window of the matches that meet a further condition, in the same order.
 *
 * @param isMany whether more meet it than are best sorted at once
 */
export async function findMatchesWith(
  tx: Db,
  ranks: readonly string[],
  window: MatchWindow,
  { isMany, ...finding }: { further: SQL; first: readonly string[]; isMany: boolean },
): Promise<string[]> {
  const few = isMany ? undefined : await findFew(tx, ranks, window, finding);
  return few?.ids ?? findIds(tx, ranks, window, finding);
}

export type Finding = {
  unit?: FoundUnit;
  /** What else products must meet. */
  further?: SQL;
  /** A number by which products of one rank are sorted first, the lowest first. Many matches are not sorted by it. */
  key?: SQL;
  /** Visible products that come before all ranks, in this order. */
  first?: readonly string[];
};

/** All matches sorted in one statement; nothing if there are many. Of each group the best match, rather one in stock. */
async function findFew(
  tx: Db,
  ranks: readonly string[],
  { offset, limit }: MatchWindow,
  { unit = "entry", ...more }: Finding,
): Promise<Matches | undefined> {
  const hasFirst = (more.first ?? []).length > 0 || ranks.length === 0;
  const isPlain = more.further === undefined && more.key === undefined && !hasFirst;
  const { rows } = isPlain
    ? await plainFew(unit, ranks.length)(tx).execute(Object.fromEntries([...ranks, limit, offset].entries()))
    : await tx.execute<Few>(fewOf(unit, { ...more, ranks, limit, offset }));
  const [{ matches, total, ids } = { matches: 0, total: 0, ids: [] }] = rows;
  return matches <= fewMax ? { total, ids } : undefined;
}

type Few = Matches & { matches: number };
type FewOf = Pick<Finding, "further" | "key" | "first"> & {
  ranks: readonly unknown[];
  limit: unknown;
  offset: unknown;
};

function fewOf(unit: FoundUnit, { ranks, limit, offset, further = sql`true`, key = sql`0`, first = [] }: FewOf): SQL {
  const read = (condition: SQL, rank: number, by: SQL) => sql`(
      select product_id, ${unitId[unit]} as unit, place, is_sold_out, created_at, ${sql.raw(String(rank))} as rank,
        ${by} as key from ${productSearch} where ${condition} and ${further} limit ${fewMax + 1})`;
  const ranked = ranks.map((condition, rank) => read(matching(condition), rank, key));
  const before = sql`array_position(${sql.param(first)}::uuid[], product_id)`;
  if (first.length > 0 || ranks.length === 0) ranked.unshift(read(isAmong(first), -1, before));
  return sql`
    with matched as materialized (${sql.join(ranked, sql` union all `)}), found as materialized (
      select distinct on (unit) product_id, is_sold_out, created_at, rank, key from matched
      order by unit, rank, is_sold_out, place
    )
    select (select count(distinct product_id) from matched)::int as matches, (select count(*) from found)::int as total,
      array(select product_id from found order by rank, key, ${inRank} limit ${limit} offset ${offset}) as ids`;
}

/** The statement of a search by words alone, for a number of ranks: planning it takes longer than running it. */
const plainFew = perShape((unit: FoundUnit, ranks: number) => {
  const places = Array.from({ length: ranks + 2 }, (_, place) => sql.placeholder(String(place)));
  const [limit, offset] = places.slice(ranks);
  return preparedSql<Few>(`few_${unit}_${ranks}`, fewOf(unit, { ranks: places.slice(0, ranks), limit, offset }));
});

/** The ids of one window of the matches. Ranks behind the window are not read. */
export async function findIds(
  tx: Db,
  ranks: readonly string[],
  window: MatchWindow,
  { unit = "entry", further: wanted = anything, first = [] }: Finding = {},
): Promise<string[]> {
  const { offset, limit } = window;
  const id = await unitIdOf(tx, unit);
  const chosen = first.length === 0 ? [] : await findAmong(tx, first, { id, further: wanted });
  const ids = chosen.slice(offset, offset + limit);
  if (ids.length === limit) return ids;
  let skipped = Math.min(offset, chosen.length);
  const further =
    chosen.length === 0
      ? wanted
      : sql`${wanted} and ${id} not in (select ${id} from ${productSearch} where ${isAmong(chosen)})`;
  for (const [rank, condition] of ranks.entries()) {
    const before = ranks[rank - 1];
    if (skipped < offset) {
      const size = await count(tx, isFirstAt(condition, { before, id, further }), id);
      if (skipped + size <= offset) {
        skipped += size;
        continue;
      }
    }
    const part = { condition, before, limit: limit - ids.length, offset: offset - skipped };
    ids.push(...(await findIdsOfRank(tx, part, { id, further: further === anything ? undefined : further })));
    skipped = offset;
    if (ids.length === limit) break;
  }
  return ids;
}

/** A window of the products that have a rank and no better one. */
type PartOfRank = { condition: string; before: string | undefined; limit: number; offset: number };

async function findIdsOfRank(
  tx: Db,
  part: PartOfRank,
  { id, further }: { id: SQL; further: SQL | undefined },
): Promise<string[]> {
  const { rows } =
    further === undefined
      ? await plainIdsOfRank(
          id === unitId.entry ? "entry" : "variant",
          part.before === undefined ? 1 : 2,
        )(tx).execute(part)
      : await tx.execute<{ id: string }>(idsOfRank(part, { id, further }));
  return rows.map((row) => row.id);
}

/** The statement of a search by words alone: planning it takes longer than running it. */
const plainIdsOfRank = perShape((unit: FoundUnit, ranks: number) => {
  const [condition, limit, offset] = ["condition", "limit", "offset"].map((name) => sql.placeholder(name));
  const before = ranks === 1 ? undefined : sql.placeholder("before");
  const part = { condition, before, limit, offset };
  return preparedSql<{ id: string }>(
    `ids_of_rank_${unit}_${ranks}`,
    idsOfRank(part, { id: unitId[unit], further: anything }),
  );
});

function idsOfRank(
  { condition, before, limit, offset }: Record<keyof PartOfRank, unknown>,
  { id, further }: { id: SQL; further: SQL },
): SQL {
  const found = sql`select product_id, is_sold_out, created_at, place, ${id} as unit from ${productSearch}
    where ${isFirstAt(condition, { before, id, further })}`;
  const source =
    id === unitId.variant
      ? found
      : sql`select distinct on (unit) * from (${found}) each order by unit, is_sold_out, place`;
  return sql`select product_id as id from (${source}) as found order by ${inRank} limit ${limit} offset ${offset}`;
}

/** Those of some products that meet a condition, one of each group, in their order. */
async function findAmong(
  tx: Db,
  ids: readonly string[],
  { id, further }: { id: SQL; further: SQL },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select product_id as id from (
      select distinct on (unit) * from (
        select product_id, ${id} as unit, is_sold_out, place from ${productSearch} where ${isAmong(ids)} and ${further}
      ) each order by unit, is_sold_out, place
    ) as among order by array_position(${sql.param(ids)}::uuid[], product_id)`);
  return rows.map((row) => row.id);
}

const isAmong = (ids: readonly string[]) => sql`product_id = any(${sql.param(ids)}::uuid[])`;

const inRank = sql`is_sold_out, created_at desc, product_id desc`;

/**
 * In a subquery, because PostgreSQL would otherwise estimate how many rows each condition finds, and plan anew each time. The
 * index is used at any estimate.
 */
const matching = (condition: unknown) => sql`lexemes @@ (select ${condition}::tsquery)`;

/** Whether a row has this rank and no better one, and nothing of its group has. */
function isFirstAt(condition: unknown, { before, id, further }: { before: unknown; id: SQL; further: SQL }): SQL {
  if (before === undefined) return sql`${matching(condition)} and ${further}`;
  const here = sql`lexemes @@ (select ${condition}::tsquery && !! ${before}::tsquery) and ${further}`;
  if (id === unitId.variant) return here;
  return sql`${here} and ${id} not in (select ${id} from ${productSearch} where ${matching(before)} and ${further})`;
}

/** In a shop without groups, every product stands for itself. */
async function unitIdOf(tx: Db, unit: FoundUnit): Promise<SQL> {
  return unit === "entry" && (await hasGroups(tx)) ? unitId.entry : unitId.variant;
}

async function count(tx: Db, condition: SQL, id: SQL): Promise<number> {
  const counted = id === unitId.variant ? sql`*` : sql`distinct ${id}`;
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(${counted})::int as count from ${productSearch} where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** How many products have the last of some ranks, which all others imply; counted up to a limit. */
export async function countUpTo(tx: Db, ranks: readonly string[], limit: number): Promise<number> {
  const last = ranks.at(-1);
  if (last === undefined) return 0;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${productSearch} where lexemes @@ ${last}::tsquery limit ${limit}
    ) as matched`);
  return rows[0]?.count ?? 0;
}

/** A statement for each unit and number of ranks, built once. */
function perShape<Statement>(build: (unit: FoundUnit, ranks: number) => Statement) {
  const built = new Map<string, Statement>();
  return (unit: FoundUnit, ranks: number): Statement => {
    const shape = `${unit} ${ranks}`;
    const known = built.get(shape) ?? build(unit, ranks);
    built.set(shape, known);
    return known;
  };
}
