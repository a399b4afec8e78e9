import type { Db } from "../../db/client.ts";
import { readVersion } from "./version.ts";

/**
 * A query that runs once for each version of the catalog, for what is too expensive for each request. Prices, stock,
 * ratings and images of products have no part in the version, so the result must not depend on them.
 */
export function perVersion<Result>(read: (db: Db) => Promise<Result>): (db: Db) => Promise<Result> {
  // Replicas can be at another version than the primary.
  const resultsOf = new WeakMap<Db, { version: string; result: Promise<Result> }>();
  return async (db) => {
    const version = await readVersion(db);
    const known = resultsOf.get(db);
    if (known?.version === version) return known.result;
    const latest = { version, result: read(db) };
    resultsOf.set(db, latest);
    latest.result.catch(() => {
      if (resultsOf.get(db) === latest) resultsOf.delete(db);
    });
    return latest.result;
  };
}
