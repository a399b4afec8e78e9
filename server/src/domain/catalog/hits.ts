import { type AnyColumn, and, desc, gte, not, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { catalogChanges, catalogSize, products } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";
import { spelledAnew } from "./spelling.ts";
import { isVisible, newestFirst } from "./summary.ts";
import { numberNow, versionNow } from "./version.ts";

/** What a keyword finds in one version of the catalog. */
export type Hits = {
  version: string;
  number: number;
  /** Whether the products hold the keyword as it is written. */
  isLiteral: boolean;
  /** How many products there are in all. */
  total: number;
  /** How many of them come before the others, whatever their age. */
  first: number;
  /** Those from this place on, in order. */
  offset: number;
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
/** Of more hits than this, the first are found sooner on a walk than by going through all of them again. */
const many = 40_000;
/** How many products a walk may be expected to pass. */
const longestWalk = 50_000;

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
 * shop spells them. What was found before, of any stretch, is carried on where
 * that is less work. It asks more than once: only in a transaction that looks at one moment
 * is all of it of that moment.
 */
export async function findHits(tx: Db, keyword: string, stretch: Stretch, before?: Hits): Promise<Hits> {
  const carried = before?.isLiteral ? await carriedOn(tx, keyword, stretch, before) : undefined;
  if (carried !== undefined) return carried;
  const asWritten = await findBy(tx, literally(keyword), stretch);
  if (asWritten.total > 0) return { ...asWritten, isLiteral: true };
  for (const words of await spelledAnew(tx, keyword)) {
    const likely = await findBy(tx, having(words), stretch);
    if (likely.total > 0) return likely;
  }
  return asWritten;
}

/**
 * Frequent hits are counted, which PostgreSQL does with both hands, and then
 * the stretch is taken by itself; others are read once for both.
 */
async function findBy(tx: Db, way: Way, stretch: Stretch): Promise<Hits> {
  const { offset } = stretch;
  if ((await expectedHits(tx, way)) <= many) {
    return { ...(await countedAndSorted(tx, way, stretch)), isLiteral: false, offset };
  }
  const [counted] = await tx
    .select({
      version: versionNow,
      number: numberNow,
      total: sql<number>`count(*)::int`,
      first: sql<number>`(count(*) filter (where ${way.comesFirst}))::int`,
    })
    .from(products)
    .where(and(isVisible, way.isHit));
  if (counted === undefined) throw new Error("Counting gives no number");
  return { ...counted, isLiteral: false, offset, ids: await idsOf(tx, way, counted, stretch) };
}

const planSchema = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
]);

/** How many hits PostgreSQL expects by its statistics, without looking for them. */
async function expectedHits(tx: Db, { isHit }: Way): Promise<number> {
  const { rows } = await tx.execute(sql`explain (format json) select from ${products} where ${and(isVisible, isHit)}`);
  return planSchema.parse(rows)[0]["QUERY PLAN"][0].Plan["Plan Rows"];
}

async function countedAndSorted(tx: Db, { isHit, comesFirst }: Way, { offset, limit }: Stretch) {
  const found = tx.$with("found").as(
    tx
      .select({
        id: products.id,
        createdAt: products.createdAt,
        comesFirst: sql<boolean>`${comesFirst}`.as("comes_first"),
      })
      .from(products)
      .where(and(isVisible, isHit)),
  );
  const ids = tx
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(found.comesFirst), desc(found.createdAt), desc(found.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx
    .with(found)
    .select({
      version: versionNow,
      number: numberNow,
      total: sql<number>`count(*)::int`,
      first: sql<number>`(count(*) filter (where ${found.comesFirst}))::int`,
      ids: sql<string[]>`array(${ids})`,
    })
    .from(found);
  if (counted === undefined) throw new Error("Counting gives no number");
  return counted;
}

/**
 * Literal hits as of now, with their numbers reckoned from those of before and
 * what has changed since. Nothing when that is not known any more, or when the hits are so few
 * that finding them anew costs no more.
 */
async function carriedOn(tx: Db, keyword: string, stretch: Stretch, before: Hits): Promise<Hits | undefined> {
  const lowered = searchable(sql`${keyword}::text`);
  const isHit = (text: AnyColumn) => sql`coalesce(position(${lowered} in ${text}) > 0, false)`;
  // The name comes first in the text.
  const isFirst = (text: AnyColumn) =>
    sql`coalesce(position(${lowered} in split_part(${text}, chr(31), 1)) > 0, false)`;
  const growth = (is: typeof isHit) =>
    sql<number>`coalesce(sum(${is(changes.after)}::int - ${is(changes.before)}::int) filter (where ${isLater}), 0)::int`;
  const changes = catalogChanges;
  const isLater = sql`${changes.number} > ${before.number}`;
  const [since] = await tx
    .select({
      version: versionNow,
      number: numberNow,
      told: sql<number>`count(distinct ${changes.number})::int`,
      isAll: sql<boolean>`coalesce(not bool_or(${changes.isMore} and ${isLater}), false)`,
      isFromHere: sql<boolean>`coalesce(bool_or(${changes.number} = ${before.number} and ${changes.version} = ${before.version}), false)`,
      touched: sql<number>`(count(*) filter (where ${isLater} and (${isHit(changes.before)} or ${isHit(changes.after)})))::int`,
      total: growth(isHit),
      first: growth(isFirst),
    })
    .from(changes)
    .where(gte(changes.number, before.number));
  if (since === undefined) return undefined;
  const { version, number, told, touched, isAll, isFromHere } = since;
  const isKnown = isAll && isFromHere && told === number - before.number + 1;
  if (version !== before.version && !isKnown) return undefined;
  const { offset } = stretch;
  if (touched === 0 && offset === before.offset) return { ...before, version, number };
  const size = { total: before.total + since.total, first: before.first + since.first };
  if (size.total <= few) return undefined;
  const ids = await idsOf(tx, literally(keyword), size, stretch);
  return { version, number, isLiteral: true, ...size, offset, ids };
}

/** The ids of a stretch of hits of which it is known how many there are. */
async function idsOf(
  tx: Db,
  way: Way,
  { total, first }: { total: number; first: number },
  { offset, limit }: Stretch,
): Promise<string[]> {
  if (total <= offset) return [];
  if (total <= few) return idsSorted(tx, way, way.isHit, { offset, limit });
  const [size] = await tx.select({ visible: catalogSize.visible }).from(catalogSize);
  const visible = size?.visible ?? 0;
  const ids: string[] = [];
  for (const part of [
    { comesFirst: way.comesFirst, size: first, before: 0 },
    { comesFirst: not(way.comesFirst), size: total - first, before: first },
  ]) {
    const place = Math.max(0, offset - part.before);
    const rest = { offset: place, limit: Math.min(limit - ids.length, part.size - place) };
    if (rest.limit <= 0) continue;
    const isWalk = ((place + rest.limit) / part.size) * visible <= longestWalk;
    const found = isWalk
      ? await idsOnTheWay(tx, and(way.isSeenToHit, part.comesFirst), rest)
      : await idsSorted(tx, way, and(way.isHit, part.comesFirst), rest);
    ids.push(...found);
  }
  return ids;
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
