/** More waited for their turn than could be served in time. Answered with status 503. */
class QueueTimeout extends Error {
  readonly statusCode = 503;
}

/** How a queue stands, and what has gone through it since the start. Times in milliseconds. */
export type QueueFigures = { waiting: number; begun: number; refused: number; waitedMs: number };

/** The figures of a queue that nobody has joined yet. */
export function emptyQueue(): QueueFigures {
  return { waiting: 0, begun: 0, refused: 0, waitedMs: 0 };
}

/**
 * Lets only so many pieces of work run at once; the rest wait, first come,
 * first served. Whoever waits longer than `patience` milliseconds is refused
 * with status 503. Keeps the figures of whoever hands some over.
 */
export function limitConcurrency({
  concurrency,
  timeoutMs,
  figures = emptyQueue(),
}: {
  concurrency: number;
  timeoutMs: number;
  figures?: QueueFigures;
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const waitForSlot = (): Promise<void> => {
    if (running < concurrency) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((go, refuse) => {
      const since = performance.now();
      const leave = () => {
        figures.waiting -= 1;
        figures.waitedMs += performance.now() - since;
      };
      const start = () => {
        clearTimeout(timer);
        leave();
        go();
      };
      figures.waiting += 1;
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        leave();
        figures.refused += 1;
        refuse(new QueueTimeout("too many wait for their turn"));
      }, timeoutMs);
      waiting.push(start);
    });
  };

  return async (work) => {
    await waitForSlot();
    figures.begun += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so the count stays.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
