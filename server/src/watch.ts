import { access, statfs } from "node:fs/promises";
import { orderAttentions } from "@shop/shared/fulfilment";
import { keptBackups } from "./backup/kept-backups.ts";
import type { PoolFigures } from "./db/client.ts";
import type { ShopState } from "./domain/watch/state.ts";
import type { Services } from "./http/context.ts";
import type { QueueFigures } from "./infra/in-turn.ts";
import type { Metrics, Sample } from "./infra/metrics.ts";
import { passwordQueue } from "./infra/passwords.ts";
import { pictureQueue } from "./infra/pictures.ts";
import type { JobFigures } from "./jobs.ts";

/** What is measured besides requests. Times in milliseconds. */
export type Watched = {
  services: Services;
  pool: { totalCount: number; idleCount: number; waitingCount: number; options: { max: number }; figures: PoolFigures };
  jobs: () => ReadonlyMap<string, JobFigures>;
  readState: () => Promise<ShopState>;
  countMigrations: () => Promise<number>;
  isReady: () => Promise<boolean>;
  version: string;
  /** Absent where pictures are kept in an object store. */
  uploadsDir: string | undefined;
  backupsDir: string;
  /** How long what was read from the database and the disk is good for. */
  freshMs: number;
};

/** How long a reader waits for what the database and the disk have to be asked for; in milliseconds. */
const patience = 1_500;

/** What the shop has to be asked for; absent what could not be read. */
type Readings = {
  state: ShopState | undefined;
  migrations: number | undefined;
  isReady: boolean;
  diskFree: number | undefined;
  diskSize: number | undefined;
  newestBackup: number | undefined;
};

/**
 * Describes every figure of the shop that is not measured at the doors. Returns
 * the text that a collector is given, whatever has failed: what could not be
 * read is missing from it.
 */
export function watchShop(metrics: Metrics, watched: Watched): () => Promise<string> {
  let readings: Readings | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const refresh = async () => {
    if (performance.now() - readAt < watched.freshMs) return;
    reading ??= readAll(watched).then((found) => {
      readings = found;
      readAt = performance.now();
      reading = undefined;
    });
    await reading;
  };

  watchTheProcess(metrics, watched);
  watchTheTill(metrics, watched.services);
  watchTheState(metrics, () => readings);
  return async () => {
    await refresh();
    return metrics.text();
  };
}

async function readAll({ readState, countMigrations, isReady, uploadsDir, backupsDir }: Watched): Promise<Readings> {
  const [state, migrations, ready, disk, newestBackup] = await Promise.all([
    orNothing(readState()),
    orNothing(countMigrations()),
    orNothing(isReady()),
    uploadsDir === undefined ? undefined : orNothing(statfs(uploadsDir)),
    orNothing(newestIn(backupsDir)),
  ]);
  return {
    ...{ state, migrations, newestBackup, isReady: ready === true },
    diskFree: disk === undefined ? undefined : disk.bavail * disk.bsize,
    diskSize: disk === undefined ? undefined : disk.blocks * disk.bsize,
  };
}

/** What a question gives in time; nothing when it fails or takes too long. */
async function orNothing<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, patience, undefined);
  });
  try {
    return await Promise.race([question, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** When the youngest backup of a folder was taken, in seconds since 1970; 0 while it holds none. */
async function newestIn(folder: string): Promise<number> {
  await access(folder);
  const [newest] = await keptBackups(folder);
  return newest === undefined ? 0 : newest.takenAt.getTime() / 1_000;
}

const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }]);

