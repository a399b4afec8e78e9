import type { PaymentProviderName } from "@shop/shared/order/payment";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isOnline } from "../../db/online-payments.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import { retryingConflicts, violates } from "../base/errors.ts";
import type { DomainEvent } from "../base/events.ts";
import { countUsesAgain } from "../discount/uses.ts";
import { awaitGiftCards } from "../gift-card/queue.ts";
import { issueCreditNotes, issueInvoice } from "../invoice/issue.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import { findCancellation } from "../order/cancelled.ts";
import { recordEvent } from "../order/history.ts";
import { holdIfAvailable, lockOrder, type OrderRow, updateHold } from "../order/hold.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { findWithdrawal } from "../order/withdrawn.ts";
import { writeNewOrderMails, writeOrderMails } from "../outbox/write-mails.ts";
import type { PaymentDeps } from "./deps.ts";
import { refundableCents } from "./money.ts";
import type { PaymentOutcome } from "./outcome.ts";
import { syncRefunds } from "./provider-refunds.ts";
import { findPayment, type PaymentRow } from "./read.ts";
import { changePayment, claimPayment } from "./records.ts";
import { endRisk, hasReturnedAll } from "./refund-records.ts";
import { findRisks } from "./risk.ts";
import { cancelledReason, startRefund } from "./start-refund.ts";
import { type PaymentEffect, type Transition, transitions } from "./transitions.ts";
import type { Observation } from "./verify.ts";

/**
 * A provider order that is to pay an order of the shop. `by` is the user who reported it, `null` for
 * the shop itself.
 */
export type PaymentAttempt = {
  order: OrderRow;
  providerOrderId: string;
  by: string | null;
  /** Who has the money, where that is not the shop's online provider. */
  takenBy?: PaymentProviderName;
};

/**
 * What was observed of a payment. `seen` is the payment's row before the provider was asked, so that
 * an answer older than the row is dropped.
 */
export type ObservedPayment = {
  seen: PaymentRow | undefined;
  observation: Observation | { is: "retryable" | "given up" };
  /** Why a person is to look at the order before it is sent; none by default. */
  risks?: readonly string[];
};

/** The delay of the first read of money that was found without a capture request, in milliseconds. */
const firstReadMs = 30_000;

type Change = PaymentAttempt & {
  tx: Db;
  order: OrderRow;
  payment: PaymentRow;
  /** Who cancelled the order, so that its money is refunded; `undefined` if nobody did. */
  cancelledBy: string | undefined;
  risks: readonly string[];
  events: DomainEvent[];
};

/**
 * Applies an observation in one transaction: the state by the transition table, the money as the
 * provider reports it, and the effects on the order. Idempotent.
 */
export async function applyObservation(
  deps: PaymentDeps,
  attempt: PaymentAttempt,
  observed: ObservedPayment,
): Promise<PaymentOutcome> {
  const events: DomainEvent[] = [];
  const { observation } = observed;
  const isCaptured = observation.is === "captured";
  const risks = isCaptured ? await findRisks(deps, { ...attempt, money: observation.money }) : [];
  const apply = () =>
    deps.db.transaction((tx) => {
      events.length = 0;
      return applyWithin({ ...deps, db: tx }, attempt, { ...observed, risks }, events);
    });
  const outcome = await retryingConflicts(apply).catch((error: unknown): PaymentOutcome => {
    // A capture pays one order.
    if (violates(error, "payments_capture_once")) return { is: "reused" };
    throw error;
  });
  for (const event of events) deps.emit(event);
  return outcome;
}

/**
 * The same as the last part of a transaction, which is the `db` of the dependencies. Adds the events that are to be
 * emitted after its commit.
 */
