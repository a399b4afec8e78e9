import { and, desc, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { catalogueSize, products } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";
import { spelledAnew } from "./spelling.ts";
import { isVisible } from "./summary.ts";
import { versionNow } from "./version.ts";

/** What a keyword finds in one version of the catalogue. */
export type Hits = {
  version: string;
  /** How many products there are in all. */
  total: number;
  /** Those from some place on, in order. */
  ids: string[];
};

/** A stretch of the hits: how many are left out, and how many come then at most. */
type Stretch = { offset: number; limit: number };

/** A way to search: which products it finds, and which of these come first. */
type Way = {
  /** In words that a trigram index answers. */
  isHit: SQL;
  /** In words that no index answers, for reading products in order until there are enough. */
  isSeenToHit: SQL;
  comesFirst: SQL;
};

/** No more hits than this are put in order in one go. */
const few = 2_000;
/** How many products a walk may be expected to pass. */
const longestWalk = 50_000;
const newestFirst = [desc(products.createdAt), desc(products.id)];

function literally(keyword: string): Way {
  const lowered = searchable(sql`${keyword}::text`);
  const isIn = (text: SQL) => sql`position(${lowered} in ${text}) > 0`;
  return {
    isHit: sql`${products.searchText} like ${searchable(sql`${patternOf(keyword)}::text`)}`,
    isSeenToHit: isIn(sql`${products.searchText}`),
    comesFirst: isIn(searchable(products.name)),
  };
}

/** Products that have every one of these words, or longer ones that hold them. */
function having(words: string[]): Way {
  const all = (isHit: (word: string) => SQL) => and(...words.map(isHit)) ?? sql`false`;
  return {
    isHit: all((word) => sql`${products.searchName} like ${patternOf(word)}`),
    isSeenToHit: all((word) => sql`position(${word} in ${products.searchName}) > 0`),
    comesFirst: sql`true`,
  };
}

/** The words as a pattern in which no character is special. */
export function patternOf(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Finds the products whose name, brand, category or description holds the
 * keyword as it is written, in any case; those whose name holds it first, then
 * newest first. When nothing holds it, the products that have its words as the
 * shop spells them. It asks more than once: only in a transaction that looks at
 * one moment is all of it of that moment.
 */
export async function findHits(tx: Db, keyword: string, stretch: Stretch): Promise<Hits> {
  const asWritten = await findBy(tx, literally(keyword), stretch);
  if (asWritten.total > 0) return asWritten;
  for (const words of await spelledAnew(tx, keyword)) {
    const likely = await findBy(tx, having(words), stretch);
    if (likely.total > 0) return likely;
  }
  return asWritten;
}

/** Counts, which PostgreSQL does with both hands where there is much to count, and then takes the stretch by itself. */
async function findBy(tx: Db, way: Way, { offset, limit }: Stretch): Promise<Hits> {
  const [counted] = await tx
    .select({
      version: versionNow,
      visible: sql<number>`(select ${catalogueSize.visible} from ${catalogueSize})`,
      total: sql<number>`count(*)::int`,
      first: sql<number>`(count(*) filter (where ${way.comesFirst}))::int`,
    })
    .from(products)
    .where(and(isVisible, way.isHit));
  if (counted === undefined) throw new Error("Counting gives no number");
  const { version, visible, total, first } = counted;
  if (total <= few) return { version, total, ids: await idsSorted(tx, way, way.isHit, { offset, limit }) };
  const ids: string[] = [];
  for (const { comesFirst, size, before } of [
    { comesFirst: way.comesFirst, size: first, before: 0 },
    { comesFirst: not(way.comesFirst), size: total - first, before: first },
  ]) {
    const place = Math.max(0, offset - before);
    const rest = { offset: place, limit: Math.min(limit - ids.length, size - place) };
    if (rest.limit <= 0) continue;
    const isWalk = ((place + rest.limit) / size) * visible <= longestWalk;
    const found = isWalk
      ? await idsOnTheWay(tx, and(way.isSeenToHit, comesFirst), rest)
      : await idsSorted(tx, way, and(way.isHit, comesFirst), rest);
    ids.push(...found);
  }
  return { version, total, ids };
}

/** Reads products from the newest on and stops when there are enough. */
async function idsOnTheWay(tx: Db, isWanted: SQL | undefined, { offset, limit }: Stretch): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isVisible, isWanted))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/** Finds all and sorts them: being asked for by itself, finding is planned without regard to the order. */
async function idsSorted(tx: Db, { comesFirst }: Way, isWanted: SQL | undefined, { offset, limit }: Stretch) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as materialized (
      select ${products.id} as id, ${products.createdAt} as created_at, ${comesFirst} as comes_first
      from ${products} where ${and(isVisible, isWanted)}
    )
    select id from found order by comes_first desc, created_at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
