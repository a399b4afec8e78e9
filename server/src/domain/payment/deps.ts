import type { Db } from "../../db/client.ts";
import type { Limits } from "../../infra/limits.ts";
import type { Payments, PayPal } from "../../infra/paypal/gateway.ts";
import { DomainError } from "../errors.ts";
import type { Emit } from "../events.ts";

/** What acts on payments need from outside. Times in milliseconds. */
export type PaymentDeps = {
  db: Db;
  payments: Payments;
  limits: Pick<Limits, "paymentsPerUser" | "webhooks">;
  /** How long an unpaid order holds its stock. */
  holdMs: number;
  /** After how long a payment or a refund without a final answer is asked for again. */
  reconcileMs: number;
  emit: Emit;
};

/** The time of `performance.now()` by which an act that begins now must have its answers. */
export function actDeadline({ payments }: PaymentDeps): number {
  return performance.now() + payments.actMs;
}

/** The provider; refuses where none is set up. */
export function requireProvider({ payments }: PaymentDeps): PayPal {
  if (payments.provider !== undefined) return payments.provider;
  throw new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", "Online payment is not set up");
}

/** Refuses whoever makes the shop ask the provider far more often than paying needs. */
export async function limitLookups({ limits, emit }: PaymentDeps, userId: string): Promise<void> {
  const retryAfter = await limits.paymentsPerUser.count(userId);
  if (retryAfter === null) return;
  emit({ type: "too many tries", limit: "paymentsPerUser" });
  const message = "Too many payment attempts. Nothing was charged by this one. Please try again later.";
  throw new DomainError("RATE_LIMITED", message, { retryAfter });
}