export async function applyWithin(
  deps: Pick<PaymentDeps, "db" | "seller">,
  attempt: PaymentAttempt,
  observed: ObservedPayment,
  events: DomainEvent[],
): Promise<PaymentOutcome> {
  const { db: tx } = deps;
  const order = await lockOrder(tx, attempt.order.id);
  const observation = asOf(order, observed.observation);
  const payment = hasMoney(observation)
    ? await claimPayment(tx, order, attempt.providerOrderId, attempt.takenBy)
    : await findPayment(tx, attempt.providerOrderId);
  if (payment === null || (payment !== undefined && payment.orderId !== order.id)) return { is: "reused" };
  if (payment === undefined) return outcomeWithoutMoney(observation);
  if (!hasMoney(observation) && isStale(observed, payment)) return outcomeOfState(order, payment);
  const cancelledBy = (await findCancellation(tx, order.id))?.madeBy;
  const { risks = [] } = observed;
  const outcome = await applyTo({ ...attempt, tx, order, payment, cancelledBy, risks, events }, observation);
  await writePapers(deps, order.id, events);
  return outcome;
}

/** Money pays what the order comes to now: it can have been edited since the provider was asked. */
function asOf(order: OrderRow, observation: ObservedPayment["observation"]): ObservedPayment["observation"] {
  const isOver = (cents: number) => observation.is === "captured" && observation.money.amountCents === cents;
  if (observation.is !== "captured" || order.paidAt !== null || isOver(centsToPay(order))) return observation;
  const message = "This payment is not over the order's total";
  return { is: "differs", kind: "AMOUNT_MISMATCH", message, money: observation.money };
}

/** Last in the transaction, because a number is locked until the commit. */
async function writePapers(
  { db: tx, seller }: Pick<PaymentDeps, "db" | "seller">,
  orderId: string,
  events: DomainEvent[],
): Promise<void> {
  if (events.some(({ type }) => type === "payment captured")) await issueInvoice(tx, seller, orderId);
  else if (events.some(({ type }) => type === "refunded")) await issueCreditNotes(tx, seller, orderId);
}

/** Whether the provider holds money, or held it. */
function hasMoney(observation: ObservedPayment["observation"]): boolean {
  return observation.is === "pending" || observation.is === "captured" || observation.is === "differs";
}

/** Whether the row changed while the provider was asked, so that the answer may be older than the row. */
function isStale({ seen }: ObservedPayment, payment: PaymentRow): boolean {
  return seen === undefined || seen.updatedAt.getTime() !== payment.updatedAt.getTime();
}

async function applyTo(change: Change, observation: ObservedPayment["observation"]): Promise<PaymentOutcome> {
  const { tx } = change;
  const payment = await writeMoney(change, observation);
  const changed = { ...change, payment };
  const isRead = observation.is === "captured" || observation.is === "differs";
  const isReturned = isRead && (await hasReturnedAll(tx, payment));
  const transition = transitions[payment.status][isReturned ? "refunded" : observation.is];
  await changeState(changed, transition);
  for (const effect of transition.effects) await effects[effect](changed, observation);
  const after = await findPayment(tx, payment.providerOrderId);
  if (after === undefined) throw new Error("updated payment not found");
  return outcomeAfter(change, after, observation);
}

/** New money is read again: a review ends, and refunds can be made at the provider. That of a bank transfer cannot be read. */
const nextReadAt = sql<Date>`case when ${isOnline} then coalesce(${payments.askAgainAt}, ${later(firstReadMs)}) end`;

/** Records the money that the provider holds and its refunds; returns the updated payment. */
async function writeMoney(change: Change, observation: ObservedPayment["observation"]): Promise<PaymentRow> {
  const { tx, payment } = change;
  if (observation.is === "pending" && payment.captureId === null) {
    const { captureId, other = {} } = observation;
    await changePayment(tx, payment.id, { captureId, ...other, askAgainAt: nextReadAt });
  }
  if (observation.is !== "captured" && observation.is !== "differs") return payment;
  // The amount of a settling payment never changes, whatever a later answer says.
  if (observation.is === "differs" && payment.isSettling) return payment;
  const { captureId, amountCents, currency, returned } = observation.money;
  const isNew = payment.settledAt === null ? { settledAt: later(0), askAgainAt: nextReadAt } : {};
  await changePayment(tx, payment.id, { captureId, amountCents, currency, ...isNew });
  const written = { ...payment, captureId, amountCents, currency };
  await syncRefunds({ ...change, payment: written }, returned);
  return written;
}

