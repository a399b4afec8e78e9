/** Work waited longer than the time-out, or would have. Answered with status 503. */
class QueueTimeout extends Error {
  readonly statusCode = 503;
}

/** The queue's length and its counters since the start of the process. Times in milliseconds. */
export type QueueMetrics = { waiting: number; begun: number; refused: number; waitedMs: number };

/** The counters of an unused queue. */
export function newQueueMetrics(): QueueMetrics {
  return { waiting: 0, begun: 0, refused: 0, waitedMs: 0 };
}

/** What waits, by party, in the order of the parties' turns. */
class FairLine<Waiter> {
  readonly #lines = new Map<string, Waiter[]>();

  lengthOf(party: string): number {
    return this.#lines.get(party)?.length ?? 0;
  }

  add(party: string, waiter: Waiter): void {
    const line = this.#lines.get(party);
    if (line === undefined) this.#lines.set(party, [waiter]);
    else line.push(waiter);
  }

  remove(party: string, waiter: Waiter): void {
    const line = this.#lines.get(party) ?? [];
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) this.#lines.delete(party);
  }

  /** The first of the party whose turn it is, which is the last party afterwards. */
  first(): Waiter | undefined {
    for (const [party, line] of this.#lines) {
      this.#lines.delete(party);
      const waiter = line.shift();
      if (line.length > 0) this.#lines.set(party, line);
      return waiter;
    }
    return undefined;
  }
}

type LimiterSettings = { concurrency: number; timeoutMs: number; counters?: QueueMetrics; waitingPerParty?: number };

/**
 * Limits how many pieces of work run at once; the rest waits in FIFO order. Work of several parties, such as addresses,
 * waits in a line for each, and the parties take turns, so that one with much work delays no other. Work that waits
 * longer than `timeoutMs` milliseconds, or finds `waitingPerParty` of its party waiting, fails with status 503. Work
 * whose signal aborts while it waits leaves the queue and fails with the signal's reason. Updates `counters`.
 */
export function limitConcurrency({
  concurrency,
  timeoutMs,
  counters = newQueueMetrics(),
  waitingPerParty = Number.POSITIVE_INFINITY,
}: LimiterSettings): <Result>(work: () => Promise<Result>, signal?: AbortSignal, party?: string) => Promise<Result> {
  let running = 0;
  const waiting = new FairLine<() => void>();

  const waitForSlot = (signal: AbortSignal | undefined, party: string): Promise<void> => {
    signal?.throwIfAborted();
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.lengthOf(party) >= waitingPerParty) {
      counters.refused += 1;
      return Promise.reject(new QueueTimeout("too many wait in a queue"));
    }
    return new Promise((go, refuse) => {
      const since = performance.now();
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        counters.waiting -= 1;
        counters.waitedMs += performance.now() - since;
      };
      const start = () => {
        leave();
        go();
      };
      const refuseWaiting = (reason: unknown) => {
        waiting.remove(party, start);
        leave();
        counters.refused += 1;
        refuse(reason);
      };
      const onAbort = () => refuseWaiting(signal?.reason);
      counters.waiting += 1;
      const timer = setTimeout(() => refuseWaiting(new QueueTimeout("queue time-out")), timeoutMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.add(party, start);
    });
  };

  return async (work, signal, party = "") => {
    await waitForSlot(signal, party);
    counters.begun += 1;
    try {
      return await work();
    } finally {
      const next = waiting.first();
      // The slot passes to the next waiter, so the count stays the same.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
