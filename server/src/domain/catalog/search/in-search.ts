import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../../db/client.ts";
import { limitConcurrency } from "../../../infra/concurrency-limiter.ts";

/** Shorter than the pool's own time-out for an answer, in milliseconds. */
const statementTimeoutMs = 4_500;
/** Leaves the rest of the connection pool to requests that do not search. */
const concurrentSearches = 4;
const queueTimeoutMs = 5_000;
const limits = new WeakMap<Db, ReturnType<typeof limitConcurrency>>();

/**
 * Runs the statements of a search in one snapshot. Without sequential scans, because PostgreSQL does not know that
 * comparing a product's lexemes without their index means reading them from where they are stored apart.
 */
export function inSearch<Result>(db: Db, search: (tx: Db) => Promise<Result>): Promise<Result> {
  const limit = limits.get(db) ?? limitConcurrency({ concurrency: concurrentSearches, timeoutMs: queueTimeoutMs });
  limits.set(db, limit);
  return limit(() =>
    db.transaction(
      async (tx) => {
        // Sent first, together with the first statement of the search.
        const [, found] = await Promise.all([searchSettings(tx).execute(), search(tx)]);
        return found;
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    ),
  );
}

const searchSettings = preparedSql(
  "search_settings",
  sql`
    select set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
      set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
);
