const storageKey = "approvedCheckout";

/** A checkout that the customer has approved at PayPal, and that no order was placed for yet. */
export type ApprovedCheckout = { id: string; key: string };

/** Fallback when the browser blocks storage: valid until the page unloads. */
let inMemory: ApprovedCheckout | undefined;

/** Remembers a checkout in this tab. */
export function rememberCheckout(checkout: ApprovedCheckout): void {
  inMemory = checkout;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(checkout));
  } catch {
    // Storage is blocked: it stays in memory.
  }
}

/** The checkout that was approved in this tab. */
export function approvedCheckout(): ApprovedCheckout | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null || !("id" in stored) || !("key" in stored)) return inMemory;
    const { id, key } = stored;
    return typeof id === "string" && typeof key === "string" ? { id, key } : undefined;
  } catch {
    return inMemory;
  }
}

/** Forgets the checkout, once its order is placed. */
export function forgetCheckout(): void {
  inMemory = undefined;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked.
  }
}
