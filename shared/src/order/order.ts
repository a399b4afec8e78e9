import { z } from "zod";
import { personalLineSchema, personalTextSchema, withoutInvisible } from "../account/account.ts";
import { discountCodesSchema } from "../discount/code-schema.ts";
import { decimalsInWords, fromWire } from "../money.ts";
import { lineQtyMax, nameLength, orderLinesMax, paymentMethods } from "../shop.ts";
import { countryCodeOf } from "../terms-of-sale/countries.ts";
import { hasPostalCode } from "../terms-of-sale/postal-codes.ts";
import { amountMeta, timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { cancellationSchema } from "./cancellation.ts";
import { matterSchema } from "./matter.ts";
import { parcelSchema } from "./parcel.ts";
import { paymentResultSchema } from "./payment.ts";
import { refundSchema } from "./refund.ts";

export const orderItemSchema = z.object({
  name: z.string(),
  qty: z.int(),
  image: z.string(),
  price: wireAmountSchema,
  discount: wireAmountSchema
    .exactOptional()
    .meta({ description: "What discounts take off all units of the line; absent for none." }),
  product: wireIdSchema,
  sku: z.string().exactOptional().meta({ description: "The shop's own number of it at the time of the order." }),
  gtin: z.string().exactOptional().meta({ description: "The number of its bar code at the time of the order." }),
  isGiftCard: z
    .literal(true)
    .exactOptional()
    .meta({ description: "If each unit of it is a gift card worth its price, whose code is mailed once it is paid." }),
  // Both or none.
  regularPrice: wireAmountSchema
    .exactOptional()
    .meta({ description: "If the price was shown as reduced: the price without the reduction." }),
  lowestPrice: wireAmountSchema
    .exactOptional()
    .meta({ description: "If the price was shown as reduced: the lowest price of the 30 days before the reduction." }),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

const doneAtSchema = timestampSchema.nullable();

/** What addresses can have beside the four documented fields. */
export const moreAddressFields = {
  countryCode: z.string().exactOptional().meta({ description: "ISO 3166 code of the country, where it is known." }),
  region: z.string().exactOptional().meta({ description: "State or province." }),
  name: z.string().exactOptional().meta({ description: "Who gets it, if not the customer." }),
  phone: z.string().exactOptional().meta({ description: "For the carrier." }),
};

/** What of a placed order's delivery and taxes is beyond the specified terms of sale. */
const orderTermsSchema = {
  taxIncluded: z.literal(true).exactOptional().meta({
    description: "If the prices have the tax in them: the total is items and shipping, and `taxPrice` the part within.",
  }),
  taxes: z
    .array(
      z.object({
        name: z.string(),
        rate: z.number().meta({ description: "In percent.", examples: [8.1] }),
        net: wireAmountSchema,
        tax: wireAmountSchema,
      }),
    )
    .exactOptional()
    .meta({ description: "Each tax by its rate; absent for the shop's first terms, with one rate." }),
  delivery: z
    .object({
      name: z.string(),
      pickUp: z.object({ address: z.string(), hours: z.string() }).exactOptional(),
      paymentFee: wireAmountSchema.exactOptional().meta({
        description: "What of `shippingPrice` is for payment on delivery; absent for none.",
      }),
    })
    .exactOptional()
    .meta({ description: "The chosen delivery; absent for the shop's first terms, with one." }),
};

/** An order as its owner and admins see it. */
export const orderSchema = z.object({
  _id: wireIdSchema,
  user: z.object({ name: z.string(), email: z.string() }),
  orderItems: z.array(orderItemSchema),
  shippingAddress: z.object({
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    ...moreAddressFields,
  }),
  paymentMethod: z.enum(paymentMethods),
  itemsPrice: wireAmountSchema,
  discountPrice: wireAmountSchema.meta({
    description: "What discounts take off the items and the shipping; 0 for none.",
  }),
  discounts: z
    .array(
      z.object({
        code: z.string().nullable().meta({ description: "As it was entered; null for a rule that holds by itself." }),
        name: z.string(),
        amount: wireAmountSchema,
      }),
    )
    .meta({ description: "Each rule by which the order costs less, and what it takes off." }),
  shippingPrice: wireAmountSchema,
  taxPrice: wireAmountSchema,
  totalPrice: wireAmountSchema,
  ...orderTermsSchema,
  paymentResult: paymentResultSchema
    .nullable()
    .meta({ description: "The money taken or about to be; null while no provider was told to take any." }),
  isPaid: z.boolean(),
  paidAt: doneAtSchema,
  isConfirmed: z.boolean(),
  confirmedAt: doneAtSchema,
  isProcessed: z.boolean(),
  processedAt: doneAtSchema,
  isShipped: z.boolean(),
  shippedAt: doneAtSchema,
  isDelivered: z.boolean(),
  deliveredAt: doneAtSchema,
  isPartlyShipped: z
    .boolean()
    .meta({ description: "Whether parcels with some of its units were sent, and the rest will follow." }),
  createdAt: timestampSchema,
  arrival: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .meta({ description: "The days on which the customer was told that the order arrives; null for older orders." }),
  parcels: z
    .array(parcelSchema)
    .meta({ description: "The parcels that the order was sent in, oldest first, as far as they were entered." }),
  matters: z.array(matterSchema).meta({ description: "Why the order needs an administrator; none when it does not." }),
  refunds: z.array(refundSchema).meta({ description: "Refunds that were made or are under way, oldest first." }),
  capturedPrice: wireAmountSchema.meta({
    description: "What was paid in all: 0 while nothing was, more than the total where it was paid twice.",
  }),
  refundedPrice: wireAmountSchema.meta({ description: "What was refunded in all, refunds under way included." }),
  isRefunded: z.boolean().meta({ description: "Whether all money that was taken for the order was refunded." }),
  isRestocked: z.boolean().meta({ description: "Whether all units of the order were returned to stock." }),
  isWithdrawn: z
    .boolean()
    .meta({ description: "Whether the customer has withdrawn from the contract, so that it cannot be paid any more." }),
  exchange: z
    .object({
      of: wireIdSchema.meta({ description: "The order whose goods came back." }),
      credit: wireAmountSchema.meta({ description: "What of the total it has paid; the rest is asked for." }),
    })
    .exactOptional()
    .meta({ description: "Only of an order that was sent in exchange for goods of another one." }),
  exchangedFor: z
    .array(wireIdSchema)
    .exactOptional()
    .meta({ description: "The orders that were sent in exchange for goods of this one, if there are some." }),
  credits: z
    .array(
      z.object({
        giftCard: z
          .string()
          .nullable()
          .meta({ description: "How the code of the gift card ends; null for the customer's own credit." }),
        amount: wireAmountSchema,
      }),
    )
    .exactOptional()
    .meta({ description: "What of the total store credit has paid; absent for none. The rest is asked for." }),
  cancellation: cancellationSchema
    .nullable()
    .meta({ description: "Who cancelled the order, when and why; null unless it was cancelled." }),
});
export type Order = z.infer<typeof orderSchema>;

const qtyRule = `Quantity must be a whole number from 1 to ${lineQtyMax}`;
const qtySchema = z.number({ error: qtyRule }).int(qtyRule).min(1, qtyRule).max(lineQtyMax, qtyRule);

const productIdSchema = z.uuid("Product id is not valid").transform((id) => id.toLowerCase());

/** A line names its product as `product` or, like cart lines, as `_id`. Sent prices and names are ignored. */
export const sentLineSchema = z.object({
  product: productIdSchema.optional(),
  _id: productIdSchema.optional(),
  qty: qtySchema,
});
const orderLineSchema = sentLineSchema.transform(({ product, _id, qty }, context) => {
  const productId = product ?? _id;
  if (productId === undefined) {
    context.issues.push({ code: "custom", message: "Product id is required", path: ["product"], input: productId });
    return z.NEVER;
  }
  return { productId, qty };
});

/** An address to send an order to. Countries without postal codes may go without one. */
export const shippingAddressSchema = z
  .object(
    {
      address: personalLineSchema("Address", 200),
      city: personalLineSchema("City", 100),
      postalCode: personalTextSchema("Postal code", 20),
      country: personalLineSchema("Country", 100),
      countryCode: z
        .string()
        .regex(/^[A-Z]{2}$/, "A country code has two capital letters")
        .exactOptional()
        .meta({ description: "ISO 3166 code of the country; read from its name without it.", examples: ["US"] }),
      region: personalLineSchema("State or province", 60)
        .exactOptional()
        .meta({ description: "State or province, where taxes or carriers need it." }),
      name: personalLineSchema("Name", nameLength)
        .exactOptional()
        .meta({ description: "Who gets it, if not the customer." }),
      phone: personalLineSchema("Telephone", 30).exactOptional().meta({ description: "For the carrier." }),
    },
    { error: "Shipping address is required" },
  )
  .refine(
    (sent: Partial<Record<string, unknown>> | undefined) => !isBlank(sent?.postalCode) || !needsPostalCode(sent),
    {
      path: ["postalCode"],
      message: "Postal code is required",
      // Forms want it together with the errors of the other fields, of which some may be missing.
      when: () => true,
    },
  );

function isBlank(value: unknown): boolean {
  return typeof value === "string" && withoutInvisible(value) === "";
}

function needsPostalCode({ country, countryCode }: Partial<Record<string, unknown>> = {}): boolean {
  const code =
    typeof countryCode === "string" ? countryCode : typeof country === "string" ? countryCodeOf(country) : null;
  return hasPostalCode(code);
}

/** A wire amount with at most two decimals, as cents. */
const amountSchema = z
  .number({ error: "Amounts are numbers" })
  .meta(amountMeta)
  .transform((amount, context) => {
    const cents = fromWire(amount);
    if (cents !== null && cents >= 0) return cents;
    context.issues.push({ code: "custom", message: `Amounts have ${decimalsInWords()}`, input: amount });
    return z.NEVER;
  });

export const placeOrderSchema = z.object({
  orderItems: z
    .array(orderLineSchema, { error: "No order items" })
    .min(1, "No order items")
    .max(orderLinesMax, `An order can have at most ${orderLinesMax} lines`),
  shippingAddress: shippingAddressSchema,
  paymentMethod: z.enum(paymentMethods, { error: "Payment method must be PayPal or Credit Card" }),
  deliveryMethod: z
    .string()
    .max(40)
    .optional()
    .meta({
      description: "The id of a delivery method to the address; the shop's first one without it.",
      examples: ["standard"],
    }),
  taxNumber: personalLineSchema("Tax number", 30)
    .optional()
    .meta({
      description: "Of a business customer. It is printed on the invoice, and can mean that the customer owes the tax.",
      examples: ["ATU12345678"],
    }),
  discountCodes: discountCodesSchema.optional().meta({
    description:
      "Codes by which the order may cost less. If one does nothing, the order is refused with PRICE_CHANGED and the reason, unless `expectedTotal` is what it costs.",
    examples: [["WELCOME10"]],
  }),
  /** The total that the customer saw. If it differs from the current one, the order is refused. */
  expectedTotal: amountSchema.optional(),
});
export type PlaceOrder = z.output<typeof placeOrderSchema>;

/** The caller's key for one attempt, so that a retry returns the first result. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "Idempotency-Key must be 1 to 255 visible characters");

/** Cart lines of any age: an id that names no product is answered, not refused. */
export const quoteCartSchema = z.object({ lines: z.array(z.object({ _id: z.string() })).max(orderLinesMax) });
export type QuoteCart = z.output<typeof quoteCartSchema>;
