import { modeOfKey, type StripeMode } from "@shop/shared/order/payment";
import type { ProviderTimeouts } from "../provider-timeouts.ts";

/** The origins of Stripe. */
export const stripe = { apiBase: "https://api.stripe.com", scriptBase: "https://js.stripe.com" };

export type StripeSettings = {
  publishableKey: string;
  secretKey: string;
  /** What Stripe signs its events with; without it, it reports none. */
  webhookSecret: string | undefined;
  apiBase: string;
  scriptBase: string;
  timeouts?: ProviderTimeouts;
};

/** Whether real money moves. */
export function modeOf({ apiBase, publishableKey }: Pick<StripeSettings, "apiBase" | "publishableKey">): StripeMode {
  if (apiBase !== stripe.apiBase) return "simulator";
  return modeOfKey(publishableKey);
}
