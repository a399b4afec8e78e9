import { type AdminStep, isDone, stepRefusal } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import type { AdvanceOrder, AdvanceOrders, AdvanceResult } from "@shop/shared/order/order-list";
import type { NewParcel } from "@shop/shared/order/parcel";
import { isId } from "@shop/shared/query";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderEvents, orders } from "../../db/schema/orders.ts";
import { parcels } from "../../db/schema/parcels.ts";
import { type Editor, keyIdOf } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { retryingLocks } from "../base/locks.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { cancellationSql } from "./cancelled.ts";
import { isRefundedSql, isRestockedSql, openMatterKinds } from "./dto.ts";
import { lockOrders } from "./hold.ts";
import { readUnsent } from "./parcel-items.ts";
import { addToShipped, insertParcels } from "./parcels.ts";
import { readOrder, requireOrder } from "./read.ts";

/** The column that stores each step's time, and the preceding step's time, which is its lower bound. */
const stepColumns = {
  confirmed: { at: "confirmedAt", before: orders.paidAt },
  processed: { at: "processedAt", before: orders.confirmedAt },
  shipped: { at: "shippedAt", before: orders.processedAt },
  delivered: { at: "deliveredAt", before: orders.shippedAt },
} as const;

/** The mail of each step. Confirming and processing have one together. */
const stepMails = { confirmed: "order confirmed", shipped: "order shipped", delivered: "order delivered" } as const;

/** How long the mail of a confirmation waits for the next step, which is often taken at once; in milliseconds. */
const confirmedMailMs = 300_000;

const stateColumns = {
  id: orders.id,
  paymentMethod: orders.paymentMethod,
  paidAt: orders.paidAt,
  confirmedAt: orders.confirmedAt,
  processedAt: orders.processedAt,
  shippedAt: orders.shippedAt,
  deliveredAt: orders.deliveredAt,
  matterKinds: openMatterKinds,
  isRefunded: isRefundedSql,
  isRestocked: isRestockedSql,
  cancellation: cancellationSql,
};

/** An order after a step. `isRepeat`: the step had been taken before. */
export type AdvancedOrder = { order: Order; isRepeat: boolean };

/**
 * Takes an order's next step and returns the updated order, with the parcels that were entered with the step to
 * shipped. Idempotent: a step that was taken before keeps its time, and gets the parcels that the order does not have. Throws ILLEGAL_TRANSITION with the reason if the state machine does not allow the
 * step, and NOT_FOUND if the order does not exist.
 */
export async function advanceOrder(
  db: Db,
  admin: Editor<"orders.fulfil">,
  { orderId, to, parcels: entered, notifyCustomer = true }: { orderId: string } & AdvanceOrder,
): Promise<AdvancedOrder> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      await requireOrder(tx, admin, orderId);
      const [result] = await advance(tx, admin, { ids: [orderId], to, notifyCustomer });
      if (result?.outcome === "refused") throw new DomainError("ILLEGAL_TRANSITION", result.reason);
      const isRepeat = result?.outcome === "already done";
      if (to === "shipped" && entered !== undefined) {
        // The mail of the step itself names the parcels that were entered with it.
        if (isRepeat) await addToShipped(tx, admin, { orderId, parcels: entered, notifyCustomer });
        else await insertParcels(tx, admin, orderId, await withRest(tx, orderId, entered));
      }
      return { order: await readOrder(tx, admin, orderId), isRepeat };
    }),
  );
}

/** The last parcel of an order that was sent in parts has the rest of it, unless that was entered otherwise. */
async function withRest(tx: Db, orderId: string, entered: readonly NewParcel[]): Promise<readonly NewParcel[]> {
  const [parcel, ...others] = entered;
  if (parcel === undefined || others.length > 0 || parcel.items !== undefined) return entered;
  const isInParts = (await tx.$count(parcels, eq(parcels.orderId, orderId))) > 0;
  const rest = isInParts ? await readUnsent(tx, orderId) : [];
  return rest.length === 0
    ? entered
    : [{ ...parcel, items: rest.map(({ productId, qty }) => ({ product: productId, qty })) }];
}

