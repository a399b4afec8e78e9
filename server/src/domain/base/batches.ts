import { setTimeout as delay } from "node:timers/promises";
import type { ListRange } from "@shop/shared/query";
import { and, desc, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import type { users } from "../../db/schema/accounts.ts";
import type { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { restAfter } from "../../infra/rest-after.ts";
import { isOutage } from "./errors.ts";

/** The rows of one statement: some milliseconds of the database's and of the server's time. */
export const batchSize = 250;

/** Where a batch begins: after the row with this id; and how many rows it has at most. */
export type BatchRange = { after: string | undefined; limit: number };

/** All rows of the batches. */
export async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/**
 * Rows in batches by keyset pagination, at most `limit` of them, with rests between. No transaction stays open between
 * batches, however slowly they are consumed. A row that is created meanwhile may or may not be included; no row is
 * included twice. `atOnce`: the rows of a batch, fewer where a row takes long.
 */
export async function* inBatches<Row>(
  read: (range: BatchRange) => Promise<Row[]>,
  idOf: (row: Row) => string,
  { after, limit = Number.POSITIVE_INFINITY, atOnce = batchSize }: ListRange & { atOnce?: number } = {},
): AsyncGenerator<Row[]> {
  let last = after;
  for (let left = limit; left > 0; left -= atOnce) {
    const size = Math.min(atOnce, left);
    const began = performance.now();
    const range = { after: last, limit: size };
    const batch = last === after ? await read(range) : await readAgainAfterOutages(() => read(range));
    const end = batch.at(-1);
    if (end === undefined) return;
    // Before the consumer, whose time is not that of the database.
    if (batch.length === size) await restAfter(began);
    yield batch;
    if (batch.length < size) return;
    last = idOf(end);
  }
}

/** The pauses between the reads of a batch that the database does not answer, in milliseconds. */
const outagePausesMs = [1_000, 2_000, 4_000];

/**
 * Reads a batch again that the database did not answer: whoever has the batches before it would have to begin anew. The
 * first batch fails at once, because nothing has been sent.
 */
async function readAgainAfterOutages<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  for (const pauseMs of outagePausesMs) {
    try {
      return await read();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await delay(pauseMs);
    }
  }
  return read();
}

/** The condition for the rows after one in a list of the newest first. A deleted row keeps its place. */
export function isOlderThan(table: typeof orders | typeof users, id: string | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  // PostgreSQL compares the times: JavaScript's dates drop the microseconds.
  const last = sql`select created_at, id from ${table} where id = ${id}`;
  return sql`(${table.createdAt}, ${table.id}) < (${last})`;
}

/** The rows of one deletion: so few that what waits for one of them does not wait long. */
export const deletedAtOnce = 100;

/** The pause between two batches of work that nobody waits for, so that it takes a part of a processor only. */
export const giveWay = () => delay(10);

type Deletion = {
  table: PgTable;
  where: SQL | undefined;
  /** Indexed. A batch goes on where the last one ended, and reads nothing that was deleted before. */
  order: AnyPgColumn;
  isStopping?: (() => boolean) | undefined;
};

/**
 * Deletes rows in batches, each a transaction, until one is not full. Rows that others have locked are left to the next
 * time, so that instances can run it in parallel. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  db: Db,
  { table, where, order, isStopping = () => false }: Deletion,
): Promise<number> {
  let deleted = 0;
  let last: string | null = null;
  while (!isStopping()) {
    const isNext = last === null ? undefined : sql`${order} >= ${last}`;
    const { rows } = await db.execute(sql`
      with batch as materialized (
        select ${table}.ctid as place, ${order} as rank from ${table} where ${and(where, isNext)}
        order by ${order} limit ${deletedAtOnce} for update skip locked
      ), deleted as (
        delete from ${table} using batch where ${table}.ctid = batch.place returning batch.rank
      )
      select count(*)::int as count, (array_agg(rank order by rank desc))[1]::text as last from deleted`);
    const [batch] = batchSchema.parse(rows);
    deleted += batch.count;
    if (batch.count < deletedAtOnce) break;
    ({ last } = batch);
    await giveWay();
  }
  return deleted;
}

/** Rows that count something, with the time of the last count in an indexed column. `retentionMs` in milliseconds. */
type Counted = {
  table: PgTable;
  lastAt: AnyPgColumn;
  retentionMs: number;
  /** So many rows stay, those that were counted last. */
  rowsMax: number;
};

/** Deletes counts that are old, or too many. Returns the number of deleted rows. */
export function deleteOldCounts(
  db: Db,
  { table, lastAt, retentionMs, rowsMax }: Counted,
  isStopping?: () => boolean,
): Promise<number> {
  const firstTooMany = db.select({ lastAt }).from(table).orderBy(desc(lastAt)).offset(rowsMax).limit(1);
  const where = or(lt(lastAt, later(-retentionMs)), lte(lastAt, sql`(${firstTooMany})`));
  return deleteInBatches(db, { table, where, order: lastAt, isStopping });
}

const batchSchema = z.tuple([z.object({ count: z.int(), last: z.string().nullable() })]);

/**
 * Runs a work that looks many things up which mostly are not there, in a transaction that reads by indexes. The planner
 * takes what it knows nothing of for frequent, and would read the whole table for each.
 */
export function readingByIndex<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return work(tx);
  });
}
