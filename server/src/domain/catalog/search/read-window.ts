import { and, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { catalogSize, products } from "../../../db/schema.ts";
import { isVisible, newestFirst } from "../summary.ts";
import type { Matcher } from "./matcher.ts";
import type { Matches, MatchWindow } from "./matches.ts";

/** Up to this many matches are sorted in one statement. */
export const smallTotal = 2_000;
/** A scan in list order is chosen when it is expected to read at most this many products. */
const scanMax = 50_000;

/** Reads the ids of one window of the matches. Their numbers are known already. */
export async function readWindow(
  tx: Db,
  matcher: Matcher,
  { total, rankedFirst }: Pick<Matches, "total" | "rankedFirst">,
  { offset, limit }: MatchWindow,
): Promise<string[]> {
  if (total <= offset) return [];
  if (total <= smallTotal) return readBySorting(tx, matcher, matcher.isMatch, { offset, limit });
  const [size] = await tx.select({ visible: catalogSize.visible }).from(catalogSize);
  const visible = size?.visible ?? 0;
  const ids: string[] = [];
  for (const group of [
    { ranksHere: matcher.ranksFirst, size: rankedFirst, precedingCount: 0 },
    { ranksHere: not(matcher.ranksFirst), size: total - rankedFirst, precedingCount: rankedFirst },
  ]) {
    const start = Math.max(0, offset - group.precedingCount);
    const slice = { offset: start, limit: Math.min(limit - ids.length, group.size - start) };
    if (slice.limit <= 0) continue;
    // Assumes that the group's products are spread evenly over the list.
    const isScan = ((start + slice.limit) / group.size) * visible <= scanMax;
    const found = isScan
      ? await readByScanning(tx, and(matcher.isMatchInScan, group.ranksHere), slice)
      : await readBySorting(tx, matcher, and(matcher.isMatch, group.ranksHere), slice);
    ids.push(...found);
  }
  return ids;
}

/** Scans the list from the newest product and stops at the limit. */
async function readByScanning(tx: Db, isWanted: SQL | undefined, { offset, limit }: MatchWindow): Promise<string[]> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isVisible, isWanted))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/** Reads all matches and sorts them. Materialized, so that the planner uses the trigram index and not the list order. */
async function readBySorting(
  tx: Db,
  { ranksFirst }: Matcher,
  isWanted: SQL | undefined,
  { offset, limit }: MatchWindow,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as materialized (
      select ${products.id} as id, ${products.createdAt} as created_at, ${ranksFirst} as ranks_first
      from ${products} where ${and(isVisible, isWanted)}
    )
    select id from found order by ranks_first desc, created_at desc, id desc limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
