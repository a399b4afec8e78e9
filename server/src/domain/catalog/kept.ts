import { sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Db } from "../../db/client.ts";
import { limitConcurrency } from "../../infra/concurrency-limiter.ts";

/** What was found in one version of the catalog. */
type OfVersion = { version: string };

/** How often the catalog may change under a question before everything is looked at in one moment, for it alone. */
const tries = 3;
const bytesOfEntry = 400;
/** Finding may take long: the rest of the connections are for those who do not search, or for what is known. */
const runsAtOnce = 4;
const timeoutMs = 5_000;
/** Less than the pool waits for any answer. */
const longestMs = 4_500;

/**
 * What questions found, for some version of the catalog, up to so many bytes
 * by rough reckoning: what is asked for often stays. Whoever takes something
 * from here asks for the version of now.
 */
export class Kept<Found extends OfVersion> {
  readonly #kept: LRUCache<string, Found>;
  readonly #runs = new Map<string, Promise<Found>>();
  readonly #inTurn = limitConcurrency({ concurrency: runsAtOnce, timeoutMs: timeoutMs });

  constructor(mostBytes: number, bytesOf: (found: Found) => number) {
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: (found: Found, key) => bytesOfEntry + 2 * key.length + bytesOf(found),
    });
  }

  get(key: string): Found | undefined {
    return this.#kept.get(key);
  }

  /** Finds anew. One run at a time does so; those who come meanwhile wait for it, and compare versions as well. */
  renew(key: string, find: () => Promise<Found>): Promise<Found> {
    const running = this.#runs.get(key);
    if (running !== undefined) return running;
    const run = this.#inTurn(find)
      .then((found) => {
        this.#kept.set(key, found);
        return found;
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

/** A store for each database that this process works with. */
export function keptFor<Found extends OfVersion>(make: () => Kept<Found>): (db: Db) => Kept<Found> {
  const ofDatabases = new WeakMap<Db, Kept<Found>>();
  return (db) => {
    const known = ofDatabases.get(db);
    if (known !== undefined) return known;
    const fresh = make();
    ofDatabases.set(db, fresh);
    return fresh;
  };
}

type Question<Found, Answer> = {
  key: string;
  /** Finds now, from what was found before where that helps. */
  find: (tx: Db, before?: Found) => Promise<Found>;
  /** Reads what is told of the found products together with the version of now; nothing when that is another. */
  tell: (db: Db, found: Found) => Promise<Answer | undefined>;
};

/**
 * Answers with what was found before where the catalog is still the same,
 * else with what is found now: never with anything older than the question.
 */
export async function answer<Found extends OfVersion, Answer>(
  db: Db,
  keptOf: (db: Db) => Kept<Found>,
  { key, find, tell }: Question<Found, Answer>,
): Promise<Answer> {
  if (!isWithinTransaction(db)) {
    const kept = keptOf(db);
    let found = kept.get(key);
    for (let left = tries; left > 0; left -= 1) {
      const told = found && (await tell(db, found));
      if (told !== undefined) return told;
      const before = found;
      found = await kept.renew(key, () => ofOneMoment(db, (tx) => find(tx, before)));
    }
  }
  const told = await ofOneMoment(db, async (tx) => tell(tx, await find(tx)));
  if (told === undefined) throw new Error("The catalog changed within one moment");
  return told;
}

/** What a transaction sees of its own changes is nobody else's business: what it finds is not kept. */
export function isWithinTransaction(db: Db): boolean {
  return db instanceof PgTransaction;
}

/**
 * A transaction whose statements all see the shop as it is when the first of
 * them begins. One of them may take longer than others may: what is given up
 * would never be known, and asked for again and again.
 */
export function ofOneMoment<Result>(db: Db, look: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(longestMs)}, true)`);
      return look(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
