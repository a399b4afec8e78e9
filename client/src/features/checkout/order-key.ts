const storageKey = "orderKey";

/**
 * The key under which this very order is placed. It stays the same until the
 * order has gone through or the order is another one, also over a reload
 * and in another tab: a repeat after a lost answer then finds the order instead
 * of making a second.
 */
export function keyFor(order: unknown): string {
  const request = JSON.stringify(order);
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (typeof kept === "object" && kept !== null && "key" in kept && "request" in kept) {
      if (kept.request === request && typeof kept.key === "string") return kept.key;
    }
    const key = crypto.randomUUID();
    localStorage.setItem(storageKey, JSON.stringify({ key, request }));
    return key;
  } catch {
    return crypto.randomUUID();
  }
}

/** Forgets the key: the order has gone through. */
export function forgetKey(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
