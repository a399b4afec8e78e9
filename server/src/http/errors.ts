import type { ErrorBody, ErrorCode } from "@shop/shared/errors";
import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { DomainError, isOutage } from "../domain/base/errors.ts";

/** The HTTP status of each code, for both transports. */
export const statuses: Record<ErrorCode, number> = {
  VALIDATION: 400,
  INVALID_CODE: 400,
  INVALID_LINK: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  PAYMENT_NOT_VERIFIED: 402,
  INSTRUMENT_DECLINED: 402,
  AMOUNT_MISMATCH: 402,
  CURRENCY_MISMATCH: 402,
  PAYEE_MISMATCH: 402,
  PAYMENT_REFUSED: 402,
  REFUND_REFUSED: 402,
  FORBIDDEN: 403,
  REAUTH_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  BAD_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMEOUT: 408,
  EMAIL_TAKEN: 409,
  ALREADY_REVIEWED: 409,
  IN_USE: 409,
  ILLEGAL_TRANSITION: 409,
  OUT_OF_STOCK: 409,
  PRICE_CHANGED: 409,
  PAYMENT_REUSED: 409,
  ALREADY_PAID: 409,
  PAYMENT_PENDING: 409,
  REFUND_PENDING: 409,
  UNPAID_UNITS: 409,
  LAST_ADMIN: 409,
  NAME_TAKEN: 409,
  STALE: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  PAYMENT_PROVIDER_UNAVAILABLE: 503,
  PAYMENT_STATUS_UNKNOWN: 503,
};

const codeOfStatus = new Map<number, ErrorCode>([
  [400, "VALIDATION"],
  [401, "UNAUTHENTICATED"],
  [403, "FORBIDDEN"],
  [404, "NOT_FOUND"],
  [405, "METHOD_NOT_ALLOWED"],
  [408, "TIMEOUT"],
  [413, "TOO_LARGE"],
  [414, "VALIDATION"],
  [415, "UNSUPPORTED_MEDIA_TYPE"],
  [429, "RATE_LIMITED"],
  [431, "VALIDATION"],
  [503, "UNAVAILABLE"],
]);

/** What the answer says of a thrown error. `retryAfter` is in seconds. */
export type Refusal = {
  status: number;
  code: ErrorCode;
  message: string;
  errors: ErrorBody["errors"];
  retryAfter: number | undefined;
};

function refuse(code: ErrorCode, message: string, more: Partial<Refusal> = {}): Refusal {
  const status = statuses[code];
  return {
    status,
    code,
    message,
    errors: undefined,
    retryAfter: status === 503 ? 2 : undefined,
    ...more,
  };
}

/** As much as a person reads: a body can hold hundreds of thousands of wrong or unknown fields. */
const errorsMax = 100;
const errorLengthMax = 300;

function shorten(text: string): string {
  return text.length <= errorLengthMax ? text : `${text.slice(0, errorLengthMax).toWellFormed()}…`;
}

function refuseInput({ issues }: ZodError): Refusal {
  const errors = issues.slice(0, errorsMax).map(({ path, message }) => ({
    path: shorten(path.map(String).join(".")),
    message: shorten(message),
  }));
  return refuse("VALIDATION", errors[0]?.message ?? "The request is not valid", { errors });
}

function statusOf(error: object): number | undefined {
  const status: unknown = Reflect.get(error, "statusCode");
  return typeof status === "number" ? status : undefined;
}

/** Messages for refusals of the HTTP layer. The library's own messages name its internals. */
const sentences: Partial<Record<ErrorCode, string>> = {
  VALIDATION: "The request is not valid",
  NOT_FOUND: "Not found",
  METHOD_NOT_ALLOWED: "This method is not allowed here",
  TIMEOUT: "The request took too long",
  TOO_LARGE: "The request is too large",
  UNSUPPORTED_MEDIA_TYPE: "This type of content is not supported",
  UNAVAILABLE: "The shop is not available right now. Please try again.",
};

function refuseHttp(status: number): Refusal {
  const code = codeOfStatus.get(status) ?? (status < 500 ? "VALIDATION" : "INTERNAL");
  return refuse(code, sentences[code] ?? "An unknown error occurred", code === "INTERNAL" ? {} : { status });
}

/**
 * Translates anything thrown into what the caller may see. An unexpected error
 * becomes a fixed 500, a lost database 503. No message carries a stack, SQL, a
 * constraint's name or a bound parameter.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof DomainError) return refuse(error.kind, error.message, error.more);
  if (error instanceof ZodError) return refuseInput(error);
  if (error instanceof TRPCError) {
    // tRPC wraps what a procedure throws. Its own refusals have another code, and their cause is not for the caller.
    if (error.cause !== undefined && (error.code === "INTERNAL_SERVER_ERROR" || error.cause instanceof ZodError)) {
      return toRefusal(error.cause);
    }
    return refuseHttp(trpcStatuses[error.code] ?? 500);
  }
  // A path with broken percent-encoding.
  if (error instanceof URIError) return refuseHttp(400);
  if (isOutage(error)) return refuseHttp(503);
  const status = typeof error === "object" && error !== null ? statusOf(error) : undefined;
  if (status !== undefined && status >= 400) return refuseHttp(status);
  return refuse("INTERNAL", "An unknown error occurred");
}

const trpcStatuses: Partial<Record<TRPCError["code"], number>> = {
  BAD_REQUEST: 400,
  PARSE_ERROR: 400,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** The REST body of a refusal. */
export function toErrorBody(refusal: Refusal, requestId: string): ErrorBody {
  return {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
    requestId,
  };
}
