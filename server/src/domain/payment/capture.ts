import { and, eq, sql } from "drizzle-orm";
import { payments } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import type { PaymentProvider, PaymentRefusal, ProviderOrder, RequestResult } from "../../infra/payment-provider.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import { findCancellation } from "../order/cancelled.ts";
import { lockOrder, renewHold, updateHold } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { findWithdrawal } from "../order/withdrawn.ts";
import { applyObservation, type PaymentAttempt } from "./apply.ts";
import type { PaymentDeps } from "./deps.ts";
import { lookUp, observe } from "./look-up.ts";
import type { PaymentOutcome } from "./outcome.ts";
import { findPayment, type PaymentRow, type SeenPayment } from "./read.ts";
import { changePayment, claimPayment, findInProgress, inFlightMs, isInFlight } from "./records.ts";
import { meaningOf } from "./refusals.ts";

/** The part of an operation's time that is reserved for the final read of the provider order, in milliseconds. */
const finalReadMs = 2_000;

/**
 * The unanswered earlier requests of an attempt: none, so that every clear answer can be believed; over,
 * so that a refusal can be believed if a read shows no capture; or still in flight, so that only money
 * can be believed.
 */
type EarlierRequests = "none" | "over" | "in flight";

type StartedCapture = { is: "started"; payment: PaymentRow; earlier: EarlierRequests };
export type CaptureOutcome =
  | PaymentOutcome
  /** The provider says that this order was captured through another payment. */
  | { is: "paid before"; seen: PaymentRow; refusal: PaymentRefusal }
  /** The provider reports this payment as captured but shows no capture yet. */
  | { is: "captured unseen" };

type Capture = PaymentAttempt & {
  deps: PaymentDeps;
  provider: PaymentProvider;
  until: number;
  started: StartedCapture;
};

/**
 * Captures an approved order and records the outcome. The intent to capture is committed first, with
 * the stock held, so that no customer is charged for units that are gone. If the outcome is unknown,
 * the payment stays `capturing` and is requested again under the same request id.
 */
export async function captureOrder(
  deps: PaymentDeps,
  provider: PaymentProvider,
  attempt: PaymentAttempt,
  until: number,
): Promise<CaptureOutcome> {
  const started = await startCapture(deps, attempt);
  if (started.is !== "started") return started;
  const { payment } = started;
  const requestId = `capture-${payment.id}-${payment.attempt}`;
  const capture = { ...attempt, deps, provider, until, started };
  const answer = await provider.captureOrder(attempt.providerOrderId, requestId, until - finalReadMs);
  if (answer.is !== "unknown") return conclude(capture, answer, started.earlier);
  // Idempotent at the provider by its request id.
  const repeated = await provider.captureOrder(attempt.providerOrderId, requestId, until - finalReadMs);
  return conclude(capture, repeated, "in flight");
}

/** Commits the intent to capture. Changes nothing of a payment that has money already. */
async function startCapture(
  { db, settings, reconcileMs }: PaymentDeps,
  attempt: PaymentAttempt,
): Promise<StartedCapture | PaymentOutcome> {
  const begin = () =>
    db.transaction(async (tx): Promise<StartedCapture | PaymentOutcome> => {
      const order = await lockOrder(tx, attempt.order.id);
      const payment = await claimPayment(tx, order, attempt.providerOrderId);
      if (payment === null) return { is: "reused" };
      if (payment.isSettling) return { is: "paid", isNew: false };
      if (order.paidAt !== null) return { is: "paid otherwise" };
      // It was edited since the customer's approval was read.
      if (centsToPay(order) !== centsToPay(attempt.order) && payment.status === "created") return otherAmount;
      if (payment.status === "pending") return { is: "pending" };
      if (payment.settledAt !== null) return { is: "refunded" };
      if ((await findWithdrawal(tx, order.id)) !== undefined) return { is: "withdrawn" };
      if ((await findCancellation(tx, order.id)) !== undefined) return { is: "cancelled" };
      const inProgress = await findInProgress(tx, order, payment);
      if (inProgress !== null) return { is: "pending" };
      const earlier = earlierRequests(payment);
      // A customer who waits gets an answer sooner by another request; polling can wait.
      if (earlier === "in flight" && attempt.by === null) return { is: "unknown" };
      await renewHold(tx, order, settings.current.holdMs);
      await updateHold(tx, order.id);
      // By this change, a concurrent refusal is stale: it must not end a payment that is requested again.
      await changePayment(tx, payment.id, {
        lastRequestedAt: later(0),
        ...(earlier === "none"
          ? { status: "capturing", capturingSince: later(0), askAgainAt: later(reconcileMs) }
          : { askAgainAt: sql<Date>`least(${payments.askAgainAt}, ${later(inFlightMs)})` }),
      });
      const changed = await findPayment(tx, payment.providerOrderId);
      return { is: "started", payment: changed ?? payment, earlier };
    });
  return retryingConflicts(begin).catch((error: unknown): PaymentOutcome => {
    if (error instanceof DomainError && error.kind === "OUT_OF_STOCK") {
      return { is: "out of stock", message: error.message };
    }
    throw error;
  });
}

