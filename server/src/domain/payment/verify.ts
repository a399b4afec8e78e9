import type { ProviderCapture, ProviderMoney, ProviderOrder, ProviderUnit } from "../../infra/paypal.ts";
import type { RefusalKind } from "../errors.ts";

/** What a payment must agree with. */
export type Due = { id: string; totalCents: number; currency: string; createdAt: Date };

/** What the provider's order means for ours. */
export type Verdict =
  /** The buyer has approved the whole amount, and nothing is taken yet. */
  | { is: "approved" }
  /** The whole amount was taken, for us and for this order. */
  | { is: "completed"; captureId: string }
  /** It was taken, but the provider still looks into it. */
  | { is: "pending"; captureId: string }
  /** It was taken for this order and went back. */
  | { is: "refunded"; captureId: string }
  /** The buyer has not approved it yet. */
  | { is: "open" }
  /** It pays nothing, and why; `hasMoney` where something was taken in this order's name all the same. */
  | { is: "refused"; kind: RefusalKind; message: string; hasMoney: boolean };

const notVerified = "The payment could not be verified";

function refuse(kind: RefusalKind, message: string): Verdict {
  return { is: "refused", kind, message, hasMoney: false };
}

/**
 * Compares the provider's order with ours. `payee` is the account that is to
 * be paid, where it is known. What names our order is bound to it; what names
 * none must at least be younger than the order that it is to pay.
 */
export function verifyPayment(due: Due, answer: ProviderOrder, payee: string | undefined): Verdict {
  const [unit, ...others] = answer.units;
  if (unit === undefined || others.length > 0) return refuse("PAYMENT_NOT_VERIFIED", notVerified);
  const foreign = belongs(due, answer, unit, payee);
  if (foreign !== null) return foreign;
  const verdict = agree(due, unit.amount) ?? progress(due, answer.status, unit);
  if (verdict.is !== "refused") return verdict;
  const hasMoney = unit.customId === due.id && unit.captures.some(({ status }) => status === "COMPLETED");
  return { ...verdict, hasMoney };
}

/** Whether it pays us, and this order of ours. */
function belongs(due: Due, answer: ProviderOrder, unit: ProviderUnit, payee: string | undefined): Verdict | null {
  const names = [unit.customId, unit.invoiceId].filter((name) => name !== undefined && name !== "");
  if (names.some((name) => name !== due.id)) {
    return refuse("PAYMENT_NOT_VERIFIED", "This payment is for another order");
  }
  if (names.length === 0 && !isSince(due.createdAt, answer.createdAt)) {
    return refuse("PAYMENT_NOT_VERIFIED", "This payment is older than the order");
  }
  if (payee !== undefined && unit.merchantId !== payee) {
    return refuse("PAYEE_MISMATCH", "This payment was made to somebody else");
  }
  return null;
}

/** The provider tells whole seconds. */
function isSince(start: Date, time: Date | null): boolean {
  return time !== null && time.getTime() >= Math.floor(start.getTime() / 1_000) * 1_000;
}

function agree(due: Due, amount: ProviderMoney | null): Verdict | null {
  if (amount === null) return refuse("PAYMENT_NOT_VERIFIED", notVerified);
  if (amount.currency !== due.currency) {
    return refuse("CURRENCY_MISMATCH", "This payment is in another currency than the order");
  }
  if (amount.cents !== due.totalCents) {
    return refuse("AMOUNT_MISMATCH", "This payment is not over the order's total");
  }
  return null;
}

/** What one capture says counts, whatever is said of the order around it. */
function progress(due: Due, status: string, unit: ProviderUnit): Verdict {
  const captures = unit.captures.filter((capture) => capture.status !== "DECLINED" && capture.status !== "FAILED");
  const [capture, ...others] = captures;
  if (others.length > 0) return refuse("PAYMENT_NOT_VERIFIED", notVerified);
  if (capture !== undefined) {
    // Money moves with the provider's order only once that is done as a whole.
    if (status !== "COMPLETED") return refuse("PAYMENT_NOT_VERIFIED", notVerified);
    return agree(due, capture.amount) ?? standing(capture);
  }
  if (status === "APPROVED") return { is: "approved" };
  if (unit.captures.length > 0) return refuse("INSTRUMENT_DECLINED", "The payment was declined");
  if (status === "CREATED" || status === "SAVED" || status === "PAYER_ACTION_REQUIRED") return { is: "open" };
  return refuse("PAYMENT_NOT_VERIFIED", notVerified);
}

function standing({ id, status }: ProviderCapture): Verdict {
  if (status === "COMPLETED") return { is: "completed", captureId: id };
  if (status === "PENDING") return { is: "pending", captureId: id };
  if (status === "REFUNDED" || status === "PARTIALLY_REFUNDED") return { is: "refunded", captureId: id };
  return refuse("PAYMENT_NOT_VERIFIED", notVerified);
}
