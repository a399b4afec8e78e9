import { z } from "zod";
import type { ProviderCapture, ProviderOrder, ProviderRefund, ReadCapture } from "../payment-provider.ts";
import { toProviderMoney } from "./amounts.ts";

/** How the shop names what it makes at Stripe, in the metadata. */
const metadataSchema = z
  .object({ order_id: z.string().optional(), refund_id: z.string().optional() })
  .nullish()
  .transform((metadata) => ({ orderId: metadata?.order_id, refundId: metadata?.refund_id }));

const refundStatuses = new Map<string, ProviderRefund["status"]>([
  ["succeeded", "completed"],
  ["pending", "pending"],
  ["requires_action", "pending"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

export const refundSchema = z
  .object({
    id: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.string().nullable(),
    charge: z.string().nullish(),
    metadata: metadataSchema,
  })
  .transform(
    ({ id, amount, currency, status, charge, metadata }): ProviderRefund => ({
      id,
      status: refundStatuses.get(status ?? "") ?? "unknown",
      amount: toProviderMoney(amount, currency),
      customId: metadata.refundId,
      captureId: charge ?? undefined,
      isReversal: false,
    }),
  );

/** Charges with more refunds than an expanded list holds are read with another call. */
const refundListSchema = z.object({ data: z.array(refundSchema), has_more: z.boolean() });

const chargeShape = z.object({
  id: z.string(),
  status: z.string(),
  captured: z.boolean(),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  currency: z.string(),
  created: z.int(),
  disputed: z.boolean(),
  payment_intent: z.string().nullish(),
  metadata: metadataSchema,
  refunds: refundListSchema.nullish(),
});
type Charge = z.output<typeof chargeShape>;

export const chargeSchema = chargeShape.transform(
  (charge): ReadCapture => ({
    ...toCapture(charge, charge.amount_refunded),
    createdAt: new Date(charge.created * 1_000),
    customId: charge.metadata.orderId,
    invoiceId: undefined,
    providerOrderId: charge.payment_intent ?? undefined,
  }),
);

/** An authorisation is no capture yet; `refunded` in Stripe's units. */
function toCapture(
  { id, status, captured, amount_captured, amount, currency }: Charge,
  refunded: number,
): ProviderCapture {
  const money = toProviderMoney(captured ? amount_captured : amount, currency);
  if (status === "failed") return { id, status: "declined", amount: money };
  if (status === "pending") return { id, status: "pending", amount: money };
  if (status !== "succeeded" || !captured) return { id, status: "unknown", amount: money };
  if (refunded <= 0) return { id, status: "completed", amount: money };
  return { id, status: refunded < amount_captured ? "partially refunded" : "refunded", amount: money };
}

const isCapture = ({ status, captured }: Charge) => status !== "succeeded" || captured;

const orderStatuses = new Map<string, ProviderOrder["status"]>([
  ["requires_payment_method", "open"],
  ["requires_confirmation", "open"],
  ["requires_action", "open"],
  ["requires_capture", "approved"],
  ["processing", "completed"],
  ["succeeded", "completed"],
]);

const intentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  created: z.int(),
  client_secret: z.string().nullish(),
  metadata: metadataSchema,
  latest_charge: chargeShape.nullish(),
});

/** A payment intent as an order of the shop, with the charge in it. */
export const intentSchema = intentShape.transform((intent) => ({
  order: toOrder(intent),
  charge: intent.latest_charge ?? undefined,
}));
export type StripeIntent = z.output<typeof intentSchema>;

function toOrder({
  id,
  status,
  amount,
  currency,
  created,
  client_secret,
  metadata,
  latest_charge,
}: z.output<typeof intentShape>) {
  const charge = latest_charge ?? undefined;
  const money = toProviderMoney(amount, currency);
  // Some methods are under way before there is a charge.
  const awaited: ProviderCapture[] = status === "processing" ? [{ id, status: "pending", amount: money }] : [];
  const refunds = charge?.refunds?.data ?? [];
  return {
    id,
    status: orderStatuses.get(status) ?? "unknown",
    createdAt: new Date(created * 1_000),
    clientSecret: client_secret ?? undefined,
    units: [
      {
        customId: metadata.orderId,
        invoiceId: undefined,
        merchantId: undefined,
        amount: money,
        captures: charge !== undefined && isCapture(charge) ? [toCapture(charge, charge.amount_refunded)] : awaited,
        refunds,
      },
    ],
  } satisfies ProviderOrder;
}

export const listSchema = refundListSchema;

const disputeSchema = z.object({ id: z.string(), amount: z.int(), currency: z.string(), status: z.string() });
export const disputeListSchema = z.object({ data: z.array(disputeSchema) });
export type StripeDispute = z.output<typeof disputeSchema>;

/** What the customer's bank has taken back by a lost dispute. */
export function toReversal({ id, amount, currency }: StripeDispute, captureId: string): ProviderRefund {
  return {
    id,
    status: "completed",
    amount: toProviderMoney(amount, currency),
    customId: undefined,
    captureId,
    isReversal: true,
  };
}
