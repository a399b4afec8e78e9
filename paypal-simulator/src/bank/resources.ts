import { z } from "zod";
import { disputeOutcomes, disputeReasons } from "./dispute-terms.ts";

export const moneySchema = z.object({ currency_code: z.string(), value: z.string() });
export type Money = z.infer<typeof moneySchema>;

const linkSchema = z.object({ href: z.string(), rel: z.string(), method: z.string() });
export type Link = z.infer<typeof linkSchema>;

export const captureSchema = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "PENDING", "DECLINED", "FAILED", "REFUNDED", "PARTIALLY_REFUNDED"]),
  status_details: z.object({ reason: z.string() }).optional(),
  /** What the issuer of a card says. */
  processor_response: z.object({ cvv_code: z.string().optional(), avs_code: z.string().optional() }).optional(),
  amount: moneySchema,
  final_capture: z.boolean(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
  create_time: z.string(),
  update_time: z.string(),
  links: z.array(linkSchema),
});
export type Capture = z.infer<typeof captureSchema>;
export type CaptureStatus = Capture["status"];

/** A refund names no order; its `up` link names the capture, as at the provider. */
export const refundSchema = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "PENDING", "FAILED", "CANCELLED"]),
  amount: moneySchema,
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  note_to_payer: z.string().optional(),
  seller_payable_breakdown: z.object({ gross_amount: moneySchema, total_refunded_amount: moneySchema }),
  create_time: z.string(),
  update_time: z.string(),
  links: z.array(linkSchema),
});
export type Refund = z.infer<typeof refundSchema>;
export type RefundStatus = Refund["status"];

const trackerSchema = z.object({
  id: z.string(),
  status: z.enum(["SHIPPED", "CANCELLED"]),
  create_time: z.string(),
  update_time: z.string(),
  links: z.array(linkSchema),
});
export type Tracker = z.infer<typeof trackerSchema>;

const addressSchema = z.object({
  address_line_1: z.string().optional(),
  address_line_2: z.string().optional(),
  admin_area_1: z.string().optional(),
  admin_area_2: z.string().optional(),
  postal_code: z.string().optional(),
  country_code: z.string(),
});

/** Who approves orders, and where goods go if the shop leaves that to the provider. */
export const payerSchema = z.object({
  email_address: z.string().optional(),
  name: z.object({ given_name: z.string().optional(), surname: z.string().optional() }).optional(),
  shipping: z.object({ name: z.object({ full_name: z.string() }).optional(), address: addressSchema }).optional(),
});
export type Payer = z.infer<typeof payerSchema>;

const unitSchema = z.object({
  reference_id: z.string(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  amount: moneySchema,
  payee: z.object({ merchant_id: z.string(), email_address: z.string() }),
  payments: z.object({ captures: z.array(captureSchema), refunds: z.array(refundSchema).optional() }).optional(),
  shipping: z
    .object({
      trackers: z.array(trackerSchema).optional(),
      name: z.object({ full_name: z.string() }).optional(),
      address: addressSchema.optional(),
    })
    .optional(),
});
export type Unit = z.infer<typeof unitSchema>;

export const orderSchema = z.object({
  id: z.string(),
  intent: z.literal("CAPTURE"),
  status: z.enum(["CREATED", "APPROVED", "PAYER_ACTION_REQUIRED", "VOIDED", "COMPLETED"]),
  create_time: z.string(),
  brand_name: z.string().optional(),
  /** Where the customer comes back to, and whether the goods go where the provider knows. */
  context: z
    .object({ return_url: z.string().optional(), cancel_url: z.string().optional(), isAddressed: z.boolean() })
    .optional(),
  payer: payerSchema.omit({ shipping: true }).optional(),
  purchase_units: z.array(unitSchema),
  links: z.array(linkSchema).default([]),
});
export type Order = z.infer<typeof orderSchema>;
export type OrderStatus = Order["status"];

/** A dispute has a `dispute_id` and no `id`, as at the provider. */
export const disputeSchema = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  update_time: z.string(),
  disputed_transactions: z.array(
    z.object({
      buyer_transaction_id: z.string(),
      seller_transaction_id: z.string(),
      create_time: z.string(),
      transaction_status: z.string(),
      gross_amount: moneySchema,
      invoice_number: z.string().optional(),
      custom: z.string().optional(),
      customer: z.object({ name: z.string() }),
      seller: z.object({ merchant_id: z.string(), email: z.string() }),
    }),
  ),
  reason: z.enum(disputeReasons),
  status: z.enum(["OPEN", "WAITING_FOR_SELLER_RESPONSE", "UNDER_REVIEW", "RESOLVED"]),
  dispute_amount: moneySchema,
  dispute_life_cycle_stage: z.enum(["INQUIRY", "CHARGEBACK"]),
  dispute_outcome: z
    .object({ outcome_code: z.enum(disputeOutcomes), amount_refunded: moneySchema.optional() })
    .optional(),
  links: z.array(linkSchema),
});
export type Dispute = z.infer<typeof disputeSchema>;
export type DisputeStatus = Dispute["status"];

/** The event types and the resource type of each. */
export const resourceTypes = {
  "CHECKOUT.ORDER.APPROVED": "checkout-order",
  "PAYMENT.CAPTURE.COMPLETED": "capture",
  "PAYMENT.CAPTURE.PENDING": "capture",
  "PAYMENT.CAPTURE.DENIED": "capture",
  "PAYMENT.CAPTURE.REFUNDED": "refund",
  "PAYMENT.CAPTURE.REVERSED": "refund",
  "PAYMENT.REFUND.PENDING": "refund",
  "PAYMENT.REFUND.FAILED": "refund",
  "CUSTOMER.DISPUTE.CREATED": "dispute",
  "CUSTOMER.DISPUTE.UPDATED": "dispute",
  "CUSTOMER.DISPUTE.RESOLVED": "dispute",
} as const;
export type EventType = keyof typeof resourceTypes;

export const webhookEventSchema = z.object({
  id: z.string(),
  event_version: z.literal("1.0"),
  resource_version: z.literal("2.0"),
  create_time: z.string(),
  event_type: z.string(),
  resource_type: z.string(),
  summary: z.string(),
  resource: z.union([orderSchema, captureSchema, refundSchema, disputeSchema]),
  links: z.array(linkSchema),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
