import { z } from "zod";
import { onlineProviders } from "./online-providers.ts";
import type { PayPalMethod } from "./paypal-methods.ts";

/** The states of a payment. */
export const paymentStatuses = ["created", "capturing", "pending", "completed", "failed", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Who has taken the money of a payment. What came by bank transfer or on delivery was recorded by an administrator, and an
 * exchange pays with money that was taken for another order. Store credit is what the shop owes its holder.
 */
export const paymentProviders = [
  ...onlineProviders,
  "bank transfer",
  "on delivery",
  "exchange",
  "store credit",
] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/** What can pay a part of an order, whose rest is asked for. */
export const creditProviders = ["exchange", "store credit"] as const satisfies readonly PaymentProviderName[];

export function isCredit(provider: PaymentProviderName): boolean {
  return provider === "exchange" || provider === "store credit";
}

/** Whether an administrator has recorded the money of a payment, and sends it back by hand. */
export function isByHand(provider: PaymentProviderName): boolean {
  return provider === "bank transfer" || provider === "on delivery";
}

/** PayPal's environment: live or sandbox, the payment simulator, or none. */
export const paymentModes = ["live", "sandbox", "simulator", "off"] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** Stripe's environment: real money, its test mode, or the payment simulator. */
export type StripeMode = "live" | "test" | "simulator";

/** Whether a key of Stripe's moves real money. */
export function modeOfKey(key: string): "live" | "test" {
  return /^[a-z]+_live_/.test(key) ? "live" : "test";
}

/** What the page of an order reads of the providers. */
export type OrderPaymentConfig = PaymentConfig & {
  /** PayPal's further ways to pay that the shop offers; absent for none. */
  payPalMethods?: readonly PayPalMethod[];
};

/** The settings with which a page loads the providers' scripts. */
export type PaymentConfig = {
  /** Empty if the shop is not connected to PayPal. */
  clientId: string;
  mode: PaymentMode;
  /** The origin that serves `/sdk/js`; `null` without PayPal. */
  scriptBase: string | null;
  /** `null` if the shop is not connected to Stripe. */
  stripe: { publishableKey: string; mode: StripeMode; scriptBase: string } | null;
};

/** The payment of an order. */
export const paymentResultSchema = z.object({
  id: z.string().meta({ description: "The payment provider's own order." }),
  status: z.enum(paymentStatuses),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/** The provider whose connection is tried out. */
export const testPaymentsSchema = z.object({ provider: z.enum(onlineProviders).default("paypal") });

/** Which provider is to take the money: by default that of the order's payment method. */
export const startPaymentSchema = z.object({ provider: z.enum(onlineProviders).optional() });

/**
 * A customer's report of a payment. Callers may send all details of the provider; only the provider
 * order's id is read, everything else is looked up.
 */
export const payOrderSchema = z
  .object(
    {
      id: z
        .string({ error: "The provider's order id is required" })
        .regex(/^[A-Za-z0-9_-]{1,64}$/, "The provider's order id is not valid"),
      expressKey: z
        .uuid("The key of the checkout is not valid")
        .optional()
        .meta({ description: "The key of a checkout that began at the provider, before there was an order." }),
    },
    { error: "The provider's order id is required" },
  )
  .meta({ additionalProperties: true });
export type PayOrder = z.output<typeof payOrderSchema>;
