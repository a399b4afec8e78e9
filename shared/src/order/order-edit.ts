import { z } from "zod";
import { personalTextSchema } from "../account/account.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { orderItemSchema, placeOrderSchema } from "./order.ts";
import { type HandQuote, pricedShape, quotedPlaceSchema } from "./order-by-hand.ts";
import { messageLength, optionalTextSchema } from "./order-message.ts";

/**
 * What an order is to be. A product that the order has stays at the price that was charged, and one that is new is at
 * that of the catalog, unless a line has a price of its own, which needs a reason.
 */
export const editOrderSchema = z
  .object({
    ...pricedShape,
    shippingAddress: placeOrderSchema.shape.shippingAddress,
    priceReason: personalTextSchema("Reason", 200).default(""),
    words: optionalTextSchema("Words", messageLength),
    expectedTotal: placeOrderSchema.shape.expectedTotal,
    /** How many edits the order had that the administrator has seen. */
    version: z.int().min(0),
  })
  .refine(({ orderItems, priceReason }) => priceReason !== "" || orderItems.every(({ price }) => price === undefined), {
    path: ["priceReason"],
    message: "Say why these prices are others",
  });
export type EditOrder = z.output<typeof editOrderSchema>;

/** What decides what an order would come to with an edit. */
export const quoteEditSchema = z.object({ ...pricedShape, place: quotedPlaceSchema });
export type QuoteEdit = z.output<typeof quoteEditSchema>;

export type EditQuote = HandQuote;

/** What an order was, or is, by an edit. */
export const editedOrderSchema = z.object({
  lines: z.array(orderItemSchema.pick({ product: true, name: true, qty: true, price: true })),
  address: z.array(z.string()).meta({ description: "In lines." }),
  delivery: z.string().nullable(),
  itemsPrice: wireAmountSchema,
  discountPrice: wireAmountSchema,
  shippingPrice: wireAmountSchema,
  taxPrice: wireAmountSchema,
  totalPrice: wireAmountSchema,
});
export type EditedOrder = z.infer<typeof editedOrderSchema>;

/** An edit of an order, with what it changed. */
const orderEditSchema = z.object({
  _id: wireIdSchema,
  at: timestampSchema,
  by: z.string(),
  words: z.string().meta({ description: "What the customer was told." }),
  before: editedOrderSchema,
  after: editedOrderSchema,
  undoneAt: timestampSchema.nullable(),
});
export type OrderEdit = z.infer<typeof orderEditSchema>;

/** What of an order can be edited: of a paid one the address, as long as nothing was sent. */
const editScopes = ["all", "address", "nothing"] as const;
export type EditScope = (typeof editScopes)[number];

/** The edits of an order. */
export const orderEditsSchema = z.object({
  edits: z.array(orderEditSchema).meta({ description: "The newest first." }),
  version: z.int().meta({ description: "Grows with every edit. An edit names the one that it was made for." }),
  scope: z.enum(editScopes).meta({ description: "What can be edited." }),
  refusal: z.string().nullable().meta({ description: "Why not all of it can be edited; null where it can be." }),
  undoable: wireIdSchema.nullable().meta({ description: "The edit that can be undone." }),
});
export type OrderEdits = z.infer<typeof orderEditsSchema>;
