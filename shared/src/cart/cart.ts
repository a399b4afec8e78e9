import type { ProductSummary } from "../catalog/catalog.ts";
import { fromWire, toDecimalString } from "../money.ts";
import { priceLines } from "../pricing.ts";
import {
  defaultPaymentMethod,
  lineQtyMax,
  type PaymentMethod,
  paymentMethods,
  priceCentsMax,
  stockMax,
} from "../shop.ts";

// Every page shows the cart's size, so this module must not import zod: the stored value is parsed by hand.

/** The form of an id. Only the server knows whether it names a product. */
const idPattern = /^[\w-]{1,36}$/;

/** A product as the cart stores it, with the chosen quantity. */
export type CartItem = Omit<ProductSummary, "user" | "rating" | "numReviews"> & PricedAs & { qty: number };

/** What of a product its taxes and delivery depend on; absent for the standard class, and where its weight is unknown. */
export type PricedAs = { taxClass?: string; grams?: number };

export type ShippingAddress = {
  address: string;
  city: string;
  postalCode: string;
  country: string;
  /** ISO 3166 code of the country, where it is known. */
  countryCode?: string;
  /** State or province. */
  region?: string;
  /** Who gets it, if not the customer. */
  name?: string;
  phone?: string;
};

/** The cart as the browser stores it. Amounts are strings with two decimals. */
export type Cart = {
  cartItems: readonly CartItem[];
  /** All four are empty until an address is saved. */
  shippingAddress: ShippingAddress;
  /** Empty if the stored method is unknown; the customer then chooses again. */
  paymentMethod: PaymentMethod | "";
  /** The id of the chosen delivery method; absent before the choice, and where there is none. */
  deliveryMethod?: string;
  itemsPrice: string;
  shippingPrice: string;
  taxPrice: string;
  totalPrice: string;
};

/** An empty cart. */
export const initialCart: Cart = {
  cartItems: [],
  shippingAddress: { address: "", city: "", postalCode: "", country: "" },
  paymentMethod: defaultPaymentMethod,
  itemsPrice: "0.00",
  shippingPrice: "0.00",
  taxPrice: "0.00",
  totalPrice: "0.00",
};

/** The number of units, not of lines. */
export function countUnits(cart: Cart): number {
  return cart.cartItems.reduce((units, item) => units + item.qty, 0);
}

/**
 * Parses a stored cart; `null` if it is invalid. Amounts are recomputed and unknown keys dropped. An
 * invalid part is dropped by itself: a line is removed, an address or payment method is reset.
 */
export function parseCart(value: unknown): Cart | null {
  if (!isRecord(value) || !Array.isArray(value.cartItems)) return null;
  const shippingAddress = parseAddress(value.shippingAddress) ?? initialCart.shippingAddress;
  const paymentMethod = paymentMethods.find((method) => method === value.paymentMethod) ?? "";
  const items = new Map<string, CartItem>();
  for (const item of value.cartItems.flatMap((line) => parseItem(line) ?? [])) {
    if (!items.has(item._id)) items.set(item._id, item);
  }
  const { deliveryMethod } = textsOf(value, ["deliveryMethod"]);
  const cart: Cart = { ...initialCart, shippingAddress, paymentMethod };
  return withItems(deliveryMethod === undefined ? cart : { ...cart, deliveryMethod }, [...items.values()]);
}

/** The cart with other lines, and the amounts for them. */
export function withItems(cart: Cart, cartItems: readonly CartItem[]): Cart {
  const parts = priceLines(cartItems.map(({ price, qty }) => ({ priceCents: toCents(price), qty })));
  return {
    ...cart,
    cartItems,
    itemsPrice: toDecimalString(parts.itemsCents),
    shippingPrice: toDecimalString(parts.shippingCents),
    taxPrice: toDecimalString(parts.taxCents),
    totalPrice: toDecimalString(parts.totalCents),
  };
}

function toCents(price: number): number {
  const cents = fromWire(price);
  if (cents === null) throw new RangeError("A price must have at most two decimals");
  return cents;
}

function parseItem(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { _id, name, image, brand, category, description, price, countInStock } = value;
  if (typeof _id !== "string" || !idPattern.test(_id)) return null;
  if (typeof name !== "string" || typeof image !== "string") return null;
  if (typeof brand !== "string" || typeof category !== "string" || typeof description !== "string") return null;
  if (!isPrice(price) || !isStock(countInStock)) return null;
  const { grams } = value;
  return {
    _id,
    name,
    image,
    brand,
    category,
    description,
    price,
    countInStock,
    ...textsOf(value, ["taxClass"]),
    ...(isStock(grams) ? { grams } : {}),
    qty: parseQty(value.qty),
  };
}

/** A valid quantity regardless of the stock, which the customer is told about later. */
function parseQty(value: unknown): number {
  return typeof value === "number" ? Math.min(lineQtyMax, Math.max(1, toWhole(value))) : 1;
}

function parseAddress(value: unknown): ShippingAddress | null {
  if (!isRecord(value)) return null;
  const { address, city, postalCode, country } = value;
  if (typeof address !== "string" || typeof city !== "string") return null;
  if (typeof postalCode !== "string" || typeof country !== "string") return null;
  return { address, city, postalCode, country, ...textsOf(value, ["countryCode", "region", "name", "phone"]) };
}

/** The fields that are texts. */
function textsOf<Field extends string>(
  value: Record<string, unknown>,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = value[field];
    if (typeof text === "string" && text !== "") found[field] = text;
  }
  return found;
}

function isPrice(value: unknown): value is number {
  const cents = typeof value === "number" ? fromWire(value) : null;
  return cents !== null && cents >= 0 && cents <= priceCentsMax;
}

function isStock(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= stockMax;
}

/** A quantity without its fraction. */
export function toWhole(qty: number): number {
  return Number.isFinite(qty) ? Math.trunc(qty) : 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
