import { performance } from "node:perf_hooks";
import type { Db } from "../../../db/client.ts";
import { CircuitBreaker } from "../../../infra/circuit-breaker.ts";
import { type SearchEngineClient, SearchEngineError } from "../../../infra/search-engine.ts";

export type EngineLimits = {
  /** How long a search waits for the engine, in milliseconds. */
  deadlineMs: number;
  /** How long ago the engine had all changes, at most, in milliseconds. */
  lagMs: number;
};

/** What became of searches: answered by the engine; late or failed; kept from it while it rests or is behind. */
export type EngineCounters = { answered: number; late: number; failed: number; resting: number; behind: number };

const breaker = { faultsMax: 5, restMs: 15_000 };

/** A search engine as an instance uses it: within a deadline, and not while it fails or lacks changes. */
export class SearchEngine {
  readonly client: SearchEngineClient;
  readonly limits: EngineLimits;
  readonly counters: EngineCounters = { answered: 0, late: 0, failed: 0, resting: 0, behind: 0 };
  readonly #breaker = new CircuitBreaker(breaker);
  /** When it had all changes, as a time of `performance.now()`. */
  #currentAt = Number.NEGATIVE_INFINITY;

  #drift: number | undefined;

  constructor(client: SearchEngineClient, limits: EngineLimits) {
    this.client = client;
    this.limits = limits;
  }

  /** How long ago the engine had all changes, in milliseconds. Infinite while it has no index. */
  get lagMs(): number {
    return performance.now() - this.#currentAt;
  }

  /** Notes how long ago the engine had all changes, in milliseconds; nothing while it has no index. */
  noteLag(lagMs: number | undefined): void {
    this.#currentAt = lagMs === undefined ? Number.NEGATIVE_INFINITY : performance.now() - lagMs;
  }

  /** How many numbers differed from PostgreSQL's in the last comparison; nothing before the first one. */
  get drift(): number | undefined {
    return this.#drift;
  }

  noteDrift(drift: number): void {
    this.#drift = drift;
  }

  /** What the engine answers; nothing where PostgreSQL has to. Never rejects for the engine's sake. */
  async ask<Answer>(body: object, read: (answer: unknown) => Answer): Promise<Answer | undefined> {
    if (this.lagMs > this.limits.lagMs) {
      this.counters.behind += 1;
      return undefined;
    }
    if (this.#breaker.isResting) {
      this.counters.resting += 1;
      return undefined;
    }
    const began = performance.now();
    try {
      const answer = read(await this.client.search(body, this.limits.deadlineMs));
      this.#breaker.noteSuccess();
      this.counters.answered += 1;
      return answer;
    } catch (error) {
      if (!(error instanceof SearchEngineError)) throw error;
      // What it refuses as too large says nothing of the next one.
      if (error.status !== 400) this.#breaker.noteFault();
      this.counters[performance.now() - began >= this.limits.deadlineMs ? "late" : "failed"] += 1;
      return undefined;
    }
  }
}

const engines = new WeakMap<Db, SearchEngine>();

/** Lets the searches of a database, or of its replica, ask an engine. */
export function letSearchesAsk(db: Db, engine: SearchEngine): void {
  engines.set(db, engine);
}

/** The engine that searches of a database ask; none in a shop without one. */
export function engineOf(db: Db): SearchEngine | undefined {
  return engines.get(db);
}
