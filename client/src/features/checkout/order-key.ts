const storageKey = "orderKey";

type StoredKey = { key: string; request: string };

/** Fallback when the browser blocks storage: valid until the page unloads. */
let inMemory: StoredKey | undefined;

function read(): StoredKey | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null || !("key" in stored) || !("request" in stored)) return undefined;
    const { key, request } = stored;
    return typeof key === "string" && typeof request === "string" ? { key, request } : undefined;
  } catch {
    return inMemory;
  }
}

/**
 * The idempotency key of an order request. It is stored and stays the same
 * until the request changes or `clearKey` is called, so that a retry after a
 * lost response, a reload or in another tab does not create a second order.
 */
export function keyFor(order: unknown): string {
  const request = JSON.stringify(order);
  const stored = read();
  if (stored?.request === request) return stored.key;
  inMemory = { key: crypto.randomUUID(), request };
  try {
    localStorage.setItem(storageKey, JSON.stringify(inMemory));
  } catch {
    // Storage is blocked: the key stays in memory.
  }
  return inMemory.key;
}

/** Whether this order request was sent before and its outcome is unknown. */
export function isOutcomeUnknown(order: unknown): boolean {
  return read()?.request === JSON.stringify(order);
}

/** Removes the key after the order was placed or finally refused. */
export function clearKey(): void {
  inMemory = undefined;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
