import { LRUCache } from "lru-cache";
import { avifNameOf } from "../../infra/image-names.ts";
import type { Storage } from "../../infra/storage.ts";

/**
 * Finds the AVIF beside a WebP file. It is written before its WebP and both are immutable, so what is found
 * holds for ever and is remembered: an object store is asked once.
 */
export function avifFinder(storage: Storage) {
  const known = new LRUCache<string, boolean>({ max: 10_000 });
  return {
    mayHaveAvif: (webp: string): boolean => avifNameOf(webp) !== undefined,
    findAvif: async (webp: string): Promise<string | undefined> => {
      const avif = avifNameOf(webp);
      if (avif === undefined) return undefined;
      const before = known.get(avif);
      if (before !== undefined) return before ? avif : undefined;
      const isThere = await storage.has(avif);
      if (isThere || (await storage.has(webp))) known.set(avif, isThere);
      return isThere ? avif : undefined;
    },
  };
}
