import { type Cart, countUnits, initialCart, parseCart } from "@shop/shared/cart";
import { useSyncExternalStore } from "react";

const key = "cart";
const listeners = new Set<() => void>();

/** The stored text that `cart` stands for; `null` when nothing is stored. */
let knownText: string | null = null;
let cart: Cart = initialCart;

/** The stored text, or `undefined` where the browser allows no storage. */
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
    return parseCart(JSON.parse(text)) ?? initialCart;
  } catch {
    return initialCart;
  }
}

/** The cart as it is now. The storage is asked each time, because other tabs and a wipe change it unseen. */
function readCart(): Cart {
  const text = storedText();
  if (text !== undefined && text !== knownText) {
    knownText = text;
    cart = toCart(text);
  }
  return cart;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Changes the cart and keeps it in the browser, or in memory only where the browser will not store it. */
export function updateCart(transition: (cart: Cart) => Cart): void {
  const present = readCart();
  const changed = transition(present);
  if (changed === present) return;
  cart = changed;
  const text = JSON.stringify(cart);
  try {
    localStorage.setItem(key, text);
    knownText = text;
  } catch {
    // A full or forbidden storage must not stop anybody from shopping: this tab still has the cart.
  }
  notifyListeners();
}

/** Back to a cart that nobody has touched, with nothing left in the browser. */
export function resetCart(): void {
  cart = initialCart;
  try {
    localStorage.removeItem(key);
    knownText = null;
  } catch {
    // Nothing could have been stored either.
  }
  notifyListeners();
}

/** Tells of every change of the cart, in this tab or another. Ends with the returned function. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  // A tab that comes back from the browser's memory has missed what other tabs told.
  window.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
    window.removeEventListener("pageshow", listener);
  };
}

/** The cart, kept up to date. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => initialCart);
}

/** Units in the cart, for the header's badge. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => countUnits(readCart()),
    () => 0,
  );
}
