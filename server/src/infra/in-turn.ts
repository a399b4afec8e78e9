/** More waited for their turn than could be served in time. Answered with status 503. */
class Overloaded extends Error {
  readonly statusCode = 503;
}

/**
 * Lets only so many pieces of work run at once; the rest wait, first come,
 * first served. Whoever waits longer than `patience` milliseconds is refused
 * with status 503.
 */
export function takingTurns({
  atOnce,
  patience,
}: {
  atOnce: number;
  patience: number;
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((go, refuse) => {
      const start = () => {
        clearTimeout(timer);
        go();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        refuse(new Overloaded("too many wait for their turn"));
      }, patience);
      waiting.push(start);
    });
  };

  return async (work) => {
    await turn();
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
