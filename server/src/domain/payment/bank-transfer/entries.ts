import type { PaymentRow } from "../read.ts";

/** What stands for the provider's order. No provider has such ids, and no customer can report them: they have colons. */
export function entryId(orderId: string, bankReference: string): string {
  return `transfer:${orderId}:${bankReference}`;
}

/** Whether an administrator has received the money, and sends it back by hand. */
export function isByHand({ provider }: Pick<PaymentRow, "provider">): boolean {
  return provider === "bank transfer";
}

/** The bank's own reference of a recorded transfer; `null` for a payment of a provider. */
export function bankReferenceOf(payment: PaymentRow): string | null {
  const { orderId, providerOrderId } = payment;
  return isByHand(payment) ? providerOrderId.slice(entryId(orderId, "").length) : null;
}
