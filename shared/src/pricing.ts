import { freeShippingOverCents, shippingFeeCents, taxPercent } from "./shop.ts";

/** One line to be priced: a unit price in cents and how many units. */
export type PricedLine = { priceCents: number; qty: number };

/** What an order costs, part by part, in cents. The total is the exact sum of the other three. */
export type PriceParts = {
  itemsCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
};

/**
 * Prices lines: items, shipping, tax and their sum, in integer cents. No lines
 * cost nothing, shipping included. Throws a RangeError for amounts or
 * quantities that are not whole or not positive enough to be sold.
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

/** What is missing, in cents, until shipping is free; 0 when it is free already. */
export function freeShippingGapCents(itemsCents: number): number {
  // Shipping is free strictly above the limit: reaching it is one cent short.
  return Math.max(0, freeShippingOverCents + 1 - itemsCents);
}

/** A percentage of whole cents, halves rounded up, without a fraction on the way. */
function roundedPercent(cents: number, percent: number): number {
  const hundredths = cents * percent + 50;
  if (!Number.isSafeInteger(hundredths)) throw new RangeError("The amount is too large to be exact");
  return (hundredths - (hundredths % 100)) / 100;
}
