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