async function changeState({ tx, payment }: Change, { to }: Transition): Promise<void> {
  if (to === payment.status) return;
  await changePayment(tx, payment.id, { status: to, capturingSince: null });
  if (to === "refunded") await endRisk(tx, payment);
  await closeMatters(
    tx,
    { orderId: payment.orderId, kinds: ["payment stuck"], reference: payment.id },
    to === "failed" || to === "created" ? "Nothing was captured" : "The payment provider has answered",
  );
}

const effects: Record<PaymentEffect, (change: Change, observation: ObservedPayment["observation"]) => Promise<void>> = {
  settle,
  "keep difference": async (change, observation) => {
    const { tx, payment, order } = change;
    await openMatter(tx, {
      orderId: order.id,
      kind: "payment differs",
      reference: payment.id,
      paymentId: payment.id,
      ...(observation.is === "differs" ? { amountCents: observation.money.amountCents, detail: observation.kind } : {}),
    });
  },
  "hold stock": async ({ tx, order, by, cancelledBy }, observation) => {
    await recordEvent(tx, { orderId: order.id, act: "payment pending", by });
    // Money that cannot pay the order holds nothing for it.
    if (observation.is === "pending" && observation.other !== undefined) return;
    if (order.paidAt === null && cancelledBy === undefined && (await holdIfAvailable(tx, order)))
      await updateHold(tx, order.id);
  },
  "release hold": async ({ tx, order }) => updateHold(tx, order.id, later(0)),
  "new attempt": async ({ tx, payment }) => changePayment(tx, payment.id, { attempt: payment.attempt + 1 }),
  "note failure": async ({ tx, order, payment, by }) => {
    if (payment.status !== "created") await recordEvent(tx, { orderId: order.id, act: "payment failed", by });
  },
};

/**
 * Makes an order paid by captured money, once. If the order is paid already or its units are gone,
 * the money is kept and a matter is opened; so it is if the customer has withdrawn from the order. Money for an order that
 * was cancelled is refunded.
 */
async function settle(change: Change): Promise<void> {
  const { tx, order, payment, by, cancelledBy, events } = change;
  if (payment.isSettling) return;
  if (cancelledBy !== undefined) return refundLate(change, cancelledBy);
  const names = { order: order.id, providerOrder: payment.providerOrderId, by };
  if (order.paidAt !== null) {
    const isNew = await openMatter(tx, {
      orderId: order.id,
      kind: "paid twice",
      reference: payment.id,
      paymentId: payment.id,
      amountCents: payment.amountCents,
    });
    if (!isNew) return;
    await recordEvent(tx, { orderId: order.id, act: "paid again", by, amountCents: payment.amountCents });
    events.push({ type: "paid again", ...names });
    return;
  }
  const hasUnits = await holdIfAvailable(tx, order);
  // Also without units, it has the price that it was promised.
  await countUsesAgain(tx, order.id);
  await changePayment(tx, payment.id, { isSettling: true });
  await awaitGiftCards(tx, order.id);
  await tx.update(orders).set({ paidAt: sql`now()` }).where(sql`${orders.id} = ${order.id}`);
  await recordEvent(tx, { orderId: order.id, act: "paid", by });
  // Of an exchange, the mail about its order tells.
  if (payment.provider !== "exchange") {
    await writeOrderMails(tx, { kind: "payment received", orderIds: [order.id], data: {} });
  }
  const withdrawal = await findWithdrawal(tx, order.id);
  if (withdrawal === undefined && order.paymentMethod !== "On Delivery") await writeNewOrderMails(tx, order.id);
  // Also if it was accepted while there was nothing to refund.
  if (withdrawal !== undefined) await openMatter(tx, { orderId: order.id, kind: "withdrawal", reference: withdrawal });
  if (!hasUnits) await openMatter(tx, { orderId: order.id, kind: "stock gone", reference: order.id });
  await holdForRisks(change);
  const { id: orderId } = order;
  await closeMatters(tx, { orderId, kinds: ["payment refused", "exchange unpaid"] }, "The order was paid since");
  // Matters about other payments stay open.
  const own = { orderId, kinds: ["unknown payment", "payment differs", "paid twice"] as const, reference: payment.id };
  await closeMatters(tx, own, "This payment has paid the order since");
  events.push({ type: "payment captured", ...names, amountCents: centsToPay(order) });
}

