import { LRUCache } from "lru-cache";
import { avifNameOf, widestNameOf } from "../../infra/image-names.ts";
import type { Storage } from "../../infra/storage.ts";

/**
 * Finds the optional files of an image: the AVIF beside a WebP, and the master. Each is written before the file that it
 * goes with and all are immutable, so what is found holds for ever and is remembered: an object store is asked once.
 */
export function imageFileFinder(storage: Storage) {
  const known = new LRUCache<string, boolean>({ max: 10_000 });
  const has = async (optional: string, required: string): Promise<boolean> => {
    const before = known.get(optional);
    if (before !== undefined) return before;
    const isThere = await storage.has(optional);
    if (isThere || (await storage.has(required))) known.set(optional, isThere);
    return isThere;
  };
  return {
    mayHaveAvif: (webp: string): boolean => avifNameOf(webp) !== undefined,
    findAvif: async (webp: string): Promise<string | undefined> => {
      const avif = avifNameOf(webp);
      return avif !== undefined && (await has(avif, webp)) ? avif : undefined;
    },
    /** The largest width in place of a master that is not there; any other name itself. */
    findWebp: async (name: string): Promise<string> => {
      const widest = widestNameOf(name);
      return widest === undefined || (await has(name, widest)) ? name : widest;
    },
  };
}
