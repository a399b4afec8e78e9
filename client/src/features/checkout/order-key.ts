const storageKey = "orderKey";

type Kept = { key: string; request: string };

/** For browsers that allow no storage: then the key lives as long as the page. */
let known: Kept | undefined;

function read(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (typeof kept !== "object" || kept === null || !("key" in kept) || !("request" in kept)) return undefined;
    const { key, request } = kept;
    return typeof key === "string" && typeof request === "string" ? { key, request } : undefined;
  } catch {
    return known;
  }
}

/**
 * The key under which this very order is placed. It stays the same until the
 * order has gone through or the order is another one, also over a reload and
 * in another tab: a repeat after a lost answer then finds the order instead of
 * making a second.
 */
export function keyFor(order: unknown): string {
  const request = JSON.stringify(order);
  const kept = read();
  if (kept?.request === request) return kept.key;
  known = { key: crypto.randomUUID(), request };
  try {
    localStorage.setItem(storageKey, JSON.stringify(known));
  } catch {
    // Then this page alone remembers it.
  }
  return known.key;
}

/** Whether this very order was sent before and nobody knows what has become of it. */
export function isUnanswered(order: unknown): boolean {
  return read()?.request === JSON.stringify(order);
}

/** Forgets the key: the order has gone through, or was refused for good. */
export function forgetKey(): void {
  known = undefined;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