/** Keeps an order from being sent until a person has looked at its payment. */
async function holdForRisks({ tx, order, payment, risks }: Change): Promise<void> {
  if (risks.length === 0) return;
  const { id: paymentId, amountCents } = payment;
  const detail = risks.join("; ");
  await openMatter(tx, {
    orderId: order.id,
    kind: "payment risk",
    reference: paymentId,
    paymentId,
    amountCents,
    detail,
  });
}

/** Refunds money that was captured after its order had been cancelled. Polling requests the refund. */
async function refundLate({ tx, order, payment, by }: Change, cancelledBy: string): Promise<void> {
  const amountCents = await refundableCents(tx, { ...payment, status: "completed" });
  const { id: orderId } = order;
  if (amountCents === 0 || (await tx.$count(refunds, eq(refunds.paymentId, payment.id))) > 0) return;
  await recordEvent(tx, { orderId, act: "paid too late", by, amountCents });
  await startRefund(tx, { payment, amountCents, reason: cancelledReason, by: cancelledBy, askAgainMs: 0 });
}

function outcomeAfter(
  { order, payment, cancelledBy }: Change,
  after: PaymentRow,
  observation: ObservedPayment["observation"],
): PaymentOutcome {
  if (after.isSettling) return { is: "paid", isNew: !payment.isSettling };
  if (observation.is === "differs") return { is: "refused", kind: observation.kind, message: observation.message };
  const isRefunded = cancelledBy !== undefined && (after.status === "completed" || after.status === "refunded");
  if (isRefunded) return { is: "cancelled" };
  if (after.status === "completed") return { is: "paid otherwise" };
  if (after.status === "refunded") return { is: "refunded" };
  if (after.status === "pending") return { is: "pending" };
  if (after.status === "capturing") return { is: "unknown" };
  return order.paidAt !== null ? { is: "paid otherwise" } : outcomeWithoutMoney(observation);
}

/** The outcome of an observation without money that changed nothing. */
function outcomeWithoutMoney(observation: ObservedPayment["observation"]): PaymentOutcome {
  switch (observation.is) {
    case "open":
    case "approved":
      return { is: observation.is };
    case "foreign":
    case "differs":
      return { is: "refused", kind: observation.kind, message: observation.message };
    case "declined":
      return { is: "refused", kind: "INSTRUMENT_DECLINED", message: "The payment was declined" };
    case "absent":
      return {
        is: "refused",
        kind: "PAYMENT_NOT_VERIFIED",
        message: "The payment provider does not know this payment",
      };
    default:
      return { is: "unknown" };
  }
}

/** The outcome by the row alone, for an answer that is older than the row. */
function outcomeOfState(order: OrderRow, payment: PaymentRow): PaymentOutcome {
  if (payment.isSettling) return { is: "paid", isNew: false };
  if (order.paidAt !== null) return { is: "paid otherwise" };
  if (payment.status === "pending") return { is: "pending" };
  if (payment.status === "refunded") return { is: "refunded" };
  return payment.status === "capturing" ? { is: "unknown" } : { is: "open" };
}
