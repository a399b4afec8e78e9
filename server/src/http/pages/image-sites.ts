import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { listImageSites } from "../../domain/catalog/image-sites.ts";
import type { Services } from "../context.ts";
import { hasWritten } from "../own-writes.ts";

/** How old the list may be, in milliseconds. One that is older is used once more, while it is read again. */
const freshMs = 5_000;

/** Whatever the list is asked for; the cache has a single entry. */
const key = "sites";
type Sites = { origins: string[] | undefined };

/**
 * Reads the origins of images on other sites for the pages' policies. Pages wait for it at the start, and those of a browser
 * that has just written, which may have named a new site; while the database does not answer the last list holds.
 */
export function openImageSites({ db }: Services): (request: FastifyRequest) => Promise<string[] | undefined> {
  const cache = new LRUCache<string, Sites>({
    max: 1,
    ttl: freshMs,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => ({ origins: await listImageSites(db) }),
  });
  return async (request) => {
    const asked = hasWritten(request) ? { forceRefresh: true, allowStale: false } : {};
    const found = await cache.fetch(key, asked).catch(() => undefined);
    return found === undefined ? [] : found.origins;
  };
}
