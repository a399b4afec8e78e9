import { matterKinds } from "@shop/shared/matter";
import type { ShopState } from "./read-state.ts";
import { type Metrics, toSamples } from "./registry.ts";

/** Readings of the database and the disk; a failed one is absent. */
export type Readings = {
  state: ShopState | undefined;
  migrations: number | undefined;
  isReady: boolean;
  diskFree: number | undefined;
  diskSize: number | undefined;
  newestBackup: number | undefined;
};

/** Metrics that every instance reads alike from the database and the disk. */
export function measureState(metrics: Metrics, readings: () => Readings | undefined): void {
  const ofState = (name: string, help: string, read: (state: ShopState) => number) =>
    metrics.gauge({
      ...{ name, help },
      read: () => {
        const state = readings()?.state;
        return state === undefined ? [] : toSamples(read(state));
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
  const backlogSamples = (backlogs: ShopState["unsettled"], read: (backlog: { n: number; oldest: number }) => number) =>
    Object.fromEntries(Object.entries(backlogs).map(([key, backlog]) => [key, read(backlog)]));

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
    name: "shop_database_migrations",
    help: "The number of applied migrations",
    read: () => toSamples(readings()?.migrations),
  });
  ofState("shop_holds_orders", "Unpaid orders that hold units", (state) => state.heldOrders);
  ofState("shop_holds_units", "Units that unpaid orders hold", (state) => state.heldUnits);
  ofState(
    "shop_holds_overdue_seconds",
    "How long the release of the first expired hold is overdue",
    (state) => state.holdsOverdue,
  );
  byLabel("shop_payments_unsettled", "Payments without a final status, by status", "status", (state) =>
    backlogSamples({ ...noPayments, ...state.unsettled }, ({ n }) => n),
  );
  byLabel(
    "shop_payments_unsettled_oldest_seconds",
    "The age of the oldest payment without a final status, by status",
    "status",
    (state) => backlogSamples({ ...noPayments, ...state.unsettled }, ({ oldest }) => oldest),
  );
  ofState(
    "shop_payments_question_overdue_seconds",
    "How long the next poll of a payment is overdue",
    (state) => state.questionsOverdue,
  );
  byLabel("shop_matters_open", "Open matters of orders, by kind", "kind", (state) =>
    backlogSamples({ ...noMatters, ...state.matters }, ({ n }) => n),
  );
  byLabel("shop_matters_oldest_seconds", "The age of the oldest open matter, by kind", "kind", (state) =>
    backlogSamples({ ...noMatters, ...state.matters }, ({ oldest }) => oldest),
  );
  ofState("shop_orders_unconfirmed", "Paid orders that are not confirmed", (state) => state.unconfirmed.n);
  ofState(
    "shop_orders_unconfirmed_oldest_seconds",
    "How long the first unconfirmed order has been paid",
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
    help: "Free space of the disk with uploaded images",
    read: () => toSamples(readings()?.diskFree),
  });
  metrics.gauge({
    name: "shop_uploads_disk_size_bytes",
    help: "Size of the disk with uploaded images",
    read: () => toSamples(readings()?.diskSize),
  });
  metrics.gauge({
    name: "shop_backup_newest_timestamp_seconds",
    help: "When the newest backup was taken; 0 if there is none",
    read: () => toSamples(readings()?.newestBackup),
  });
}

/** Kinds without open matters are reported as 0, so that their series do not disappear. */
const noMatters = Object.fromEntries(matterKinds.map((kind) => [kind, { n: 0, oldest: 0 }]));
const noPayments = {
  created: { n: 0, oldest: 0 },
  capturing: { n: 0, oldest: 0 },
  pending: { n: 0, oldest: 0 },
};
