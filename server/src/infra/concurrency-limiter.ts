/** Work waited longer than the time-out. Answered with status 503. */
class QueueTimeout extends Error {
  readonly statusCode = 503;
}

/** The queue's length and its counters since the start of the process. Times in milliseconds. */
export type QueueMetrics = { waiting: number; begun: number; refused: number; waitedMs: number };

/** The figures of an unused queue. */
export function newQueueMetrics(): QueueMetrics {
  return { waiting: 0, begun: 0, refused: 0, waitedMs: 0 };
}

/**
 * Limits how many pieces of work run at once; the rest waits in FIFO order. Work that waits longer
 * than `timeoutMs` milliseconds fails with status 503. Work whose signal aborts while it waits leaves
 * the queue and fails with the signal's reason. Updates `figures`.
 */
export function limitConcurrency({
  concurrency,
  timeoutMs,
  figures = newQueueMetrics(),
}: {
  concurrency: number;
  timeoutMs: number;
  figures?: QueueMetrics;
}): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const waitForSlot = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((go, refuse) => {
      const since = performance.now();
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        figures.waiting -= 1;
        figures.waitedMs += performance.now() - since;
      };
      const start = () => {
        leave();
        go();
      };
      const refuseWaiting = (reason: unknown) => {
        waiting.splice(waiting.indexOf(start), 1);
        leave();
        figures.refused += 1;
        refuse(reason);
      };
      const onAbort = () => refuseWaiting(signal?.reason);
      figures.waiting += 1;
      const timer = setTimeout(() => refuseWaiting(new QueueTimeout("queue time-out")), timeoutMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(start);
    });
  };

  return async (work, signal) => {
    await waitForSlot(signal);
    figures.begun += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot passes to the next waiter, so the count stays the same.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
