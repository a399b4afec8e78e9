import { changesBetween } from "@shop/shared/admin/audit";
import { carrierName } from "@shop/shared/order/carriers";
import type { Order } from "@shop/shared/order/order";
import type { ChangeParcel, NewParcel, ParcelNumber } from "@shop/shared/order/parcel";
import { isId } from "@shop/shared/query";
import { parcelsMax } from "@shop/shared/shop";
import { asc, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { parcels } from "../../db/schema/parcels.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { insertParcelItems } from "./parcel-items.ts";
import { cancelTracker, reportParcel } from "./parcel-trackers.ts";
import { readOrder } from "./read.ts";

/** The time to correct a number before the customer is told of it, in milliseconds. */
export const correctionMs = 120_000;

type ParcelRow = typeof parcels.$inferSelect;

/**
 * Corrects a parcel and returns the order. Throws NOT_FOUND, STALE if it was changed since the version of `input`, and
 * IN_USE if another parcel of the order has the number.
 */
export async function changeParcel(
  db: Db,
  admin: Editor<"orders.fulfil">,
  id: string,
  { version, ...input }: ChangeParcel,
): Promise<Order> {
  const { orderId } = await requireParcel(db, admin, id);
  return changing(db, admin, orderId, async (tx) => {
    const before = await requireParcel(tx, admin, id);
    refuseStale(before, { version });
    if (before.carrier === input.carrier && before.trackingNumber === input.trackingNumber) return;
    const others = (await parcelsOf(tx, orderId)).filter((other) => other.id !== id);
    refuseUsedNumber(others, input);
    await tx
      .update(parcels)
      .set({ ...input, version: before.version + 1 })
      .where(eq(parcels.id, before.id));
    if (before.trackingNumber !== input.trackingNumber) await cancelTracker(tx, orderId, before.trackingNumber);
    await reportParcel(tx, orderId, input);
    await recordParcelAct(tx, admin, orderId, { before, after: input });
  });
}

/** Removes a parcel that was entered by mistake and returns the order. Throws NOT_FOUND. */
export async function removeParcel(db: Db, admin: Editor<"orders.fulfil">, id: string): Promise<Order> {
  const { orderId } = await requireParcel(db, admin, id);
  return changing(db, admin, orderId, async (tx) => {
    const before = await requireParcel(tx, admin, id);
    await tx.delete(parcels).where(eq(parcels.id, before.id));
    await cancelTracker(tx, orderId, before.trackingNumber);
    await recordParcelAct(tx, admin, orderId, { before, after: null });
  });
}

type EnteredParcels = { orderId: string; parcels: readonly NewParcel[]; notifyCustomer: boolean };

/** Inserts parcels of a locked order that was shipped before. The customer, who knows of the others, gets a mail of each. */
export async function addToShipped(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  { orderId, parcels: entered, notifyCustomer }: EnteredParcels,
): Promise<void> {
  for (const { trackingNumber } of await insertParcels(tx, admin, orderId, entered)) {
    if (!notifyCustomer) continue;
    await writeOrderMails(tx, {
      kind: "order parcel added",
      orderIds: [orderId],
      data: { trackingNumber },
      delayMs: correctionMs,
      once: `${orderId} ${trackingNumber}`,
    });
  }
}

/**
 * Inserts the parcels that a locked order does not have yet, with their reports to the payment provider, and returns
 * them. Throws IN_USE and VALIDATION.
 */
export async function insertParcels(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  orderId: string,
  entered: readonly NewParcel[],
): Promise<NewParcel[]> {
  const known = await parcelsOf(tx, orderId);
  const added = entered.filter((parcel) => {
    const same = known.find(({ trackingNumber }) => trackingNumber === parcel.trackingNumber);
    if (same === undefined) return true;
    if (same.carrier !== parcel.carrier) refuseUsedNumber(known, parcel);
    return false;
  });
  if (added.length === 0) return added;
  if (known.length + added.length > parcelsMax) {
    throw new DomainError("VALIDATION", `An order can have at most ${parcelsMax} parcels`);
  }
  const rows = added.map(({ items = [], ...parcel }) => ({ row: { id: uuidv7(), orderId, ...parcel }, items }));
  await tx.insert(parcels).values(rows.map(({ row }) => row));
  await insertParcelItems(
    tx,
    orderId,
    rows.flatMap(({ row, items }) => items.map(({ product, qty }) => ({ parcelId: row.id, productId: product, qty }))),
  );
  for (const parcel of added) {
    await reportParcel(tx, orderId, parcel);
    await recordParcelAct(tx, admin, orderId, { before: null, after: parcel });
  }
  return added;
}

/** Runs a change of the parcels of an order. The order's row is locked, so that changes follow each other. */
async function changing(
  db: Db,
  admin: Editor<"orders.fulfil">,
  orderId: string,
  change: (tx: Db) => Promise<void>,
): Promise<Order> {
  if (!isId(orderId)) throw notFound("Order");
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const [order] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.id, orderId))
        .for("no key update");
      if (order === undefined) throw notFound("Order");
      await change(tx);
      return readOrder(tx, admin, orderId);
    }),
  );
}

async function parcelsOf(tx: Db, orderId: string): Promise<ParcelRow[]> {
  return tx.select().from(parcels).where(eq(parcels.orderId, orderId)).orderBy(asc(parcels.createdAt), asc(parcels.id));
}

/** A parcel of any order. Throws NOT_FOUND. */
export async function requireParcel(db: Db, _admin: Editor<"orders.read">, id: string): Promise<ParcelRow> {
  if (!isId(id)) throw notFound("Parcel");
  const [found] = await db.select().from(parcels).where(eq(parcels.id, id));
  if (found === undefined) throw notFound("Parcel");
  return found;
}

function refuseUsedNumber(others: readonly ParcelNumber[], { trackingNumber }: ParcelNumber): void {
  if (!others.some((other) => other.trackingNumber === trackingNumber)) return;
  const message = "This order has another parcel with this tracking number";
  throw new DomainError("IN_USE", message, { errors: [{ path: "trackingNumber", message }] });
}

type ParcelChange = { before: ParcelNumber | null; after: ParcelNumber | null };

async function recordParcelAct(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  orderId: string,
  { before, after }: ParcelChange,
): Promise<void> {
  const toFields = (parcel: ParcelNumber | null) => ({
    carrier: parcel === null ? null : carrierName(parcel.carrier),
    trackingNumber: parcel === null ? null : parcel.trackingNumber,
  });
  const changes = changesBetween(toFields(before), toFields(after), ["carrier", "trackingNumber"]);
  const [order] = await tx.select({ subject: orders.customerName }).from(orders).where(eq(orders.id, orderId));
  const subject = order?.subject ?? "";
  await recordAct(tx, admin, { act: "updated", entity: "order", entityId: orderId, subject, changes });
}
