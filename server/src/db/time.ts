import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * A moment as the wire carries it, in UTC and cut to milliseconds, for rows that
 * PostgreSQL itself makes into JSON: read and written once more by us, each
 * costs as much as its whole row.
 */
export function isoTime(timestamp: AnyColumn | SQL): SQL<string> {
  return sql<string>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A moment so many milliseconds from now, by the database's clock. */
export function later(ms: number): SQL<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}
