import { customerCancelRefusal, shopCancelRefusal } from "@shop/shared/order/cancel-rules";
import type { CancelOrder } from "@shop/shared/order/cancellation";
import type { Order } from "@shop/shared/order/order";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import { withdrawals } from "../../../db/schema/customer-service.ts";
import { orderChanges } from "../../../db/schema/order-changes.ts";
import { orderEvents, orders } from "../../../db/schema/orders.ts";
import { payments, refunds } from "../../../db/schema/payments.ts";
import { type Editor, keyIdOf, type User } from "../../base/actor.ts";
import { DomainError, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import { giveBackUses } from "../../discount/uses.ts";
import { stopCardsOf } from "../../gift-card/stop-cards.ts";
import { findCancellation } from "../../order/cancelled.ts";
import { lockOrder, type OrderRow, readUnits } from "../../order/hold.ts";
import { closeMatters } from "../../order/matters.ts";
import { readOrder, readOwnOrder, requireOrder } from "../../order/read.ts";
import { returnStock } from "../../order/stock.ts";
import { findWithdrawal } from "../../order/withdrawn.ts";
import { writeAdminMails, writeOrderMails } from "../../outbox/write-mails.ts";
import type { PaymentDeps } from "../deps.ts";
import { refundableCents } from "../money.ts";
import { refusalOf } from "../outcome.ts";
import { findInProgress } from "../records.ts";
import type { RefundRow } from "../refund-records.ts";
import { requestStarted } from "../refund-sync.ts";
import { cancelledReason, requireRefunder, startRefund } from "../start-refund.ts";
import { giveBackCredit } from "../store-credit/give-back-credit.ts";

export type CancelDeps = PaymentDeps & { settings: CurrentFacts<"cancelWindow"> };

/**
 * Cancels an order that was not shipped: its units are returned to stock and its money is refunded to the customer, who
 * gets a mail. An order that was cancelled before stays as it is. Throws NOT_FOUND, ILLEGAL_TRANSITION with the reason if it
 * cannot be cancelled, and PAYMENT_PENDING, PAYMENT_STATUS_UNKNOWN or REFUND_PENDING while a payment or a refund is in progress.
 */
export async function cancelOrder(
  deps: CancelDeps,
  editor: Editor<"orders.refund">,
  orderId: string,
  { reason }: CancelOrder,
): Promise<Order> {
  await requireOrder(deps.db, editor, orderId);
  await cancel(deps, orderId, async (tx, order) => {
    refuse(shopCancelRefusal(await readOrder(tx, editor, orderId)));
    await recordAct(tx, editor, { act: "cancelled", entity: "order", entityId: orderId, subject: orderId.slice(-5) });
    return { order, madeBy: editor.id, apiKeyId: keyIdOf(editor), isByCustomer: false, reason };
  });
  return readOrder(deps.db, editor, orderId);
}

/**
 * Cancels an order for its customer, as long as the shop permits it, with the same effects and errors; the administrators
 * get a mail if it was paid.
 */
export async function cancelOwnOrder(
  deps: CancelDeps,
  user: User,
  orderId: string,
  { reason }: CancelOrder,
): Promise<Order> {
  await readOwnOrder(deps.db, user, orderId);
  await cancel(deps, orderId, async (tx, order) => {
    refuse(customerCancelRefusal(await readOwnOrder(tx, user, orderId), deps.settings.current.cancelWindow));
    return { order, madeBy: user.id, apiKeyId: null, isByCustomer: true, reason };
  });
  return readOwnOrder(deps.db, user, orderId);
}

type Change = {
  order: OrderRow;
  madeBy: string;
  apiKeyId: string | null;
  isByCustomer: boolean;
  reason: string | null;
};

function refuse(reason: string | null): void {
  if (reason !== null) throw new DomainError("ILLEGAL_TRANSITION", reason);
}

/** Records the change that `propose` returns or refuses, and asks the provider for the refunds after the commit. */
async function cancel(
  deps: CancelDeps,
  orderId: string,
  propose: (tx: Db, order: OrderRow) => Promise<Change>,
): Promise<void> {
  const requested = await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if ((await findCancellation(tx, orderId)) !== undefined) return [];
      await refuseWhileInProgress(tx, order);
      return apply(tx, deps, await propose(tx, order));
    }),
  );
  await requestStarted(deps, requested);
}

