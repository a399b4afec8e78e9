/**
 * Money is integer cents everywhere but on the wire, where it is a JSON number
 * with at most two decimals.
 */

/** The JSON number for an amount in cents: `1999` → `19.99`. */
export function toWire(cents: number): number {
  return cents / 100;
}

/**
 * Cents of a JSON number, or `null` when it carries more than two decimals, is
 * negative zero's better half aside not finite, or is too large to be exact.
 */
export function fromWire(amount: number): number | null {
  const cents = Math.round(amount * 100);
  if (!Number.isSafeInteger(cents)) return null;
  // Two doubles are the same decimal exactly when dividing gives the number back.
  if (cents / 100 !== amount) return null;
  return cents === 0 ? 0 : cents;
}

/** Two decimals without a sign of currency, as the browser's cart keeps amounts: `"19.90"`. */
export function toDecimalString(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * What people read: `$1,019.90`. Takes a wire amount. Grouped by hand, because
 * getting the browser's own formatter ready takes a third of the time in which
 * the whole client starts.
 */
export function formatMoney(amount: number): string {
  return `$${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}
