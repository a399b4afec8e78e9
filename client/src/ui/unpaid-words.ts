import type { PaymentMethod } from "@shop/shared/shop";

/** What stands where an order's time of payment would. */
export function unpaidWords(order: { paymentMethod: PaymentMethod; cancellation: unknown }): string {
  return order.paymentMethod === "On Delivery" && order.cancellation === null ? "On delivery" : "Not paid";
}
