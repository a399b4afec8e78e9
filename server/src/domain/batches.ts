import type { ListRange } from "@shop/shared/query";
import { type SQL, sql } from "drizzle-orm";
import type { users } from "../db/schema/accounts.ts";
import type { orders } from "../db/schema/orders.ts";

/** The rows of one statement: a trade-off between memory and locks on the one hand and the number of queries. */
export const batchSize = 1_000;

/** Where a batch begins: after the row with this id; and how many rows it has at most. */
export type BatchRange = { after: string | undefined; limit: number };

/** All rows of the batches. */
export async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/**
 * Rows in batches by keyset pagination, at most `limit` of them. No transaction stays open between
 * batches, however slowly they are consumed. A row that is created meanwhile may or may not be
 * included; no row is included twice.
 */
export async function* inBatches<Row>(
  read: (range: BatchRange) => Promise<Row[]>,
  idOf: (row: Row) => string,
  { after, limit = Number.POSITIVE_INFINITY }: ListRange = {},
): AsyncGenerator<Row[]> {
  let last = after;
  for (let left = limit; left > 0; left -= batchSize) {
    const size = Math.min(batchSize, left);
    const batch = await read({ after: last, limit: size });
    const end = batch.at(-1);
    if (end === undefined) return;
    yield batch;
    if (batch.length < size) return;
    last = idOf(end);
  }
}

/** The condition for the rows after one in a list of the newest first. A deleted row keeps its place. */
export function isOlderThan(table: typeof orders | typeof users, id: string | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  // PostgreSQL compares the times: JavaScript's dates drop the microseconds.
  const last = sql`select created_at, id from ${table} where id = ${id}`;
  return sql`(${table.createdAt}, ${table.id}) < (${last})`;
}

/** Deletes batch by batch until one is not full. Returns the number of deleted rows. */
export async function deleteInBatches(deleteBatch: () => PromiseLike<{ rowCount: number | null }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const rows = (await deleteBatch()).rowCount ?? 0;
    deleted += rows;
    if (rows < batchSize) return deleted;
  }
}
