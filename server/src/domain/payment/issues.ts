import type { RefusalKind } from "../base/errors.ts";
import type { PaymentEvent } from "./transitions.ts";

/** The meaning of an issue that the provider states with a refusal. */
export type IssueMeaning = {
  event: Extract<PaymentEvent, "retryable" | "declined">;
  kind: RefusalKind;
  message: string;
  /** Whether the shop's own account cannot be paid, which admins must know. */
  isAccountIssue: boolean;
};

/** The customer can try again in the provider's window, with the same provider order. */
const retryable = new Set(["INSTRUMENT_DECLINED", "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "CARD_EXPIRED"]);
const unapproved = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);
const shops =
  /^(PAYEE_|CURRENCY_NOT_SUPPORTED|DECIMALS_NOT_SUPPORTED|PERMISSION_DENIED|NOT_AUTHORIZED|TRANSACTION_RECEIVING_LIMIT_EXCEEDED)/;

/** The meaning of a refusal to create or to capture. */
export function meaningOf(issue: string): IssueMeaning {
  if (retryable.has(issue)) {
    const message = "The payment was declined. Please choose another way to pay.";
    return { event: "retryable", kind: "INSTRUMENT_DECLINED", message, isAccountIssue: false };
  }
  if (unapproved.has(issue)) {
    return {
      event: "retryable",
      kind: "PAYMENT_NOT_VERIFIED",
      message: "The payment was not approved",
      isAccountIssue: false,
    };
  }
  if (issue === "DUPLICATE_INVOICE_ID") {
    const message =
      "The payment provider says that this order was paid before. Please do not pay again; we are checking it.";
    return { event: "declined", kind: "ALREADY_PAID", message, isAccountIssue: false };
  }
  if (shops.test(issue)) {
    const message =
      "The payment provider does not accept payments for this shop right now. Nothing was charged. " +
      "The shop has been told; please try again later.";
    return { event: "declined", kind: "PAYMENT_REFUSED", message, isAccountIssue: true };
  }
  const message = "The payment provider refused the payment. Nothing was charged. Please choose another way to pay.";
  return { event: "declined", kind: "PAYMENT_NOT_VERIFIED", message, isAccountIssue: false };
}

const refundMessages: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: "This payment was refunded in full before.",
  REFUND_AMOUNT_EXCEEDED: "The amount is more than what is left of this payment.",
  REFUND_FAILED_INSUFFICIENT_FUNDS: "The shop's account at the payment provider does not hold enough money.",
  REFUND_TIME_LIMIT_EXCEEDED: "The payment is too old to be refunded.",
  PARTIAL_REFUND_NOT_ALLOWED: "This payment can only be refunded in full.",
  REFUND_NOT_ALLOWED: "This payment can only be refunded in part.",
  PENDING_CAPTURE: "The payment provider still reviews this payment.",
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED: "The customer disputes this payment: it can only be refunded in full.",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: "The customer's bank takes this payment back already.",
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: "This payment was refunded in so many parts that no other is possible.",
};

/** Why the provider refused a refund, as a message for admins. */
export function refundRefusal(issue: string): string {
  const reason = refundMessages[issue] ?? `The payment provider refused the refund (${issue}).`;
  return `Nothing was refunded. ${reason}`;
}
