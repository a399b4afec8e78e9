import { z } from "zod";
import { placeOrderSchema } from "./order.ts";
import { payOrderSchema } from "./payment.ts";

/** What is bought where the provider says to whom it goes. */
export const beginExpressSchema = placeOrderSchema.pick({ orderItems: true });
export type BeginExpress = z.output<typeof beginExpressSchema>;

/** A checkout that its customer has approved at the provider. Only who has begun it knows the key. */
export const expressCheckoutSchema = z.object({
  id: payOrderSchema.shape.id,
  key: z.uuid("The key of the checkout is not valid"),
});
export type ExpressCheckout = z.output<typeof expressCheckoutSchema>;
