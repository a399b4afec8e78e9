/** Since the start: what a cache had, had but could not check because the database was away, and had not. */
export type CacheCounters = { hit: number; stale: number; miss: number };

export function newCacheCounters(): CacheCounters {
  return { hit: 0, stale: 0, miss: 0 };
}
