import type { NewParcel, TrackerRecord } from "@shop/shared/order/parcel";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { getsParcelReports } from "../../db/online-payments.ts";
import { orders } from "../../db/schema/orders.ts";
import { parcelTrackers } from "../../db/schema/parcels.ts";
import { payments } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { requireOrder } from "./read.ts";

/**
 * Writes what the payment provider is to be told about parcels, in the transaction of the change; a job sends it. An
 * order that no captured payment has paid has no rows.
 */

/** The time that the provider may still need for a request of an older revision, in milliseconds. */
const inFlightMs = 30_000;

/** A row that is to be sent anew, after a request that may still be on its way. */
const anew = {
  revision: sql`${parcelTrackers.revision} + 1`,
  status: "waiting" as const,
  sendAt: sql`case when ${parcelTrackers.status} = 'waiting' and ${parcelTrackers.attempts} > 0
    then ${later(inFlightMs)} else now() end`,
  giveUpAt: sql`now() + interval '3 days'`,
  attempts: 0,
  detail: null,
  endedAt: null,
};

/** Has the provider told of a parcel, or of its new carrier. */
export async function reportParcel(tx: Db, orderId: string, { carrier, trackingNumber }: NewParcel): Promise<void> {
  const settling = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isSettling, getsParcelReports));
  for (const { id: paymentId } of await settling) {
    await tx
      .insert(parcelTrackers)
      .values({ orderId, paymentId, carrier, trackingNumber })
      .onConflictDoUpdate({
        target: [parcelTrackers.paymentId, parcelTrackers.trackingNumber],
        set: { ...anew, carrier, isWanted: true },
      });
  }
}

/** Has the provider cancel what it was told of a parcel. What it was never told is forgotten. */
export async function cancelTracker(tx: Db, orderId: string, trackingNumber: string): Promise<void> {
  const isOfParcel = and(eq(parcelTrackers.orderId, orderId), eq(parcelTrackers.trackingNumber, trackingNumber));
  const isUntold = sql`${parcelTrackers.status} = 'waiting' and ${parcelTrackers.attempts} = 0
    and ${parcelTrackers.revision} = 1`;
  await tx.delete(parcelTrackers).where(and(isOfParcel, isUntold));
  await tx
    .update(parcelTrackers)
    .set({ ...anew, isWanted: false })
    .where(isOfParcel);
}

/** What the payment provider was told of an order's parcels, for admins. Throws NOT_FOUND. */
export async function listTrackers(db: Db, admin: Admin<"orders.read">, orderId: string): Promise<TrackerRecord[]> {
  await requireOrder(db, admin, orderId);
  const { trackingNumber, status, detail } = parcelTrackers;
  return db
    .select({ trackingNumber, status, detail })
    .from(parcelTrackers)
    .where(and(eq(parcelTrackers.orderId, orderId), parcelTrackers.isWanted))
    .orderBy(asc(parcelTrackers.createdAt), asc(parcelTrackers.id));
}

/**
 * Has the provider told again of a parcel whose report it refused or that was given up. One that is waiting or sent stays
 * as it is. Throws NOT_FOUND.
 */
export async function reportAgain(
  db: Db,
  admin: Admin<"orders.fulfil">,
  orderId: string,
  trackingNumber: string,
): Promise<void> {
  await requireOrder(db, admin, orderId);
  await db.transaction(async (tx) => {
    const [order] = await tx.select({ subject: orders.customerName }).from(orders).where(eq(orders.id, orderId));
    const isOfParcel = and(
      ...[eq(parcelTrackers.orderId, orderId), eq(parcelTrackers.trackingNumber, trackingNumber)],
      parcelTrackers.isWanted,
    );
    if (order === undefined || (await tx.$count(parcelTrackers, isOfParcel)) === 0) throw notFound("Report");
    const again = await tx
      .update(parcelTrackers)
      .set(anew)
      .where(and(isOfParcel, inArray(parcelTrackers.status, ["refused", "failed"])))
      .returning({ id: parcelTrackers.id });
    if (again.length === 0) return;
    const { subject } = order;
    await recordAct(tx, admin, { act: "resent", entity: "order", entityId: orderId, subject });
  });
}
