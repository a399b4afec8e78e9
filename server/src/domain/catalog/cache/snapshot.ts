import { sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db } from "../../../db/client.ts";

/** Shorter than the pool's own time-out for an answer. */
const statementTimeoutMs = 4_500;

/** Whether a database is a transaction, which may see changes that are rolled back later. */
export function isTransaction(db: Db): boolean {
  return db instanceof PgTransaction;
}

/**
 * Runs `read` in a read-only transaction with snapshot isolation. Its statement
 * time-out exceeds that of the pool: a load that is cancelled caches nothing and
 * is requested again.
 */
export function inSnapshot<Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`);
      return read(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
