import { LRUCache } from "lru-cache";
import type { Db } from "../../../db/client.ts";
import { limitConcurrency } from "../../../infra/concurrency-limiter.ts";
import type { CatalogReader } from "./read-current.ts";
import { inSnapshot } from "./snapshot.ts";

const entryOverheadBytes = 400;
/** Leaves the rest of the connection pool to requests that do not load. */
const concurrentLoads = 4;
const queueTimeoutMs = 5_000;

/**
 * An LRU cache of what was loaded at some version of the catalog, bounded by
 * estimated bytes. An entry is not checked on the way out: the caller compares
 * its version with the one that the next statement reads (`requireVersion`).
 */
export class VersionedCache<Entry extends { version: string }> {
  readonly #entries: LRUCache<string, Entry>;
  readonly #loads = new Map<string, Promise<Entry>>();
  readonly #limit = limitConcurrency({ concurrency: concurrentLoads, timeoutMs: queueTimeoutMs });

  constructor(maxBytes: number, bytesOf: (entry: Entry) => number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (entry: Entry, key) => entryOverheadBytes + 2 * key.length + bytesOf(entry),
    });
  }

  /** The entry of this version, or of any version when none is given. */
  get(key: string, version?: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return version === undefined || entry?.version === version ? entry : undefined;
  }

  /**
   * Returns the cached entry, or loads it in one snapshot and caches it. A read
   * within a transaction neither uses nor fills the cache. `load` receives the
   * outdated entry, if any, as a starting point.
   */
  async getOrLoad(
    { db, version, isTransaction }: CatalogReader,
    key: string,
    load: (tx: Db, outdated: Entry | undefined) => Promise<Entry>,
  ): Promise<Entry> {
    if (isTransaction) return load(db, undefined);
    const cached = this.get(key, version);
    if (cached !== undefined) return cached;
    const outdated = this.get(key);
    return this.loadOnce(key, () => inSnapshot(db, (tx) => load(tx, outdated)));
  }

  /** Loads and caches an entry. Concurrent calls for one key share one load (singleflight). Caches no failure. */
  loadOnce(key: string, load: () => Promise<Entry>): Promise<Entry> {
    const inProgress = this.#loads.get(key);
    if (inProgress !== undefined) return inProgress;
    const started = this.#limit(load)
      .then((entry) => {
        this.#entries.set(key, entry);
        return entry;
      })
      .finally(() => this.#loads.delete(key));
    this.#loads.set(key, started);
    return started;
  }

  /** Estimated size of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }
}

/** One cache for each database: a replica can be at another version than the primary. */
export function cachePerDatabase<Entry extends { version: string }>(
  create: () => VersionedCache<Entry>,
): (db: Db) => VersionedCache<Entry> {
  const caches = new WeakMap<Db, VersionedCache<Entry>>();
  return (db) => {
    const existing = caches.get(db);
    if (existing !== undefined) return existing;
    const created = create();
    caches.set(db, created);
    return created;
  };
}
