/** Money is integer cents everywhere except on the wire, where it is a JSON number with at most two decimals. */

/** The wire amount of cents: `1999` → `19.99`. */
export function toWire(cents: number): number {
  return cents / 100;
}

/**
 * The cents of a wire amount; `null` if it has more than two decimals, is not finite, or exceeds the
 * safe integers.
 */
export function fromWire(amount: number): number | null {
  const cents = Math.round(amount * 100);
  if (!Number.isSafeInteger(cents)) return null;
  // Division is exact to the nearest double, so equality proves that the amount has at most two decimals.
  if (cents / 100 !== amount) return null;
  return cents === 0 ? 0 : cents;
}

/** Two decimals without a currency sign, the cart's stored format: `"19.90"`. */
export function toDecimalString(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * A wire amount as text: `$1,019.90`. Grouped by hand: creating an Intl.NumberFormat takes a third
 * of the client's start-up time.
 */
export function formatMoney(amount: number): string {
  return `$${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}
