import { apportion, shareOf } from "../terms-of-sale/exact.ts";
import type { DiscountGift } from "./discount-rule.ts";

/** A rate of 100 %. */
const whole = 100_000;

/** A line of goods that a rule is for, with what its units cost now; in minor units. */
export type ReducibleLine = { priceCents: number; qty: number /** What the line costs now. */; leftCents: number };

/**
 * By how much a gift reduces each line, in minor units: never by more than the line costs now. An amount for all of them is
 * exact, and divided by the largest remainders.
 */
export function reductionsOf(gift: DiscountGift, lines: readonly ReducibleLine[]): number[] {
  const left = lines.map(({ leftCents }) => leftCents);
  const sum = left.reduce((all, each) => all + each, 0);
  switch (gift.kind) {
    case "percentage":
      return apportion(shareOf(sum, gift.rate, whole), left);
    case "amount":
      return apportion(Math.min(gift.cents, sum), left);
    case "price":
      return lines.map(({ qty, leftCents }) => Math.max(0, leftCents - gift.cents * qty));
    case "buy and get":
      return cheapestOf(gift, lines);
    case "delivery":
      return left.map(() => 0);
  }
}

/**
 * The units are put in groups by falling price, so that each group gives away its own cheapest ones. That is the most for the
 * customer.
 */
function cheapestOf(
  { buy, get, rate }: Extract<DiscountGift, { kind: "buy and get" }>,
  lines: readonly ReducibleLine[],
): number[] {
  const reductions = lines.map(() => 0);
  const size = buy + get;
  const givenUntil = (position: number) => Math.floor(position / size) * get + Math.max(0, (position % size) - buy);
  const byPrice = lines
    .map((line, n) => ({ ...line, n }))
    .toSorted((a, b) => (a.priceCents === b.priceCents ? a.n - b.n : b.priceCents - a.priceCents));
  const units = byPrice.reduce((all, { qty }) => all + qty, 0);
  // The last group is not whole: none of it is given.
  const end = Math.floor(units / size) * size;
  let position = 0;
  for (const { n, qty, priceCents, leftCents } of byPrice) {
    const given = givenUntil(Math.min(position + qty, end)) - givenUntil(Math.min(position, end));
    reductions[n] = Math.min(leftCents, given * shareOf(priceCents, rate, whole));
    position += qty;
  }
  return reductions;
}