/**
 * Takes a step of several orders. Each order has its own result; a refusal does not affect the
 * others. Runs in one transaction, so an error changes none of them. Parcels are those of the step to shipped; an order that
 * was shipped before keeps its own. Throws IN_USE and VALIDATION for a parcel that an order cannot have.
 */
export async function advanceOrders(
  db: Db,
  admin: Editor<"orders.fulfil">,
  input: AdvanceOrders,
): Promise<AdvanceResult[]> {
  const advanceAll = (tx: Db) => advanceWithParcels(tx, admin, input);
  return retryingLocks(() => retryingConflicts(() => db.transaction(advanceAll)));
}

async function advanceWithParcels(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  { parcels: entered = [], ...input }: AdvanceOrders,
): Promise<AdvanceResult[]> {
  const results = await advance(tx, admin, input);
  if (input.to !== "shipped") return results;
  for (const { _id, outcome } of results) {
    const ofOrder = entered
      .filter(({ order }) => order.toLowerCase() === _id)
      .map(({ order: _order, ...parcel }) => parcel);
    if (outcome === "done" && ofOrder.length > 0) {
      await insertParcels(tx, admin, _id, await withRest(tx, _id, ofOrder));
    }
  }
  return results;
}

/** Customers are told of a step unless that is not wanted. */
type Advance = Pick<AdvanceOrders, "ids" | "to" | "notifyCustomer">;

/** The same within a transaction. */
export async function advance(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  { ids, to, notifyCustomer = true }: Advance,
): Promise<AdvanceResult[]> {
  const requested = [...new Set(ids.map((id) => id.toLowerCase()))];
  const known = requested.filter(isId);
  // Sent together, because others wait meanwhile: PostgreSQL begins the second when the first has the lock.
  const [, found] = await Promise.all([
    lockOrders(tx, known),
    tx.select(stateColumns).from(orders).where(inArray(orders.id, known)),
  ]);
  const states = new Map(
    found.map(({ matterKinds, ...order }) => [order.id, { ...order, matters: matterKinds.map((kind) => ({ kind })) }]),
  );

  const results = requested.map((id): AdvanceResult => {
    const state = states.get(id);
    if (state === undefined) return { _id: id, outcome: "refused", reason: "Order not found" };
    if (isDone(state, to)) return { _id: id, outcome: "already done" };
    const reason = stepRefusal(state, to);
    return reason === null ? { _id: id, outcome: "done" } : { _id: id, outcome: "refused", reason };
  });
  const taken = results.flatMap(({ _id, outcome }) => (outcome === "done" ? [_id] : []));
  if (taken.length > 0) await recordStep(tx, admin, { ids: taken, to, notifyCustomer });
  return results;
}

type TakenStep = { ids: string[]; to: AdminStep; notifyCustomer: boolean };

/** Records a step of locked orders that may take it and the admin who took it, and writes to the customers. */
async function recordStep(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  { ids, to, notifyCustomer }: TakenStep,
): Promise<void> {
  const { at, before } = stepColumns[to];
  // Never earlier than the preceding step, even if the database's clock was set back.
  const takenAt = sql`greatest(now(), ${before})`;
  const moved = await tx
    .update(orders)
    .set({ [at]: takenAt })
    .where(and(inArray(orders.id, ids), isNull(orders[at])))
    .returning({ id: orders.id, at: orders[at] });
  await tx.insert(orderEvents).values(
    moved.map(({ id, at }) => {
      if (at === null) throw new Error("the updated step has no time");
      return { orderId: id, act: to, userId: admin.id, apiKeyId: keyIdOf(admin), createdAt: at };
    }),
  );
  if (to === "processed" || !notifyCustomer) return;
  const delayMs = to === "confirmed" ? confirmedMailMs : 0;
  await writeOrderMails(tx, { kind: stepMails[to], orderIds: moved.map(({ id }) => id), data: {}, delayMs });
}
