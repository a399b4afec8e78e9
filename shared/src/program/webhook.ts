import { z } from "zod";
import { orderItemSchema } from "../order/order.ts";
import { parcelSchema } from "../order/parcel.ts";
import { storedVersionSchema } from "../query.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { type DeliveryStatus, deliveryStatuses, type WebhookEventType, webhookEventTypes } from "./webhook-events.ts";

/** The event of a test delivery, which no program has to choose. */
export const testEventType = "webhook.test";

/** An order, without anything about its customer. */
export const webhookOrderSchema = z.object({
  _id: wireIdSchema,
  createdAt: timestampSchema,
  paidAt: timestampSchema.nullable(),
  confirmedAt: timestampSchema.nullable(),
  processedAt: timestampSchema.nullable(),
  shippedAt: timestampSchema.nullable(),
  deliveredAt: timestampSchema.nullable(),
  cancelledAt: timestampSchema.nullable(),
  currency: z.literal("USD"),
  itemsPrice: wireAmountSchema,
  discountPrice: wireAmountSchema,
  shippingPrice: wireAmountSchema,
  taxPrice: wireAmountSchema,
  totalPrice: wireAmountSchema,
  refundedPrice: wireAmountSchema.meta({ description: "What was refunded of it so far." }),
  items: z.array(orderItemSchema.pick({ product: true, name: true, qty: true, price: true })),
  parcels: z.array(parcelSchema.pick({ carrier: true, trackingNumber: true })),
});

/** A product of the shop as guests see it. */
export const webhookProductSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  brand: z.string(),
  category: z.string(),
  price: wireAmountSchema,
  currency: z.literal("USD"),
  countInStock: z.int(),
  url: z.url().meta({ description: "Its page in the shop." }),
  version: z.int().meta({ description: "Grows with every change, so that a late event can be told from a new one." }),
  updatedAt: timestampSchema,
});

const orderEvent = <Type extends WebhookEventType>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: timestampSchema, data: webhookOrderSchema });

/** Every body that is sent, by its type. `timestamp` is when it happened; `data` is as it was right afterwards. */
export const webhookPayloadSchema = z.discriminatedUnion("type", [
  orderEvent("order.paid"),
  orderEvent("order.confirmed"),
  orderEvent("order.processed"),
  orderEvent("order.shipped"),
  orderEvent("order.delivered"),
  z.object({
    type: z.literal("order.refunded"),
    timestamp: timestampSchema,
    data: webhookOrderSchema.extend({ amount: wireAmountSchema.meta({ description: "What was refunded this time." }) }),
  }),
  orderEvent("order.cancelled"),
  orderEvent("order.edited"),
  z.object({ type: z.literal("product.created"), timestamp: timestampSchema, data: webhookProductSchema }),
  z.object({ type: z.literal("product.updated"), timestamp: timestampSchema, data: webhookProductSchema }),
  z.object({ type: z.literal("product.deleted"), timestamp: timestampSchema, data: z.object({ _id: wireIdSchema }) }),
  z.object({ type: z.literal("stock.low"), timestamp: timestampSchema, data: webhookProductSchema }),
  z.object({ type: z.literal(testEventType), timestamp: timestampSchema, data: z.object({}) }),
]);
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** The addresses that the shop tells at a time, and the length of each. */
export const endpointsMax = 20;
const urlLength = 500;
/** For how long a rotated secret still signs, in hours. */
export const secretOverlapHours = 24;

const addressRule = "Enter an address such as https://erp.example.com/hooks";

const endpointFields = z.object({
  url: z
    .string({ error: "Address is required" })
    .trim()
    .max(urlLength, `An address can have at most ${urlLength} characters`)
    // Without a user and a password before the host.
    .regex(/^https?:\/\/[^/?#@\\\s]+([/?#]|$)/i, addressRule)
    .pipe(z.url({ protocol: /^https?$/, error: addressRule })),
  events: z
    .array(z.enum(webhookEventTypes))
    .max(webhookEventTypes.length, "Choose each event once")
    .transform((events) => webhookEventTypes.filter((type) => events.includes(type)))
    .refine((events) => events.length > 0, "Choose at least one event"),
  isEnabled: z.boolean(),
});
export const createEndpointSchema = endpointFields.omit({ isEnabled: true });
export type CreateEndpoint = z.output<typeof createEndpointSchema>;
export const updateEndpointSchema = endpointFields.extend({ version: storedVersionSchema });
export type UpdateEndpoint = z.output<typeof updateEndpointSchema>;

/** An address that is told of events, as admins see it. */
export type EndpointRecord = {
  _id: string;
  url: string;
  events: WebhookEventType[];
  isEnabled: boolean;
  createdAt: string;
  createdBy: string;
  /** Since when nothing has arrived there. */
  failingSince: string | null;
  /** When the shop switched it off because of that. */
  givenUpAt: string | null;
  /** Until when deliveries are signed with the secret before as well. */
  previousUntil: string | null;
  /** Deliveries that wait for their next attempt. */
  waiting: number;
  version: number;
};

/** The secret is shown once. */
export type EndpointWithSecret = { endpoint: EndpointRecord; secret: string };

export const deliveryPageSize = 25;
export const listDeliveriesSchema = z.object({
  endpointId: z.string(),
  status: z.enum(deliveryStatuses).optional(),
  /** The last delivery of the page before. */
  before: z.string().optional(),
});
export type ListDeliveries = z.output<typeof listDeliveriesSchema>;

/** A delivery to one address. */
export type DeliveryRecord = {
  _id: string;
  /** The id of the message, which the receiver gets as `webhook-id`. */
  messageId: string;
  type: string;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  detail: string | null;
  createdAt: string;
  endedAt: string | null;
  /** When it is tried next; null once it has arrived or was given up. */
  nextAt: string | null;
  body: string;
};

/** A page of deliveries, newest first, and the id from which the next page continues. */
export type DeliveryPage = { deliveries: DeliveryRecord[]; older: string | null };
