import type pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";

/** Waits until a connection to the pool's database waits for a lock. */
export function waitForLock(pool: pg.Pool): Promise<void> {
  return vi.waitFor(
    async () => {
      expect(await countWaiting(pool)).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
}

/**
 * Waits until a connection to the client's database waits for a table. The client may hold the
 * table: locks, unlike activity, are read anew within a transaction. A table has the same identifier
 * in every clone of the template, so that other tests' databases must be excluded.
 */
export function waitForTableLock(client: pg.ClientBase, table: string): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where not granted and relation = $1::regclass
           and database = (select oid from pg_database where datname = current_database())`,
        [table],
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 5 },
  );
}

type Statement = readonly [sql: string, values?: readonly unknown[]];

/** Does something while another session holds what it has locked. */
export async function holding<Result>(
  pool: pg.Pool,
  [sql, values = []]: Statement,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(sql, [...values]);
    return await work();
  } finally {
    await client.query("commit");
    client.release();
  }
}

/**
 * Begins acts one after the other while another session holds what it has locked: each waits for a lock, or has ended,
 * before the next begins. The other session does `meanwhile` before it commits. Gives what became of the acts.
 */
export async function whileLocked(
  pool: pg.Pool,
  { lock, meanwhile = [] }: { lock: Statement; meanwhile?: readonly Statement[] },
  ...acts: readonly (() => Promise<unknown>)[]
): Promise<PromiseSettledResult<unknown>[]> {
  const client = await pool.connect();
  const run = ([sql, values = []]: Statement) => client.query(sql, [...values]);
  const begun: Promise<unknown>[] = [];
  try {
    await client.query("begin");
    await run(lock);
    for (const act of acts) {
      let hasEnded = false;
      const running = act().finally(() => {
        hasEnded = true;
      });
      begun.push(running);
      running.catch(() => undefined);
      await vi.waitFor(
        async () => {
          if (!hasEnded) expect(await countWaiting(pool)).toBeGreaterThanOrEqual(begun.length);
        },
        { timeout: 60_000, interval: 5 },
      );
    }
    for (const statement of meanwhile) await run(statement);
    await client.query("commit");
    return await Promise.allSettled(begun);
  } finally {
    client.release(true);
  }
}

/** How many sessions of the pool's database wait for a lock. */
async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

/** How many deadlocks PostgreSQL has ended in the pool's database, those that were tried again included. */
export async function countDeadlocks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query("select deadlocks::int from pg_stat_database where datname = current_database()");
  return z.tuple([z.object({ deadlocks: z.int() })]).parse(rows)[0].deadlocks;
}
