import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { deleteExpiredKeys, releaseExpiredHolds } from "./domain/order/release.ts";
import type { PaymentDeps } from "./domain/payment/deps.ts";
import { reconcilePayments } from "./domain/payment/reconcile.ts";
import { runWithContext } from "./infra/request-context.ts";

/** How often the shop looks after what time has run out for, and how old a forgotten key is; in milliseconds. */
const everyMs = 2_000;
const keyAgeMs = 172_800_000;
/** What one round may release, so that no round holds up the shutdown; and how many payments it may ask for. */
const releasesPerRound = 200;
const questionsPerRound = 10;

/** How the rounds of one kind have gone since the start. A trouble is a thing that a round had to leave to a later one. */
export type JobFigures = { rounds: number; failures: number; troubles: number; succeededAt: Date | undefined };

export type Jobs = { figures: Map<string, JobFigures>; stop: () => Promise<void> };

/**
 * Looks after what nobody asks for: holds that have expired, keys that are
 * forgotten, and payments whose answer is due. Rounds of one kind never
 * overlap, and a failed one is tried again. Returns how they go, and what stops
 * them and waits for the rounds at work.
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
    // A slow provider holds up nothing but the questions to it.
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

/** One round; it is to end early once it is told to stop. */
type Work = (isStopping: () => boolean) => Promise<void>;

/** Gives each round a name as requests have one, for the log, the database and the provider's answers. */
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
