import { setTimeout as delay } from "node:timers/promises";
import { and, eq, gt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "../../../db/client.ts";
import { productVectors } from "../../../db/schema/search.ts";
import { CircuitBreaker } from "../../../infra/circuit-breaker.ts";
import type { Embed } from "../../../infra/embeddings.ts";
import { normalizeKeyword } from "../empty-searches.ts";
import { VectorTable } from "./vector-table.ts";

export type MeaningSettings = {
  model: string;
  /** How long a search waits for the vector of its words, in milliseconds. */
  deadlineMs: number;
  /** The similarity from which a product is found, up to 1. */
  floor: number;
};

/** What became of searches: asked of the service, of these late or failed; known from before; spared the service. */
export type MeaningCounts = { asked: number; late: number; failed: number; remembered: number; spared: number };

/** Products that are found by meaning at most. */
const foundMax = 100;
/** Vectors of keywords that are remembered. */
const rememberedMax = 2_000;
/** Questions to the service at a time. */
const askingMax = 8;
/** After the deadline an answer is still waited for, so that the next search has it; in milliseconds. */
const askTimeoutMs = 5_000;
const breaker = { faultsMax: 5, restMs: 30_000 };
/** Cached answers are dropped for better ones at most once in so many milliseconds. */
const betterEveryMs = 10_000;
/** Rows that are read at once. */
const readMax = 200;
/** Transactions commit later than the moment that they mark rows with; in milliseconds. */
const overlapMs = 60_000;

/** Finds products by the likeness of what their texts and a keyword mean. */
export class Meaning {
  readonly counts: MeaningCounts = { asked: 0, late: 0, failed: 0, remembered: 0, spared: 0 };
  readonly embed: Embed;
  readonly model: string;
  readonly #settings: MeaningSettings;
  readonly #vectors = new LRUCache<string, Float32Array>({ max: rememberedMax });
  readonly #asking = new Map<string, Promise<Float32Array | undefined>>();
  readonly #breaker = new CircuitBreaker(breaker);
  #table: VectorTable | undefined;
  #readUntil = 0;
  #onBetter: () => void = () => undefined;
  #betterAt = Number.NEGATIVE_INFINITY;

  constructor(embed: Embed, settings: MeaningSettings) {
    this.embed = embed;
    this.model = settings.model;
    this.#settings = settings;
  }

  /** Products that are in memory. */
  get size(): number {
    return this.#table?.size ?? 0;
  }

  /** Calls back when searches would find more or other products than before. */
  onBetter(callback: () => void): void {
    this.#onBetter = callback;
  }

  /** The products that are most like a keyword. None, after the deadline at the latest, where the service does not tell. */
  async findNear(keyword: string): Promise<readonly string[]> {
    const text = keyword.trim().toLowerCase();
    // Nothing that may be personal leaves the shop. Numbers and codes mean nothing.
    if (this.size === 0 || normalizeKeyword(text) === undefined || !/\p{L}{2}/u.test(text)) return [];
    const vector = await this.#vectorOf(text);
    if (vector === undefined) return [];
    return (await this.#table?.findNearest(vector, { limit: foundMax, floor: this.#settings.floor })) ?? [];
  }

  async #vectorOf(text: string): Promise<Float32Array | undefined> {
    const known = this.#vectors.get(text);
    if (known !== undefined) {
      this.counts.remembered += 1;
      return known;
    }
    const asking = this.#asking.get(text);
    if (asking !== undefined) return asking;
    if (this.#breaker.isResting || this.#asking.size >= askingMax) {
      this.counts.spared += 1;
      return undefined;
    }
    return this.#ask(text);
  }

  #ask(text: string): Promise<Float32Array | undefined> {
    this.counts.asked += 1;
    const answered = this.embed([text], askTimeoutMs).then(([vector]) => {
      if (vector !== undefined) this.#vectors.set(text, vector);
      return vector;
    });
    const first = this.#firstOf(answered);
    // Until the answer is here, however late, nobody else asks for it.
    this.#asking.set(text, first);
    answered.catch(() => undefined).finally(() => this.#asking.delete(text));
    return first;
  }

  /** The answer if it comes in time; never rejects. */
  async #firstOf(answered: Promise<Float32Array | undefined>): Promise<Float32Array | undefined> {
    const ended = new AbortController();
    const deadline = delay(this.#settings.deadlineMs, "late" as const, { signal: ended.signal });
    deadline.catch(() => undefined);
    try {
      const first = await Promise.race([answered, deadline]);
      if (first !== "late") {
        if (this.#breaker.noteSuccess()) this.#noteBetter();
        return first;
      }
      this.counts.late += 1;
      this.#breaker.noteFault();
      // The next search for it has the vector, and no cached answer without it is to stand before that.
      answered.then(
        () => this.#noteBetter(),
        () => undefined,
      );
    } catch {
      this.counts.failed += 1;
      this.#breaker.noteFault();
    } finally {
      ended.abort();
    }
    return undefined;
  }

  #noteBetter(): void {
    const now = performance.now();
    if (this.#betterAt > now) return;
    const wait = Math.max(0, this.#betterAt + betterEveryMs - now);
    this.#betterAt = now + wait;
    setTimeout(() => this.#onBetter(), wait).unref();
  }

  /** Reads the vectors that were written since the last time, and forgets those that are gone. */
  async refresh(db: Db): Promise<void> {
    const { count, newest, dimensions } = await readStored(db, this.model);
    if (dimensions === null || newest === null) {
      if (this.size > 0) this.#noteBetter();
      this.#table = undefined;
      return;
    }
    const known = this.#table?.dimensions === dimensions ? this.#table : undefined;
    if (known?.size === count && this.#readUntil === newest) return;
    const table = known ?? new VectorTable(dimensions);
    const since = known === undefined ? 0 : this.#readUntil - overlapMs;
    await readVectors(db, { model: this.model, table, since });
    if (table.size > count) await forgetGone(db, this.model, table);
    this.#table = table;
    this.#readUntil = newest;
    this.#noteBetter();
  }
}

/** How many vectors of a model there are, and of the newest its time in milliseconds and the number of its dimensions. */
type Stored = { count: number; newest: number | null; dimensions: number | null };

async function readStored(db: Db, model: string): Promise<Stored> {
  const { rows } = await db.execute<Stored>(sql`
    with newest as (
      select cardinality(vector) as dimensions, (extract(epoch from updated_at) * 1000)::float8 as at
      from ${productVectors} where model = ${model} order by updated_at desc limit 1
    )
    select (select dimensions from newest) as dimensions, (select at from newest) as newest,
      (select count(*)::int from ${productVectors} where model = ${model}) as count`);
  return rows[0] ?? { count: 0, newest: null, dimensions: null };
}

type Reading = { model: string; table: VectorTable; since: number };

/** Adds what was written since a time, in batches in the order of ids. */
async function readVectors(db: Db, { model, table, since }: Reading): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { productId, vector, updatedAt } = productVectors;
    const rows = await db
      .select({ productId, vector })
      .from(productVectors)
      .where(and(eq(productVectors.model, model), gt(updatedAt, new Date(since)), gt(productId, after)))
      .orderBy(productId)
      .limit(readMax);
    for (const row of rows) table.set(row.productId, row.vector);
    const last = rows.at(-1);
    if (last === undefined || rows.length < readMax) return;
    after = last.productId;
  }
}

async function forgetGone(db: Db, model: string, table: VectorTable): Promise<void> {
  const rows = await db
    .select({ id: productVectors.productId })
    .from(productVectors)
    .where(eq(productVectors.model, model));
  const stored = new Set(rows.map(({ id }) => id));
  for (const id of table.ids()) if (!stored.has(id)) table.delete(id);
}
