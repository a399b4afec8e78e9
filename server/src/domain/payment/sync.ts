import { providerOf } from "@shop/shared/order/online-providers";
import { and, eq, ne } from "drizzle-orm";
import { isOnline } from "../../db/online-payments.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import type { PaymentProvider, PaymentRefusal } from "../../infra/payment-provider.ts";
import { openMatter } from "../order/matters.ts";
import { applyObservation, type PaymentAttempt } from "./apply.ts";
import { captureOrder, refuseCapture } from "./capture.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";
import { lookUp, observe, observeCapture } from "./look-up.ts";
import { type PaymentOutcome, refusalOf } from "./outcome.ts";
import { findPayment, type PaymentRow, type SeenPayment } from "./read.ts";
import { captureGiveUpMs, isInFlight } from "./records.ts";
import type { Observation } from "./verify.ts";

/**
 * Synchronizes a payment with the provider: reads its order, captures it if the customer has
 * approved it, and records the outcome. No transaction is open while the provider is asked.
 * `until` is a deadline of `performance.now()`. Idempotent.
 */
export async function syncPayment(
  deps: PaymentDeps,
  attempt: PaymentAttempt,
  until = actDeadline(deps),
): Promise<PaymentOutcome> {
  const provider = requireProvider(deps, providerOf(attempt.providerOrderId));
  const outcome = await sync(deps, provider, attempt, until);
  const refusal = refusalOf(outcome);
  if (refusal !== null) {
    const { order, providerOrderId, by } = attempt;
    deps.emit({ type: "payment not made", order: order.id, providerOrder: providerOrderId, code: refusal.kind, by });
  }
  return outcome;
}

async function sync(
  deps: PaymentDeps,
  provider: PaymentProvider,
  attempt: PaymentAttempt,
  until: number,
): Promise<PaymentOutcome> {
  const seen = await findPayment(deps.db, attempt.providerOrderId);
  if (seen !== undefined && seen.orderId !== attempt.order.id) return { is: "reused" };
  const found = await lookUp(provider, attempt.providerOrderId, until);
  // A requested capture may have been made, however often the read fails.
  if (found.is === "unavailable")
    return seen?.status === "capturing" && attempt.by !== null ? { is: "unknown" } : found;
  const observation = observe(provider, attempt, seen, found.order);
  const isExpired = observation.is === "absent" && seen !== undefined && seen.captureId !== null;
  const known = isExpired ? await observeCapture({ ...attempt, provider, until }, seen) : observation;
  const plan = planFor(known ?? observation, seen, attempt);
  if (plan !== "capture") return applyObservation(deps, attempt, { seen, observation: plan });
  const outcome = await captureOrder(deps, provider, attempt, until);
  if (outcome.is === "paid before") return syncOthers(deps, attempt, outcome);
  if (outcome.is === "captured unseen") return { is: "unknown" };
  // Nothing was requested, so that the read still counts.
  const isNotTried = ["out of stock", "pending", "withdrawn", "cancelled"].includes(outcome.is);
  if (!isNotTried || !canGiveUp(seen, attempt)) return outcome;
  return applyObservation(deps, attempt, { seen, observation: givenUp });
}

const givenUp = { is: "given up" } as const;

/**
 * Whether a capture has been tried for so long that it ends if a read shows none; never during a
 * customer's own request, and never while a request may still be processed.
 */
function canGiveUp(seen: SeenPayment | undefined, { by }: Pick<PaymentAttempt, "by">): seen is SeenPayment {
  if (by !== null || seen?.status !== "capturing" || isInFlight(seen)) return false;
  return seen.readAt.getTime() - capturingSince(seen) > captureGiveUpMs;
}

/** Whether the last try of a capture that can be given up was made. */
function isLastTryMade(seen: PaymentRow): boolean {
  const lastTry = seen.lastRequestedAt?.getTime() ?? 0;
  return lastTry - capturingSince(seen) > captureGiveUpMs;
}

const capturingSince = (seen: PaymentRow) => (seen.capturingSince ?? seen.updatedAt).getTime();

/** Whether an approved order is captured now, or what is recorded instead. */
function planFor(
  observation: Observation,
  seen: SeenPayment | undefined,
  { order, by }: PaymentAttempt,
): "capture" | Observation | typeof givenUp {
  if (canGiveUp(seen, { by })) {
    if (observation.is === "foreign") return givenUp;
    // A 404 may be wrong, so the unanswered request is repeated before it is given up.
    if (observation.is === "absent" && order.paidAt === null && !isLastTryMade(seen)) return "capture";
    if (observation.is === "absent" || (observation.is === "approved" && isLastTryMade(seen))) return givenUp;
  }
  if (observation.is !== "approved") return observation;
  const status = seen?.status ?? "created";
  // Another payment has paid the order: this one is not needed.
  if (seen?.status === "capturing" && order.paidAt !== null) return isInFlight(seen) ? observation : givenUp;
  if (order.paidAt !== null && seen !== undefined) return observation;
  // A declined card is charged again only at the customer's own request.
  if (status === "created" && by === null && seen !== undefined && seen.attempt > 1) return observation;
  if (status === "created" || status === "capturing") return "capture";
  // A failed payment is tried again only at the customer's own request.
  return status === "failed" && by !== null ? "capture" : observation;
}

/**
 * Handles that the provider says that another payment has captured the order: all others are read. If none of them holds the money, a matter is opened.
 */
async function syncOthers(
  deps: PaymentDeps,
  attempt: PaymentAttempt,
  { seen, refusal }: { seen: PaymentRow; refusal: PaymentRefusal },
): Promise<PaymentOutcome> {
  const { order, by } = attempt;
  const others = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), ne(payments.id, seen.id), isOnline));
  const until = actDeadline(deps);
  for (const other of others) {
    const provider = requireProvider(deps, providerOf(other.providerOrderId));
    const found = await lookUp(provider, other.providerOrderId, until);
    // One of the unread payments may hold the money: all are read later, and no payment starts until then.
    if (found.is === "unavailable") return { is: "unknown" };
    const observation = observe(provider, attempt, other, found.order);
    await applyObservation(deps, { order, providerOrderId: other.providerOrderId, by }, { seen: other, observation });
  }
  const [now] = await deps.db.select({ paidAt: orders.paidAt }).from(orders).where(eq(orders.id, order.id));
  const refused = await refuseCapture(deps, attempt, { seen, refusal });
  if (now?.paidAt != null) return { is: "paid otherwise" };
  await openMatter(deps.db, {
    orderId: order.id,
    kind: "unknown payment",
    reference: seen.id,
    paymentId: seen.id,
    detail: refusal.code,
  });
  return refused;
}
