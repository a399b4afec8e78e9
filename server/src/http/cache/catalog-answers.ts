import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../db/client.ts";
import { isOutage } from "../../domain/base/errors.ts";
import { type ChangeFeed, openChangeFeed } from "../../domain/catalog/change-feed.ts";
import type { CacheCounters } from "../../infra/cache-counters.ts";
import { type Answer, AnswerStore, etagOf } from "./answer-store.ts";
import { allOrderTags, chosenFacetsOf, emptySearchesOf, foundSearchesOf, tagsOfChanges } from "./catalog-tags.ts";

/** Settings of the cache. Times in milliseconds. */
export type CatalogAnswerSettings = {
  maxBytes: number;
  /** For how long after a poll of the changes answers are served without another one. */
  maxAgeMs: number;
  /** For how long answers are served while the database cannot be asked. */
  staleMs: number;
  /** For how long answers are served of which an order of products, or a count of facets, has changed. */
  outdatedMs: number;
};

/** An answer of status 200 that is the same for everybody, with the tags of what it depends on. */
export type Cacheable = { body: string | Uint8Array; type: string; tags: readonly string[] };

/** What a caller made: an answer to cache, or one that is only for the caller. */
export type Produced<Other> = Cacheable | { other: Other };

/** A cached answer as it may be sent. `isStale`: the database could not be asked whether it is current. */
export type Found = { answer: Answer; isStale: boolean };

/** How long a request waits for a poll before it gets a stale answer, and the pause after a failed poll; in milliseconds. */
const staleAfterMs = 1_000;
/** How long a request waits for a poll for which there is no stale answer, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * An answer in production. `dropped`: the tags of what has changed since it began; `outdated`: those that only an order or
 * a count depends on, with the time of their first change.
 */
type Load = {
  made: Promise<Answer | { other: unknown }>;
  isAllDropped: boolean;
  dropped: Set<string>;
  outdated: Map<string, number>;
};

/**
 * Caches whole answers of the catalog, of all transports. An answer is dropped as soon as a poll finds a change of
 * what it depends on. If that is only an order of products or a count, it is served for `outdatedMs` more, so that many
 * changes in a row make it only twice in that time. Whoever has just written gets no answer from before a poll that began
 * after the request.
 */
