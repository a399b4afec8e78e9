import { lineQtyMax, type PaymentMethod } from "../shop.ts";
import { type Cart, type ShippingAddress, withItems } from "./cart.ts";
import { type CartItem, toWhole } from "./cart-items.ts";

// Apart from the cart itself, because Home changes none.

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

/** Empties the cart, of its codes too; address and payment method stay. */
export function clearItems(cart: Cart): Cart {
  const { discountCodes: _codes, saved: _saved, ...rest } = cart;
  return withItems(rest, []);
}

export function saveShippingAddress(cart: Cart, shippingAddress: ShippingAddress): Cart {
  return { ...cart, shippingAddress };
}

/** How the order is delivered, and the tax number of a business; each absent for none. */
export function saveDelivery(cart: Cart, choice: Pick<Cart, "deliveryMethod" | "taxNumber">): Cart {
  const { deliveryMethod: _method, taxNumber: _number, ...rest } = cart;
  return { ...rest, ...choice };
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

function putItem(cart: Cart, item: CartItem, index: number): Cart {
  if (cart.cartItems.some((present) => present._id === item._id)) {
    return withItems(
      cart,
      cart.cartItems.map((present) => (present._id === item._id ? item : present)),
    );
  }
  return withItems(cart, [...cart.cartItems.slice(0, index), item, ...cart.cartItems.slice(index)]);
}

/** Picks the keys, so that other fields of a product are not stored. */
function toItem(product: Omit<CartItem, "qty">, qty: number): CartItem {
  const { _id, name, image, brand, category, description, price, countInStock, regularPrice, lowestPrice } = product;
  const { taxClass, grams } = product;
  return {
    _id,
    name,
    image,
    brand,
    category,
    description,
    price,
    countInStock,
    ...(regularPrice === undefined ? {} : { regularPrice }),
    ...(lowestPrice === undefined ? {} : { lowestPrice }),
    ...(taxClass === undefined ? {} : { taxClass }),
    ...(grams === undefined ? {} : { grams }),
    qty: Math.min(maxQty(countInStock), Math.max(1, toWhole(qty))),
  };
}
