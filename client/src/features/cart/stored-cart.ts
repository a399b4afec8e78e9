import { countUnits, parseItems } from "@shop/shared/cart/cart-items";
import { useSyncExternalStore } from "react";

// Apart from the cart itself, because every page shows how much is in it, and few need what it costs.

const key = "cart";
const listeners = new Set<() => void>();

/** A text that the browser could not store, or not remove, and what is stored in its place; the cart stays in memory. */
let unstored: { over: string | null; text: string | null } | undefined;

/** The text of the cart; `null` when nothing is stored. Reads storage on every call, because other tabs change it. */
export function cartText(): string | null {
  const stored = storedText();
  return unstored !== undefined && unstored.over === stored ? unstored.text : stored;
}

function storedText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a cart, in memory only when the browser's storage is full or blocked. */
export function storeCart(text: string): void {
  unstored = undefined;
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored = { over: storedText(), text };
  }
  notifyListeners();
}

/** Resets the cart to its initial state and removes it from storage. */
export function resetCart(): void {
  unstored = undefined;
  try {
    localStorage.removeItem(key);
  } catch {
    unstored = { over: storedText(), text: null };
  }
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Subscribes to changes in this tab and in others. Returns the unsubscribe function. */
export function subscribeToCart(listener: () => void): () => void {
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

/** Number of units in the cart. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribeToCart,
    () => unitsIn(cartText()),
    () => 0,
  );
}

/** The last text with its units, which are asked for with every render. */
let counted: { text: string; units: number } | undefined;

function unitsIn(text: string | null): number {
  if (text === null) return 0;
  if (counted?.text !== text) counted = { text, units: countUnits({ cartItems: itemsIn(text) ?? [] }) };
  return counted.units;
}

function itemsIn(text: string) {
  try {
    return parseItems(JSON.parse(text));
  } catch {
    return null;
  }
}