/** Throws while a payment or a refund is in progress, so that it is not known what is to be refunded. */
async function refuseWhileInProgress(tx: Db, order: OrderRow): Promise<void> {
  const busy = await findInProgress(tx, order);
  const refusal = busy === null ? null : refusalOf({ is: busy });
  if (refusal !== null) throw refusal;
  const isRefunding = and(eq(refunds.orderId, order.id), eq(refunds.status, "requested"));
  if ((await tx.$count(refunds, isRefunding)) === 0) return;
  throw new DomainError("REFUND_PENDING", "A refund of this order is still being made. Please wait for its answer.");
}

/** Everything that a cancellation does, in the transaction of its record. Returns the refunds to be asked for. */
async function apply(tx: Db, deps: CancelDeps, change: Change): Promise<RefundRow[]> {
  const { order, ...made } = change;
  const { id: orderId } = order;
  await tx.insert(orderChanges).values({ id: uuidv7(), orderId, kind: "cancellation", ...made });
  await tx.insert(orderEvents).values({ orderId, act: "cancelled", userId: change.madeBy, apiKeyId: change.apiKeyId });
  await closeMatters(
    tx,
    {
      orderId,
      kinds: ["stock gone", "paid twice", "payment differs", "payment refused", "price differs", "exchange unpaid"],
    },
    "The order was cancelled",
  );
  await stopCardsOf(tx, orderId);
  await acceptWithdrawal(tx, change);
  const { requested, amountCents } = await refundAll(tx, deps, change);
  const creditCents = await releaseUnits(tx, change);
  const { isByCustomer } = change;
  await writeOrderMails(tx, {
    kind: "order cancelled",
    orderIds: [orderId],
    data: { isByCustomer, amountCents, ...(creditCents > 0 && { creditCents }) },
  });
  if (isByCustomer && order.paidAt !== null) {
    await writeAdminMails(tx, { kind: "customer cancellation", orderId, data: {} });
  }
  return requested;
}

/** Of an order that nobody has paid, nothing is left to decide about a withdrawal once it is cancelled. */
async function acceptWithdrawal(tx: Db, { order, madeBy }: Change): Promise<void> {
  const withdrawal = order.paidAt === null ? await findWithdrawal(tx, order.id) : undefined;
  if (withdrawal === undefined) return;
  await tx
    .update(withdrawals)
    .set({ state: "accepted", decidedAt: sql`now()`, decidedBy: madeBy })
    .where(and(eq(withdrawals.id, withdrawal), eq(withdrawals.state, "declared")));
  const { id: orderId } = order;
  await closeMatters(tx, { orderId, kinds: ["withdrawal"], reference: withdrawal }, "The order was cancelled");
}

/** What is refunded: the refunds to be requested, and all of it in cents. */
type Refunded = { requested: RefundRow[]; amountCents: number };

/** Refunds what is left of each captured payment, also of those that are surplus. */
async function refundAll(
  tx: Db,
  deps: CancelDeps,
  { order, madeBy, isByCustomer, reason: words }: Change,
): Promise<Refunded> {
  const reason = isByCustomer || words === null ? cancelledReason : words;
  const captured = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, ["completed", "refunded"])))
    .orderBy(asc(payments.createdAt), asc(payments.id));
  const all: Refunded = { requested: [], amountCents: 0 };
  for (const payment of captured) {
    // Credit of an order that is not paid is no refund.
    if (payment.provider === "store credit" && order.paidAt === null) continue;
    const amountCents = await refundableCents(tx, payment);
    if (amountCents === 0) continue;
    await requireRefunder(tx, deps, payment);
    const back = { payment, amountCents, reason, by: madeBy, askAgainMs: deps.reconcileMs };
    const refund = await startRefund(tx, back);
    if (refund !== undefined) all.requested.push(refund);
    all.amountCents += amountCents;
  }
  return all;
}

/**
 * Returns the units that the order still holds to stock, and credit and the uses of its discounts if it is not paid. Gives the
 * cents of that credit.
 */
async function releaseUnits(tx: Db, { order: { id, isStockHeld, paidAt }, madeBy }: Change): Promise<number> {
  if (isStockHeld) {
    await tx.update(orders).set({ isStockHeld: false }).where(eq(orders.id, id));
    await returnStock(tx, await readUnits(tx, id));
  }
  if (paidAt !== null) return 0;
  const creditCents = await giveBackCredit(tx, id, madeBy);
  // Last, as rules are locked after products and accounts.
  await giveBackUses(tx, id);
  return creditCents;
}
