import type { PaymentRefusal, RefundRefusal } from "../payment-provider.ts";

/** What an error of Stripe's library says. */
type StripeError = {
  type: string;
  rawType?: string;
  code?: string;
  param?: string;
  statusCode?: number;
  payment_intent?: { status: string };
};

/** What the shop's owner must mend at Stripe, or in the terms of sale. */
const accountCodes = new Set([
  "amount_too_large",
  "amount_too_small",
  "api_key_expired",
  "country_unsupported",
  "livemode_mismatch",
  "payment_method_unactivated",
  "payment_intent_payment_attempt_expired",
  "platform_api_key_expired",
  "testmode_charges_only",
]);

/** What Stripe says of an error: its code, or else its type. */
export function codeOf({ code, rawType, type }: StripeError): string {
  return code ?? rawType ?? type;
}

/** The meaning of an error when a payment is not created or captured. */
export function toPaymentRefusal(error: StripeError): PaymentRefusal {
  return { reason: paymentReason(error), code: codeOf(error) };
}

function paymentReason(error: StripeError): PaymentRefusal["reason"] {
  const code = codeOf(error);
  if (error.rawType === "card_error") return "instrument declined";
  if (code === "payment_intent_unexpected_state") return reasonOfState(error.payment_intent?.status);
  // A restricted key without the permission.
  return accountCodes.has(code) || error.statusCode === 403 ? "account" : "other";
}

/** Why an intent cannot be captured, by the state that it is in. */
function reasonOfState(status: string | undefined): PaymentRefusal["reason"] {
  if (status === "succeeded" || status === "processing") return "already captured";
  return status === undefined || status === "canceled" ? "other" : "not approved";
}

const refundReasons = new Map<string, RefundRefusal["reason"]>([
  ["amount_too_large", "more than is left"],
  ["balance_insufficient", "not enough money"],
  ["charge_already_refunded", "refunded before"],
  ["charge_disputed", "charged back"],
  ["insufficient_funds", "not enough money"],
  ["payment_intent_unexpected_state", "under review"],
  ["refund_disputed_payment", "disputed"],
]);

/** The meaning of an error when Stripe does not refund. */
export function toRefundRefusal(error: StripeError): RefundRefusal {
  const code = codeOf(error);
  const isTooMuch = error.param === "amount";
  return { reason: refundReasons.get(code) ?? (isTooMuch ? "more than is left" : "other"), code };
}
