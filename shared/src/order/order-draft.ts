import { z } from "zod";
import { isStorableLine, storedVersionSchema } from "../query.ts";
import { lineQtyMax, orderLinesMax, paymentMethods } from "../shop.ts";
import { amountMeta } from "../wire.ts";
import type { HandProduct } from "./order-by-hand.ts";
import { messageLength, optionalTextSchema } from "./order-message.ts";

/** How many drafts a shop can have, and after how long without a change one is deleted, in days. */
export const draftsMax = 200;
export const draftDays = 90;

const text = (length: number) => optionalTextSchema("This", length);

const lineSchema = z.object({
  product: z.uuid("Product id is not valid").toLowerCase(),
  qty: z.int().min(1).max(lineQtyMax).nullable(),
  /** An own price, in wire format; null for that of the catalog. */
  price: z.number().min(0).nullable().meta(amountMeta),
});

/** An order as far as it has been entered. Everything can be missing; placing it checks it. */
export const orderDraftSchema = z.object({
  customer: z.discriminatedUnion("is", [
    z.object({ is: z.literal("account"), id: z.uuid() }),
    z.object({ is: z.literal("new"), name: text(200), email: text(320) }),
  ]),
  orderItems: z
    .array(lineSchema)
    .max(orderLinesMax, `An order can have at most ${orderLinesMax} lines`)
    .refine((lines) => new Set(lines.map(({ product }) => product)).size === lines.length, "Name each product once"),
  address: z.object({
    address: text(200),
    city: text(100),
    postalCode: text(20),
    country: text(100),
    region: text(60),
    name: text(200),
    phone: text(30),
  }),
  deliveryMethod: z.string().max(40).refine(isStorableLine).optional(),
  isCounterSale: z.boolean().default(false),
  payment: z.enum([...paymentMethods, "received"]),
  priceReason: text(200),
  note: text(messageLength),
  reference: text(100),
  taxNumber: text(30),
});
export type OrderDraft = z.output<typeof orderDraftSchema>;

/** Saves a new draft, or one that exists, in the version that was read. */
export const saveDraftSchema = z.object({
  draft: orderDraftSchema,
  saved: z.object({ _id: z.uuid(), version: storedVersionSchema }).optional(),
});
export type SaveDraft = z.output<typeof saveDraftSchema>;

/** A draft in the list. `customer` is the name; empty while nobody was chosen. */
export type DraftRow = { _id: string; customer: string; items: number; by: string; savedAt: string };

/** A draft to go on with: with the account of its customer, and those of its products that are on sale. */
export type OpenDraft = {
  _id: string;
  version: number;
  draft: OrderDraft;
  account: { _id: string; name: string; email: string } | null;
  products: HandProduct[];
};
