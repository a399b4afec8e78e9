import { shopCurrency } from "@shop/shared/currency";
import { cancelledRefusal } from "@shop/shared/order/cancel-rules";
import { type OnlineProvider, providerOfMethod } from "@shop/shared/order/online-providers";
import { and, desc, eq, sql } from "drizzle-orm";
import { payments } from "../../db/schema/payments.ts";
import { later } from "../../db/time.ts";
import type { PaymentProvider } from "../../infra/payment-provider.ts";
import type { User } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import { findCancellation } from "../order/cancelled.ts";
import { recordEvent } from "../order/history.ts";
import { lockOrder, type OrderRow, renewHold } from "../order/hold.ts";
import { hasOpenMatterOf, openMatter } from "../order/matters.ts";
import { findWithdrawal, withdrawnRefusal } from "../order/withdrawn.ts";
import { applyObservation } from "./apply.ts";
import { actDeadline, limitLookups, type PaymentDeps, requireProvider } from "./deps.ts";
import { lookUp, observe } from "./look-up.ts";
import { type PaymentOutcome, refusalOf, requireAnswer } from "./outcome.ts";
import type { PaymentRow } from "./read.ts";
import { changePayment, claimPayment, findInProgress } from "./records.ts";
import { meaningOf } from "./refusals.ts";

/** A provider order that waits for its customer, with what the customer's browser approves it with. */
export type StartedPayment = { id: string; clientSecret?: string };

/**
 * Starts a payment by a provider, which is by default that of the chosen payment method: renews the order's hold if it has
 * lapsed, and returns the provider order for the customer to approve. An open provider order is reused. Throws OUT_OF_STOCK before
 * the provider is asked, ILLEGAL_TRANSITION if the customer has withdrawn or it was cancelled, and PAYMENT_REFUSED if the
 * provider takes no payments for the shop.
 */
export async function startPayment(
  deps: PaymentDeps,
  user: User,
  order: OrderRow,
  name: OnlineProvider = providerOfMethod(order.paymentMethod),
): Promise<StartedPayment> {
  const provider = requireProvider(deps, name);
  await limitLookups(deps, user.id);
  const until = actDeadline(deps);
  const { open, number } = await prepare(deps, order, name);
  if (open !== undefined) {
    const outcome = await syncOpenOrder(deps, { provider, until, user, order, open });
    if (outcome.is === "started") return outcome.started;
    // A provider order that cannot be used any more is replaced; any other outcome is thrown.
    if (outcome.is !== "refused") throw refusalOf(outcome) ?? alreadyPaid();
  }
  const started = await createOrder(deps, { provider, until, order, number });
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id);
      const payment = await claimPayment(tx, locked, started.id);
      // Concurrent starts get the same provider order by the same request id.
      if (payment === null || payment.askAgainAt !== null) return;
      await changePayment(tx, payment.id, { askAgainAt: later(deps.reconcileMs) });
      await recordEvent(tx, { orderId: order.id, act: "payment started", by: user.id });
    }),
  );
  return started;
}

function alreadyPaid(): DomainError {
  return new DomainError("ALREADY_PAID", "This order is already paid");
}

/** Checks that the order can be paid, and finds a provider order that may still be open for it. */
async function prepare({ db, settings }: PaymentDeps, { id }: OrderRow, name: OnlineProvider) {
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order.paidAt !== null) throw alreadyPaid();
      if ((await findWithdrawal(tx, id)) !== undefined) throw new DomainError("ILLEGAL_TRANSITION", withdrawnRefusal);
      if ((await findCancellation(tx, id)) !== undefined) throw new DomainError("ILLEGAL_TRANSITION", cancelledRefusal);
      const refusal = refusalOf({ is: "pending" });
      const isBlocked =
        (await findInProgress(tx, order)) !== null ||
        (await hasOpenMatterOf(tx, id, ["unknown payment", "payment differs"]));
      if (isBlocked && refusal !== null) throw refusal;
      await renewHold(tx, order, settings.current.holdMs);
      const ofOrder = eq(payments.orderId, id);
      const [count] = await tx.select({ n: sql<number>`count(*)::int` }).from(payments).where(ofOrder);
      const [open] = await tx
        .select()
        .from(payments)
        .where(and(ofOrder, eq(payments.provider, name), eq(payments.status, "created")))
        .orderBy(desc(payments.createdAt))
        .limit(1);
      return { open, number: count?.n ?? 0 };
    }),
  );
}

type Start = { provider: PaymentProvider; until: number; order: OrderRow };

/** The outcome of the provider order that was created before. */
async function syncOpenOrder(
  deps: PaymentDeps,
  { provider, until, user, order, open }: Start & { user: User; open: PaymentRow },
): Promise<PaymentOutcome | { is: "started"; started: StartedPayment }> {
  const found = await lookUp(provider, open.providerOrderId, until);
  if (found.is === "unavailable") return found;
  const attempt = { order, providerOrderId: open.providerOrderId, by: user.id };
  const observation = observe(provider, attempt, open, found.order);
  if (observation.is === "open" || observation.is === "approved") {
    return { is: "started", started: toStarted({ id: open.providerOrderId, clientSecret: found.order?.clientSecret }) };
  }
  return applyObservation(deps, attempt, { seen: open, observation });
}

function toStarted({ id, clientSecret }: { id: string; clientSecret?: string | undefined }): StartedPayment {
  return clientSecret === undefined ? { id } : { id, clientSecret };
}

/** Creates a provider order; idempotent by its request id. */
async function createOrder(
  { db, shop }: PaymentDeps,
  { provider, until, order, number }: Start & { number: number },
): Promise<StartedPayment> {
  const { id: orderId } = order;
  const requestId = `create-${orderId}-${number}`;
  const asked = { orderId, amountCents: centsToPay(order), currency: shopCurrency(), requestId, shopName: shop.name };
  const created = await requireAnswer(provider.createOrder(asked, until));
  if (created.is === "created") return toStarted(created);
  const { refusal } = created;
  const { kind, message } = meaningOf(refusal);
  if (refusal.reason === "account") {
    const reference = `create ${refusal.code}`;
    await openMatter(db, { orderId, kind: "payment refused", reference, detail: refusal.code });
  }
  throw new DomainError(kind, message);
}
