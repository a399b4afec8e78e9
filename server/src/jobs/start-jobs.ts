import type { FastifyBaseLogger } from "fastify";
import type { Activity } from "../infra/activity.ts";
import type { Role } from "../infra/roles.ts";
import { type CatalogJobDeps, catalogJobs } from "./catalog-jobs.ts";
import { type CleanUpDeps, cleanUpJobs } from "./clean-up-jobs.ts";
import { type ImportJobDeps, importJobs } from "./import-jobs.ts";
import { type Job, type JobCounters, newCounters, repeat } from "./job.ts";
import { type LetterJobDeps, letterJobs } from "./letter-jobs.ts";
import { type MailJobDeps, mailJobs } from "./mail-jobs.ts";
import { type OrderJobDeps, orderJobs } from "./order-jobs.ts";
import { type PaymentJobDeps, paymentJobs } from "./payment-jobs.ts";
import { type TermJobDeps, termJobs } from "./term-jobs.ts";
import { type WebhookJobDeps, webhookJobs } from "./webhook-jobs.ts";

/** What the jobs work on. `db` is the pool of the jobs, so that they take no connection from requests. */
export type JobDeps = CatalogJobDeps &
  CleanUpDeps &
  ImportJobDeps &
  LetterJobDeps &
  MailJobDeps &
  OrderJobDeps &
  PaymentJobDeps &
  TermJobDeps &
  WebhookJobDeps;

export type JobsOptions = { role?: Role; activity?: Activity };

export type Jobs = { counters: Map<string, JobCounters>; stop: () => Promise<void> };

/** Every job of the shop. Each is repeated on its own, so that none delays another. */
export function allJobs(deps: JobDeps): Job[] {
  return [
    ...orderJobs(deps),
    ...catalogJobs(deps),
    ...termJobs(deps),
    ...importJobs(deps),
    ...mailJobs(deps),
    ...letterJobs(deps),
    ...webhookJobs(deps),
    ...paymentJobs(deps),
    ...cleanUpJobs(deps),
  ];
}

/** The jobs of a role: every instance keeps what it has in memory, and the others are left to workers. */
export function jobsOf(role: Role, deps: JobDeps): Job[] {
  return allJobs(deps).filter(({ isOwn = false }) => role !== "web" || isOwn);
}

/**
 * Starts the jobs of a role. With `activity` they rest while nobody asks the instance. `stop` waits for the rounds in
 * progress.
 */
export function startJobs(deps: JobDeps, log: FastifyBaseLogger, { role = "both", activity }: JobsOptions = {}): Jobs {
  const counters: Jobs["counters"] = new Map();
  const running = jobsOf(role, deps).map((job) => {
    const ofJob = newCounters();
    counters.set(job.name, ofJob);
    return { job, ...repeat(job, ofJob, { log, isResting: () => activity?.isResting === true }) };
  });
  activity?.onWake(async () => {
    const [first, others] = [
      running.filter(({ job }) => job.isSeenAtOnce),
      running.filter(({ job }) => !job.isSeenAtOnce),
    ];
    await Promise.all(first.map(({ hurry }) => hurry()));
    // Behind the request that woke them, which does not wait for them.
    setImmediate(() => {
      for (const { hurry } of others) void hurry();
    });
  });
  return { counters, stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))) };
}
