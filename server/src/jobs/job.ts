import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { runWithContext } from "../infra/request-context.ts";

/** Counters of one job since the start. An item error is an item that a round leaves to a later one. */
export type JobCounters = { rounds: number; failures: number; itemErrors: number; succeededAt: Date | undefined };

/** What a round of a job gets. It returns early once `isStopping` is true. */
export type Round = {
  isStopping: () => boolean;
  /** Counts and logs an item that is left to a later round. */
  onItemError: (error: unknown) => void;
  log: FastifyBaseLogger;
};

/** Work that is repeated while the process runs. Rounds of one job never overlap. */
export type Job = {
  /** The job's name in metrics. */
  name: string;
  /** The pause between two rounds, in milliseconds. */
  everyMs: number;
  /** Whether a request must not be answered with what its round would change, also after a rest of the instance. */
  isSeenAtOnce?: boolean;
  /** Whether it is about what one instance has in memory, so that every instance runs it, whatever its role. */
  isOwn?: boolean;
  run: (round: Round) => Promise<void>;
  /** The log message of a failed round; without it, requests find and log the failure themselves. */
  failure?: string;
  /** The log message of an item that is left to a later round. */
  itemError?: string;
  /** Ends what rounds have begun and not awaited. */
  close?: () => Promise<void>;
};

/** The pause between the rounds of most jobs, in milliseconds. */
export const usualPauseMs = 2_000;

export function newCounters(): JobCounters {
  return { rounds: 0, failures: 0, itemErrors: 0, succeededAt: undefined };
}

/** The pause between two rounds of a job while nobody asks its instance for anything, in milliseconds. */
const restMs = 30_000;

/** A job that runs. `hurry` begins the next round now, and resolves when it has ended. */
export type RunningJob = { hurry: () => Promise<void>; stop: () => Promise<void> };

/** Repeats a job until it is stopped, which waits for the round in progress. `isResting` lengthens its pauses. */
export function repeat(
  job: Job,
  counters: JobCounters,
  { log, isResting }: { log: FastifyBaseLogger; isResting: () => boolean },
): RunningJob {
  let isStopped = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => {
    timer = setTimeout(next, isResting() ? Math.max(job.everyMs, restMs) : job.everyMs);
  };
  const next = () => {
    timer = undefined;
    counters.rounds += 1;
    const errorsBefore = counters.itemErrors;
    round = runRound(job, counters, { log, isStopping: () => isStopped })
      .then(
        () => {
          if (counters.itemErrors === errorsBefore) counters.succeededAt = new Date();
        },
        (error: unknown) => {
          counters.failures += 1;
          if (job.failure !== undefined) log.warn({ err: error }, job.failure);
        },
      )
      .then(() => {
        if (!isStopped) rest();
      });
  };
  rest();
  return {
    hurry: async () => {
      if (timer !== undefined && !isStopped) {
        clearTimeout(timer);
        next();
      }
      await round;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([round, job.close?.()]);
    },
  };
}

/** Runs a round in a request context with an id of its own, for the log, SQL comments and provider calls. */
function runRound(job: Job, counters: JobCounters, { log, isStopping }: Omit<Round, "onItemError">): Promise<void> {
  const id = `round-${randomUUID()}`;
  const onItemError = (error: unknown) => {
    counters.itemErrors += 1;
    log.warn({ err: error }, job.itemError ?? "an item of a job was left to a later round");
  };
  return runWithContext({ id, log: log.child({ reqId: id }) }, () => job.run({ isStopping, onItemError, log }));
}
