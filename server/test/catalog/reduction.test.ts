import { expect, it } from "vitest";
import { reductionOf, salePriceOf, toPrices } from "../../src/domain/catalog/reduction.ts";

const row = (priceCents: number, regularPriceCents: number | null, lowestPriceCents: number | null) => {
  return { priceCents, regularPriceCents, lowestPriceCents, plannedUntil: new Date("2026-11-30T00:00Z") };
};

it.each([
  ["lower than the regular price and than those of thirty days", true, row(700, 1_000, 900)],
  ["a cent lower than the lowest of thirty days", true, row(899, 1_000, 900)],
  ["as low as the lowest of thirty days", false, row(900, 1_000, 900)],
  ["as low as the regular price", false, row(900, 900, 1_000)],
  ["higher than the regular price", false, row(1_100, 1_000, 1_200)],
  ["lower, but not sold before", false, row(700, 1_000, null)],
  ["the regular price", false, row(700, null, null)],
])("A price that is %s is shown as a reduction: %s", (_name, isReduced, prices) => {
  expect(reductionOf(prices) !== undefined).toBe(isReduced);
  const shown = toPrices(prices);
  expect(shown.price).toBe(prices.priceCents / 100);
  expect([shown.regularPrice, shown.lowestPrice, shown.reducedUntil].map((part) => part !== undefined)).toEqual(
    Array.from({ length: 3 }, () => isReduced),
  );
});

it("Feeds get the regular price, and the reduced one as the sale price", () => {
  expect(salePriceOf(row(700, 1_000, 900))).toEqual({
    priceCents: 1_000,
    salePriceCents: 700,
  });
  expect(salePriceOf(row(900, 1_000, 900))).toEqual({ priceCents: 900 });
});
