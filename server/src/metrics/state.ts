import { matterKinds } from "@shop/shared/order/matter";
import type { ShopState } from "./read-state.ts";
import { type Metrics, toSamples } from "./registry.ts";

/** Readings of the database and the disk; a failed one is absent. */
export type Readings = {
  state: ShopState | undefined;
  migrations: number | undefined;
  isWritable: boolean;
  isReady: boolean;
  diskFree: number | undefined;
  diskSize: number | undefined;
  newestBackup: number | undefined;
};

type ReadReadings = () => Readings | undefined;

/** Metrics of the database and the disk. Every process reports the same values. */
export function measureState(metrics: Metrics, readings: ReadReadings): void {
  measureReadiness(metrics, readings);
  measureHolds(metrics, readings);
  measurePayments(metrics, readings);
  measureOrders(metrics, readings);
  measureQueues(metrics, readings);
  measureDisk(metrics, readings);
}

function measureReadiness(metrics: Metrics, readings: ReadReadings): void {
  metrics.gauge({
    name: "shop_ready",
    help: "Whether this process should get traffic: 1 or 0",
    read: () => toSamples(readings()?.isReady === true ? 1 : 0),
  });
  metrics.gauge({
    name: "shop_database_up",
    help: "Whether the database answers this process in time: 1 or 0",
    read: () => toSamples(readings()?.state === undefined ? 0 : 1),
  });
  metrics.gauge({
    name: "shop_database_writable",
    help: "Whether the database takes changes from this process: 1 or 0",
    read: () => toSamples(readings()?.isWritable === true ? 1 : 0),
  });
  metrics.gauge({
    name: "shop_database_migrations",
    help: "How many migrations the database has seen",
    read: () => toSamples(readings()?.migrations),
  });
}

function measureHolds(metrics: Metrics, readings: ReadReadings): void {
  const measure = stateGauge(metrics, readings);
  measure("shop_holds_orders", "Unpaid orders that hold stock", (state) => state.heldOrders);
  measure("shop_holds_units", "Units that unpaid orders hold", (state) => state.heldUnits);
  measure(
    "shop_holds_overdue_seconds",
    "How long the oldest expired hold without a payment in progress is overdue",
    (state) => state.holdsOverdue,
  );
}

function measurePayments(metrics: Metrics, readings: ReadReadings): void {
  const measure = stateGauge(metrics, readings);
  const measureEach = labeledStateGauge(metrics, readings);
  const unsettled = (state: ShopState) => ({ ...noPayments, ...state.unsettled });
  const matters = (state: ShopState) => ({ ...noMatters, ...state.matters });
  measureEach("shop_payments_unsettled", "Payments without a final answer, by status", "status", (state) =>
    mapGroups(unsettled(state), ({ n }) => n),
  );
  measureEach(
    "shop_payments_unsettled_oldest_seconds",
    "How long the oldest unsettled payment has been in its status",
    "status",
    (state) => mapGroups(unsettled(state), ({ oldest }) => oldest),
  );
  measure(
    "shop_payments_question_overdue_seconds",
    "How long the provider should have been asked about the first payment whose answer is due",
    (state) => state.questionsOverdue,
  );
  measureEach("shop_matters_open", "Open matters of orders, by kind", "kind", (state) =>
    mapGroups(matters(state), ({ n }) => n),
  );
  measureEach("shop_matters_oldest_seconds", "How long the oldest open matter has been open", "kind", (state) =>
    mapGroups(matters(state), ({ oldest }) => oldest),
  );
}

function measureOrders(metrics: Metrics, readings: ReadReadings): void {
  const measure = stateGauge(metrics, readings);
  measure("shop_orders_unconfirmed", "Paid orders that are not confirmed", (state) => state.unconfirmed.n);
  measure(
    "shop_orders_unconfirmed_oldest_seconds",
    "How long the oldest unconfirmed order has been paid",
    (state) => state.unconfirmed.oldest,
  );
  measure("shop_orders_paid_last_day", "Orders paid in the last 24 hours", (state) => state.paidLastDay.n);
  measure(
    "shop_revenue_last_day_cents",
    "Money received for orders in the last 24 hours, in cents",
    (state) => state.paidLastDay.cents,
  );
}

function measureQueues(metrics: Metrics, readings: ReadReadings): void {
  const measure = stateGauge(metrics, readings);
  measure("shop_mails_due", "Mails whose time has come and that are not sent yet", (state) => state.mailsDue.n);
  measure("shop_mails_due_oldest_seconds", "How long the first mail is overdue", (state) => state.mailsDue.oldest);
  measure("shop_mails_retried", "Mails that were tried and not taken yet", (state) => state.mailsRetried.n);
  measure(
    "shop_mails_retried_oldest_seconds",
    "How long ago the oldest mail was written that was tried and not taken yet",
    (state) => state.mailsRetried.oldest,
  );
  measure(
    "shop_webhooks_due",
    "Webhooks whose time has come and that are not sent yet",
    (state) => state.webhooksDue.n,
  );
  measure(
    "shop_webhooks_due_oldest_seconds",
    "How long the first webhook is overdue",
    (state) => state.webhooksDue.oldest,
  );
  measure("shop_webhooks_retried", "Webhooks that were tried and have not arrived", (state) => state.webhooksRetried.n);
  measure(
    "shop_webhooks_retried_oldest_seconds",
    "How long ago the oldest webhook was written that was tried and has not arrived",
    (state) => state.webhooksRetried.oldest,
  );
}

function measureDisk(metrics: Metrics, readings: ReadReadings): void {
  metrics.gauge({
    name: "shop_uploads_disk_free_bytes",
    help: "Free space where uploaded images are stored",
    read: () => toSamples(readings()?.diskFree),
  });
  metrics.gauge({
    name: "shop_uploads_disk_size_bytes",
    help: "Size of the disk where uploaded images are stored",
    read: () => toSamples(readings()?.diskSize),
  });
  metrics.gauge({
    name: "shop_backup_newest_timestamp_seconds",
    help: "When the newest backup was taken; 0 while there is none",
    read: () => toSamples(readings()?.newestBackup),
  });
}

/** Registers gauges that are absent while the database cannot be read. */
function stateGauge(metrics: Metrics, readings: ReadReadings) {
  return (name: string, help: string, read: (state: ShopState) => number) =>
    metrics.gauge({
      name,
      help,
      read: () => {
        const state = readings()?.state;
        return state === undefined ? [] : toSamples(read(state));
      },
    });
}

function labeledStateGauge(metrics: Metrics, readings: ReadReadings) {
  return (name: string, help: string, label: string, read: (state: ShopState) => Record<string, number>) =>
    metrics.gauge({
      name,
      help,
      labels: [label],
      read: () => {
        const state = readings()?.state;
        if (state === undefined) return [];
        return Object.entries(read(state)).map(([key, value]) => ({ value, labels: { [label]: key } }));
      },
    });
}

type Group = { n: number; oldest: number };

function mapGroups(groups: Record<string, Group>, read: (group: Group) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, read(group)]));
}

/** Zero values keep every series present. */
const noMatters = Object.fromEntries(matterKinds.map((kind) => [kind, { n: 0, oldest: 0 }]));
const noPayments = {
  created: { n: 0, oldest: 0 },
  capturing: { n: 0, oldest: 0 },
  pending: { n: 0, oldest: 0 },
};
