import { cachePerDatabase, VersionedCache } from "../cache/versioned-cache.ts";
import type { Matches } from "./matches.ts";

/** Room for several hundred common keywords or a few thousand rare ones. */
const maxBytes = 8_000_000;
const idBytes = 80;

/** The cached matches of searches, by keyword and window. */
export const matchCache = cachePerDatabase(
  () => new VersionedCache<Matches>(maxBytes, ({ ids }) => idBytes * ids.length),
);
