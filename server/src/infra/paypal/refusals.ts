import type { PaymentRefusal, RefundRefusal } from "../payment-provider.ts";

/** The payer can choose another instrument in PayPal's window, with the same order. */
const instrumentDeclined = new Set(["INSTRUMENT_DECLINED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "CARD_EXPIRED"]);
const unapproved = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
const account =
  /^(PAYEE_|CURRENCY_NOT_SUPPORTED|DECIMALS_NOT_SUPPORTED|PERMISSION_DENIED|NOT_AUTHORIZED|TRANSACTION_RECEIVING_LIMIT_EXCEEDED)/;

/** The meaning of an issue that PayPal states when it does not create or capture an order. */
export function toPaymentRefusal(issue: string): PaymentRefusal {
  return { reason: paymentReason(issue), code: issue };
}

function paymentReason(issue: string): PaymentRefusal["reason"] {
  if (instrumentDeclined.has(issue)) return "instrument declined";
  if (unapproved.has(issue)) return "not approved";
  if (issue === "DUPLICATE_INVOICE_ID") return "paid before";
  if (issue === "ORDER_ALREADY_CAPTURED") return "already captured";
  return account.test(issue) ? "account" : "other";
}

const refundReasons = new Map<string, RefundRefusal["reason"]>([
  ["CAPTURE_FULLY_REFUNDED", "refunded before"],
  ["REFUND_AMOUNT_EXCEEDED", "more than is left"],
  ["REFUND_FAILED_INSUFFICIENT_FUNDS", "not enough money"],
  ["REFUND_TIME_LIMIT_EXCEEDED", "too old"],
  ["PARTIAL_REFUND_NOT_ALLOWED", "only in full"],
  ["REFUND_NOT_ALLOWED", "only in part"],
  ["PENDING_CAPTURE", "under review"],
  ["CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED", "disputed"],
  ["REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK", "charged back"],
  ["MAX_NUMBER_OF_REFUNDS_EXCEEDED", "too many"],
]);

/** The meaning of an issue that PayPal states when it does not refund. */
export function toRefundRefusal(issue: string): RefundRefusal {
  return { reason: refundReasons.get(issue) ?? "other", code: issue };
}
