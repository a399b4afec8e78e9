/** How far a payment has come, in the provider's eyes. */
export const paymentStatuses = ["created", "capturing", "pending", "completed", "failed", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
