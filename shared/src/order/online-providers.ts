import type { PaymentMethod } from "../shop.ts";

/** The payment providers that a shop can be connected to. */
export const onlineProviders = ["paypal", "stripe"] as const;
export type OnlineProvider = (typeof onlineProviders)[number];

/** The provider that a provider order belongs to: Stripe's payment intents are named as such. */
export function providerOf(providerOrderId: string): OnlineProvider {
  return providerOrderId.startsWith("pi_") ? "stripe" : "paypal";
}

/** The provider that an order with a payment method is paid by, as long as its customer does not choose another one. */
export function providerOfMethod(method: PaymentMethod): OnlineProvider {
  return method === "Stripe" ? "stripe" : "paypal";
}
