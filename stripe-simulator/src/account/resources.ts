/** Stripe's own documents, as far as the shop can meet them. Amounts are in the units of the currency, times in seconds. */

export const intentStatuses = [
  "requires_payment_method",
  "requires_action",
  "requires_capture",
  "processing",
  "succeeded",
  "canceled",
] as const;
export type IntentStatus = (typeof intentStatuses)[number];

type Metadata = Record<string, string>;

export type PaymentIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  client_secret: string;
  status: IntentStatus;
  description: string | null;
  metadata: Metadata;
  latest_charge: string | null;
  last_payment_error: { code: string; message: string } | null;
  livemode: false;
};

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  created: number;
  disputed: boolean;
  payment_intent: string;
  metadata: Metadata;
  status: "succeeded" | "pending" | "failed";
  outcome: { risk_level: "normal" | "elevated" | "highest" | "not_assessed" };
  review: string | null;
  livemode: false;
};

export type RefundStatus = "succeeded" | "pending" | "failed" | "canceled";

export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  charge: string;
  payment_intent: string;
  currency: string;
  created: number;
  metadata: Metadata;
  status: RefundStatus;
};

export type DisputeStatus = "needs_response" | "won" | "lost";

export type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  charge: string;
  payment_intent: string;
  currency: string;
  created: number;
  reason: string;
  status: DisputeStatus;
  livemode: false;
};

export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: PaymentIntent | Charge | Refund | Dispute };
};
