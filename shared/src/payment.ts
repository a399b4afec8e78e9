import { z } from "zod";

/** How far a payment has come, in the provider's eyes. */
export const paymentStatuses = ["created", "capturing", "pending", "completed", "failed", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Where money goes: for real, to the provider's or our own test tills, or nowhere because nothing is set up. */
export const paymentModes = ["live", "sandbox", "simulator", "off"] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** What a page needs to load the provider's script. */
export type PaymentConfig = {
  /** Empty while online payment is not set up. */
  clientId: string;
  mode: PaymentMode;
  /** Origin that serves the script at `/sdk/js`; `null` while payments are off. */
  scriptBase: string | null;
};

/** What became of the money for an order, as far as it has come. */
export const paymentResultSchema = z.object({
  id: z.string().meta({ description: "The payment provider's own order." }),
  status: z.enum(paymentStatuses),
});
export type PaymentResult = z.infer<typeof paymentResultSchema>;

/**
 * What a payment is reported with. Callers may send all the details that the
 * provider gave them; only the name of its order is read, the rest is asked of
 * the provider.
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
