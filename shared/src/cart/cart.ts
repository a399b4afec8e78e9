import { fromWire, toDecimalString } from "../money.ts";
import { priceLines } from "../pricing.ts";
import { defaultPaymentMethod, type PaymentMethod, paymentMethods } from "../shop.ts";
import { type CartDiscounts, parseDiscounts } from "./cart-discounts.ts";
import { type CartItem, isRecord, parseItems, textsOf } from "./cart-items.ts";

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
  /** The tax number of a business customer; absent for none. */
  taxNumber?: string;
  /** The codes that the customer has entered; absent for none. */
  discountCodes?: readonly string[];
  /** What the server has said that it saves; absent before it was asked. */
  saved?: CartDiscounts;
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

/**
 * Parses a stored cart; `null` if it is invalid. Amounts are recomputed and unknown keys dropped. An
 * invalid part is dropped by itself: a line is removed, an address or payment method is reset.
 */
export function parseCart(value: unknown): Cart | null {
  const items = parseItems(value);
  if (items === null || !isRecord(value)) return null;
  const shippingAddress = parseAddress(value.shippingAddress) ?? initialCart.shippingAddress;
  const paymentMethod = paymentMethods.find((method) => method === value.paymentMethod) ?? "";
  const cart: Cart = { ...initialCart, shippingAddress, paymentMethod };
  return withItems(Object.assign(cart, textsOf(value, ["deliveryMethod", "taxNumber"]), parseDiscounts(value)), items);
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

function parseAddress(value: unknown): ShippingAddress | null {
  if (!isRecord(value)) return null;
  const { address, city, postalCode, country } = value;
  if (typeof address !== "string" || typeof city !== "string") return null;
  if (typeof postalCode !== "string" || typeof country !== "string") return null;
  return { address, city, postalCode, country, ...textsOf(value, ["countryCode", "region", "name", "phone"]) };
}
