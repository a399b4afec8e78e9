import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { deleteExpiredKeys, releaseExpiredHolds } from "./domain/order/release.ts";
import type { PaymentDeps } from "./domain/payment/deps.ts";
import { reconcilePayments } from "./domain/payment/reconcile.ts";
import { runWithContext } from "./infra/request-context.ts";

/** The interval of the jobs, and the age at which idempotency keys are deleted; in milliseconds. */
const everyMs = 2_000;
const keyAgeMs = 172_800_000;
/** Limits of one round, so that it does not delay the shutdown: orders to release, payments to look up. */
const releasesPerRound = 200;
const questionsPerRound = 10;

/** Counters of one job since the start. A trouble is an item that a round leaves to a later one. */
export type JobFigures = { rounds: number; failures: number; troubles: number; succeededAt: Date | undefined };

export type Jobs = { figures: Map<string, JobFigures>; stop: () => Promise<void> };

/**
 * Releases expired stock holds, deletes old idempotency keys and reconciles
 * payments. Rounds of one job never overlap; a failed round is retried at the
 * next interval. `stop` waits for the rounds in progress.
 */
export function startJobs(deps: PaymentDeps, log: FastifyBaseLogger): Jobs {
  const figures: Jobs["figures"] = new Map();
  const stops = [
    repeat(
      figuresOf(figures, "holds"),
      async () => {
        const released = await releaseExpiredHolds(deps.db, releasesPerRound);
        if (released > 0) log.info({ released }, "stock of unpaid orders returned");
        await deleteExpiredKeys(deps.db, keyAgeMs);
      },
      failed(log, "looking after holds failed"),
    ),
  ];
  if (deps.payments.provider !== undefined) {
    const unclear = failed(log, "a payment could not be looked up");
    // A job of its own, so that a slow provider does not delay the stock holds.
    const payments = figuresOf(figures, "payments");
    stops.push(
      repeat(
        payments,
        inRounds(log, async (isStopping) => {
          const paid = await reconcilePayments(deps, {
            ...{ limit: questionsPerRound, isStopping },
            onTrouble: (error) => {
              payments.troubles += 1;
              unclear(error);
            },
          });
          if (paid > 0) log.info({ paid }, "payments found");
        }),
        failed(log, "looking after payments failed"),
      ),
    );
  }
  return { figures, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** One round. It returns early once `isStopping` is true. */
type Work = (isStopping: () => boolean) => Promise<void>;

/** Runs each round in a request context with an id of its own, for the log, SQL comments and provider calls. */
function inRounds(log: FastifyBaseLogger, work: Work): Work {
  return (isStopping) => {
    const id = `round-${randomUUID()}`;
    return runWithContext({ id, log: log.child({ reqId: id }) }, () => work(isStopping));
  };
}

function figuresOf(figures: Jobs["figures"], name: string): JobFigures {
  const fresh: JobFigures = { rounds: 0, failures: 0, troubles: 0, succeededAt: undefined };
  figures.set(name, fresh);
  return fresh;
}

function failed(log: FastifyBaseLogger, what: string) {
  return (error: unknown) => log.warn({ err: error }, what);
}

function repeat(figures: JobFigures, work: Work, onFailure: (error: unknown) => void): () => Promise<void> {
  let isStopped = false;
  let round = Promise.resolve();
  const next = () => {
    figures.rounds += 1;
    const troublesBefore = figures.troubles;
    round = work(() => isStopped)
      .then(
        () => {
          if (figures.troubles === troublesBefore) figures.succeededAt = new Date();
        },
        (error: unknown) => {
          figures.failures += 1;
          onFailure(error);
        },
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(next, everyMs);
      });
  };
  let timer = setTimeout(next, everyMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await round;
  };
}
