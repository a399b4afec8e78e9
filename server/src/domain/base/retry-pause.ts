import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The pause after the first try and the longest one, in milliseconds. Longer than one try may take. */
const firstPauseMs = 60_000;
const longestPauseMs = 14_400_000;

/** When a row of an outbox is tried again after the try that begins now; `attempts` counts those before it. */
export function nextTry(attempts: AnyColumn): SQL {
  return sql`now() + least(${firstPauseMs} * 2 ^ least(${attempts}, 20), ${longestPauseMs}) * interval '1 millisecond'`;
}
