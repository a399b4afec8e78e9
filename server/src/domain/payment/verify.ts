import type {
  CaptureStatus,
  ProviderCapture,
  ProviderMoney,
  ProviderOrder,
  ProviderRefund,
  ProviderUnit,
} from "../../infra/payment-provider.ts";
import type { RefusalKind } from "../base/errors.ts";

/** What a payment must match. */
export type ExpectedPayment = {
  id: string;
  /** What its customer is asked for. */
  amountCents: number;
  currency: string;
  createdAt: Date;
  /** Whether the shop has recorded money of this provider order before. */
  isAccepted: boolean;
  /** Whether its money was under review, and the provider would still show that. */
  wasReviewed: boolean;
};

/** A refund or a reversal of a capture, as the provider lists it. */
export type ReturnedRefund = {
  providerRefundId: string;
  status: "pending" | "completed" | "failed";
  amountCents: number;
  /** May be the id of the shop's own refund. */
  customId: string | undefined;
  isReversal: boolean;
};

/**
 * Refunded money of a capture, pending refunds included, and how many cents of it no listed refund
 * explains; `undefined` if it is unknown.
 */
export type ReturnedMoney = { listed: ReturnedRefund[]; unlistedCents: number | undefined };

/** Money that the provider captured. */
export type CapturedMoney = {
  captureId: string;
  amountCents: number;
  currency: string;
  returned: ReturnedMoney;
  /** What the provider says that makes it doubtful. */
  risks: string[];
};

/** What the provider order means for our order. */
export type Observation =
  /** The customer has not approved it yet. */
  | { is: "open" }
  /** The customer has approved the whole amount, and nothing is captured yet. */
  | { is: "approved" }
  /** The capture was declined. */
  | { is: "declined" }
  /** The provider does not know it. */
  | { is: "absent" }
  /** Captured, but under review by the provider. `other`: what was captured, where the order is not over that. */
  | { is: "pending"; captureId: string; other?: { amountCents: number; currency: string } }
  /** The whole amount was captured for this order; some of it may have been refunded since. */
  | { is: "captured"; money: CapturedMoney }
  /** Money was captured in this order's name that does not match it. */
  | { is: "differs"; kind: RefusalKind; message: string; money: CapturedMoney }
  /** It does not pay this order. */
  | { is: "foreign"; kind: RefusalKind; message: string };

type Foreign = Extract<Observation, { is: "foreign" }>;

const notVerified = "The payment could not be verified";

function foreign(kind: RefusalKind, message: string): Foreign {
  return { is: "foreign", kind, message };
}

/**
 * Compares the provider order with our order. `payee` is the account that is to be paid, if it is
 * known. A provider order that names our order belongs to it; one that names none must be younger
 * than the order.
 */
export function verifyPayment(
  expected: ExpectedPayment,
  answer: ProviderOrder,
  payee: string | undefined,
): Observation {
  const [unit, ...others] = answer.units;
  if (unit === undefined || others.length > 0) return foreign("PAYMENT_NOT_VERIFIED", notVerified);
  const mismatch = belongsToOrder(expected, answer, unit, payee);
  if (mismatch !== null) return mismatch;
  const isNamed = expected.isAccepted || [unit.customId, unit.invoiceId].includes(expected.id);
  const observed = observe(expected, answer.status, unit, isNamed);
  if (observed.is !== "foreign" || !isNamed) return observed;
  const money = capturedMoney(unit);
  if (money !== null) return { ...observed, is: "differs", money };
  return observeReview(expected, unit) ?? observed;
}

/** What the provider says of the review of money that does not match the order; `null` if there is none. */
function observeReview({ wasReviewed }: ExpectedPayment, { captures }: ProviderUnit): Observation | null {
  const reviewed = captures.find(({ status }) => status === "pending");
  if (reviewed?.amount?.cents != null && reviewed.amount.cents > 0) {
    const { currency, cents } = reviewed.amount;
    return { is: "pending", captureId: reviewed.id, other: { amountCents: cents, currency } };
  }
  return wasReviewed || captures.some(isDeclined) ? { is: "declined" } : null;
}

/** Whether it pays the shop's account and this order. */
function belongsToOrder(
  expected: ExpectedPayment,
  answer: ProviderOrder,
  unit: ProviderUnit,
  payee: string | undefined,
): Foreign | null {
  const names = [unit.customId, unit.invoiceId].filter((name) => name !== undefined && name !== "");
  if (names.some((name) => name !== expected.id)) {
    return foreign("PAYMENT_NOT_VERIFIED", "This payment is for another order");
  }
  if (names.length === 0 && !expected.isAccepted && !isSince(expected.createdAt, answer.createdAt)) {
    return foreign("PAYMENT_NOT_VERIFIED", "This payment is older than the order");
  }
  if (payee !== undefined && unit.merchantId !== payee) {
    return foreign("PAYEE_MISMATCH", "This payment was made to somebody else");
  }
  return null;
}

