import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { Db } from "../../db/client.ts";
import type { Limits } from "../../infra/limits.ts";
import type { PaymentProvider, Payments } from "../../infra/payment-provider.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import type { CurrentFacts, Seller, ShopIdentity } from "../base/shop-facts.ts";

/** Times in milliseconds. */
export type PaymentDeps = {
  db: Db;
  payments: Payments;
  limits: Pick<Limits, "paymentsPerUser" | "webhooks" | "webhooksPerAddress" | "webhookSenders">;
  settings: CurrentFacts<"holdMs" | "riskRules">;
  /** The minimum pause between reads of a payment or refund without a final status. */
  reconcileMs: number;
  emit: Emit;
  /** Who sells, as the invoices of paid orders name them. */
  seller: Seller;
  /** Whom customers pay, as the provider names it. */
  shop: ShopIdentity;
};

/** The deadline, on the clock of `performance.now()`, of an operation that starts now. */
export function actDeadline({ payments }: PaymentDeps): number {
  return performance.now() + payments.actMs;
}

/** The provider; throws PAYMENT_PROVIDER_UNAVAILABLE if the shop is not connected to it. */
export function requireProvider({ payments }: PaymentDeps, name: OnlineProvider): PaymentProvider {
  const provider = payments.providers[name];
  if (provider !== undefined) return provider;
  throw new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", "Online payment is not set up");
}

/** Throws RATE_LIMITED if a user causes far more provider calls than paying needs. */
export async function limitLookups({ limits, emit }: PaymentDeps, userId: string): Promise<void> {
  const retryAfter = await limits.paymentsPerUser.count(userId);
  if (retryAfter === null) return;
  emit({ type: "too many tries", limit: "paymentsPerUser" });
  const message = "Too many payment attempts. Nothing was charged by this one. Please try again later.";
  throw new DomainError("RATE_LIMITED", message, { retryAfter });
}
