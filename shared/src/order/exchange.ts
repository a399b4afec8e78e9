import { z } from "zod";
import { lineSchema, personalTextSchema } from "../account/account.ts";
import { orderLinesMax, refundReasonLength } from "../shop.ts";
import { placeOrderSchema } from "./order.ts";
import { type HandQuote, pricedShape, receivedSchema } from "./order-by-hand.ts";
import { refundAmountSchema, restockLineSchema } from "./refund.ts";

const { orderItems, deliveryMethod } = pricedShape;
const { paymentMethod, expectedTotal } = placeOrderSchema.shape;

/** What is taken back: all that has arrived of a return, or units of an order that was not sent. */
const takenBackShape = {
  return: z.uuid("Return id is not valid").optional().meta({ description: "A return that has arrived." }),
  items: z
    .array(restockLineSchema)
    .max(orderLinesMax)
    .refine((lines) => new Set(lines.map(({ product }) => product)).size === lines.length, "Name each product once")
    .default([])
    .meta({ description: "Units of an order that was not sent, instead of a return." }),
};

const sentShape = {
  orderItems,
  isDeliveryFree: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the shop bears the delivery; otherwise it costs what its method does." }),
  deliveryMethod,
};

/** Goods of an order against others, as an order of their own. */
export const exchangeGoodsSchema = z
  .object({
    ...takenBackShape,
    ...sentShape,
    amount: refundAmountSchema.meta({
      description: "What is due for what is taken back. It pays the new order, and what is more is refunded.",
    }),
    reason: lineSchema("Reason", refundReasonLength).meta({ description: "The customer is told this reason." }),
    priceReason: personalTextSchema("Reason", 200).default(""),
    paymentMethod: paymentMethod.meta({ description: "How the rest is paid, if there is one." }),
    received: receivedSchema.optional().meta({ description: "The rest, if it was paid at once." }),
    expectedTotal,
  })
  .refine(({ return: returned, items }) => (returned === undefined) !== (items.length === 0), {
    path: ["items"],
    message: "Say what is taken back",
  })
  .refine(
    ({ orderItems: lines, priceReason }) => priceReason !== "" || lines.every(({ price }) => price === undefined),
    {
      path: ["priceReason"],
      message: "Say why these prices are not those of the catalog",
    },
  );
export type ExchangeGoods = z.output<typeof exchangeGoodsSchema>;

/** What of an order is to be exchanged. */
export const exchangeableSchema = z.object({ return: takenBackShape.return });

/** What decides what an exchange comes to. */
export const quoteExchangeSchema = z.object({
  ...takenBackShape,
  ...sentShape,
  isPaidOnDelivery: z.boolean().default(false),
});
export type QuoteExchange = z.output<typeof quoteExchangeSchema>;

/** What the new order would come to, and what is due for what is taken back. Amounts in wire format. */
export type ExchangeQuote = HandQuote & { due: number };

/** What of an order can be exchanged. */
export type Exchangeable = {
  /** Why nothing can be, as a sentence; null where something can. */
  refusal: string | null;
  /** Of a return all of it is exchanged, of any other order as much as is chosen. */
  lines: { product: string; name: string; image: string; qty: number }[];
  /** What has paid the order and was not refunded, in wire format. */
  refundable: number;
};
