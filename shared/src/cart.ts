import type { ProductSummary } from "./catalog.ts";
import { fromWire, toDecimalString } from "./money.ts";
import { priceLines } from "./pricing.ts";
import {
  defaultPaymentMethod,
  lineQtyMax,
  type PaymentMethod,
  paymentMethods,
  priceCentsMax,
  stockMax,
} from "./shop.ts";

// Every page shows the cart's size, so this module must not import zod: the stored value is parsed by hand.

/** The form of an id. Only the server knows whether it names a product. */
const idPattern = /^[\w-]{1,36}$/;

/** A product as the cart stores it, with the chosen quantity. */
export type CartItem = Omit<ProductSummary, "user" | "rating" | "numReviews"> & { qty: number };

export type ShippingAddress = { address: string; city: string; postalCode: string; country: string };

/** The cart as the browser stores it. Amounts are strings with two decimals. */
export type Cart = {
  cartItems: readonly CartItem[];
  /** All four are empty until an address is saved. */
  shippingAddress: ShippingAddress;
  /** Empty if the stored method is unknown; the customer then chooses again. */
  paymentMethod: PaymentMethod | "";
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
 * Adds a product to the cart. A product that is in the cart already is replaced, its quantity
 * included. The quantity is limited to the stock; a product that is out of stock is not added.
 */
export function addItem(cart: Cart, product: Omit<CartItem, "qty">, qty: number): Cart {
  if (product.countInStock < 1) return cart;
  return putItem(cart, toItem(product, qty), cart.cartItems.length);
}

/** The largest quantity of a product that can be ordered at a stock. */
export function maxQty(countInStock: number): number {
  return Math.max(1, Math.min(countInStock, lineQtyMax));
}

/** Removes a product from the cart. */
export function removeItem(cart: Cart, id: string): Cart {
  return withItems(
    cart,
    cart.cartItems.filter((item) => item._id !== id),
  );
}

/** Puts a removed item back at its position. */
export function restoreItem(cart: Cart, item: CartItem, index: number): Cart {
  return putItem(cart, item, index);
}

/** Changes the quantity of a product, limited to its stock. */
export function setQty(cart: Cart, id: string, qty: number): Cart {
  return withItems(
    cart,
    cart.cartItems.map((item) => (item._id === id ? toItem(item, qty) : item)),
  );
}

/** Empties the cart; address and payment method stay. */
export function clearItems(cart: Cart): Cart {
  return withItems(cart, []);
}

export function saveShippingAddress(cart: Cart, shippingAddress: ShippingAddress): Cart {
  return { ...cart, shippingAddress };
}

export function savePaymentMethod(cart: Cart, paymentMethod: PaymentMethod): Cart {
  return { ...cart, paymentMethod };
}

/** A cart line with the product as it is sold now; `null` if it is no longer sold. */
export type QuotedLine = { _id: string; product: Omit<CartItem, "qty"> | null };

/** How a line's product has changed since it was added to the cart. */
export type LineChange =
  | { kind: "unavailable" }
  | { kind: "sold-out" }
  /** `price`: the current price, if it differs. `left`: the stock, if it is below the quantity. */
  | { kind: "changed"; price: number | undefined; left: number | undefined };

/** The changes that the customer must accept before ordering, by product id. */
export function changesOf(cart: Cart, quoted: readonly QuotedLine[]): Map<string, LineChange> {
  const today = new Map(quoted.map(({ _id, product }) => [_id, product]));
  const changes = new Map<string, LineChange>();
  for (const { _id, price, qty } of cart.cartItems) {
    const product = today.get(_id);
    // Added after the quote was requested.
    if (product === undefined) continue;
    if (product === null) changes.set(_id, { kind: "unavailable" });
    else if (product.countInStock < 1) changes.set(_id, { kind: "sold-out" });
    else {
      const most = maxQty(product.countInStock);
      const left = qty > most ? most : undefined;
      const newPrice = product.price === price ? undefined : product.price;
      if (left !== undefined || newPrice !== undefined) changes.set(_id, { kind: "changed", price: newPrice, left });
    }
  }
  return changes;
}

/**
 * The cart after the customer accepted the changes: current prices, quantities within the stock,
 * unavailable products removed.
 */
export function acceptChanges(cart: Cart, quoted: readonly QuotedLine[]): Cart {
  const today = new Map(quoted.map(({ _id, product }) => [_id, product]));
  const cartItems = cart.cartItems.flatMap((item) => {
    const product = today.get(item._id);
    if (product === undefined) return item;
    return product === null || product.countInStock < 1 ? [] : toItem(product, item.qty);
  });
  return withItems(cart, cartItems);
}

/**
 * Updates what needs no consent: names, images, stock. Prices and quantities stay. Returns the same
 * object if nothing changed.
 */
export function refreshItems(cart: Cart, quoted: readonly QuotedLine[]): Cart {
  const today = new Map(quoted.map(({ _id, product }) => [_id, product]));
  const cartItems = cart.cartItems.map((item) => {
    const product = today.get(item._id);
    if (product == null) return item;
    return { ...toItem(product, 1), price: item.price, qty: item.qty };
  });
  return JSON.stringify(cartItems) === JSON.stringify(cart.cartItems) ? cart : { ...cart, cartItems };
}

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
  return withItems({ ...initialCart, shippingAddress, paymentMethod }, [...items.values()]);
}

function putItem(cart: Cart, item: CartItem, index: number): Cart {
  if (cart.cartItems.some((present) => present._id === item._id)) {
    return withItems(
      cart,
      cart.cartItems.map((present) => (present._id === item._id ? item : present)),
    );
  }
  return withItems(cart, [...cart.cartItems.slice(0, index), item, ...cart.cartItems.slice(index)]);
}

function withItems(cart: Cart, cartItems: readonly CartItem[]): Cart {
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

/** Picks the keys, so that other fields of a product are not stored. */
function toItem(product: Omit<CartItem, "qty">, qty: number): CartItem {
  const { _id, name, image, brand, category, description, price, countInStock } = product;
  return {
    ...{ _id, name, image, brand, category, description, price, countInStock },
    qty: Math.min(maxQty(countInStock), Math.max(1, toWhole(qty))),
  };
}

function parseItem(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { _id, name, image, brand, category, description, price, countInStock } = value;
  if (typeof _id !== "string" || !idPattern.test(_id)) return null;
  if (typeof name !== "string" || typeof image !== "string") return null;
  if (typeof brand !== "string" || typeof category !== "string" || typeof description !== "string") return null;
  if (!isPrice(price) || !isStock(countInStock)) return null;
  return { _id, name, image, brand, category, description, price, countInStock, qty: parseQty(value.qty) };
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
  return { address, city, postalCode, country };
}

function isPrice(value: unknown): value is number {
  const cents = typeof value === "number" ? fromWire(value) : null;
  return cents !== null && cents >= 0 && cents <= priceCentsMax;
}

function isStock(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= stockMax;
}

function toWhole(qty: number): number {
  return Number.isFinite(qty) ? Math.trunc(qty) : 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
