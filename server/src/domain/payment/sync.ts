import { and, eq, ne } from "drizzle-orm";
import { orders, payments } from "../../db/schema.ts";
import type { PayPal } from "../../infra/paypal/gateway.ts";
import { openMatter } from "../order/matters.ts";
import { applyObservation, type PaymentAttempt } from "./apply.ts";
import { captureOrder, refuseCapture } from "./capture.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";
import { lookUp, observe, observeCapture } from "./look-up.ts";
import { type PaymentOutcome, refusalOf } from "./outcome.ts";
import { findPayment, type PaymentRow } from "./read.ts";
import { captureGiveUpMs } from "./records.ts";
import type { Observation } from "./verify.ts";

/**
 * Synchronizes a payment with the provider: reads its order, captures it if the customer has
 * approved it, and records the outcome. No transaction is open while the provider is asked.
 * Idempotent.
 */
export async function syncPayment(deps: PaymentDeps, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const provider = requireProvider(deps);
  const outcome = await sync(deps, provider, attempt, actDeadline(deps));
  const refusal = refusalOf(outcome);
  if (refusal !== null) {
    const { order, providerOrderId, by } = attempt;
    deps.emit({ type: "payment not made", order: order.id, providerOrder: providerOrderId, code: refusal.kind, by });
  }
  return outcome;
}

async function sync(
  deps: PaymentDeps,
  provider: PayPal,
  attempt: PaymentAttempt,
  until: number,
): Promise<PaymentOutcome> {
  const seen = await findPayment(deps.db, attempt.providerOrderId);
  if (seen !== undefined && seen.orderId !== attempt.order.id) return { is: "reused" };
  const found = await lookUp(provider, attempt.providerOrderId, until);
  // A requested capture may have been made, however often the read fails.
  if (found.is === "unavailable")
    return seen?.status === "capturing" && attempt.by !== null ? { is: "unknown" } : found;
  const observation = observe(deps, attempt, seen, found.order);
  const isExpired = observation.is === "absent" && seen !== undefined && seen.captureId !== null;
  const known = isExpired ? await observeCapture(deps, { ...attempt, provider, until }, seen) : observation;
  const plan = planFor(known ?? observation, seen, attempt);
  if (plan !== "capture") return applyObservation(deps, attempt, { seen, observation: plan });
  const outcome = await captureOrder(deps, provider, attempt, until);
  if (outcome.is === "duplicate invoice") return syncOthers(deps, provider, attempt, outcome.seen);
  if (outcome.is === "captured unseen") return { is: "unknown" };
  const isUnanswered = outcome.is === "unknown" || outcome.is === "out of stock" || outcome.is === "pending";
  return isUnanswered && isCaptureExpired(seen, attempt) ? giveUpCapture(deps, provider, attempt) : outcome;
}

const givenUp = { is: "given up" } as const;

/** Whether a capture has been tried for too long to go on; never during a customer's own request. */
function isCaptureExpired(seen: PaymentRow | undefined, { by }: Pick<PaymentAttempt, "by">): boolean {
  if (by !== null || seen?.status !== "capturing") return false;
  const since = seen.capturingSince ?? seen.updatedAt;
  return Date.now() - since.getTime() > captureGiveUpMs;
}

/** Gives a capture up if a final read shows that it was not made. */
async function giveUpCapture(deps: PaymentDeps, provider: PayPal, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const seen = await findPayment(deps.db, attempt.providerOrderId);
  const found = await lookUp(provider, attempt.providerOrderId, actDeadline(deps));
  if (found.is === "unavailable") return { is: "unknown" };
  const observation = observe(deps, attempt, seen, found.order);
  const isNotCaptured = observation.is === "approved" || observation.is === "absent";
  return applyObservation(deps, attempt, { seen, observation: isNotCaptured ? givenUp : observation });
}

/** Whether an approved order is captured now, or what is recorded instead. */
function planFor(
  observation: Observation,
  seen: PaymentRow | undefined,
  { order, by }: PaymentAttempt,
): "capture" | Observation | typeof givenUp {
  if (isCaptureExpired(seen, { by })) {
    if (observation.is === "foreign") return givenUp;
    // A 404 may be wrong, so the unanswered request is repeated before it is given up.
    if (observation.is === "absent") return order.paidAt === null ? "capture" : givenUp;
  }
  if (observation.is !== "approved") return observation;
  const status = seen?.status ?? "created";
  // Another payment has paid the order: this one is not needed.
  if (status === "capturing" && order.paidAt !== null) return givenUp;
  if (order.paidAt !== null && seen !== undefined) return observation;
  // A declined card is charged again only at the customer's own request.
  if (status === "created" && by === null && seen !== undefined && seen.attempt > 1) return observation;
  if (status === "created" || status === "capturing") return "capture";
  // A failed payment is tried again only at the customer's own request.
  return status === "failed" && by !== null ? "capture" : observation;
}

/**
 * Handles a duplicate invoice: the provider says that another payment has captured the order, so all
 * others are read. If none of them holds the money, a matter is opened.
 */
async function syncOthers(
  deps: PaymentDeps,
  provider: PayPal,
  attempt: PaymentAttempt,
  seen: PaymentRow,
): Promise<PaymentOutcome> {
  const { order, by } = attempt;
  const others = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), ne(payments.id, seen.id)));
  const until = actDeadline(deps);
  for (const other of others) {
    const found = await lookUp(provider, other.providerOrderId, until);
    // One of the unread payments may hold the money: all are read later, and no payment starts until then.
    if (found.is === "unavailable") return { is: "unknown" };
    const observation = observe(deps, attempt, other, found.order);
    await applyObservation(deps, { order, providerOrderId: other.providerOrderId, by }, { seen: other, observation });
  }
  const [now] = await deps.db.select({ paidAt: orders.paidAt }).from(orders).where(eq(orders.id, order.id));
  const refused = await refuseCapture(deps, attempt, { seen, issue: "DUPLICATE_INVOICE_ID" });
  if (now?.paidAt != null) return { is: "paid otherwise" };
  await openMatter(deps.db, {
    ...{ orderId: order.id, kind: "unknown payment", reference: seen.id, paymentId: seen.id },
    detail: "DUPLICATE_INVOICE_ID",
  });
  return refused;
}
