import { and, asc, desc, gt, like, lt, ne, or, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { popularSearches } from "../../db/schema/search.ts";
import { later } from "../../db/time.ts";
import { deleteOldCounts } from "../base/batches.ts";
import { normalizeKeyword } from "./empty-searches.ts";

/** Different keywords that wait to be written. Further ones are not counted. */
const pendingMax = 500;
/** Keywords in the table; the ones that were searched for longest ago are deleted. */
const rowsMax = 5_000;
const retentionMs = 90 * 86_400_000;
/** A keyword counts once in so many milliseconds, so that nobody makes it popular by repeating it. */
const countedEveryMs = 600_000;
/** Fewer can be of one customer, and are shown to nobody else. The index `popular_searches_shown` has the same number. */
const shownFrom = 5;

/**
 * Counts the searches that found products with all of their words, so that others can be offered them. Without who searched,
 * and without what looks like personal data.
 */
export class PopularSearches {
  readonly #pending = new Set<string>();

  /** Notes a search in memory, so that its answer waits for nothing. */
  note(keyword: string): void {
    const words = normalizeKeyword(keyword);
    if (words !== undefined && this.#pending.size < pendingMax) this.#pending.add(words);
  }

  /** Writes what was noted since the last time. What could not be written is dropped. Instances can run it in parallel. */
  async write(db: Db): Promise<void> {
    // In one order, so that instances wait for each other and not in a circle.
    const rows = [...this.#pending].toSorted().map((keyword) => ({ keyword, count: 1, lastAt: new Date() }));
    this.#pending.clear();
    if (rows.length === 0) return;
    await db
      .insert(popularSearches)
      .values(rows)
      .onConflictDoUpdate({
        target: popularSearches.keyword,
        set: { count: sql`${popularSearches.count} + 1`, lastAt: sql`excluded.last_at` },
        setWhere: lt(popularSearches.lastAt, later(-countedEveryMs)),
      });
  }
}

/** Deletes records that are old, or too many. */
export async function deleteOldPopularSearches(db: Db, isStopping?: () => boolean): Promise<number> {
  const { lastAt } = popularSearches;
  return deleteOldCounts(db, { table: popularSearches, lastAt, retentionMs, rowsMax }, isStopping);
}

/** What is often searched for with a word that begins as typed, the most frequent first; not what is typed itself. */
export async function findPopular(db: Db, typed: string, limit: number): Promise<string[]> {
  const words = normalizeKeyword(typed);
  if (words === undefined) return [];
  const rows = await popularWith(db).execute({ words, beginning: `${words}%`, within: `% ${words}%`, limit });
  return rows.map((row) => row.keyword);
}

const popularWith = preparedFor((db) => {
  const { keyword, count, lastAt } = popularSearches;
  return db
    .select({ keyword })
    .from(popularSearches)
    .where(
      and(
        sql`${count} >= ${sql.raw(String(shownFrom))}`,
        gt(lastAt, later(-retentionMs)),
        ne(keyword, sql.placeholder("words")),
        or(like(keyword, sql.placeholder("beginning")), like(keyword, sql.placeholder("within"))),
      ),
    )
    .orderBy(desc(count), asc(keyword))
    .limit(sql.placeholder("limit"))
    .prepare("popular_searches");
});
