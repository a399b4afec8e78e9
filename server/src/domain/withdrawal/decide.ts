import { type DecideWithdrawal, nextDecisions, type WithdrawalRecord } from "@shop/shared/order/withdrawal";
import { isId } from "@shop/shared/query";
import { and, eq, gte, ne } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { withdrawals } from "../../db/schema/customer-service.ts";
import { refunds } from "../../db/schema/payments.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { isRefunded } from "../order/dto.ts";
import { lockOrder } from "../order/hold.ts";
import { closeMatters } from "../order/matters.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { readWithdrawal } from "./list.ts";

type WithdrawalRow = typeof withdrawals.$inferSelect;

/**
 * Takes a decision about a withdrawal, and tells the customer. Repeating the last one changes nothing. The final ones
 * resolve the matter; the order's own steps stay as they are. Throws NOT_FOUND, and ILLEGAL_TRANSITION for a decision
 * that does not follow and for *refunded* before there is a refund.
 */
export async function decideWithdrawal(
  db: Db,
  admin: Admin<"orders.refund">,
  id: string,
  decision: DecideWithdrawal,
): Promise<WithdrawalRecord> {
  const { orderId } = await requireWithdrawal(db, admin, id);
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const { state, declaredAt } = await requireWithdrawal(tx, admin, id);
      if (state === decision.to) return readWithdrawal(tx, admin, id);
      const isPaid = order.paidAt !== null;
      if (!nextDecisions(state, { isPaid }).includes(decision.to)) {
        throw new DomainError("ILLEGAL_TRANSITION", `This withdrawal is ${state} already`);
      }
      if (decision.to === "accepted" && !isPaid && order.paymentMethod === "On Delivery") throw notDecided();
      if (decision.to === "refunded") await requireRefund(tx, orderId, declaredAt);
      const words = decision.to === "refused" ? decision.words : null;
      await tx
        .update(withdrawals)
        .set({ state: decision.to, words, decidedAt: new Date(), decidedBy: admin.id })
        .where(eq(withdrawals.id, id));
      await recordAct(tx, admin, {
        act: "updated",
        entity: "order",
        entityId: orderId,
        subject: order.customerName,
        changes: { withdrawal: [state, decision.to] },
      });
      const isFinal = nextDecisions(decision.to, { isPaid }).length === 0;
      if (isFinal) {
        await closeMatters(tx, { orderId, kinds: ["withdrawal"], reference: id }, `The withdrawal was ${decision.to}`);
      }
      await writeOrderMails(tx, {
        kind: "withdrawal decided",
        orderIds: [orderId],
        once: `${id} ${decision.to}`,
        data: { to: decision.to, words },
      });
      return readWithdrawal(tx, admin, id);
    }),
  );
}

/** An order that nobody has paid would be sent once nothing of its withdrawal is left to decide. */
function notDecided(): DomainError {
  const message =
    "Cancel this order, which accepts the withdrawal. If it was paid on delivery, record the money first.";
  return new DomainError("ILLEGAL_TRANSITION", message);
}

/** A withdrawal from any order. Throws NOT_FOUND. */
export async function requireWithdrawal(db: Db, _admin: Admin<"orders.read">, id: string): Promise<WithdrawalRow> {
  if (!isId(id)) throw notFound("Withdrawal");
  const [found] = await db.select().from(withdrawals).where(eq(withdrawals.id, id));
  if (found === undefined) throw notFound("Withdrawal");
  return found;
}

/** Throws ILLEGAL_TRANSITION unless money was sent back since the customer withdrew, or all of it was before. */
async function requireRefund(tx: Db, orderId: string, declaredAt: Date): Promise<void> {
  const isSince = and(eq(refunds.orderId, orderId), ne(refunds.status, "failed"), gte(refunds.createdAt, declaredAt));
  if ((await tx.$count(refunds, isSince)) > 0 || (await isRefunded(tx, orderId))) return;
  throw new DomainError("ILLEGAL_TRANSITION", "Refund the payment first");
}
