import type { Order } from "@shop/shared/order/order";
import type { SendMessage } from "@shop/shared/order/order-message";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { orderChanges } from "../../../db/schema/order-changes.ts";
import { payments } from "../../../db/schema/payments.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import { findCancellation } from "../../order/cancelled.ts";
import { recordEvent } from "../../order/history.ts";
import { holdAgain, lockOrder } from "../../order/hold.ts";
import { writeShopMessage } from "../../order/messages.ts";
import { readOrder, requireOrder } from "../../order/read.ts";

export type ReinstateDeps = { db: Db; settings: CurrentFacts<"holdMs" | "transferHoldMs"> };

/**
 * Undoes the cancellation of an order that was never paid: it holds its units again, as long as a new one, and can be
 * paid. The customer is told the text by a message. Throws NOT_FOUND, OUT_OF_STOCK if the units are gone, and
 * ILLEGAL_TRANSITION if the order is not cancelled, or money has come for it that is not refunded.
 */
export async function reinstateOrder(
  { db, settings }: ReinstateDeps,
  admin: Admin<"orders.refund">,
  orderId: string,
  { text }: SendMessage,
): Promise<Order> {
  await requireOrder(db, admin, orderId);
  const { holdMs, transferHoldMs } = settings.current;
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const cancellation = await findCancellation(tx, orderId);
      if (cancellation === undefined) throw new DomainError("ILLEGAL_TRANSITION", "This order is not cancelled");
      if (order.paidAt !== null) {
        throw new DomainError("ILLEGAL_TRANSITION", "This order was paid, and its money goes back");
      }
      if (order.creditCents > 0) {
        const message = "An exchange had paid a part of this order, and that goes back. Please enter it anew.";
        throw new DomainError("ILLEGAL_TRANSITION", message);
      }
      await refuseWithMoney(tx, orderId);
      await tx
        .update(orderChanges)
        .set({ undoneAt: sql`now()`, undoneBy: admin.id })
        .where(eq(orderChanges.id, cancellation.id));
      await holdAgain(tx, order, order.paymentMethod === "Bank Transfer" ? transferHoldMs : holdMs);
      await recordEvent(tx, { orderId, act: "reinstated", by: admin.id });
      await recordAct(tx, admin, { act: "reinstated", entity: "order", entityId: orderId, subject: orderId.slice(-5) });
      await writeShopMessage(tx, admin, orderId, text);
      return readOrder(tx, admin, orderId);
    }),
  );
}

/** Late money that is being refunded would pay the order with the next read of it. */
async function refuseWithMoney(tx: Db, orderId: string): Promise<void> {
  const hasMoney = and(eq(payments.orderId, orderId), inArray(payments.status, ["completed", "pending", "capturing"]));
  if ((await tx.$count(payments, hasMoney)) === 0) return;
  throw new DomainError(
    "ILLEGAL_TRANSITION",
    "Money has come for this order and is being refunded. Please wait for that.",
  );
}
