/** The provider's dispute reasons. This module has no imports, so that the control page can load it. */
export const disputeReasons = [
  "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
  "MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED",
  "UNAUTHORISED",
  "CREDIT_NOT_PROCESSED",
  "DUPLICATE_TRANSACTION",
  "INCORRECT_AMOUNT",
  "PAYMENT_BY_OTHER_MEANS",
  "OTHER",
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export const disputeOutcomes = ["RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
