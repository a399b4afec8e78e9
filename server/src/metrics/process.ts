import type { PoolCounters } from "../db/client.ts";
import type { Replicas } from "../db/replicas.ts";
import type { Services } from "../http/context.ts";
import type { LoopCounters } from "../http/loop-watch.ts";
import { brandQueue } from "../infra/brand-images.ts";
import type { CacheCounters } from "../infra/cache-counters.ts";
import type { QueueMetrics } from "../infra/concurrency-limiter.ts";
import { imageQueue } from "../infra/images.ts";
import { paperQueue } from "../infra/paper/paper-process.ts";
import { newPasswordQueue, passwordQueue } from "../infra/passwords.ts";
import { draftQueue, textCache, textQueue } from "../infra/render-markdown.ts";
import type { StoreCalls } from "../infra/storage.ts";
import type { JobCounters } from "../jobs/job.ts";
import { type Metrics, toSamples } from "./registry.ts";

export type ProcessMetricsDeps = {
  services: Services;
  pool: {
    totalCount: number;
    idleCount: number;
    waitingCount: number;
    options: { max: number };
    counters: PoolCounters;
  };
  jobs: () => ReadonlyMap<string, JobCounters>;
  loop: Readonly<LoopCounters>;
  version: string;
};

/** Metrics of this process: its release, connection pool, queues and jobs. */
export function measureProcess(metrics: Metrics, { pool, jobs, services, loop, version }: ProcessMetricsDeps): void {
  measureBuild(metrics, version);
  measurePool(metrics, pool);
  measureQueues(metrics, services);
  measureJobs(metrics, jobs);
  measureLoop(metrics, loop);
  measureCaches(metrics, services);
  measureReplicas(metrics, services.replicas);
  measureStore(metrics, services.storage.calls);
}

function measureCaches(metrics: Metrics, { answers, tokens }: Services): void {
  const caches: [string, CacheCounters][] = [
    ["answers", answers.counters],
    ["sessions", tokens.cache],
    ["texts", textCache],
  ];
  metrics.total({
    name: "shop_cache_requests_total",
    help: "What was looked for in a cache, by cache and result: hit, miss, or stale while the database is away",
    labels: ["cache", "result"],
    read: () =>
      caches.flatMap(([cache, { hit, stale, miss }]) => [
        { value: hit, labels: { cache, result: "hit" } },
        { value: stale, labels: { cache, result: "stale" } },
        { value: miss, labels: { cache, result: "miss" } },
      ]),
  });
  metrics.gauge({
    name: "shop_cache_bytes",
    help: "The estimated size of the cached answers",
    read: () => toSamples(answers.bytes),
  });
}

function measureReplicas(metrics: Metrics, replicas: Replicas | undefined): void {
  const states = () => replicas?.states() ?? [];
  metrics.gauge({
    name: "shop_replica_in_use",
    help: "Whether a replica is fresh enough to be read from: 1 or 0",
    labels: ["replica"],
    read: () => states().map(({ host, isUsed }) => ({ value: isUsed ? 1 : 0, labels: { replica: host } })),
  });
  metrics.gauge({
    name: "shop_replica_lag_seconds",
    help: "How long ago a replica had all that the primary had written, at most",
    labels: ["replica"],
    read: () =>
      states().flatMap(({ host, lagMs }) =>
        lagMs === undefined ? [] : [{ value: lagMs / 1_000, labels: { replica: host } }],
      ),
  });
  metrics.total({
    name: "shop_replica_reads_total",
    help: "Reads that may be answered by a replica, by what answered: replica or primary",
    labels: ["by"],
    read: () =>
      replicas === undefined
        ? []
        : [
            { value: replicas.counters.byReplica, labels: { by: "replica" } },
            { value: replicas.counters.byPrimary, labels: { by: "primary" } },
          ],
  });
}

function measureStore(metrics: Metrics, calls: (() => readonly StoreCalls[]) | undefined): void {
  metrics.total({
    name: "shop_bucket_calls_total",
    help: "Calls of the object store, by call and outcome; none without an answer",
    labels: ["call", "outcome"],
    read: () => (calls?.() ?? []).map(({ call, outcome, count }) => ({ value: count, labels: { call, outcome } })),
  });
}

function measureBuild(metrics: Metrics, version: string): void {
  metrics.gauge({
    name: "shop_build_info",
    help: "Always 1; the release is in its label",
    labels: ["version", "node"],
    read: () => [{ value: 1, labels: { version, node: process.version } }],
  });
}

