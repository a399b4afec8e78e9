import { cancelledRefusal } from "@shop/shared/order/cancel-rules";
import { ProviderError } from "../../infra/payment-provider.ts";
import { DomainError, type RefusalKind } from "../base/errors.ts";
import { withdrawnRefusal } from "../order/withdrawn.ts";

/** The outcome of an attempt to advance a payment. */
export type PaymentOutcome =
  /** The order is paid by this payment; `isNew` if it became so now. */
  | { is: "paid"; isNew: boolean }
  /** The order is paid by another payment. */
  | { is: "paid otherwise" }
  /** The provider reviews the money of this or another payment of the order. */
  | { is: "pending" }
  /** Unknown whether the provider has captured. */
  | { is: "unknown" }
  /** The customer has not approved it. */
  | { is: "open" }
  /** The customer has approved it, and it was not captured. */
  | { is: "approved" }
  /** All of its money was refunded before it could pay the order. */
  | { is: "refunded" }
  /** It pays another order. */
  | { is: "reused" }
  | { is: "out of stock"; message: string }
  /** The customer has withdrawn from the order, and this attempt captured nothing. */
  | { is: "withdrawn" }
  /** The order was cancelled: nothing was captured, or it is refunded. */
  | { is: "cancelled" }
  /** The provider could not be asked, and this attempt captured nothing. */
  | { is: "unavailable"; cause?: Error }
  | { is: "refused"; kind: RefusalKind; message: string };

const unavailable =
  "The payment provider cannot be reached right now. Nothing was charged. Please try again in a moment.";

/** The answer to a call of a provider. Throws PAYMENT_PROVIDER_UNAVAILABLE if there was none that could be used. */
export async function requireAnswer<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderError) throw refusalOf({ is: "unavailable", cause: error }) ?? error;
    throw error;
  }
}

/** The error for an outcome; `null` if the order is paid by this payment. */
export function refusalOf(outcome: PaymentOutcome): DomainError | null {
  switch (outcome.is) {
    case "paid":
      return null;
    case "paid otherwise":
      return new DomainError("ALREADY_PAID", "This order is already paid");
    case "pending":
      return new DomainError(
        "PAYMENT_PENDING",
        "A payment for this order is being processed. It will show here when it is done.",
      );
    case "unknown":
      return new DomainError(
        "PAYMENT_STATUS_UNKNOWN",
        "The payment is being checked. Please do not pay again; it will show here when it is done.",
      );
    case "open":
    case "approved":
      return new DomainError("PAYMENT_NOT_VERIFIED", "The payment was not approved");
    case "refunded":
      return new DomainError("PAYMENT_NOT_VERIFIED", "The money of this payment was refunded");
    case "reused":
      return new DomainError("PAYMENT_REUSED", "This payment was made for another order");
    case "out of stock":
      return new DomainError("OUT_OF_STOCK", outcome.message);
    case "withdrawn":
      return new DomainError("ILLEGAL_TRANSITION", withdrawnRefusal);
    case "cancelled":
      return new DomainError("ILLEGAL_TRANSITION", cancelledRefusal);
    case "unavailable":
      return new DomainError(
        "PAYMENT_PROVIDER_UNAVAILABLE",
        unavailable,
        outcome.cause === undefined ? {} : { cause: outcome.cause },
      );
    case "refused":
      return new DomainError(outcome.kind, outcome.message);
  }
}
