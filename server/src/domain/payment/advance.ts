import { currency } from "@shop/shared/shop";
import { type CaptureAnswer, type PayPal, ProviderError, type ProviderOrder } from "../../infra/paypal.ts";
import { DomainError, type RefusalKind, retryingConflicts } from "../errors.ts";
import { findPayment, type OrderRow, type PaymentRow } from "./read.ts";
import {
  alreadyPaid,
  changePayment,
  claimPayment,
  holdAgain,
  keepHeld,
  later,
  lockOrder,
  paymentPending,
  refuseWhilePaying,
} from "./record.ts";
import { giveUp, keepPending, noteRefund, putBack, settlePayment } from "./settle.ts";
import { requireProvider, type Till, talkUntil } from "./till.ts";
import { type Verdict, verifyPayment } from "./verify.ts";

/** A payment on its way; `by` is who asks to go on with it, `null` when the shop does so itself. */
export type Going = { order: OrderRow; providerOrderId: string; by: string | null };

/** What is kept back of the time to talk for a last look, in milliseconds. */
const lastLookMs = 2_000;

/** For an order that the provider does not know. */
export const unheardOf: Verdict = {
  is: "refused",
  kind: "PAYMENT_NOT_VERIFIED",
  message: "The payment provider does not know this payment",
  hasMoney: false,
};

const unavailable = "The payment provider cannot be reached right now. Please try again in a moment.";
const unknown = "The payment is being checked. Please do not pay again; it will show here when it is done.";

/**
 * Takes a payment as far as it goes: asks the provider where its order stands,
 * has the money taken if the buyer has approved it, and writes down the result.
 * Returns when the order is paid by it; everything else is a refusal that says
 * why. No transaction is open while the provider is asked, and what it is told
 * to do is written down before.
 */
export async function advancePayment(till: Till, going: Going): Promise<void> {
  const provider = requireProvider(till);
  const until = talkUntil();
  try {
    const found = await look(provider, going.providerOrderId, until);
    const verdict = found === null ? unheardOf : judge(till, going, found);
    const last = verdict.is === "approved" ? await takeMoney(till, provider, going, until) : verdict;
    await write(till, going, last);
  } catch (error) {
    if (error instanceof DomainError) till.tell({ event: "payment not made", ...names(going), code: error.kind });
    throw error;
  }
}

/** A payment as the news call it. */
function names({ order, providerOrderId, by }: Going) {
  return { order: order.id, providerOrder: providerOrderId, by };
}

/** What the provider says of an order; `null` when it does not know it. */
export async function look(provider: PayPal, id: string, until: number): Promise<ProviderOrder | null> {
  return provider.read(id, until).catch((error: unknown) => {
    if (error instanceof ProviderError) throw refusal("PAYMENT_PROVIDER_UNAVAILABLE", unavailable, error);
    throw error;
  });
}

/** What it means for our order. */
export function judge({ payments }: Till, { order }: Going, found: ProviderOrder): Verdict {
  return verifyPayment({ ...order, currency }, found, payments.merchantId);
}

/** Writes down where a payment stands. Returns when it has paid the order; everything else is a refusal. */
export async function write({ db, reconcileMs, tell }: Till, going: Going, verdict: Verdict): Promise<void> {
  const { order, providerOrderId, by } = going;
  const attempt = { orderId: order.id, providerOrderId, by };
  switch (verdict.is) {
    case "completed": {
      const paid = await settlePayment(db, { ...attempt, captureId: verdict.captureId });
      if (paid === "now") tell({ event: "payment captured", ...names(going), amountCents: order.totalCents });
      if (paid === "twice") tell({ event: "paid again", ...names(going) });
      if (paid === "twice" || paid === "otherwise") throw alreadyPaid();
      return;
    }
    case "pending":
      await keepPending(db, { ...attempt, captureId: verdict.captureId }, reconcileMs);
      throw paymentPending();
    case "refunded": {
      const known = await findPayment(db, providerOrderId);
      if (known?.settledAt != null && (await noteRefund(db, { ...attempt, captureId: verdict.captureId }))) {
        tell({ event: "refunded", ...names(going) });
      }
      throw refusal("PAYMENT_NOT_VERIFIED", "The money of this payment was given back");
    }
    case "approved":
      throw refusal("PAYMENT_STATUS_UNKNOWN", unknown);
    case "open":
      await putBack(db, attempt, reconcileMs);
      throw refusal("PAYMENT_NOT_VERIFIED", "The payment was not approved");
    case "refused":
      await giveUp(db, attempt, "failed", verdict.hasMoney);
      throw refusal(verdict.kind, verdict.message);
  }
}

