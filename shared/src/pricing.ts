import { freeShippingOverCents, shippingFeeCents, taxPercent } from "./shop.ts";

/** An order line: a unit price in cents and a quantity. */
export type PricedLine = { priceCents: number; qty: number };

/** The parts of an order's price, in cents. The total is the exact sum of the other three. */
export type PriceParts = {
  itemsCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
};

/**
 * Prices lines: items, shipping, tax and total, in integer cents. No lines cost nothing, shipping
 * included. Throws a RangeError for invalid amounts or quantities.
 */
export function priceLines(lines: readonly PricedLine[]): PriceParts {
  let itemsCents = 0;
  for (const { priceCents, qty } of lines) {
    if (!Number.isSafeInteger(priceCents) || priceCents < 0) throw new RangeError("A price must be whole cents");
    if (!Number.isSafeInteger(qty) || qty < 1) throw new RangeError("A quantity must be a whole number from 1");
    itemsCents += priceCents * qty;
  }
  const shippingCents = lines.length === 0 || itemsCents > freeShippingOverCents ? 0 : shippingFeeCents;
  const taxCents = roundedPercent(itemsCents, taxPercent);
  return { itemsCents, shippingCents, taxCents, totalCents: itemsCents + shippingCents + taxCents };
}

/** The cents that are missing until shipping is free; 0 if it is free. */
export function freeShippingGapCents(itemsCents: number): number {
  // Shipping is free strictly above the limit: at the limit, one cent is missing.
  return Math.max(0, freeShippingOverCents + 1 - itemsCents);
}

/** A percentage of cents, rounded half up, in integer arithmetic. */
function roundedPercent(cents: number, percent: number): number {
  const hundredths = cents * percent + 50;
  if (!Number.isSafeInteger(hundredths)) throw new RangeError("The amount is too large to be exact");
  return (hundredths - (hundredths % 100)) / 100;
}
