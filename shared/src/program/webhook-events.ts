// Admin screens show these, so this module must not import zod.

/** The events that outside programs can be told of. */
export const webhookEventTypes = [
  "order.paid",
  "order.confirmed",
  "order.processed",
  "order.shipped",
  "order.delivered",
  "order.refunded",
  "order.cancelled",
  "order.edited",
  "product.created",
  "product.updated",
  "product.deleted",
  "stock.low",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What happened, for administrators who choose events. */
export const webhookEventWords: Record<WebhookEventType, string> = {
  "order.paid": "An order was paid",
  "order.confirmed": "An order was confirmed",
  "order.processed": "An order is being processed",
  "order.shipped": "An order was shipped",
  "order.delivered": "An order was delivered",
  "order.refunded": "Money of an order was refunded",
  "order.cancelled": "An order was cancelled",
  "order.edited": "An order was changed",
  "product.created": "A product came into the shop",
  "product.updated": "A product of the shop was changed",
  "product.deleted": "A product left the shop",
  "stock.low": "A product is running out",
};

export const deliveryStatuses = ["waiting", "sent", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
