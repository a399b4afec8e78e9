import { createHash } from "node:crypto";
import type { InvoiceTax } from "@shop/shared/order/invoice";
import type { Order } from "@shop/shared/order/order";
import { isCredit } from "@shop/shared/order/payment";
import type { Refund, RefundOrder } from "@shop/shared/order/refund";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { findCancellation } from "../order/cancelled.ts";
import { lockOrder, type OrderRow } from "../order/hold.ts";
import { readOrder, requireOrder } from "../order/read.ts";
import { lockHolder } from "../store-credit/change-credit.ts";
import { openCreditAccount } from "../store-credit/customer-account.ts";
import type { PaymentDeps } from "./deps.ts";
import { formatCents, listRestockable, refundableCents } from "./money.ts";
import type { PaymentRow } from "./read.ts";
import { type RefundRow, recordRefund, writeRefundItems } from "./refund-records.ts";
import { requestRefund } from "./refund-sync.ts";
import { refundMessage } from "./refusals.ts";
import { requireRefunder } from "./start-refund.ts";

export type Refunded = { order: Order; refund: Refund; isReplay: boolean };

/**
 * Refunds a captured payment of an order, in full or in part. The refund is recorded before the
 * provider is asked, and its id is the provider's request id, so that the same key and request make
 * one refund. If the outcome is unknown, the refund is `requested` and polling determines it. Throws
 * VALIDATION if the amount exceeds what can be refunded, REFUND_PENDING while another refund of the
 * payment is unanswered, and REFUND_REFUSED with the reason if the provider refuses. Amounts in
 * cents.
 */
export async function refundPayment(
  deps: PaymentDeps,
  admin: Admin<"orders.refund">,
  { orderId, input, key, within }: Request,
): Promise<Refunded> {
  await requireOrder(deps.db, admin, orderId);
  const { refund, isReplay } = await retryingConflicts(() => writeRefund(deps, admin, { orderId, input, key, within }));
  const result = isReplay ? { is: "known" as const } : await requestRefund(deps, refund.id);
  if (result.is === "refused") throw new DomainError("REFUND_REFUSED", refundMessage(result.refusal));
  const order = await readOrder(deps.db, admin, orderId);
  const written = order.refunds.find(({ _id }) => _id === refund.id);
  // A refund that failed here was refused by the provider for an earlier request with this key.
  if (written === undefined || written.status === "failed") {
    throw new DomainError("REFUND_REFUSED", "Nothing was refunded: the payment provider refused this refund before.");
  }
  return { order, refund: written, isReplay };
}

type Request = {
  orderId: string;
  input: RefundOrder;
  key: string;
  /**
   * What a refund is for, in the transaction that records it: whether it may be made, with the taxes within it where they are
   * known, and what is written with it.
   */
  within?:
    | { check: (tx: Db) => Promise<InvoiceTax[] | null>; write: (tx: Db, refundId: string) => Promise<void> }
    | undefined;
};

/** Records a refund that is about to be requested, or finds the one that the key stands for. */
async function writeRefund(
  deps: PaymentDeps,
  admin: Admin<"orders.refund">,
  { orderId, input, key, within }: Request,
): Promise<{ refund: RefundRow; isReplay: boolean }> {
  const requestHash = createHash("sha256")
    .update(JSON.stringify([orderId, input]))
    .digest("base64url");
  return deps.db.transaction(async (tx) => {
    // The order's lock serializes its refunds, so that their sum is known.
    const order = await lockOrder(tx, orderId);
    const known = await findByKey(tx, admin, key);
    if (known !== undefined) {
      if (known.requestHash === requestHash) return { refund: known, isReplay: true };
      throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another refund");
    }
    const taxes = (await within?.check(tx)) ?? null;
    const payment = await choosePayment(tx, orderId, input);
    await refuseCredit(tx, order, payment);
    if (input.asCredit !== true) await requireRefunder(tx, deps, payment);
    await refuseWhilePending(tx, payment);
    refuseTooMuch(await refundableCents(tx, payment), input);
    await refuseRestock(tx, order, input);
    const creditAccountId = input.asCredit === true ? await openAccountOf(tx, order) : undefined;
    const refund = await recordRefund(tx, {
      payment,
      creditAccountId,
      amountCents: input.amount,
      reason: input.reason,
      taxes,
      by: admin.id,
      request: { idempotencyKey: key, requestHash },
      askAgainMs: deps.reconcileMs,
    });
    const items = (input.restock ?? []).map(({ product, qty }) => ({ productId: product, qty }));
    await writeRefundItems(tx, refund.id, items);
    await within?.write(tx, refund.id);
    return { refund, isReplay: false };
  });
}

