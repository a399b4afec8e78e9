import type { PoolFigures } from "../db/client.ts";
import type { Services } from "../http/context.ts";
import type { QueueMetrics } from "../infra/concurrency-limiter.ts";
import { imageQueue } from "../infra/images.ts";
import { passwordQueue } from "../infra/passwords.ts";
import type { JobFigures } from "../jobs.ts";
import { type Metrics, one } from "./registry.ts";

export type ProcessMetricsDeps = {
  services: Services;
  pool: { totalCount: number; idleCount: number; waitingCount: number; options: { max: number }; figures: PoolFigures };
  jobs: () => ReadonlyMap<string, JobFigures>;
  version: string;
};

/** Metrics of this process: its release, connection pool, queues and jobs. */
export function measureProcess(metrics: Metrics, { pool, jobs, services, version }: ProcessMetricsDeps): void {
  measureBuild(metrics, version);
  measurePool(metrics, pool);
  measureQueues(metrics, services);
  measureJobs(metrics, jobs);
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
    help: "Connections to the database that this process has open, by what they do",
    labels: ["state"],
    read: () => [
      { value: pool.idleCount, labels: { state: "idle" } },
      { value: pool.totalCount - pool.idleCount, labels: { state: "busy" } },
    ],
  });
  metrics.gauge({
    name: "shop_database_pool_limit",
    help: "How many connections this process may open",
    read: () => one(pool.options.max),
  });
  metrics.gauge({
    name: "shop_database_pool_waiting",
    help: "Queries and transactions that wait for a connection",
    read: () => one(pool.waitingCount),
  });
  metrics.total({
    name: "shop_database_pool_requests_total",
    help: "How often a connection was asked for",
    read: () => one(pool.figures.asked),
  });
  metrics.total({
    name: "shop_database_pool_failures_total",
    help: "How often none could be had, in time or at all",
    read: () => one(pool.figures.failed),
  });
  metrics.total({
    name: "shop_database_pool_wait_seconds_total",
    help: "Time spent waiting for a connection",
    read: () => one(pool.figures.waitedMs / 1_000),
  });
}

function measureQueues(metrics: Metrics, services: Services): void {
  const queues: [string, QueueMetrics][] = [
    ["orders", services.orderQueue],
    ["passwords", passwordQueue],
    ["pictures", imageQueue],
  ];
  const ofQueues = (read: (figures: QueueMetrics) => number) => () =>
    queues.map(([queue, figures]) => ({ value: read(figures), labels: { queue } }));
  metrics.gauge({
    name: "shop_queue_waiting",
    help: "How many wait for their turn",
    labels: ["queue"],
    read: ofQueues(({ waiting }) => waiting),
  });
  metrics.total({
    name: "shop_queue_turns_total",
    help: "How many got their turn, at once or after waiting",
    labels: ["queue"],
    read: ofQueues(({ begun }) => begun),
  });
  metrics.total({
    name: "shop_queue_refused_total",
    help: "How many waited too long and were refused",
    labels: ["queue"],
    read: ofQueues(({ refused }) => refused),
  });
  metrics.total({
    name: "shop_queue_wait_seconds_total",
    help: "Time spent waiting for a turn",
    labels: ["queue"],
    read: ofQueues(({ waitedMs }) => waitedMs / 1_000),
  });
}

function measureJobs(metrics: Metrics, jobs: ProcessMetricsDeps["jobs"]): void {
  const ofJobs = (read: (figures: JobFigures) => number | undefined) => () =>
    [...jobs()].flatMap(([job, figures]) => {
      const value = read(figures);
      return value === undefined ? [] : [{ value, labels: { job_name: job } }];
    });
  metrics.total({
    name: "shop_job_rounds_total",
    help: "Rounds of what the shop looks after by itself",
    labels: ["job_name"],
    read: ofJobs(({ rounds }) => rounds),
  });
  metrics.total({
    name: "shop_job_failures_total",
    help: "Rounds that broke off",
    labels: ["job_name"],
    read: ofJobs(({ failures }) => failures),
  });
  metrics.total({
    name: "shop_job_troubles_total",
    help: "Things that a round had to leave to a later one",
    labels: ["job_name"],
    read: ofJobs(({ troubles }) => troubles),
  });
  metrics.gauge({
    name: "shop_job_last_success_timestamp_seconds",
    help: "When a round last ended without a failure or a trouble",
    labels: ["job_name"],
    read: ofJobs(({ succeededAt }) => succeededAt && succeededAt.getTime() / 1_000),
  });
}
