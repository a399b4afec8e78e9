import type { Db } from "../../db/client.ts";
import type { Payments, PayPal } from "../../infra/paypal.ts";
import { DomainError } from "../errors.ts";
import type { Tell } from "../news.ts";

/** What taking money needs from outside. Times in milliseconds. */
export type Till = {
  db: Db;
  payments: Payments;
  /** How long an unpaid order keeps its units. */
  holdMs: number;
  /** After how long a payment without a final answer is asked for again. */
  reconcileMs: number;
  tell: Tell;
};

/** How long one act may talk to the provider, in milliseconds. */
const talkMs = 11_000;

/** The time of `performance.now()` by which an act that begins now has heard enough. */
export function talkUntil(): number {
  return performance.now() + talkMs;
}

/** The provider; refuses where none is set up. */
export function requireProvider({ payments }: Till): PayPal {
  if (payments.provider !== undefined) return payments.provider;
  throw new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", "Online payment is not set up");
}
