import { type ErrorCode, errorBodySchema, errorCodes } from "@shop/shared/errors";
import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { statuses } from "../errors.ts";
import type { RouteDocs } from "./documented.ts";

/** When each code is sent, and an example message. */
const refusals: Record<ErrorCode, { when: string; says: string }> = {
  VALIDATION: { when: "the request is malformed or breaks a rule", says: "Name is required" },
  UNAUTHENTICATED: { when: "there is no session, it has ended, or the API key does not work", says: "Please sign in" },
  INVALID_CODE: {
    when: "the code is wrong, used or expired, or was tried too often",
    says: "This code is wrong or no longer valid. Please request a new one.",
  },
  INVALID_LINK: {
    when: "the token is altered, expired or no longer true",
    says: "This link does not work any more",
  },
  INVALID_CREDENTIALS: { when: "e-mail and password do not belong together", says: "Invalid email or password" },
  PAYMENT_NOT_VERIFIED: { when: "the provider knows no such payment", says: "The payment was not approved" },
  INSTRUMENT_DECLINED: {
    when: "the buyer's card or account was declined",
    says: "The payment was declined. Please choose another way to pay.",
  },
  AMOUNT_MISMATCH: { when: "another amount was paid", says: "This payment is not over the order's total" },
  CURRENCY_MISMATCH: { when: "another currency was paid", says: "This payment is in another currency than the order" },
  PAYEE_MISMATCH: { when: "somebody else was paid", says: "This payment was made to somebody else" },
  PAYMENT_REFUSED: {
    when: "the provider takes no payments for this shop",
    says: "The payment provider does not accept payments for this shop right now. Nothing was charged.",
  },
  REFUND_REFUSED: {
    when: "the provider refuses the refund",
    says: "Nothing was refunded. The payment is too old to be refunded.",
  },
  REAUTH_REQUIRED: {
    when:
      "the caller has neither typed the password nor used a passkey in the last ten minutes, and changes how they sign " +
      "in, creates a key for a program, downloads all data or deletes the account",
    says: "Please enter your current password first",
  },
  SECOND_FACTOR_REQUIRED: {
    when: "the password is right, and the administrator's account also needs a code or a passkey",
    says: "Please enter the code of your authenticator app, or use your passkey",
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    when: "the shop requires a second factor of administrators, and the caller has not signed in with one",
    says: "This shop requires a second factor of administrators. Please set it up on your profile.",
  },
  FORBIDDEN: { when: "the caller may not do this", says: "Only administrators may do this" },
  BAD_ORIGIN: { when: "another site's page made the request", says: "This request comes from another site" },
  NOT_FOUND: { when: "it does not exist, or not for this caller", says: "Product not found" },
  METHOD_NOT_ALLOWED: { when: "the path has no such method", says: "This method is not allowed here" },
  TIMEOUT: { when: "the request came too slowly", says: "The request took too long" },
  EMAIL_TAKEN: { when: "another account has this e-mail", says: "User already exists" },
  ALREADY_REVIEWED: { when: "the caller has reviewed the product before", says: "Product already reviewed" },
  IN_USE: { when: "products refer to it, or the order has another parcel with the number", says: "Used by 3 products" },
  ILLEGAL_TRANSITION: { when: "the order is not ready for this step", says: "Confirm the order first" },
  OUT_OF_STOCK: { when: "there are not enough units", says: "Only 2 of Desk lamp left" },
  PRICE_CHANGED: {
    when: "the total is not the expected one",
    says: "Prices have changed. Please review your cart.",
  },
  PAYMENT_REUSED: { when: "the payment belongs to another order", says: "This payment was made for another order" },
  ALREADY_PAID: { when: "the order was paid by another payment", says: "This order is already paid" },
  PAYMENT_PENDING: {
    when: "the provider is still deciding",
    says: "A payment for this order is being processed. It will show here when it is done.",
  },
  REFUND_PENDING: {
    when: "another refund of the payment has no answer yet",
    says: "A refund of this payment is still being made. Please wait for its answer.",
  },
  UNPAID_UNITS: {
    when: "the caller would hold too many items in several unpaid orders",
    says: "One account can have at most 200 items in several unpaid orders. You already have 150. Please pay for an open order first, or order fewer items.",
  },
  LAST_ADMIN: { when: "nobody would be left to administer the shop", says: "The last admin cannot be demoted" },
  NAME_TAKEN: { when: "another one has this name", says: "Brand already exists" },
  STALE: { when: "the given version is not the newest", says: "Someone else saved this meanwhile" },
  TOO_LARGE: { when: "the body is larger than allowed", says: "The request is too large" },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "the body is of another type than the path reads",
    says: "This type of content is not supported",
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: "the key came with another body before",
    says: "This Idempotency-Key was used for another order",
  },
  RATE_LIMITED: {
    when: "there were too many attempts, or too many requests with the API key",
    says: "Too many attempts. Please wait a little and try again.",
  },
  INTERNAL: { when: "the shop has a bug", says: "An unknown error occurred" },
  UNAVAILABLE: {
    when: "the shop is overloaded, stopping or without its database",
    says: "The shop is not available right now. Please try again.",
  },
  PAYMENT_PROVIDER_UNAVAILABLE: {
    when: "the payment provider cannot be reached or is not set up",
    says: "The payment provider cannot be reached right now. Please try again in a moment.",
  },
  PAYMENT_STATUS_UNKNOWN: {
    when: "the provider did not say what became of the payment; the shop goes on asking",
    says: "The payment is being checked. Please do not pay again; it will show here when it is done.",
  },
};

