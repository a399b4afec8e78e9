import { z } from "zod";

/** The codes of refusals, the same in REST and tRPC. */
export const errorCodes = [
  "VALIDATION",
  "UNAUTHENTICATED",
  "INVALID_CODE",
  "INVALID_LINK",
  "INVALID_CREDENTIALS",
  "PAYMENT_NOT_VERIFIED",
  "INSTRUMENT_DECLINED",
  "AMOUNT_MISMATCH",
  "CURRENCY_MISMATCH",
  "PAYEE_MISMATCH",
  "PAYMENT_REFUSED",
  "REFUND_REFUSED",
  "FORBIDDEN",
  "REAUTH_REQUIRED",
  "SECOND_FACTOR_REQUIRED",
  "SECOND_FACTOR_SETUP_REQUIRED",
  "BAD_ORIGIN",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "TIMEOUT",
  "EMAIL_TAKEN",
  "ALREADY_REVIEWED",
  "IN_USE",
  "ILLEGAL_TRANSITION",
  "OUT_OF_STOCK",
  "PRICE_CHANGED",
  "PAYMENT_REUSED",
  "ALREADY_PAID",
  "PAYMENT_PENDING",
  "REFUND_PENDING",
  "UNPAID_UNITS",
  "LAST_ADMIN",
  "NAME_TAKEN",
  "STALE",
  "TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "IDEMPOTENCY_KEY_REUSED",
  "RATE_LIMITED",
  "INTERNAL",
  "UNAVAILABLE",
  "PAYMENT_PROVIDER_UNAVAILABLE",
  "PAYMENT_STATUS_UNKNOWN",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of a REST refusal. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
