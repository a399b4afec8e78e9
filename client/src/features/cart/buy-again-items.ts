import type { Cart } from "@shop/shared/cart/cart";
import { addItem, maxQty, type QuotedLine } from "@shop/shared/cart/cart-changes";

/** A line of an earlier order. */
export type EarlierLine = { product: string; name: string; qty: number };

/** The cart with the lines of an earlier order, and what could not be put into it. */
export type Refilled = {
  cart: Cart;
  /** The names of products that are not sold any more, or not now. */
  gone: string[];
  /** Products of which there are fewer than were ordered. */
  fewer: { name: string; qty: number; wanted: number }[];
};

/**
 * Puts the lines of an earlier order into the cart, at today's prices and within today's stock. What is in the cart
 * already stays, at least in the quantity of the order, so that doing it twice does no more than doing it once.
 */
export function buyItemsAgain(cart: Cart, lines: readonly EarlierLine[], quoted: readonly QuotedLine[]): Refilled {
  const today = new Map(quoted.map(({ _id, product }) => [_id, product]));
  const refilled: Refilled = { cart, gone: [], fewer: [] };
  for (const { product: id, name, qty: wanted } of lines) {
    const product = today.get(id) ?? null;
    if (product === null || product.countInStock < 1) {
      refilled.gone.push(name);
      continue;
    }
    const most = maxQty(product.countInStock);
    if (most < wanted) refilled.fewer.push({ name: product.name, qty: most, wanted });
    const present = cart.cartItems.find(({ _id }) => _id === id)?.qty ?? 0;
    refilled.cart = addItem(refilled.cart, product, Math.max(present, wanted));
  }
  return refilled;
}
