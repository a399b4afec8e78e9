import { z } from "zod";
import { isStorableLine } from "../query.ts";
import { timestampSchema } from "../wire.ts";

export const cancelReasonLength = 500;

/** `reason` is shown to the customer, or is what the customer says. */
export const cancelOrderSchema = z.object({
  reason: z
    .string({ error: "A reason must be text" })
    .trim()
    .max(cancelReasonLength, `A reason can have at most ${cancelReasonLength} characters`)
    .refine(isStorableLine, "A reason contains characters that cannot be stored")
    .nullish()
    .transform((reason) => (reason === "" ? null : (reason ?? null)))
    .meta({ description: "Why, in a sentence, or nothing. The other side can read it." }),
});
export type CancelOrder = z.output<typeof cancelOrderSchema>;

/** That an order was cancelled, and by which side. */
export const cancellationSchema = z.object({
  at: timestampSchema,
  by: z.enum(["customer", "shop"]),
  reason: z.string().nullable(),
});
export type Cancellation = z.infer<typeof cancellationSchema>;
