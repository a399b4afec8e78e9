import { z } from "zod";
import { earlierOrderStates } from "../order/earlier-order.ts";

/** The name and address of a person, in parts. */
const recipientFields = [
  "firstName",
  "lastName",
  "company",
  "address",
  "address2",
  "city",
  "region",
  "postalCode",
  "country",
] as const;

/** What a column of a file of customers can be. */
export const customerFields = ["email", "customerName", ...recipientFields, "marketing", "since"] as const;
export type CustomerField = (typeof customerFields)[number];

/** What a column of a file of orders can be. A row has an order and one of its line items. */
export const orderFields = [
  "number",
  "orderedAt",
  "email",
  "customerName",
  ...recipientFields,
  "paymentMethod",
  "currency",
  "discount",
  "shipping",
  "tax",
  "total",
  "refunded",
  "orderState",
  "fulfilment",
  "paidAt",
  "shippedAt",
  "deliveredAt",
  "cancelledAt",
  "itemName",
  "itemSku",
  "itemQuantity",
  "itemPrice",
  "itemTotal",
] as const;
export type OrderField = (typeof orderFields)[number];

const placeSchema = z.object({ address: z.string(), city: z.string(), postalCode: z.string(), country: z.string() });

/** A customer as an import has them. */
export const customerRecordSchema = z.object({
  email: z.string(),
  /** Null where the file does not say. */
  name: z.string().nullable(),
  /** Whether they agreed to mails of marketing; null where the file does not say. */
  acceptsMarketing: z.boolean().nullable(),
  /** Since when they are a customer; null where the file does not say. */
  since: z.string().nullable(),
  /** Null where the file has none, or one that is not complete. */
  address: placeSchema.nullable(),
});
export type CustomerRecord = z.output<typeof customerRecordSchema>;

/** An earlier order as an import has it. Amounts are in the smallest units of its currency, times are ISO 8601. */
export const earlierOrderRecordSchema = z.object({
  number: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  paymentMethod: z.string(),
  currency: z.string(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  refundedCents: z.int(),
  state: z.enum(earlierOrderStates),
  orderedAt: z.string(),
  paidAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), sku: z.string(), qty: z.int(), totalCents: z.int() })),
});
export type EarlierOrderRecord = z.output<typeof earlierOrderRecordSchema>;
