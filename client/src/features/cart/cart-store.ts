import { type Cart, initialCart, parseCart } from "@shop/shared/cart/cart";
import { pricedBy } from "@shop/shared/cart/price-cart";
import type { Selling } from "@shop/shared/page/page-data";
import { useSyncExternalStore } from "react";
import { changeSelling, currentSelling } from "../../lib/selling.ts";
import { cartText, storeCart, subscribeToCart } from "./stored-cart.ts";

/** The cart with the stored text that it was parsed from. */
let parsed: { text: string | null; cart: Cart } = { text: null, cart: initialCart };

function toCart(text: string | null): Cart {
  if (text === null) return initialCart;
  try {
    const cart = parseCart(JSON.parse(text));
    return cart === null ? initialCart : priced(cart);
  } catch {
    return initialCart;
  }
}

function priced(cart: Cart): Cart {
  return pricedBy(cart, currentSelling().terms, Date.now());
}

/** The current cart, outside of a rendering. */
export function currentCart(): Cart {
  const text = cartText();
  if (text !== parsed.text) parsed = { text, cart: toCart(text) };
  return parsed.cart;
}

/** Changes the cart and stores it, in memory only when the browser blocks storage. */
export function updateCart(transition: (cart: Cart) => Cart): void {
  const current = currentCart();
  const changed = transition(current);
  if (changed === current) return;
  const cart = priced(changed);
  const text = JSON.stringify(cart);
  parsed = { text, cart };
  storeCart(text);
}

/** Prices the cart by other terms of sale, which are those of the page from now on. */
export function repriceCart(selling: Selling): void {
  changeSelling(selling);
  const text = cartText();
  if (text === null) return;
  // Parsed anew: a line whose price has other decimals than a new currency is dropped.
  const cart = toCart(text);
  const changed = JSON.stringify(cart);
  parsed = { text: changed, cart };
  storeCart(changed);
}

/** The current cart. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribeToCart, currentCart, () => initialCart);
}