const otherAmount: PaymentOutcome = {
  is: "refused",
  kind: "AMOUNT_MISMATCH",
  message: "This payment is not over the order's total",
};

function earlierRequests(payment: SeenPayment): EarlierRequests {
  if (payment.status !== "capturing") return "none";
  return isInFlight(payment) ? "in flight" : "over";
}

async function conclude(
  capture: Capture,
  answer: RequestResult<ProviderOrder, PaymentRefusal>,
  earlier: EarlierRequests,
): Promise<CaptureOutcome> {
  const { deps, provider, started } = capture;
  if (answer.is === "answered") {
    const observation = observe(provider, capture, started.payment, answer.document);
    if (observation.is !== "approved") return applyObservation(deps, capture, { seen: started.payment, observation });
  }
  if (answer.is === "untried" && answer.refusal === undefined && earlier === "none") return recordUntried(capture);
  const refusal = answer.is === "refused" || answer.is === "untried" ? answer.refusal : undefined;
  // Neither a refusal nor a read tells what becomes of a request that is in flight.
  const isBelieved = earlier !== "in flight" || refusal?.reason === "already captured";
  return concludeByRead(capture, isBelieved ? refusal : undefined);
}

/** Reads the provider order: only the read tells whether a request has captured. */
async function concludeByRead(capture: Capture, refusal: PaymentRefusal | undefined): Promise<CaptureOutcome> {
  const { deps, provider, providerOrderId, until, started } = capture;
  const seen = started.payment;
  const found = await lookUp(provider, providerOrderId, until);
  if (found.is === "unavailable") return { is: "unknown" };
  const observation = observe(provider, capture, seen, found.order);
  // A stated refusal outweighs a read that shows no capture yet; the payment is read again later.
  const isCaptured = observation.is !== "approved" && observation.is !== "open";
  if (isCaptured || refusal === undefined || refusal.reason === "already captured") {
    const outcome = await applyObservation(deps, capture, { seen, observation });
    return outcome.is === "unknown" && refusal !== undefined ? { is: "captured unseen" } : outcome;
  }
  if (refusal.reason !== "paid before") return refuseCapture(deps, capture, { seen, refusal });
  return { is: "paid before", seen, refusal };
}

/** Records that the provider refused the capture, and returns the refusal. */
export async function refuseCapture(
  deps: PaymentDeps,
  attempt: PaymentAttempt,
  { seen, refusal }: { seen: PaymentRow; refusal: PaymentRefusal },
): Promise<PaymentOutcome> {
  const { event, kind, message } = meaningOf(refusal);
  const outcome = await applyObservation(deps, attempt, { seen, observation: { is: event } });
  // A concurrent operation may have learned more.
  if (outcome.is !== "unknown" && outcome.is !== "refused" && outcome.is !== "open") return outcome;
  if (refusal.reason === "account") {
    await openMatter(deps.db, {
      orderId: attempt.order.id,
      kind: "payment refused",
      reference: seen.id,
      paymentId: seen.id,
      detail: refusal.code,
    });
  }
  return { is: "refused", kind, message };
}

/** Records that nothing was tried: the approval stays valid for the next attempt. */
async function recordUntried({ deps, started: { payment } }: Capture): Promise<PaymentOutcome> {
  await deps.db
    .update(payments)
    .set({ status: "created", capturingSince: null, askAgainAt: later(deps.reconcileMs) })
    .where(
      and(eq(payments.id, payment.id), ...[eq(payments.status, "capturing"), eq(payments.attempt, payment.attempt)]),
    );
  return { is: "unavailable" };
}