export class CatalogAnswers {
  readonly feed: ChangeFeed;
  /** Requests that could be answered from the cache. */
  readonly counters: CacheCounters = { hit: 0, stale: 0, miss: 0 };
  readonly #settings: CatalogAnswerSettings;
  readonly #store: AnswerStore;
  readonly #loads = new Map<string, Load>();
  /** The last write of this instance, as a time of `performance.now()`. */
  #wroteAt = Number.NEGATIVE_INFINITY;
  /** The last failed poll of a request, in the same way. */
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, settings: CatalogAnswerSettings) {
    this.#settings = settings;
    this.#store = new AnswerStore(settings.maxBytes);
    this.feed = openChangeFeed(db, (changes) => {
      if (changes.isAll) return this.#dropAll();
      const { certain, ordered } = tagsOfChanges(changes);
      for (const tag of certain) this.#drop(tag);
      for (const tag of ordered) this.#outdate(tag);
    });
  }

  /** Notes that this instance has changed data, so that the next answer is checked. */
  noteWrite(): void {
    this.#wroteAt = performance.now();
  }

  /** Drops what has products in an order, so that searches are made anew. */
  dropOrdered(): void {
    for (const tag of allOrderTags) this.#drop(tag);
  }

  /** The answer for a key, if it is current. `hasWritten`: the caller has changed data, maybe by another instance. */
  find(key: string, hasWritten: boolean): Found | undefined | Promise<Found | undefined> {
    return hasWritten || !this.#isCurrent() ? this.#checkAndFind(key, hasWritten) : this.#findCurrent(key, hasWritten);
  }

  /**
   * Produces and caches an answer. Callers that ask for one key at the same time share it, unless something changed
   * since its production began. Without a key the answer is neither shared nor cached.
   */
  async load<Other>(
    key: string | undefined,
    produce: () => Promise<Produced<Other>>,
    hasWritten = false,
  ): Promise<Found | { other: Other }> {
    if (key === undefined) return toFound(await produce());
    const running = this.#loads.get(key);
    try {
      if (running !== undefined && this.#canBeShared(running, hasWritten)) {
        const shared = await running.made.catch(refusedForOne);
        if (shared !== undefined && !("other" in shared)) return { answer: shared, isStale: false };
      }
      return await this.#produce(key, produce);
    } catch (error) {
      const stale = isOutage(error) ? this.#findStale(key) : undefined;
      if (stale === undefined) throw error;
      return stale;
    }
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  #isCurrent(): boolean {
    const polledAt = this.feed.polledAt();
    return performance.now() - polledAt < this.#settings.maxAgeMs && polledAt > this.#wroteAt;
  }

  async #checkAndFind(key: string, hasWritten: boolean): Promise<Found | undefined> {
    const isDown = performance.now() - this.#failedAt < staleAfterMs;
    const stale = hasWritten ? undefined : this.#findStale(key);
    if (isDown && stale !== undefined) return stale;
    try {
      await within(this.feed.poll(), stale === undefined ? longestWaitMs : staleAfterMs);
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.#failedAt = performance.now();
      if (stale === undefined) throw error;
      return stale;
    }
    return this.#findCurrent(key, hasWritten);
  }

  #findCurrent(key: string, hasWritten: boolean): Found | undefined {
    const answer = this.#store.get(key);
    if (answer === undefined) return undefined;
    const isCurrent = answer.outdatedAt === undefined || (!hasWritten && this.#isOutdatedServed(key, answer));
    return isCurrent ? { answer, isStale: false } : undefined;
  }

  /** Whether an outdated answer is served: while another one is made, or if it was made a moment ago. */
  #isOutdatedServed(key: string, { outdatedAt = 0, beganAt }: Answer): boolean {
    const { outdatedMs } = this.#settings;
    const now = performance.now();
    return now - outdatedAt < outdatedMs && (this.#loads.has(key) || now - beganAt < outdatedMs / 2);
  }

  #canBeShared({ isAllDropped, dropped, outdated }: Load, hasWritten: boolean): boolean {
    if (isAllDropped || dropped.size > 0) return false;
    const [since] = outdated.values();
    return since === undefined || (!hasWritten && performance.now() - since < this.#settings.outdatedMs);
  }

  #findStale(key: string): Found | undefined {
    const answer = this.#store.get(key);
    const isTooOld = performance.now() - this.feed.polledAt() > this.#settings.staleMs;
    return answer === undefined || isTooOld ? undefined : { answer, isStale: true };
  }

  async #produce<Other>(key: string, produce: () => Promise<Produced<Other>>): Promise<Found | { other: Other }> {
    const beganAt = performance.now();
    const made = produce().then((produced) => ("other" in produced ? produced : toAnswer(produced, beganAt)));
    const running: Load = { made, isAllDropped: false, dropped: new Set(), outdated: new Map() };
    this.#loads.set(key, running);
    try {
      const answer = await made;
      if ("other" in answer) return answer;
      const isTouched = running.isAllDropped || answer.tags.some((tag) => running.dropped.has(tag));
      const [outdatedAt] = answer.tags.flatMap((tag) => running.outdated.get(tag) ?? []).toSorted((a, b) => a - b);
      if (outdatedAt !== undefined) answer.outdatedAt = outdatedAt;
      if (!isTouched) this.#store.set(key, answer);
      return { answer, isStale: false };
    } finally {
      if (this.#loads.get(key) === running) this.#loads.delete(key);
    }
  }

  #drop(tag: string): void {
    for (const load of this.#loads.values()) load.dropped.add(tag);
    this.#store.drop(tag);
  }

  #outdate(tag: string): void {
    const now = performance.now();
    for (const { outdated } of this.#loads.values()) if (!outdated.has(tag)) outdated.set(tag, now);
    this.#store.outdate(tag, now);
  }

  #dropAll(): void {
    for (const load of this.#loads.values()) load.isAllDropped = true;
    this.#store.clear();
  }
}

/** Another caller may be allowed what one was refused. An outage is everybody's, and no reason to wait once more. */
function refusedForOne(error: unknown): undefined {
  if (isOutage(error)) throw error;
}

/** Rejects like an outage when the promise takes longer. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error("Query read timeout");
  });
  // Whichever comes second is of no interest any more.
  for (const each of [promise, late]) each.catch(() => undefined);
  await Promise.race([promise, late]).finally(() => timer.abort());
}

function toFound<Other>(produced: Produced<Other>): Found | { other: Other } {
  return "other" in produced ? produced : { answer: toAnswer(produced, performance.now()), isStale: false };
}

function toAnswer({ body, type, tags }: Cacheable, beganAt: number): Answer {
  const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  const counted = {
    emptySearches: emptySearchesOf(tags),
    foundSearches: foundSearchesOf(tags),
    chosenFacets: chosenFacetsOf(tags),
  };
  return { type, body: bytes, etag: etagOf(bytes), tags, ...counted, beganAt, encoded: new Map() };
}
