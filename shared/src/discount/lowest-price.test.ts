import { expect, it } from "vitest";
import { lowestPriceBefore, type Period } from "./lowest-price.ts";

const day = 86_400_000;
const now = 100 * day;

type Sold = Period & { cents: number; isReduced?: boolean };
/** The lowest price before, of what was sold from one day until another. */
function lowestOf(sold: readonly Sold[]) {
  const inDays = sold.map(({ from, until, ...more }) => ({
    ...more,
    from: from === null ? null : from * day,
    until: until === null ? null : until * day,
  }));
  const priceAt = (at: number) => {
    const then = inDays.find(({ from, until }) => (from === null || from <= at) && (until === null || until > at));
    return then === undefined ? null : { cents: then.cents, isReduced: then.isReduced === true };
  };
  return lowestPriceBefore(inDays, priceAt, { since: 0, now });
}
const reduced = { isReduced: true };

it("The lowest price is that of the thirty days before the reduction began, not of those before now", () => {
  const sold = [
    { from: null, until: 39, cents: 10 },
    { from: 39, until: 70, cents: 20 },
    { from: 70, until: null, cents: 15, ...reduced },
  ];
  expect(lowestOf(sold)).toBe(20);
  expect(
    lowestOf(
      sold.map((each) =>
        each.until === 39 ? { ...each, until: 41 } : each.from === 39 ? { ...each, from: 41 } : each,
      ),
    ),
  ).toBe(10);
});

it("A reduction that grows in steps is compared with the price before its first step", () => {
  const steps = [
    { from: null, until: 60, cents: 20 },
    { from: 60, until: 70, cents: 18, ...reduced },
    { from: 70, until: null, cents: 15, ...reduced },
  ];
  expect(lowestOf(steps)).toBe(20);
});

it("A break, or a step that takes less off, begins another reduction", () => {
  const broken = [
    { from: null, until: 60, cents: 20 },
    { from: 60, until: 70, cents: 15, ...reduced },
    { from: 70, until: 80, cents: 20 },
    { from: 80, until: null, cents: 15, ...reduced },
  ];
  expect(lowestOf(broken)).toBe(15);
  const lessened = [
    { from: null, until: 60, cents: 20 },
    { from: 60, until: 70, cents: 12, ...reduced },
    { from: 70, until: null, cents: 15, ...reduced },
  ];
  expect(lowestOf(lessened)).toBe(12);
});

it("What was not on sale before has no lowest price", () => {
  expect(lowestOf([{ from: 70, until: null, cents: 15, ...reduced }])).toBeNull();
  expect(
    lowestOf([
      { from: null, until: 30, cents: 10 },
      { from: 70, until: null, cents: 15, ...reduced },
    ]),
  ).toBeNull();
});
