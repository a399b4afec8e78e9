import { isByHand } from "@shop/shared/order/payment";
import type { PaymentRow } from "../read.ts";

/** What stands for the provider's order. No provider has such ids, and no customer can report them: they have colons. */
export function entryId(orderId: string, bankReference: string): string {
  return `transfer:${orderId}:${bankReference}`;
}

/** The bank's own reference of a recorded transfer; `null` for a payment of a provider. */
export function bankReferenceOf(payment: PaymentRow): string | null {
  const { orderId, providerOrderId } = payment;
  return isByHand(payment.provider) ? providerOrderId.slice(entryId(orderId, "").length) : null;
}
