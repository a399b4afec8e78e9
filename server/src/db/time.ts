import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./client.ts";

/**
 * A timestamp in wire format (ISO 8601, UTC, milliseconds), for rows that
 * PostgreSQL converts to JSON. Converting each in JavaScript costs as much as
 * the rest of its row.
 */
export function isoTime(timestamp: AnyColumn | SQL): SQL<string> {
  return sql<string>`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A timestamp `ms` milliseconds from now by the database's clock. */
export function later(ms: number): SQL<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/** The time so many calendar months ago by the database's clock. */
export function monthsAgo(months: number): SQL<Date> {
  return sql<Date>`now() - make_interval(months => ${months}::int)`;
}

type Days = { from?: string | undefined; to?: string | undefined; timeZone: string };

/** Whether a time is between two days of a time zone, both of which are included; either can be open. */
export function isBetweenDays(time: AnyColumn, { from, to, timeZone }: Days): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${time} >= ${midnightIn(timeZone, from)}`,
    to === undefined ? undefined : sql`${time} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  );
}

/** When a day (`2026-01-31`) begins in a time zone. */
export function midnightIn(timeZone: string, day: string): SQL {
  return sql`${day}::date::timestamp at time zone ${timeZone}`;
}

/** The time by the database's clock, which all instances share. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.execute(sql`select clock_timestamp() as now`);
  const [row] = z.tuple([z.object({ now: z.coerce.date() })]).parse(rows);
  return row.now;
}
