import { type AnyColumn, gte, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { catalogChanges as changes } from "../../../db/schema.ts";
import { searchable } from "../../../db/text.ts";
import { versionColumn, versionNumberColumn } from "../version.ts";
import { literalMatcher } from "./matcher.ts";
import type { Matches, MatchWindow } from "./matches.ts";
import { readWindow, smallTotal } from "./read-window.ts";

/**
 * Brings literal matches up to date with the change log instead of counting all
 * matches again. Returns nothing when the log does not reach back to their
 * version, or when the matches are so few that a search costs no more.
 */
export async function updateMatches(
  tx: Db,
  keyword: string,
  window: MatchWindow,
  previous: Matches,
): Promise<Matches | undefined> {
  const since = await readChanges(tx, keyword, previous);
  if (since === undefined) return undefined;
  const { version, versionNumber, loggedVersions, touched, isComplete, hasPrevious } = since;
  const isLogContinuous = isComplete && hasPrevious && loggedVersions === versionNumber - previous.versionNumber + 1;
  if (version !== previous.version && !isLogContinuous) return undefined;
  const { offset } = window;
  if (touched === 0 && offset === previous.offset) return { ...previous, version, versionNumber };
  const counts = {
    total: previous.total + since.totalGrowth,
    rankedFirst: previous.rankedFirst + since.rankedFirstGrowth,
  };
  if (counts.total <= smallTotal) return undefined;
  const ids = await readWindow(tx, literalMatcher(keyword), counts, window);
  return { version, versionNumber, isLiteral: true, ...counts, offset, ids };
}

/** Sums up what the change log says about a keyword from the previous version on. */
async function readChanges(tx: Db, keyword: string, previous: Matches) {
  const lowered = searchable(sql`${keyword}::text`);
  const isMatch = (text: AnyColumn) => sql`coalesce(position(${lowered} in ${text}) > 0, false)`;
  // The name is the first field of the text.
  const ranksFirst = (text: AnyColumn) =>
    sql`coalesce(position(${lowered} in split_part(${text}, chr(31), 1)) > 0, false)`;
  const isLater = sql`${changes.number} > ${previous.versionNumber}`;
  const isPrevious = sql`${changes.number} = ${previous.versionNumber} and ${changes.version} = ${previous.version}`;
  const isTouched = sql`${isLater} and (${isMatch(changes.before)} or ${isMatch(changes.after)})`;
  const growth = (is: typeof isMatch) =>
    sql<number>`coalesce(sum(${is(changes.after)}::int - ${is(changes.before)}::int) filter (where ${isLater}), 0)::int`;
  const [since] = await tx
    .select({
      version: versionColumn,
      versionNumber: versionNumberColumn,
      loggedVersions: sql<number>`count(distinct ${changes.number})::int`,
      isComplete: sql<boolean>`coalesce(not bool_or(${changes.isMore} and ${isLater}), false)`,
      hasPrevious: sql<boolean>`coalesce(bool_or(${isPrevious}), false)`,
      touched: sql<number>`(count(*) filter (where ${isTouched}))::int`,
      totalGrowth: growth(isMatch),
      rankedFirstGrowth: growth(ranksFirst),
    })
    .from(changes)
    .where(gte(changes.number, previous.versionNumber));
  return since;
}
