import { LRUCache } from "lru-cache";
import type { Db } from "../../db/client.ts";
import type { Hits } from "./hits.ts";

/**
 * In bytes, by rough reckoning. Several hundred common keywords fit, or a few
 * thousand rare ones: what is asked for often stays, and the smallest server
 * has the room.
 */
const mostKept = 8_000_000;
const bytesOfId = 80;
const bytesOfEntry = 400;

/**
 * What keywords found, for some version of the catalogue: whoever takes it
 * from here asks for the version of now. One run at a time finds the same;
 * those who come meanwhile wait for it, and then compare versions as well.
 */
class KeptHits {
  readonly #kept = new LRUCache<string, Hits>({
    maxSize: mostKept,
    sizeCalculation: ({ ids }, key) => bytesOfEntry + 2 * key.length + bytesOfId * ids.length,
  });
  readonly #runs = new Map<string, Promise<Hits>>();

  get(key: string): Hits | undefined {
    return this.#kept.get(key);
  }

  renew(key: string, find: () => Promise<Hits>): Promise<Hits> {
    const running = this.#runs.get(key);
    if (running !== undefined) return running;
    const run = find()
      .then((hits) => {
        this.#kept.set(key, hits);
        return hits;
      })
      .finally(() => this.#runs.delete(key));
    this.#runs.set(key, run);
    return run;
  }

  /** Roughly, in bytes. */
  get size(): number {
    return this.#kept.calculatedSize;
  }
}

const ofDatabases = new WeakMap<Db, KeptHits>();

/** What this process keeps of a database. */
export function keptHits(db: Db): KeptHits {
  const known = ofDatabases.get(db);
  if (known !== undefined) return known;
  const fresh = new KeptHits();
  ofDatabases.set(db, fresh);
  return fresh;
}
