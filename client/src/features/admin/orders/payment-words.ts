import { shopCurrency } from "@shop/shared/currency";
import { formatMoney } from "@shop/shared/money";
import type { PaymentStatus } from "@shop/shared/order/payment";
import type { PaymentRecord } from "@shop/shared/order/refund";
import type { PaymentMethod } from "@shop/shared/shop";
import type { StatusTone } from "../../../ui/status-dot.tsx";

/** The state of a payment, for admins. */
export const paymentStates: Record<PaymentStatus, { tone: StatusTone; text: string }> = {
  created: { tone: "quiet", text: "Started, not paid" },
  capturing: { tone: "warning", text: "Not known yet" },
  pending: { tone: "going", text: "Pending at the provider" },
  completed: { tone: "done", text: "Paid" },
  failed: { tone: "quiet", text: "Failed" },
  refunded: { tone: "quiet", text: "Refunded" },
};

/** The amount of a payment, with its currency unless it is that of the shop. */
export function paymentAmount({ amount, currency }: Pick<PaymentRecord, "amount" | "currency">): string {
  return currency === shopCurrency() ? formatMoney(amount) : `${amount} ${currency}`;
}

/** Whether the result of a refund is still unknown; until it is known no other refund can be made. */
export function isRefundRequested({ refunds }: PaymentRecord): boolean {
  return refunds.some(({ status }) => status === "requested");
}

/** Who pays for an order that is entered by hand, and how. */
export function payerText(method: PaymentMethod): string {
  return method === "On Delivery" ? "The customer, on delivery" : `The customer, by ${method}`;
}
