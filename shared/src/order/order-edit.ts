import { z } from "zod";
import { personalTextSchema } from "../account/account.ts";
import { placeOrderSchema } from "./order.ts";
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

/** What an order was, or is, by an edit. Amounts in wire format. */
export type EditedOrder = {
  lines: { product: string; name: string; qty: number; price: number }[];
  /** In lines. */
  address: string[];
  delivery: string | null;
  itemsPrice: number;
  shippingPrice: number;
  taxPrice: number;
  totalPrice: number;
};

/** An edit of an order, with what it changed. */
export type OrderEdit = {
  _id: string;
  at: string;
  by: string;
  /** What the customer was told. */
  words: string;
  before: EditedOrder;
  after: EditedOrder;
  undoneAt: string | null;
};

/** What of an order can be edited: of a paid one the address, as long as nothing was sent. */
export type EditScope = "all" | "address" | "nothing";

/** The edits of an order, the newest first. */
export type OrderEdits = {
  edits: OrderEdit[];
  version: number;
  scope: EditScope;
  /** Why not all of it can be edited; null where it can be. */
  refusal: string | null;
  /** The edit that can be undone. */
  undoable: string | null;
};
