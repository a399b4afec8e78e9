import { z } from "zod";

/** The states of a payment. */
export const paymentStatuses = ["created", "capturing", "pending", "completed", "failed", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Who has taken the money of a payment. What came by bank transfer was recorded by an administrator, and an exchange pays
 * with money that was taken for another order.
 */
export const paymentProviders = ["paypal", "bank transfer", "exchange"] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/** The payment provider's environment: PayPal live or sandbox, the payment simulator, or none. */
export const paymentModes = ["live", "sandbox", "simulator", "off"] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** The settings with which a page loads the provider's script. */
export type PaymentConfig = {
  /** Empty if no provider is configured. */
  clientId: string;
  mode: PaymentMode;
  /** The origin that serves `/sdk/js`; `null` while payments are off. */
  scriptBase: string | null;
};

/** The payment of an order. */
export const paymentResultSchema = z.object({
  id: z.string().meta({ description: "The payment provider's own order." }),
  status: z.enum(paymentStatuses),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/**
 * A customer's report of a payment. Callers may send all details of the provider; only the provider
 * order's id is read, everything else is looked up.
 */
export const payOrderSchema = z
  .object(
    {
      id: z
        .string({ error: "The provider's order id is required" })
        .regex(/^[A-Za-z0-9-]{1,64}$/, "The provider's order id is not valid"),
    },
    { error: "The provider's order id is required" },
  )
  .meta({ additionalProperties: true });
export type PayOrder = z.output<typeof payOrderSchema>;
