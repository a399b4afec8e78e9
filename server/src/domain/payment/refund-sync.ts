import { providerOf } from "@shop/shared/order/online-providers";
import { isByHand, type PaymentProviderName } from "@shop/shared/order/payment";
import { and, eq, sql } from "drizzle-orm";
import { orders } from "../../db/schema/orders.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import type { ProviderRefund, RefundRefusal, RequestResult } from "../../infra/payment-provider.ts";
import { retryingConflicts } from "../base/errors.ts";
import type { DomainEvent } from "../base/events.ts";
import { issueCreditNotes } from "../invoice/issue.ts";
import { lockOrder } from "../order/hold.ts";
import { closeDueRefund, openMatter } from "../order/matters.ts";
import { applyObservation } from "./apply.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";
import { findSource } from "./exchange-money/source-payment.ts";
import { lookUp, observe } from "./look-up.ts";
import type { PaymentRow } from "./read.ts";
import { inFlightMs } from "./records.ts";
import { changeRefund, endRisk, type RefundRow, type RefundUpdate, updateReturned } from "./refund-records.ts";
import { enterRefund, isToCredit } from "./store-credit/refund-credit.ts";
import type { ReturnedRefund } from "./verify.ts";

/** The outcome of requesting a refund. */
export type RefundOutcome =
  /** The provider has made it, or is about to. */
  | { is: "accepted" }
  | { is: "refused"; refusal: RefundRefusal }
  /** Unknown; polling goes on. */
  | { is: "unknown" }
  /** The provider could not be asked; polling goes on. */
  | { is: "unavailable"; provider: PaymentProviderName };

/** `source`: the payment whose money goes back, which is another one where an exchange has passed it on. */
type RefundTarget = { refund: RefundRow; payment: PaymentRow; source: PaymentRow };

/** Requests a newly recorded refund from the provider, for the first time. */
export async function requestRefund(deps: PaymentDeps, refundId: string): Promise<RefundOutcome> {
  const target = await findTarget(deps, refundId);
  if (target === undefined || target.refund.status !== "requested") return { is: "accepted" };
  if (isWithoutProvider(target)) return completeHere(deps, target);
  const result = await callProvider(deps, target);
  const refusal = finalRefusal(result);
  if (refusal !== undefined) {
    // The only answer to the only request, so that a refusal can be believed.
    await failRefund(deps, target);
    return { is: "refused", refusal };
  }
  return result.is === "answered" ? accept(deps, target, result.document) : { is: "unknown" };
}

/** Requests refunds that were started, after the commit. One that is refused opens a matter. */
export async function requestStarted(deps: PaymentDeps, started: readonly RefundRow[]): Promise<void> {
  for (const { id, orderId, paymentId, amountCents } of started) {
    const outcome = await requestRefund(deps, id);
    if (outcome.is !== "refused") continue;
    const { code } = outcome.refusal;
    await openMatter(deps.db, { orderId, kind: "refund failed", reference: id, paymentId, amountCents, detail: code });
  }
}

/**
 * Determines the outcome of a refund without a final status: reads it at the provider, and requests
 * it again under the same request id if it was not made. A refusal opens a matter.
 */
export async function syncRefund(deps: PaymentDeps, refundId: string): Promise<RefundOutcome> {
  const target = await findTarget(deps, refundId);
  if (target === undefined || !["requested", "pending"].includes(target.refund.status)) return { is: "accepted" };
  if (isWithoutProvider(target)) return completeHere(deps, target);
  const before = await lookUpRefund(deps, target);
  if (before === "unavailable") return { is: "unavailable", provider: target.source.provider };
  if (before === "made" || target.refund.status === "pending") return { is: "accepted" };
  if (!(await claimRepeat(deps, target))) return { is: "unknown" };
  const result = await callProvider(deps, target);
  if (result.is === "answered") return accept(deps, target, result.document);
  const refusal = finalRefusal(result);
  if (refusal === undefined) return { is: "unknown" };
  // An earlier request may have caused the refusal; only a read tells.
  const after = await lookUpRefund(deps, target);
  if (after === "made") return { is: "accepted" };
  if (after === "unavailable") return { is: "unknown" };
  const { orderId, amountCents, id } = target.refund;
  await failRefund(deps, target);
  await openMatter(deps.db, {
    orderId,
    kind: "refund failed",
    reference: id,
    paymentId: target.payment.id,
    amountCents,
    detail: refusal.code,
  });
  return { is: "refused", refusal };
}

/** Commits the intent to request a refund again; `false` while an unanswered request may still be processed. */
async function claimRepeat({ db }: PaymentDeps, { refund }: RefundTarget): Promise<boolean> {
  const lastRequestedAt = sql`coalesce(${refunds.lastRequestedAt}, ${refunds.createdAt})`;
  const claimed = await db
    .update(refunds)
    .set({ lastRequestedAt: later(0) })
    .where(and(eq(refunds.id, refund.id), sql`${lastRequestedAt} <= ${later(-inFlightMs)}`))
    .returning({ id: refunds.id });
  return claimed.length > 0;
}

