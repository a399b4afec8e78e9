import { type Cart, countUnits, initialCart, parseCart } from "@shop/shared/cart/cart";
import { pricedBy } from "@shop/shared/cart/price-cart";
import type { Selling } from "@shop/shared/page/page-data";
import { useSyncExternalStore } from "react";

import { changeSelling, currentSelling } from "../../lib/selling.ts";

const key = "cart";
const listeners = new Set<() => void>();

/** The stored text that `cart` was parsed from; `null` when nothing is stored. */
let cachedText: string | null = null;
let cart: Cart = initialCart;

/** The stored text, or `undefined` when the browser blocks storage. */
function storedText(): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

function toCart(text: string | null): Cart {
  if (text === null) return initialCart;
  try {
    const parsed = parseCart(JSON.parse(text));
    return parsed === null ? initialCart : pricedBy(parsed, currentSelling().terms, Date.now());
  } catch {
    return initialCart;
  }
}

/** Reads storage on every call, because other tabs and a cleared storage change it. */
function readCart(): Cart {
  const text = storedText();
  if (text !== undefined && text !== cachedText) {
    cachedText = text;
    cart = toCart(text);
  }
  return cart;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Changes the cart and stores it, in memory only when the browser blocks storage. */
export function updateCart(transition: (cart: Cart) => Cart): void {
  const current = readCart();
  const changed = transition(current);
  if (changed === current) return;
  cart = pricedBy(changed, currentSelling().terms, Date.now());
  const text = JSON.stringify(cart);
  try {
    localStorage.setItem(key, text);
    cachedText = text;
  } catch {
    // Storage is full or blocked: the cart stays in memory.
  }
  notifyListeners();
}

/** Prices the cart by other terms of sale, which are those of the page from now on. */
export function repriceCart(selling: Selling): void {
  changeSelling(selling);
  updateCart((current) => ({ ...current }));
}

/** Resets the cart to its initial state and removes it from storage. */
export function resetCart(): void {
  cart = initialCart;
  try {
    localStorage.removeItem(key);
    cachedText = null;
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  notifyListeners();
}

/** Subscribes to changes in this tab and in others. Returns the unsubscribe function. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  // A page restored from the back/forward cache has missed the storage events of other tabs.
  window.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
    window.removeEventListener("pageshow", listener);
  };
}

/** The current cart. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => initialCart);
}

/** Number of units in the cart. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => countUnits(readCart()),
    () => 0,
  );
}
