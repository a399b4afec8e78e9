import { providerOf } from "@shop/shared/order/online-providers";
import { isByHand } from "@shop/shared/order/payment";
import type { Db } from "../../db/client.ts";
import { openMatter } from "../order/matters.ts";
import { type PaymentDeps, requireProvider } from "./deps.ts";
import { findSource } from "./exchange-money/source-payment.ts";
import { type NewRefund, type RefundRow, recordRefund } from "./refund-records.ts";

/** What a refund is for where nobody has said more. */
export const cancelledReason = "Order cancelled";

/**
 * Refunds money that goes back whatever the caller does next. Through an online provider the shop can do so itself: returns
 * the refund, to be requested after the commit. For any other money, a matter asks an administrator to transfer it.
 */
export async function startRefund(
  tx: Db,
  refund: NewRefund,
  /** What it is due for, once: by default the payment. */
  reference = refund.payment.id,
): Promise<RefundRow | undefined> {
  const { payment, amountCents } = refund;
  if (!isByHand((await findSource(tx, payment)).provider)) return recordRefund(tx, refund);
  const { id: paymentId, orderId } = payment;
  await openMatter(tx, { orderId, kind: "refund due", reference, paymentId, amountCents });
  return undefined;
}

/**
 * Throws PAYMENT_PROVIDER_UNAVAILABLE for a payment that only its provider can refund, where the shop is not
 * connected to it.
 */
export async function requireRefunder(tx: Db, deps: PaymentDeps, payment: NewRefund["payment"]): Promise<void> {
  const source = await findSource(tx, payment);
  if (!isByHand(source.provider) && source.provider !== "store credit")
    requireProvider(deps, providerOf(source.providerOrderId));
}
