import type pg from "pg";
import { expect, vi } from "vitest";

/** Waits until a connection to the pool's database waits for a lock. */
export function waitForLock(pool: pg.Pool): Promise<void> {
  return vi.waitFor(
    async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
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
