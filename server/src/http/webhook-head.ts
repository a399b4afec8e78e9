import { z } from "zod";

/** The headers of PayPal's signature. */
export const webhookHeadSchema = z.object({
  "paypal-auth-algo": z.string(),
  "paypal-cert-url": z.string(),
  "paypal-transmission-id": z.string(),
  "paypal-transmission-sig": z.string(),
  "paypal-transmission-time": z.string(),
});

/** The header of Stripe's signature. */
export const stripeWebhookHeadSchema = z.object({ "stripe-signature": z.string() });

const signedAt = /(?:^|,)t=(\d{1,12})(?:,|$)/;

/** When Stripe signed what it sends, by its signature header; `undefined` if it does not say so. */
export function sentAtOf(signature: string): string | undefined {
  const [, seconds] = signedAt.exec(signature) ?? [];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000).toISOString();
}
