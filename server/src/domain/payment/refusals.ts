import type { PaymentRefusal, RefundRefusal } from "../../infra/payment-provider.ts";
import type { RefusalKind } from "../base/errors.ts";
import type { PaymentEvent } from "./transitions.ts";

/** What a provider's refusal to create or to capture means for a payment. */
type RefusalMeaning = {
  event: Extract<PaymentEvent, "retryable" | "declined">;
  kind: RefusalKind;
  message: string;
};

const meanings: Record<PaymentRefusal["reason"], RefusalMeaning> = {
  "instrument declined": {
    event: "retryable",
    kind: "INSTRUMENT_DECLINED",
    message: "The payment was declined. Please choose another way to pay.",
  },
  "not approved": { event: "retryable", kind: "PAYMENT_NOT_VERIFIED", message: "The payment was not approved" },
  "paid before": {
    event: "declined",
    kind: "ALREADY_PAID",
    message: "The payment provider says that this order was paid before. Please do not pay again; we are checking it.",
  },
  "already captured": {
    event: "declined",
    kind: "PAYMENT_NOT_VERIFIED",
    message: "The payment provider refused the payment. Nothing was charged. Please choose another way to pay.",
  },
  // Admins must know of it.
  account: {
    event: "declined",
    kind: "PAYMENT_REFUSED",
    message:
      "The payment provider does not accept payments for this shop right now. Nothing was charged. " +
      "The shop has been told; please try again later.",
  },
  other: {
    event: "declined",
    kind: "PAYMENT_NOT_VERIFIED",
    message: "The payment provider refused the payment. Nothing was charged. Please choose another way to pay.",
  },
};

/** The meaning of a refusal to create or to capture. */
export function meaningOf({ reason }: PaymentRefusal): RefusalMeaning {
  return meanings[reason];
}

const refundMessages: Record<Exclude<RefundRefusal["reason"], "other">, string> = {
  "refunded before": "This payment was refunded in full before.",
  "more than is left": "The amount is more than what is left of this payment.",
  "not enough money": "The shop's account at the payment provider does not hold enough money.",
  "too old": "The payment is too old to be refunded.",
  "only in full": "This payment can only be refunded in full.",
  "only in part": "This payment can only be refunded in part.",
  "under review": "The payment provider still reviews this payment.",
  disputed: "The customer disputes this payment: it can only be refunded in full.",
  "charged back": "The customer's bank takes this payment back already.",
  "too many": "This payment was refunded in so many parts that no other is possible.",
};

/** Why the provider refused a refund, as a message for admins. */
export function refundMessage({ reason, code }: RefundRefusal): string {
  const why = reason === "other" ? `The payment provider refused the refund (${code}).` : refundMessages[reason];
  return `Nothing was refunded. ${why}`;
}
