import type { Db } from "../../../db/client.ts";
import { inSnapshot, isTransaction } from "./snapshot.ts";

/** What one attempt to read from the catalog works with. */
export type CatalogReader = {
  db: Db;
  /** The current version as the previous attempt read it. Cached entries of other versions are misses. */
  version?: string | undefined;
  /** Whether `db` is a transaction, whose reads bypass the cache. */
  isTransaction: boolean;
};

/** The parts of an answer have different versions. */
class VersionMismatch extends Error {
  constructor(readonly version: string) {
    super("The catalog changed within one snapshot");
  }
}

/** Attempts before an answer is read in a snapshot of its own, without the cache. */
const maxAttempts = 3;

/**
 * Runs `read`, which combines cached entries with current rows, until all parts
 * of its answer have one version: an answer is never older than the request.
 * `read` checks that with `requireVersion`. A cache hit costs no extra statement.
 */
export async function readCurrent<Answer>(db: Db, read: (reader: CatalogReader) => Promise<Answer>): Promise<Answer> {
  let version: string | undefined;
  for (let attempt = 1; attempt <= maxAttempts && !isTransaction(db); attempt += 1) {
    try {
      return await read({ db, version, isTransaction: false });
    } catch (error) {
      if (!(error instanceof VersionMismatch)) throw error;
      version = error.version;
    }
  }
  return inSnapshot(db, (tx) => read({ db: tx, isTransaction: true }));
}

/** Makes `readCurrent` try again when the part read last has another version than the first. */
export function requireVersion(expected: string, current: string): void {
  if (current !== expected) throw new VersionMismatch(current);
}
