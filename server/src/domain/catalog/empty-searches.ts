import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import type { EmptySearch, PageEmptySearches } from "@shop/shared/catalog/search-settings";
import { normalized } from "@shop/shared/normalized";
import { asc, desc, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { emptySearches } from "../../db/schema/search.ts";
import { holds } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { deleteOldCounts } from "../base/batches.ts";

/** Different keywords that wait to be written. Further ones are not recorded. */
const pendingMax = 500;
/** Keywords in the table; the ones that were searched for longest ago are deleted. */
const rowsMax = 5_000;
const retentionMs = 90 * 86_400_000;
const lengthMax = 60;
/** As many digits are a telephone or card number rather than a model. */
const digitsMax = 6;

/**
 * Counts the searches that found nothing, for the people who choose products and synonyms. Without who searched, and
 * without what looks like personal data.
 */
export class EmptySearches {
  readonly #pending = new Map<string, { count: number; lastAt: Date }>();

  /** Notes a search in memory, so that its answer waits for nothing. */
  note(keyword: string): void {
    const normalized = normalizeKeyword(keyword);
    if (normalized === undefined) return;
    const known = this.#pending.get(normalized);
    if (known === undefined && this.#pending.size >= pendingMax) return;
    this.#pending.set(normalized, { count: (known?.count ?? 0) + 1, lastAt: new Date() });
  }

  /** Writes what was noted since the last time. What could not be written is dropped. Instances can run it in parallel. */
  async write(db: Db): Promise<void> {
    const rows = [...this.#pending].map(([keyword, noted]) => ({ keyword, ...noted }));
    this.#pending.clear();
    if (rows.length === 0) return;
    await db
      .insert(emptySearches)
      // In one order, so that instances wait for each other and not in a circle.
      .values(rows.toSorted((a, b) => (a.keyword < b.keyword ? -1 : 1)))
      .onConflictDoUpdate({
        target: emptySearches.keyword,
        set: {
          count: sql`${emptySearches.count} + excluded.count`,
          lastAt: sql`greatest(${emptySearches.lastAt}, excluded.last_at)`,
        },
      });
  }
}

/** Deletes records that are old, or too many. */
export async function deleteOldEmptySearches(db: Db, isStopping?: () => boolean): Promise<number> {
  const { lastAt } = emptySearches;
  return deleteOldCounts(db, { table: emptySearches, lastAt, retentionMs, rowsMax }, isStopping);
}

/** One page of the searches that found nothing. */
export async function pageEmptySearches(
  db: Db,
  _admin: Admin<"insights.read">,
  input: PageEmptySearches,
): Promise<AdminPage<EmptySearch>> {
  const { search, sort, pageNumber, pageSize } = input;
  const isWanted = search === "" ? undefined : holds(emptySearches.keyword, search);
  const keys = { keyword: emptySearches.keyword, count: emptySearches.count, lastAt: emptySearches.lastAt };
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select(keys)
      .from(emptySearches)
      .where(isWanted)
      .orderBy(direction(keys[sort.by]), asc(emptySearches.keyword))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(emptySearches, isWanted),
  ]);
  const shown = rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
  return toAdminPage(shown, total, input);
}

/** Deletes the records of words that find something from now on. What still finds nothing is counted anew. */
export async function deleteEmptySearches(tx: Db, phrases: readonly string[]): Promise<void> {
  const keywords = phrases.flatMap((phrase) => normalizeKeyword(phrase) ?? []);
  if (keywords.length > 0) await tx.delete(emptySearches).where(inArray(emptySearches.keyword, keywords));
}

/** The keyword in lower case without signs; nothing for what may be an address, a number of somebody, or a longer text. */
export function normalizeKeyword(keyword: string): string | undefined {
  const digits = keyword.match(/\d/g)?.length ?? 0;
  if (keyword.includes("@") || digits > digitsMax) return undefined;
  const words = normalized(keyword, "NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" || words.length > lengthMax ? undefined : words;
}