/** Has the provider take the money of an approved order, and tells what came of it. */
async function takeMoney(till: Till, provider: PayPal, going: Going, until: number): Promise<Verdict> {
  const { providerOrderId } = going;
  const payment = await beginCapture(till, going);
  // Somebody else has brought it to its end since the look.
  if (payment.isSettling && payment.captureId !== null) return { is: "completed", captureId: payment.captureId };
  const requestId = `capture-${payment.id}-${payment.attempt}`;
  let answer = await provider.capture(providerOrderId, requestId, until);
  // The same request takes the money once, however often it is made.
  if (answer.is === "unknown") answer = await provider.capture(providerOrderId, requestId, until - lastLookMs);
  if (answer.is === "answered") {
    const verdict = judge(till, going, answer.order);
    if (verdict.is === "completed" || verdict.is === "pending") return verdict;
  }
  await refuseWhatFailed(till, going, answer);
  const found = await look(provider, providerOrderId, until).catch(() => null);
  return found === null ? { is: "approved" } : judge(till, going, found);
}

/** Writes down what the provider has clearly not done, and refuses; returns where only a look can tell. */
async function refuseWhatFailed({ db, reconcileMs }: Till, going: Going, answer: CaptureAnswer): Promise<void> {
  const { order, providerOrderId, by } = going;
  const attempt = { orderId: order.id, providerOrderId, by };
  if (answer.is === "untried") {
    await putBack(db, attempt, reconcileMs);
    throw refusal("PAYMENT_PROVIDER_UNAVAILABLE", unavailable);
  }
  if (answer.is !== "refused" || answer.issue === "ORDER_ALREADY_CAPTURED") return;
  switch (answer.issue) {
    case "INSTRUMENT_DECLINED":
      await giveUp(db, attempt, "created");
      throw refusal("INSTRUMENT_DECLINED", "The payment was declined. Please choose another way to pay.");
    case "ORDER_NOT_APPROVED":
    case "PAYER_ACTION_REQUIRED":
      await giveUp(db, attempt, "created");
      throw refusal("PAYMENT_NOT_VERIFIED", "The payment was not approved");
    case "DUPLICATE_INVOICE_ID":
      await giveUp(db, attempt, "failed");
      throw refusal("ALREADY_PAID", "The payment provider has taken a payment for this order before");
    default:
      await giveUp(db, attempt, "failed");
      throw refusal("PAYMENT_NOT_VERIFIED", "The payment provider refused the payment. Please try again.");
  }
}

/**
 * Writes down that the provider is about to be told to take the money, with
 * the units at hand: nobody is charged for what cannot be sent. Changes nothing
 * of a payment that has paid the order already.
 */
async function beginCapture({ db, holdMs, reconcileMs }: Till, going: Going): Promise<PaymentRow> {
  const begin = () =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, going.order.id);
      const payment = await claimPayment(tx, order, going.providerOrderId);
      if (payment.isSettling) return payment;
      if (order.paidAt !== null) throw alreadyPaid();
      await refuseWhilePaying(tx, order, payment);
      await holdAgain(tx, order, holdMs);
      await keepHeld(tx, order, holdMs);
      await changePayment(tx, payment.id, { status: "capturing", askAgainAt: later(reconcileMs) });
      return payment;
    });
  return retryingConflicts(begin);
}

function refusal(kind: RefusalKind, message: string, cause?: Error): DomainError {
  return new DomainError(kind, message, cause === undefined ? {} : { cause });
}