/** The store credit of the customer. Throws VALIDATION if the account is gone, or was never one. */
async function openAccountOf(tx: Db, { userId }: OrderRow): Promise<string> {
  try {
    return await openCreditAccount(tx, (await lockHolder(tx, userId)).id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw invalid("asCredit", "This customer has no account that credit could be kept in");
  }
}

async function findByKey(tx: Db, admin: Admin<"orders.refund">, key: string): Promise<RefundRow | undefined> {
  const [known] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.requestedBy, admin.id), eq(refunds.idempotencyKey, key)));
  return known;
}

/** The named payment, or the only captured one. */
async function choosePayment(tx: Db, orderId: string, { payment: named }: RefundOrder): Promise<PaymentRow> {
  const captured = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), sql`${payments.status} in ('completed', 'refunded')`))
    .orderBy(asc(payments.createdAt));
  const [first, ...others] =
    named === undefined
      ? captured
      : captured.filter((each) => [each.id, each.providerOrderId, each.captureId].includes(named));
  if (first === undefined) {
    const message = named === undefined ? "Nothing was paid for this order" : "This order has no such payment";
    if (named === undefined) throw new DomainError("ILLEGAL_TRANSITION", message);
    throw invalid("payment", message);
  }
  if (others.length > 0) throw invalid("payment", "This order has several payments. Say which one to refund.");
  return first;
}

/** As long as the rest of an order's price is asked for, its credit must stay. */
async function refuseCredit(tx: Db, { id, paidAt }: OrderRow, { provider }: PaymentRow): Promise<void> {
  if (paidAt !== null || !isCredit(provider) || (await findCancellation(tx, id)) !== undefined) return;
  const message = "This order is not paid yet. Cancel it, and what was paid of it goes back.";
  throw new DomainError("ILLEGAL_TRANSITION", message);
}

/** Throws REFUND_PENDING while the provider has not answered a refund of the same payment. */
export async function refuseWhilePending(tx: Db, payment: PaymentRow): Promise<void> {
  const [busy] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, "requested")));
  if (busy === undefined) return;
  throw new DomainError("REFUND_PENDING", "A refund of this payment is still being made. Please wait for its answer.");
}

function refuseTooMuch(refundable: number, { amount }: RefundOrder): void {
  if (amount <= refundable) return;
  if (refundable === 0) throw invalid("amount", "This payment was refunded in full before");
  throw invalid("amount", `At most ${formatCents(refundable)} of this payment can be refunded`);
}

async function refuseRestock(tx: Db, { id, paidAt }: OrderRow, { restock = [] }: RefundOrder): Promise<void> {
  if (restock.length === 0) return;
  // Its customer can still pay for all units.
  if (paidAt === null) {
    throw invalid("restock", "This order is not paid. Its units go back into the stock if nobody pays for it.");
  }
  const left = new Map((await listRestockable(tx, id)).map(({ product, qty }) => [product, qty]));
  for (const { product, qty } of restock) {
    const possible = left.get(product) ?? 0;
    if (qty > possible)
      throw invalid("restock", `At most ${possible} units of this product can go back into the stock`);
    left.set(product, 0);
  }
}

function invalid(path: string, message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}