function watchTheProcess(metrics: Metrics, { pool, jobs, services, version }: Watched): void {
  metrics.gauge({
    name: "shop_build_info",
    help: "Always 1; the release is in its label",
    labels: ["version", "node"],
    read: () => [{ value: 1, labels: { version, node: process.version } }],
  });
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

  const queues: [string, QueueFigures][] = [
    ["orders", services.orderQueue],
    ["passwords", passwordQueue],
    ["pictures", pictureQueue],
  ];
  const ofQueues = (read: (figures: QueueFigures) => number) => () =>
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

/** Counts what the shop tells of itself; each process counts its own part. */
function watchTheTill(metrics: Metrics, services: Services): void {
  const placed = metrics.counter({ name: "shop_orders_placed_total", help: "Orders placed" });
  const placedCents = metrics.counter({
    name: "shop_orders_placed_cents_total",
    help: "Totals of the orders placed, in cents",
  });
  const captured = metrics.counter({ name: "shop_payments_captured_total", help: "Orders that were paid" });
  const capturedCents = metrics.counter({
    name: "shop_revenue_captured_cents_total",
    help: "Money received for orders, in cents",
  });
  const notMade = metrics.counter({
    name: "shop_payments_not_made_total",
    help: "Attempts to bring a payment to its end that did not, by the code that says why",
    labels: ["code", "by"],
  });
  const troubled = metrics.counter({
    name: "shop_payments_troubled_total",
    help: "Money that came twice or went back",
    labels: ["event"],
  });
  const people = metrics.counter({
    name: "shop_sign_ins_total",
    help: "Sign-ins and registrations that went well",
    labels: ["event"],
  });
  const tooMany = metrics.counter({
    name: "shop_rate_limit_refusals_total",
    help: "Tries that a limit refused, by the limit",
    labels: ["limit"],
  });
  const asked = metrics.durations({
    name: "shop_provider_request_duration_seconds",
    help: "How long the payment provider took to answer, by call and status; none where no answer came",
    labels: ["call", "status"],
  });
  services.follow((news) => {
    switch (news.event) {
      case "order placed":
        placed({});
        return placedCents({}, news.totalCents);
      case "payment captured":
        captured({});
        return capturedCents({}, news.amountCents);
      case "payment not made":
        return notMade({ code: news.code, by: news.by === null ? "shop" : "buyer" });
      case "paid again":
      case "refunded":
        return troubled({ event: news.event });
      case "signed in":
      case "registered":
        return people({ event: news.event });
      case "too many tries":
        return tooMany({ limit: news.limit });
      case "provider asked":
        return asked({ call: news.call, status: String(news.status ?? "none") }, news.ms / 1_000);
    }
  });
}

/** What every process reads alike, from the database and the disk. */
function watchTheState(metrics: Metrics, readings: () => Readings | undefined): void {
  const ofState = (name: string, help: string, read: (state: ShopState) => number) =>
    metrics.gauge({
      ...{ name, help },
      read: () => {
        const state = readings()?.state;
        return state === undefined ? [] : one(read(state));
      },
    });
  const byLabel = (name: string, help: string, label: string, read: (state: ShopState) => Record<string, number>) =>
    metrics.gauge({
      ...{ name, help, labels: [label] },
      read: () => {
        const state = readings()?.state;
        if (state === undefined) return [];
        return Object.entries(read(state)).map(([key, value]) => ({ value, labels: { [label]: key } }));
      },
    });
  const ofPiles = (piles: ShopState["unsettled"], read: (pile: { n: number; oldest: number }) => number) =>
    Object.fromEntries(Object.entries(piles).map(([key, pile]) => [key, read(pile)]));

  metrics.gauge({
    name: "shop_ready",
    help: "Whether this process should get traffic: 1 or 0",
    read: () => one(readings()?.isReady === true ? 1 : 0),
  });
  metrics.gauge({
    name: "shop_database_up",
    help: "Whether the database answers this process in time: 1 or 0",
    read: () => one(readings()?.state === undefined ? 0 : 1),
  });
  metrics.gauge({
    name: "shop_database_migrations",
    help: "How many migrations the database has seen",
    read: () => one(readings()?.migrations),
  });
  ofState("shop_holds_orders", "Unpaid orders that keep units from other buyers", (state) => state.heldOrders);
  ofState("shop_holds_units", "Units that unpaid orders keep", (state) => state.heldUnits);
  ofState(
    "shop_holds_overdue_seconds",
    "For how long the first hold should have ended whose money is not on its way",
    (state) => state.holdsOverdue,
  );
  byLabel("shop_payments_unsettled", "Payments without a final answer, by their status", "status", (state) =>
    ofPiles({ ...noPayments, ...state.unsettled }, ({ n }) => n),
  );
  byLabel(
    "shop_payments_unsettled_oldest_seconds",
    "For how long the oldest of them has been in its status",
    "status",
    (state) => ofPiles({ ...noPayments, ...state.unsettled }, ({ oldest }) => oldest),
  );
  ofState(
    "shop_payments_question_overdue_seconds",
    "For how long the provider should have been asked about the first payment whose answer is due",
    (state) => state.questionsOverdue,
  );
  byLabel(
    "shop_orders_needing_attention",
    "Orders with money that a person must look into, by what is the matter",
    "reason",
    (state) => ({ ...noAttention, ...state.attention }),
  );
  ofState("shop_orders_unconfirmed", "Paid orders that nobody has confirmed", (state) => state.unconfirmed.n);
  ofState(
    "shop_orders_unconfirmed_oldest_seconds",
    "For how long the first of them has been paid",
    (state) => state.unconfirmed.oldest,
  );
  ofState("shop_orders_paid_last_day", "Orders paid in the last 24 hours", (state) => state.paidLastDay.n);
  ofState(
    "shop_revenue_last_day_cents",
    "Money received for orders in the last 24 hours, in cents",
    (state) => state.paidLastDay.cents,
  );
  metrics.gauge({
    name: "shop_uploads_disk_free_bytes",
    help: "Room that is left where uploaded pictures are kept",
    read: () => one(readings()?.diskFree),
  });
  metrics.gauge({
    name: "shop_uploads_disk_size_bytes",
    help: "All the room there",
    read: () => one(readings()?.diskSize),
  });
  metrics.gauge({
    name: "shop_backup_newest_timestamp_seconds",
    help: "When the youngest backup was taken; 0 while there is none",
    read: () => one(readings()?.newestBackup),
  });
}

/** What there is none of is counted as none, so that its series does not come and go. */
const noAttention = Object.fromEntries(orderAttentions.map((reason) => [reason, 0]));
const noPayments = {
  created: { n: 0, oldest: 0 },
  capturing: { n: 0, oldest: 0 },
  pending: { n: 0, oldest: 0 },
};
