import { z } from "zod";
import type { ProviderCapture, ProviderOrder, ProviderRefund, ReadCapture } from "../payment-provider.ts";
import { toProviderMoney } from "./amounts.ts";

/** How the shop names what it makes at Stripe, in the metadata. */
export const metadataSchema = z
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

/** The ends of Stripe's own scale of risk that are not usual. */
const risks = new Map([
  ["elevated", "its risk is elevated"],
  ["highest", "its risk is very high"],
]);

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
  // Whatever else they are, money is read all the same.
  outcome: z.object({ risk_level: z.string().nullish() }).nullish().catch(null),
  review: z.unknown().optional(),
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

export const chargeListSchema = z.object({ data: z.array(chargeSchema) });

/** An authorisation is no capture yet; `refunded` in Stripe's units. */
function toCapture(charge: Charge, refunded: number): ProviderCapture {
  const { id, captured, amount_captured, amount, currency } = charge;
  const money = toProviderMoney(captured ? amount_captured : amount, currency);
  return { id, status: captureStatusOf(charge, refunded), amount: money, risks: risksOf(charge) };
}

function captureStatusOf({ status, captured, amount_captured }: Charge, refunded: number): ProviderCapture["status"] {
  if (status === "failed") return "declined";
  if (status === "pending") return "pending";
  if (status !== "succeeded" || !captured) return "unknown";
  if (refunded <= 0) return "completed";
  return refunded < amount_captured ? "partially refunded" : "refunded";
}

function risksOf({ outcome, review }: Charge): string[] {
  const risk = risks.get(outcome?.risk_level ?? "");
  const isReviewed = typeof review === "string";
  return [...(risk === undefined ? [] : [risk]), ...(isReviewed ? ["it waits for a review"] : [])];
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
  const awaited: ProviderCapture[] =
    status === "processing" ? [{ id, status: "pending", amount: money, risks: [] }] : [];
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