/** A refusal for good; `undefined` if a later request can still succeed. */
function finalRefusal(result: RequestResult<ProviderRefund, RefundRefusal>): RefundRefusal | undefined {
  return result.is === "refused" || result.is === "untried" ? result.refusal : undefined;
}

async function findTarget({ db }: PaymentDeps, refundId: string): Promise<RefundTarget | undefined> {
  const [target] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  return target === undefined ? undefined : { ...target, source: await findSource(db, target.payment) };
}

async function callProvider(
  deps: PaymentDeps,
  { refund, source }: RefundTarget,
): Promise<RequestResult<ProviderRefund, RefundRefusal>> {
  if (source.captureId === null) throw new Error("the payment of the refund has no capture");
  const { id, amountCents, currency, reason } = refund;
  return requireProvider(deps, providerOf(source.providerOrderId)).refundCapture(
    { id, captureId: source.captureId, amountCents, currency, note: reason ?? "" },
    actDeadline(deps),
  );
}

/** Reads the provider order and records the refunds that it lists. */
async function lookUpRefund(deps: PaymentDeps, target: RefundTarget): Promise<"made" | "not made" | "unavailable"> {
  const { refund, payment, source } = target;
  const provider = requireProvider(deps, providerOf(source.providerOrderId));
  const found = await lookUp(provider, source.providerOrderId, actDeadline(deps));
  if (found.is === "unavailable") return "unavailable";
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, source.orderId));
  if (order === undefined) throw new Error("order of the payment not found");
  const observation = observe(provider, { order }, source, found.order);
  // An order that was captured cannot be gone: a repeat would be made anew, once the provider has forgotten its request id.
  if (observation.is === "absent" && provider.isReadCurrent) return "unavailable";
  // An expired provider order lists no refunds. Requesting again is safe because the request id is the same.
  if (observation.is !== "captured" && observation.is !== "differs") return "not made";
  if (source.id !== payment.id) return recordListed(deps, target, observation.money.returned.listed);
  await applyObservation(
    deps,
    { order, providerOrderId: payment.providerOrderId, by: null },
    { seen: payment, observation },
  );
  const after = await findTarget(deps, refund.id);
  return after === undefined || after.refund.status === "requested" ? "not made" : "made";
}

/** Records what the provider lists of a refund of money that an exchange has passed on. */
async function recordListed(
  deps: PaymentDeps,
  target: RefundTarget,
  listed: readonly ReturnedRefund[],
): Promise<"made" | "not made"> {
  const { id, orderId, providerRefundId, amountCents, status: before } = target.refund;
  const found = listed.find((each) => each.providerRefundId === providerRefundId || each.customId === id);
  if (found === undefined) return "not made";
  await writeRefundChange(deps, target, { status: found.status, providerRefundId: found.providerRefundId });
  // One that was accepted has failed later, when nobody waits for the answer.
  if (found.status === "failed" && before === "pending") {
    await openMatter(deps.db, {
      orderId,
      kind: "refund failed",
      reference: id,
      paymentId: target.payment.id,
      amountCents,
    });
  }
  return "made";
}

async function accept(deps: PaymentDeps, target: RefundTarget, document: ProviderRefund): Promise<RefundOutcome> {
  const { status } = document;
  if (status !== "completed" && status !== "pending") return { is: "unknown" };
  await writeRefundChange(deps, target, { status, providerRefundId: document.id });
  return { is: "accepted" };
}

/** An administrator has transferred the money back, whom the shop believes; or it goes to store credit. */
function isWithoutProvider(target: RefundTarget): boolean {
  return isByHand(target.source.provider) || isToCredit(target);
}

async function completeHere(deps: PaymentDeps, target: RefundTarget): Promise<RefundOutcome> {
  await writeRefundChange(deps, target, { status: "completed" });
  return { is: "accepted" };
}

async function failRefund(deps: PaymentDeps, target: RefundTarget): Promise<void> {
  await writeRefundChange(deps, target, { status: "failed" });
}

async function writeRefundChange(
  deps: PaymentDeps,
  { refund, payment, source }: RefundTarget,
  change: RefundUpdate,
): Promise<void> {
  const events: DomainEvent[] = [];
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      events.length = 0;
      await lockOrder(tx, refund.orderId);
      const [now] = await tx.select().from(refunds).where(eq(refunds.id, refund.id));
      // Only a refund without a final status is changed; a concurrent read may have completed it.
      if (now === undefined || (now.status !== "requested" && now.status !== "pending")) return;
      await changeRefund({ tx, payment, events }, now, change);
      if (await updateReturned(tx, payment)) await endRisk(tx, payment);
      if (change.status === "completed") await enterRefund(tx, { refund: now, source });
      if (isByHand(source.provider)) await closeDueRefund(tx, refund);
      // Last, because its number is locked until the commit.
      if (events.length > 0) await issueCreditNotes(tx, deps.seller, refund.orderId);
    }),
  );
  for (const event of events) deps.emit(event);
}
