import { providerOf } from "@shop/shared/order/online-providers";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { parcelTrackers } from "../../db/schema/parcels.ts";
import { payments } from "../../db/schema/payments.ts";
import { isTaken } from "../../db/taken-rows.ts";
import { ProviderError, type ProviderParcel, type TrackResult } from "../../infra/payment-provider.ts";
import { nextTry } from "../base/retry-pause.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";

export type ReportRound = {
  /** Whether the round should end before the next reports. */
  isStopping: () => boolean;
  /** Called for each report that is left to a later round. */
  onItemError: (error: unknown) => void;
};

/** Reports that are sent at the same time. */
const batchSize = 5;

/** A report that was taken to be sent. `isLastTry`: the time to try has run out. */
type DueTracker = typeof parcelTrackers.$inferSelect & { isLastTry: boolean };

/**
 * Tells the provider of the parcels that are due. Instances can run it in parallel: rows are taken with `skip locked`,
 * and the next try is scheduled before the provider is called, so that a crash leaves the report to a later round. A
 * report is not repeated if a read shows that the provider has it. Ends early while the provider cannot be reached.
 */
export async function reportParcels(deps: PaymentDeps, round: ReportRound): Promise<void> {
  while (!round.isStopping()) {
    const due = await takeDue(deps.db);
    const results = await Promise.all(due.map((tracker) => reportOne(deps, tracker, round)));
    if (due.length < batchSize || results.includes("later")) return;
  }
}

async function takeDue(db: Db): Promise<DueTracker[]> {
  const due = sql`(
    select t.id from ${parcelTrackers} t where t.send_at <= now() order by t.send_at limit ${batchSize}
    for update skip locked
  )`;
  return db
    .update(parcelTrackers)
    .set({ attempts: sql`${parcelTrackers.attempts} + 1`, sendAt: nextTry(parcelTrackers.attempts) })
    .where(isTaken(parcelTrackers.id, due))
    .returning({ ...getTableColumns(parcelTrackers), isLastTry: sql<boolean>`${parcelTrackers.giveUpAt} <= now()` });
}

async function reportOne(deps: PaymentDeps, tracker: DueTracker, round: ReportRound): Promise<"ended" | "later"> {
  try {
    const result = await sendReport(deps, tracker);
    const ending = result.is === "done" ? { status: "sent" as const, detail: null } : refusal(result.code);
    await record(deps.db, tracker, { ...ending, sendAt: null, endedAt: sql`now()` });
    return "ended";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    round.onItemError(error);
    const detail = error.message.slice(0, 200);
    const isOver = { status: "failed" as const, sendAt: null, endedAt: sql`now()` };
    await record(deps.db, tracker, tracker.isLastTry ? { ...isOver, detail } : { detail });
    return "later";
  }
}

const refusal = (code: string) => ({ status: "refused" as const, detail: code.slice(0, 200) });

async function sendReport(deps: PaymentDeps, tracker: DueTracker): Promise<TrackResult> {
  const until = actDeadline(deps);
  const parcel = await findParcel(deps.db, tracker);
  const { parcels } = requireProvider(deps, providerOf(parcel.providerOrderId));
  if (parcels === undefined) return { is: "done" };
  if (!tracker.isWanted) return parcels.cancelTracker(parcel, until);
  // An order shows no carriers: only the first report of a number is known to be the one that was taken.
  const isRepeat = tracker.attempts > 1 && tracker.revision === 1;
  if (isRepeat && (await parcels.isTracked(parcel, until))) return { is: "done" };
  const { id, carrier, revision } = tracker;
  return parcels.trackParcel({ ...parcel, carrier, requestId: `${id}-${revision}` }, until);
}

async function findParcel(db: Db, { paymentId, trackingNumber }: DueTracker): Promise<ProviderParcel> {
  const [payment] = await db
    .select({ providerOrderId: payments.providerOrderId, captureId: payments.captureId })
    .from(payments)
    .where(eq(payments.id, paymentId));
  if (payment === undefined || payment.captureId === null) throw new Error("the payment of a parcel has no capture");
  return { providerOrderId: payment.providerOrderId, captureId: payment.captureId, trackingNumber };
}

/** Writes the outcome, unless the report was changed while it was sent. */
async function record(
  db: Db,
  { id, revision }: DueTracker,
  change: Pick<Partial<DueTracker>, "status" | "detail" | "sendAt"> & { endedAt?: SQL },
): Promise<void> {
  await db
    .update(parcelTrackers)
    .set(change)
    .where(and(eq(parcelTrackers.id, id), eq(parcelTrackers.revision, revision)));
}
