import { z } from "zod";
import { imageIdOf } from "../catalog/image.ts";
import { isStorableLine } from "../query.ts";
import { lineQtyMax, orderLinesMax, returnPhotosMax, returnReasonLength } from "../shop.ts";
import { amountMeta, timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { messageLength, optionalTextSchema, requiredTextSchema } from "./order-message.ts";
import { refundOrderSchema } from "./refund.ts";

/** The states of a return. The last three are final; a refund that fails leads back to `received`. */
export const returnStates = ["requested", "accepted", "received", "refunded", "refused", "cancelled"] as const;
export type ReturnState = (typeof returnStates)[number];

/** What an administrator decides. */
export const returnDecisions = ["accepted", "refused"] as const;

export const itemConditions = ["as new", "used", "damaged"] as const;
export type ItemCondition = (typeof itemConditions)[number];

export const returnWordsLength = 500;

const productSchema = z.uuid("Product id is not valid").toLowerCase();
const qtyRule = `Quantity must be a whole number from 1 to ${lineQtyMax}`;

const qtySchema = z.int(qtyRule).min(1, qtyRule).max(lineQtyMax, qtyRule);

/** What a customer wants to send back, and why. A withdrawal from the contract about it needs no reasons. */
export const requestReturnSchema = z
  .object({
    lines: z
      .array(
        z.object({
          product: productSchema,
          qty: qtySchema,
          reason: z
            .string()
            .trim()
            .max(returnReasonLength, `Reason can have at most ${returnReasonLength} characters`)
            .refine(isStorableLine, "Reason contains characters that cannot be stored")
            .default(""),
          words: optionalTextSchema("Words", returnWordsLength),
        }),
      )
      .min(1, "Choose what you send back")
      .max(orderLinesMax)
      .refine(areOfDifferentProducts, "Name each product once"),
    /** Addresses of uploads, as reviews have them. */
    photos: z
      .array(z.string().refine((image) => imageIdOf(image) !== undefined, "Each photo must be one that you uploaded"))
      .max(returnPhotosMax, `A return can have at most ${returnPhotosMax} photos`)
      .refine((photos) => new Set(photos).size === photos.length, "Name each photo once")
      .default([]),
    isWithdrawal: z.boolean().default(false),
    wish: optionalTextSchema("Wish", returnWordsLength).meta({
      description: "What the customer would like instead of the money; a withdrawal has none.",
    }),
  })
  .superRefine(({ lines, isWithdrawal }, ctx) => {
    for (const [place, { reason }] of lines.entries()) {
      if (isWithdrawal || reason !== "") continue;
      ctx.addIssue({ code: "custom", path: ["lines", place, "reason"], message: "Reason is required" });
    }
  });
export type RequestReturn = z.output<typeof requestReturnSchema>;

/** `words` are for the customer: where to send the goods and until when. */
export const acceptReturnSchema = z.object({ words: optionalTextSchema("Words", messageLength) });
/** `words` tell the customer why. */
export const refuseReturnSchema = z.object({ words: requiredTextSchema("An explanation", messageLength) });
export const decideReturnSchema = z.discriminatedUnion("to", [
  acceptReturnSchema.extend({ to: z.literal("accepted") }),
  refuseReturnSchema.extend({ to: z.literal("refused") }),
]);
export type DecideReturn = z.output<typeof decideReturnSchema>;

/** What a customer meant who withdrew from a part of an order in words. */
export const nameReturnedSchema = z.object({
  lines: z
    .array(z.object({ product: productSchema, qty: qtySchema }))
    .min(1, "Choose what comes back")
    .max(orderLinesMax)
    .refine(areOfDifferentProducts, "Name each product once"),
});
export type NameReturned = z.output<typeof nameReturnedSchema>;

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
const returnLineSchema = z.object({
  product: wireIdSchema,
  name: z.string(),
  image: z.string(),
  qty: z.int(),
  reason: z.string().meta({ description: "As the shop listed it; empty for a withdrawal." }),
  words: z.string(),
  receivedQty: z.int().nullable(),
  condition: z.enum(itemConditions).nullable(),
  isRestocked: z.boolean().nullable(),
});
export type ReturnLine = z.infer<typeof returnLineSchema>;

const orderReturnSchema = z.object({
  _id: wireIdSchema,
  state: z.enum(returnStates),
  requestedAt: timestampSchema,
  words: z.string().meta({ description: "What the shop answered." }),
  isWithdrawal: z.boolean().meta({ description: "Whether the customer withdrew from the contract about it." }),
  wish: z.string().meta({ description: "What the customer would like instead of the money; empty for the money." }),
  exchange: wireIdSchema.exactOptional().meta({ description: "The order that was sent in exchange for it." }),
  declaration: z.string().meta({
    description: "What a customer withdrew from in words, without signing in; empty otherwise.",
  }),
  photos: z.array(z.string()).meta({ description: "The paths of its photos." }),
  lines: z.array(returnLineSchema).meta({ description: "None until the shop has named what a declaration means." }),
  due: wireAmountSchema.meta({
    ...amountMeta,
    description: "What is due for its lines, and for what has arrived once something has.",
  }),
});
/** A return as its customer and administrators see it. */
export type OrderReturn = z.infer<typeof orderReturnSchema>;

/** The returns of an order, and what else of it can be sent back. */
export const orderReturnsSchema = z.object({
  returns: z.array(orderReturnSchema),
  refusal: z.string().nullable().meta({ description: "Why nothing can be sent back; null where something can." }),
  returnable: z.array(returnLineSchema.pick({ product: true, name: true, image: true, qty: true })),
  reasons: z.array(z.string()).meta({ description: "What the shop lists as reasons." }),
});
export type OrderReturns = z.infer<typeof orderReturnsSchema>;