/** All codes as a Markdown table. */
export const codesTable = [
  "| Status | Code | When |",
  "|---|---|---|",
  ...errorCodes
    .toSorted((a, b) => statuses[a] - statuses[b])
    .map((code) => `| ${statuses[code]} | \`${code}\` | ${refusals[code].when} |`),
].join("\n");

const retryAfter = {
  "Retry-After": {
    description: "Seconds after which another try makes sense.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
} as const;

const requestId = "6f6a0d2e-6b38-4f0e-9a57-0c3f6d0f1a11";

/** The codes that a route can answer with. */
export function codesOf(method: string, url: string, docs: RouteDocs): ErrorCode[] {
  const isUnsafe = method !== "GET";
  const own = new Set<ErrorCode>(docs.refuses);
  if (isUnsafe) for (const code of unsafeCodes) own.add(code);
  if (docs.query !== undefined) own.add("VALIDATION");
  if (docs.who !== "anyone") own.add("UNAUTHENTICATED");
  if (docs.key !== undefined) for (const code of keyCodes) own.add(code);
  if (docs.key === "write") own.add("FORBIDDEN");
  if (docs.who === "admin") for (const code of adminCodes) own.add(code);
  if (url.includes(":id")) own.add("NOT_FOUND");
  own.add("INTERNAL");
  if (docs.isAlwaysThere === undefined) own.add("UNAVAILABLE");
  return errorCodes.filter((code) => own.has(code));
}

/** Refusals of every route for admins. */
const adminCodes = ["FORBIDDEN", "SECOND_FACTOR_SETUP_REQUIRED"] as const;

/** Refusals of every route for programs with an API key. */
const keyCodes = ["UNAUTHENTICATED", "RATE_LIMITED"] as const;

/** Refusals of every route with an unsafe method. */
const unsafeCodes = ["VALIDATION", "BAD_ORIGIN", "TIMEOUT", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;

/** Builds the error responses of routes. Equal ones share an object. */
export function openRefusals(): (codes: readonly ErrorCode[]) => Record<string, ZodOpenApiResponseObject> {
  const known = new Map<string, ZodOpenApiResponseObject>();
  return (codes) => {
    const ofRoute = [...new Set(codes.map((code) => statuses[code]))];
    return Object.fromEntries(
      ofRoute.map((status) => {
        const some = codes.filter((code) => statuses[code] === status);
        const id = [status, ...some].join("-");
        const refusal = known.get(id) ?? { id, ...toResponse(status, some) };
        known.set(id, refusal);
        return [String(status), refusal];
      }),
    );
  };
}

function toResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].when}.`).join("\n\n"),
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: {
      "application/json": {
        schema: errorBodySchema.extend({ code: z.enum(codes) }),
        examples: Object.fromEntries(codes.map((code) => [code, { value: toExample(code) }])),
      },
    },
  };
}

function toExample(code: ErrorCode) {
  const { says: message } = refusals[code];
  const errors = code === "VALIDATION" ? { errors: [{ path: "name", message }] } : {};
  return { message, code, ...errors, requestId };
}
