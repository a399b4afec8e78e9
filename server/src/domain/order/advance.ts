import { type AdminStep, isDone, stepRefusal } from "@shop/shared/fulfilment";
import type { Order } from "@shop/shared/order";
import type { AdvanceOrders, AdvanceResult } from "@shop/shared/order-list";
import { isId } from "@shop/shared/query";
import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderEvents, orders } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";
import { DomainError, retryingConflicts } from "../errors.ts";
import { isRefundedSql, isRestockedSql, openMatterKinds } from "./dto.ts";
import { readOrder, requireOrder } from "./read.ts";

/** Where each step is written down, and the one before it, which it may not precede. */
const stepColumns = {
  confirmed: { at: "confirmedAt", before: orders.paidAt },
  processed: { at: "processedAt", before: orders.confirmedAt },
  shipped: { at: "shippedAt", before: orders.processedAt },
  delivered: { at: "deliveredAt", before: orders.shippedAt },
} as const;

const standingColumns = {
  id: orders.id,
  paidAt: orders.paidAt,
  confirmedAt: orders.confirmedAt,
  processedAt: orders.processedAt,
  shippedAt: orders.shippedAt,
  deliveredAt: orders.deliveredAt,
  matterKinds: openMatterKinds,
  isRefunded: isRefundedSql,
  isRestocked: isRestockedSql,
};

/** An order after a step, and whether the step had been taken before. */
export type Advanced = { order: Order; isRepeat: boolean };

/**
 * Takes an order's next step and gives the order as it is then. A step that was
 * taken before stays as it was. Refuses with ILLEGAL_TRANSITION and the reason
 * what the state machine does not allow, with NOT_FOUND what does not exist.
 */
export async function advanceOrder(
  db: Db,
  admin: Admin,
  { orderId, to }: { orderId: string; to: AdminStep },
): Promise<Advanced> {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      await requireOrder(tx, admin, orderId);
      const [result] = await advance(tx, admin, { ids: [orderId], to });
      if (result?.outcome === "refused") throw new DomainError("ILLEGAL_TRANSITION", result.reason);
      return { order: await readOrder(tx, admin, orderId), isRepeat: result?.outcome === "already done" };
    }),
  );
}

/**
 * The same for several orders, each with a result of its own: what one is
 * refused keeps no other from its step. Written in one transaction, so that a
 * failure leaves all of them as they were.
 */
export async function advanceOrders(db: Db, admin: Admin, input: AdvanceOrders): Promise<AdvanceResult[]> {
  return retryingConflicts(() => db.transaction((tx) => advance(tx, admin, input)));
}

async function advance(tx: Db, admin: Admin, { ids, to }: AdvanceOrders): Promise<AdvanceResult[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  // Locked in the order of their ids: two people with overlapping choices would otherwise wait for each other.
  const found = await tx
    .select(standingColumns)
    .from(orders)
    .where(inArray(orders.id, asked.filter(isId)))
    .orderBy(orders.id)
    .for("no key update");
  const standings = new Map(
    found.map(({ matterKinds, ...order }) => [order.id, { ...order, matters: matterKinds.map((kind) => ({ kind })) }]),
  );

  const results = asked.map((id): AdvanceResult => {
    const standing = standings.get(id);
    if (standing === undefined) return { _id: id, outcome: "refused", reason: "Order not found" };
    if (isDone(standing, to)) return { _id: id, outcome: "already done" };
    const reason = stepRefusal(standing, to);
    return reason === null ? { _id: id, outcome: "done" } : { _id: id, outcome: "refused", reason };
  });
  const taken = results.flatMap(({ _id, outcome }) => (outcome === "done" ? [_id] : []));
  if (taken.length > 0) await take(tx, admin, taken, to);
  return results;
}

/** Writes a step of orders that are locked and may take it, and who took it. */
async function take(tx: Db, admin: Admin, ids: string[], to: AdminStep): Promise<void> {
  const { at, before } = stepColumns[to];
  // A clock that was set back must not make a later step look like an earlier one.
  const moment = sql`greatest(now(), ${before})`;
  const moved = await tx
    .update(orders)
    .set({ [at]: moment })
    .where(and(inArray(orders.id, ids), isNull(orders[at])))
    .returning({ id: orders.id, at: orders[at] });
  await tx.insert(orderEvents).values(
    moved.map(({ id, at }) => {
      if (at === null) throw new Error("a step that was just taken has no date");
      return { orderId: id, act: to, userId: admin.id, createdAt: at };
    }),
  );
}
