import type { Limits } from "../../../infra/limits.ts";
import type { ProviderExpress } from "../../../infra/payment-provider.ts";
import { DomainError } from "../../base/errors.ts";
import { refuseWhenLimited } from "../../base/rate-limit.ts";
import type { CurrentFacts } from "../../base/shop-facts.ts";
import type { TermsReader } from "../../terms-of-sale/terms-reader.ts";
import { type PaymentDeps, requireProvider } from "../deps.ts";

export type ExpressDeps = PaymentDeps & {
  limits: Pick<Limits, "checkoutsPerAddress">;
  terms: TermsReader;
  settings: CurrentFacts<"isExpress" | "paymentMethods">;
};

/** The provider's part of express checkouts; throws PAYMENT_PROVIDER_UNAVAILABLE where the shop has none. */
export function requireExpress(deps: PaymentDeps): ProviderExpress {
  const { express } = requireProvider(deps, "paypal");
  if (express === undefined) throw new Error("PayPal has lost a part of its contract");
  return express;
}

/** Throws FORBIDDEN where the shop offers no express checkout. */
export function refuseUnoffered({ settings }: Pick<ExpressDeps, "settings">): void {
  const { isExpress, paymentMethods } = settings.current;
  if (isExpress && paymentMethods.includes("PayPal")) return;
  throw new DomainError("FORBIDDEN", "Please go to the checkout: PayPal is not offered before it.");
}

/** Throws RATE_LIMITED for an address from which far more is asked of the provider than buying needs. */
export async function limitCheckouts({ limits, emit }: ExpressDeps, address: string): Promise<void> {
  refuseWhenLimited(emit, "checkoutsPerAddress", await limits.checkoutsPerAddress.count(address));
}

/** What an order at the provider is named until there is an order of the shop. */
export function nameOfCheckout(key: string): string {
  return `checkout-${key}`;
}