function measurePool(metrics: Metrics, pool: ProcessMetricsDeps["pool"]): void {
  metrics.gauge({
    name: "shop_database_pool_connections",
    help: "Open database connections of this process, by state",
    labels: ["state"],
    read: () => [
      { value: pool.idleCount, labels: { state: "idle" } },
      { value: pool.totalCount - pool.idleCount, labels: { state: "busy" } },
    ],
  });
  metrics.gauge({
    name: "shop_database_pool_limit",
    help: "The maximum number of database connections of this process",
    read: () => toSamples(pool.options.max),
  });
  metrics.gauge({
    name: "shop_database_pool_waiting",
    help: "Queries and transactions that wait for a database connection",
    read: () => toSamples(pool.waitingCount),
  });
  metrics.total({
    name: "shop_database_pool_requests_total",
    help: "Requests for a database connection",
    read: () => toSamples(pool.counters.asked),
  });
  metrics.total({
    name: "shop_database_pool_failures_total",
    help: "Requests for a database connection that timed out or failed",
    read: () => toSamples(pool.counters.failed),
  });
  metrics.total({
    name: "shop_database_pool_wait_seconds_total",
    help: "Time spent waiting for a database connection",
    read: () => toSamples(pool.counters.waitedMs / 1_000),
  });
}

function measureQueues(metrics: Metrics, services: Services): void {
  const queues: [string, QueueMetrics][] = [
    ["orders", services.orderQueue],
    ["passwords", passwordQueue],
    ["new passwords", newPasswordQueue],
    ["pictures", imageQueue],
    ["papers", paperQueue],
    ["logos", brandQueue],
    ["texts", textQueue],
    ["drafts of texts", draftQueue],
  ];
  const ofQueues = (read: (counters: QueueMetrics) => number) => () =>
    queues.map(([queue, counters]) => ({ value: read(counters), labels: { queue } }));
  metrics.gauge({
    name: "shop_queue_waiting",
    help: "Work that waits for a slot of a concurrency limiter",
    labels: ["queue"],
    read: ofQueues(({ waiting }) => waiting),
  });
  metrics.total({
    name: "shop_queue_turns_total",
    help: "Work that got a slot, at once or after waiting",
    labels: ["queue"],
    read: ofQueues(({ begun }) => begun),
  });
  metrics.total({
    name: "shop_queue_refused_total",
    help: "Work that was refused after the time-out",
    labels: ["queue"],
    read: ofQueues(({ refused }) => refused),
  });
  metrics.total({
    name: "shop_queue_wait_seconds_total",
    help: "Time spent waiting for a slot",
    labels: ["queue"],
    read: ofQueues(({ waitedMs }) => waitedMs / 1_000),
  });
}

function measureJobs(metrics: Metrics, jobs: ProcessMetricsDeps["jobs"]): void {
  const ofJobs = (read: (counters: JobCounters) => number | undefined) => () =>
    [...jobs()].flatMap(([job, counters]) => {
      const value = read(counters);
      return value === undefined ? [] : [{ value, labels: { job_name: job } }];
    });
  metrics.total({
    name: "shop_job_rounds_total",
    help: "Rounds of the background jobs",
    labels: ["job_name"],
    read: ofJobs(({ rounds }) => rounds),
  });
  metrics.total({
    name: "shop_job_failures_total",
    help: "Rounds that failed",
    labels: ["job_name"],
    read: ofJobs(({ failures }) => failures),
  });
  metrics.total({
    name: "shop_job_troubles_total",
    help: "Items that a round left to a later one",
    labels: ["job_name"],
    read: ofJobs(({ itemErrors }) => itemErrors),
  });
  metrics.gauge({
    name: "shop_job_last_success_timestamp_seconds",
    help: "When a round last ended without a failure and without leaving an item",
    labels: ["job_name"],
    read: ofJobs(({ succeededAt }) => succeededAt && succeededAt.getTime() / 1_000),
  });
}

function measureLoop(metrics: Metrics, loop: ProcessMetricsDeps["loop"]): void {
  metrics.total({
    name: "shop_event_loop_blocks_total",
    help: "How often the event loop was blocked for half a second or more",
    read: () => toSamples(loop.blocks),
  });
  metrics.total({
    name: "shop_event_loop_blocked_seconds_total",
    help: "How long the event loop was blocked in all",
    read: () => toSamples(loop.blockedMs / 1_000),
  });
}
