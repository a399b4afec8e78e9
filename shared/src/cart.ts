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

// Every page shows how full the cart is, so nothing here may pull in the
// validation library: the stored value is read by hand.

/** What an id looks like at a glance. Whether it names a product, the shop knows. */
const idPattern = /^[\w-]{1,36}$/;

/** A product as the cart keeps it, with the chosen quantity. */
export type CartItem = Omit<ProductSummary, "user" | "rating" | "numReviews"> & { qty: number };

export type ShippingAddress = { address: string; city: string; postalCode: string; country: string };

/** The cart as the browser keeps it. Amounts are strings with two decimals. */
export type Cart = {
  cartItems: readonly CartItem[];
  /** All four blank until an address is saved. */
  shippingAddress: ShippingAddress;
  /** Empty when what was stored names no method that the shop knows: then it is chosen again. */
  paymentMethod: PaymentMethod | "";
  itemsPrice: string;
  shippingPrice: string;
  taxPrice: string;
  totalPrice: string;
};

/** A cart that nobody has touched. */
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
 * Puts a product into the cart. One that is there already is replaced, its
 * quantity too. The quantity is kept within the stock; what is sold out is not added.
 */
export function addItem(cart: Cart, product: Omit<CartItem, "qty">, qty: number): Cart {
  if (product.countInStock < 1) return cart;
  return putItem(cart, toItem(product, qty), cart.cartItems.length);
}

/** The largest quantity of a product that can be asked for at its stock. */
export function maxQty(countInStock: number): number {
  return Math.max(1, Math.min(countInStock, lineQtyMax));
}

/** Takes a product out of the cart. */
export function removeItem(cart: Cart, id: string): Cart {
  return withItems(
    cart,
    cart.cartItems.filter((item) => item._id !== id),
  );
}

/** Puts a removed item back where it was. */
export function restoreItem(cart: Cart, item: CartItem, index: number): Cart {
  return putItem(cart, item, index);
}

/** Changes the quantity of a product in the cart, kept within its stock. */
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

/** A line of the cart as the shop sells it today; without a product it is sold no longer. */
export type QuotedLine = { _id: string; product: Omit<CartItem, "qty"> | null };

/** What has become of a line since it was put into the cart. */
export type LineChange =
  | { kind: "unavailable" }
  | { kind: "sold-out" }
  /** The price of today, where it is another; the units left, where they are fewer than asked for. */
  | { kind: "changed"; price: number | undefined; left: number | undefined };

/** What a shopper has to agree to before the cart can be ordered, by product id. */
export function changesOf(cart: Cart, quoted: readonly QuotedLine[]): Map<string, LineChange> {
  const today = new Map(quoted.map(({ _id, product }) => [_id, product]));
  const changes = new Map<string, LineChange>();
  for (const { _id, price, qty } of cart.cartItems) {
    const product = today.get(_id);
    // Put in after the shop was asked: nothing is known of it yet.
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

/** The cart after the shopper has agreed: today's prices, no more units than there are, nothing that cannot be had. */
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
 * The cart with what nobody needs to agree to brought up to date: names,
 * pictures, stock. Prices and quantities stay. The same cart when nothing is new.
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

/** Units in the cart, not lines. */
export function countUnits(cart: Cart): number {
  return cart.cartItems.reduce((units, item) => units + item.qty, 0);
}

/**
 * A stored value as a cart, or `null` when it is not one. Amounts are computed
 * again and unknown keys dropped, so nothing stored is believed that we can
 * know. A part that is damaged costs the shopper that part alone: a line is
 * dropped, an address or a method is asked for again.
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

/** Key by key, so that what else a product record carries stays out of the cart. */
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

/** A quantity that can be ordered, whatever the stock: what is left of a product is for the shopper to hear. */
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