/** Compares in whole seconds, the provider's precision. */
function isSince(start: Date, time: Date | null): boolean {
  return time !== null && time.getTime() >= Math.floor(start.getTime() / 1_000) * 1_000;
}

function agree(expected: ExpectedPayment, amount: ProviderMoney | null): Foreign | null {
  if (amount === null) return foreign("PAYMENT_NOT_VERIFIED", notVerified);
  if (amount.currency !== expected.currency) {
    return foreign("CURRENCY_MISMATCH", "This payment is in another currency than the order");
  }
  if (amount.cents !== expected.amountCents) {
    return foreign("AMOUNT_MISMATCH", "This payment is not over the order's total");
  }
  return null;
}

/** Whether a capture took no money. */
export function isDeclined({ status }: ProviderCapture): boolean {
  return status === "declined";
}

function observe(
  expected: ExpectedPayment,
  status: ProviderOrder["status"],
  unit: ProviderUnit,
  isNamed: boolean,
): Observation {
  const mismatch = agree(expected, unit.amount);
  if (mismatch !== null) return mismatch;
  const [capture, ...others] = unit.captures.filter((each) => !isDeclined(each));
  if (others.length > 0) return foreign("PAYMENT_NOT_VERIFIED", notVerified);
  if (capture !== undefined) {
    // The capture counts only when the provider order is completed.
    if (status !== "completed") return foreign("PAYMENT_NOT_VERIFIED", notVerified);
    return agree(expected, capture.amount) ?? observeCapture(capture, unit, isNamed);
  }
  if (expected.wasReviewed) return { is: "declined" };
  if (status === "approved") return { is: "approved" };
  // After a declined try its customer can try again with the same provider order.
  if (status === "open") return { is: "open" };
  if (unit.captures.length > 0) return { is: "declined" };
  return foreign("PAYMENT_NOT_VERIFIED", notVerified);
}

function observeCapture(capture: ProviderCapture, unit: ProviderUnit, isNamed: boolean): Observation {
  if (capture.status === "pending") return { is: "pending", captureId: capture.id };
  const money = capturedMoney({ ...unit, captures: [capture] });
  if (money === null) return foreign("PAYMENT_NOT_VERIFIED", notVerified);
  // Refunded money pays no order, unless the capture is known to be this order's.
  if (capture.status !== "completed" && !isNamed) {
    return foreign("PAYMENT_NOT_VERIFIED", "The money of this payment was refunded");
  }
  return { is: "captured", money };
}

const moneyStatuses = new Set<CaptureStatus>(["completed", "partially refunded", "refunded"]);

/** The captured money of a whole provider order in one currency, in cents, whatever it is for; 0 if nothing was captured. */
export function capturedCents({ units }: ProviderOrder, currency: string): number {
  const captures = units.flatMap((unit) => unit.captures);
  const taken = captures.filter(({ status, amount }) => moneyStatuses.has(status) && amount?.currency === currency);
  return taken.reduce((sum, { amount }) => sum + (amount?.cents ?? 0), 0);
}

/** Whether anything was captured in a provider order, reviewed money included. */
export function isCaptured({ units }: ProviderOrder): boolean {
  return units.some(({ captures }) => captures.some((capture) => !isDeclined(capture)));
}

/** The captured money of a unit; `null` if there is none that can be counted. */
function capturedMoney({ captures, refunds }: ProviderUnit): CapturedMoney | null {
  const taken = captures.filter(({ status }) => moneyStatuses.has(status));
  const [first] = taken;
  if (first?.amount == null) return null;
  const { currency } = first.amount;
  let amountCents = 0;
  for (const { amount } of taken) {
    if (amount?.cents == null || amount.currency !== currency) return null;
    amountCents += amount.cents;
  }
  if (amountCents <= 0) return null;
  const listed = refunds.flatMap((refund) => toReturned(refund, currency));
  const returned = { listed, unlistedCents: unlistedCents(first, listed) };
  return { captureId: first.id, amountCents, currency, returned, risks: first.risks };
}

function toReturned({ id, status, amount, customId, isReversal }: ProviderRefund, currency: string): ReturnedRefund[] {
  if (status === "unknown" || amount?.cents == null || amount.cents <= 0 || amount.currency !== currency) return [];
  return [{ providerRefundId: id, status, amountCents: amount.cents, customId, isReversal }];
}

/** Cents that were refunded without a listed refund, as when only the capture can be read. */
function unlistedCents({ status, amount }: ProviderCapture, listed: ReturnedRefund[]): number | undefined {
  if (status === "partially refunded" && listed.length === 0) return undefined;
  if (status !== "refunded") return 0;
  const known = listed.reduce((sum, each) => sum + (each.status === "failed" ? 0 : each.amountCents), 0);
  return Math.max(0, (amount?.cents ?? 0) - known);
}
