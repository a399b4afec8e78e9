import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { lineQtyMax, orderLinesMax } from "../shop.ts";
import { messageLength, optionalTextSchema, requiredTextSchema } from "./order-message.ts";
import { refundOrderSchema } from "./refund.ts";

/** The states of a return. The last three are final; a refund that fails leads back to `received`. */
export const returnStates = ["requested", "accepted", "received", "refunded", "refused", "cancelled"] as const;
export type ReturnState = (typeof returnStates)[number];

/** What an administrator decides. */
export const returnDecisions = ["accepted", "refused"] as const;

export const itemConditions = ["as new", "used", "damaged"] as const;
export type ItemCondition = (typeof itemConditions)[number];

export const returnReasonLength = 60;
export const returnWordsLength = 500;

const productSchema = z.uuid("Product id is not valid").toLowerCase();
const qtyRule = `Quantity must be a whole number from 1 to ${lineQtyMax}`;

/** What a customer wants to send back, and why. */
export const requestReturnSchema = z.object({
  lines: z
    .array(
      z.object({
        product: productSchema,
        qty: z.int(qtyRule).min(1, qtyRule).max(lineQtyMax, qtyRule),
        reason: lineSchema("Reason", returnReasonLength),
        words: optionalTextSchema("Words", returnWordsLength),
      }),
    )
    .min(1, "Choose what you send back")
    .max(orderLinesMax)
    .refine(areOfDifferentProducts, "Name each product once"),
});
export type RequestReturn = z.output<typeof requestReturnSchema>;

/** `words` are for the customer: where to send the goods and until when, or why not. */
export const decideReturnSchema = z.discriminatedUnion("to", [
  z.object({ to: z.literal("accepted"), words: optionalTextSchema("Words", messageLength) }),
  z.object({ to: z.literal("refused"), words: requiredTextSchema("An explanation", messageLength) }),
]);
export type DecideReturn = z.output<typeof decideReturnSchema>;

/** What has arrived. Units that go back into the stock do so with the refund. */
export const receiveReturnSchema = z.object({
  lines: z
    .array(
      z.object({
        product: productSchema,
        qty: z.int().min(0).max(lineQtyMax),
        condition: z.enum(itemConditions),
        isRestocked: z.boolean(),
      }),
    )
    .min(1)
    .max(orderLinesMax)
    .refine(areOfDifferentProducts, "Name each product once"),
});
export type ReceiveReturn = z.output<typeof receiveReturnSchema>;

/** The refund of a return, of what is due or less. */
export const refundReturnSchema = refundOrderSchema.pick({ amount: true, reason: true, payment: true });
export type RefundReturn = z.output<typeof refundReturnSchema>;

function areOfDifferentProducts(lines: readonly { product: string }[]): boolean {
  return new Set(lines.map(({ product }) => product)).size === lines.length;
}

/** A line of a return. What arrived is null until it was received. */
export type ReturnLine = {
  product: string;
  name: string;
  image: string;
  qty: number;
  reason: string;
  words: string;
  receivedQty: number | null;
  condition: ItemCondition | null;
  isRestocked: boolean | null;
};

/** A return as its customer and administrators see it. `words` is what the shop answered. */
export type OrderReturn = {
  _id: string;
  state: ReturnState;
  requestedAt: string;
  words: string;
  lines: ReturnLine[];
  /** What is due for it by its lines, and by what has arrived once something has; in wire format. */
  due: number;
};

/** The returns of an order, and what else of it can be sent back. */
export type OrderReturns = {
  returns: OrderReturn[];
  /** Why nothing can be sent back; null where something can. */
  refusal: string | null;
  returnable: { product: string; name: string; image: string; qty: number }[];
  reasons: string[];
};
