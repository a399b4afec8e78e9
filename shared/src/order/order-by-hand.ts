import { z } from "zod";
import { newEmailSchema, personalLineSchema, personalTextSchema } from "../account/account.ts";
import { fromWire } from "../money.ts";
import { lineQtyMax, nameLength, orderLinesMax } from "../shop.ts";
import { amountMeta } from "../wire.ts";
import { bankReferenceLength } from "./bank-transfer.ts";
import { placeOrderSchema } from "./order.ts";
import { messageLength, optionalTextSchema } from "./order-message.ts";

const ownPriceSchema = z
  .number({ error: "Price must be a number" })
  .meta(amountMeta)
  .transform((amount, context) => {
    const cents = fromWire(amount);
    if (cents !== null && cents >= 0) return cents;
    context.issues.push({ code: "custom", message: "Price must be 0 or more", input: amount });
    return z.NEVER;
  });

const qtyRule = `Quantity must be a whole number from 1 to ${lineQtyMax}`;

const lineSchema = z.object({
  product: z.uuid("Product id is not valid").transform((id) => id.toLowerCase()),
  qty: z.int(qtyRule).min(1, qtyRule).max(lineQtyMax, qtyRule),
  /** Instead of the price of the catalog; in cents once it is read. */
  price: ownPriceSchema.optional(),
});

/** Whose order it is: an account, or somebody without one. Without an email, no mail goes out. */
const customerSchema = z.discriminatedUnion(
  "is",
  [
    z.object({ is: z.literal("account"), id: z.uuid("Choose a customer") }),
    z.object({
      is: z.literal("new"),
      name: personalLineSchema("Name", nameLength),
      email: z.literal("").or(newEmailSchema),
    }),
  ],
  "Choose a customer, or enter a name",
);

/** What was paid at once: money in the hand, or a transfer that has arrived. */
export const receivedSchema = z.object({
  reference: personalLineSchema("Entry", bankReferenceLength),
});

const { shippingAddress, paymentMethod, deliveryMethod, taxNumber, expectedTotal } = placeOrderSchema.shape;

/** Whether the goods are handed over at once, where the shop is. */
const isCounterSale = z.boolean().default(false);

/** What decides what an order comes to, beside where it goes. */
export const pricedShape = {
  orderItems: z
    .array(lineSchema, { error: "No order items" })
    .min(1, "No order items")
    .max(orderLinesMax, `An order can have at most ${orderLinesMax} lines`)
    .refine((lines) => new Set(lines.map(({ product }) => product)).size === lines.length, "Name each product once"),
  deliveryMethod,
  taxNumber,
};

/** An order that an administrator enters. */
export const orderByHandSchema = z
  .object({
    ...pricedShape,
    customer: customerSchema,
    shippingAddress: shippingAddress.optional(),
    isCounterSale,
    /** The state or province in which goods are handed over, where taxes need it. */
    counterRegion: personalTextSchema("State or province", 60).default(""),
    paymentMethod,
    priceReason: personalTextSchema("Reason", 200).default(""),
    note: optionalTextSchema("Note", messageLength),
    received: receivedSchema.optional(),
    expectedTotal,
    /** The draft that it was, which is no more once it is placed. */
    draft: z.uuid("Draft id is not valid").optional(),
  })
  .refine(({ orderItems, priceReason }) => priceReason !== "" || orderItems.every(({ price }) => price === undefined), {
    path: ["priceReason"],
    message: "Say why these prices are not those of the catalog",
  })
  .refine((order) => order.isCounterSale || order.shippingAddress !== undefined, {
    path: ["shippingAddress"],
    message: "Shipping address is required",
  })
  .refine((order) => !order.isCounterSale || order.received !== undefined, {
    path: ["received"],
    message: "What is taken along is paid at once",
  });
export type OrderByHand = z.output<typeof orderByHandSchema>;

/** Where an order that is being entered goes, as far as it has been typed. */
export const quotedPlaceSchema = z.object({
  country: z.string().max(100),
  region: z.string().max(60),
  postalCode: z.string().max(20),
});

/** What decides what an order that is being entered would cost. */
export const quoteByHandSchema = z.object({
  ...pricedShape,
  isCounterSale,
  place: quotedPlaceSchema,
  isPaidOnDelivery: z.boolean().default(false),
});
export type QuoteByHand = z.output<typeof quoteByHandSchema>;

/** A product of an order that is being entered. The price is that of the catalog, in wire format. */
export type HandProduct = { product: string; name: string; image: string; stock: number; price: number };

/** The same order as it would be placed. Amounts in wire format. */
export type HandQuote = {
  /** Without products that are not on sale any more. */
  lines: HandProduct[];
  methods: { id: string; name: string; price: number }[];
  /** The chosen one, or the first that sends the goods; null where nothing is delivered. */
  method: string | null;
  refusal: "place" | "weight" | null;
  taxIncluded: boolean;
  taxes: { name: string; rate: number; amount: number }[];
  itemsPrice: number;
  discountPrice: number;
  shippingPrice: number;
  taxPrice: number;
  totalPrice: number;
};
