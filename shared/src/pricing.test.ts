import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceLines } from "./pricing.ts";
import { freeShippingOverCents, priceCentsMax, shippingFeeCents } from "./shop.ts";
import { freeDeliveryGap } from "./terms-of-sale/delivery-methods.ts";
import { freeShippingFromCents } from "./terms-of-sale/terms-of-sale.ts";

const standard = {
  id: "standard",
  zone: "",
  steps: [],
  priceBy: "subtotal",
  freeFrom: freeShippingFromCents,
  weightMax: null,
} as const;
const line = (priceCents: number, qty = 1) => ({ priceCents, qty });

const anyLines = fc.array(
  fc.record({ priceCents: fc.integer({ min: 0, max: priceCentsMax }), qty: fc.integer({ min: 1, max: 1_000 }) }),
  { minLength: 1, maxLength: 20 },
);

describe("priceLines", () => {
  it("costs nothing without lines, shipping included", () => {
    expect(priceLines([])).toEqual({ itemsCents: 0, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 });
  });

  it.each([
    { of: "halves of a cent rounded up", lines: [line(1_50)], items: 1_50, shipping: 10_00, tax: 23 },
    { of: "a price that binary fractions miss", lines: [line(99_99)], items: 99_99, shipping: 10_00, tax: 15_00 },
    { of: "the smallest price", lines: [line(1)], items: 1, shipping: 10_00, tax: 0 },
    { of: "the smallest price with a tax", lines: [line(4)], items: 4, shipping: 10_00, tax: 1 },
    { of: "a free product, which is shipped all the same", lines: [line(0)], items: 0, shipping: 10_00, tax: 0 },
    { of: "units of one line", lines: [line(19_99, 3)], items: 59_97, shipping: 10_00, tax: 9_00 },
    { of: "three times ten cents", lines: [line(10), line(10), line(10)], items: 30, shipping: 10_00, tax: 5 },
    {
      of: "the limit itself, which still pays shipping",
      lines: [line(50_00, 2)],
      items: 100_00,
      shipping: 10_00,
      tax: 15_00,
    },
    { of: "one cent above the limit", lines: [line(100_01)], items: 100_01, shipping: 0, tax: 15_00 },
    { of: "one cent below the limit", lines: [line(33_33, 3)], items: 99_99, shipping: 10_00, tax: 15_00 },
    { of: "a large order", lines: [line(929_99, 2), line(89_99)], items: 1949_97, shipping: 0, tax: 292_50 },
  ])("prices $of", ({ lines, items, shipping, tax }) => {
    expect(priceLines(lines)).toEqual({
      itemsCents: items,
      discountCents: 0,
      shippingCents: shipping,
      taxCents: tax,
      totalCents: items + shipping + tax,
    });
  });

  it("always returns whole cents whose parts add up to the total", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { itemsCents, shippingCents, taxCents, totalCents } = priceLines(lines);
        expect(itemsCents).toBe(lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0));
        expect(itemsCents + shippingCents + taxCents).toBe(totalCents);
        expect([itemsCents, shippingCents, taxCents, totalCents].every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  it("takes fifteen percent to the nearest cent, halves up, as exact arithmetic does", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { itemsCents, taxCents } = priceLines(lines);
        expect(BigInt(taxCents)).toBe((BigInt(itemsCents) * 15n + 50n) / 100n);
      }),
    );
  });

  it("charges shipping up to the limit and never above it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * freeShippingOverCents }), (priceCents) => {
        const { shippingCents } = priceLines([line(priceCents)]);
        expect(shippingCents).toBe(priceCents > freeShippingOverCents ? 0 : shippingFeeCents);
      }),
    );
  });

  it("does not depend on the order of the lines or the split of units over them", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const split = lines
          .toReversed()
          .flatMap(({ priceCents, qty }) =>
            qty > 1 ? [line(priceCents, 1), line(priceCents, qty - 1)] : [line(priceCents, qty)],
          );
        expect(priceLines(split)).toEqual(priceLines(lines));
      }),
    );
  });

  it.each([
    ["a fraction of a cent", line(1.5)],
    ["a negative price", line(-1)],
    ["a price that is no number", line(Number.NaN)],
    ["half a unit", line(100, 0.5)],
    ["no unit", line(100, 0)],
    ["an endless quantity", line(100, Number.POSITIVE_INFINITY)],
    ["a sum too large to be exact", line(Number.MAX_SAFE_INTEGER, 1)],
  ])("refuses %s", (_, wrong) => {
    expect(() => priceLines([line(100), wrong])).toThrow(RangeError);
  });
});

describe("the cents that are missing until shipping is free", () => {
  it.each([
    [0, 100_01],
    [88_00, 12_01],
    [99_99, 2],
    [100_00, 1],
    [100_01, 0],
    [250_00, 0],
  ])("at %i cents is %i", (itemsCents, gap) => {
    expect(freeDeliveryGap(standard, itemsCents)).toBe(gap);
  });

  it("is the minimum that makes shipping free", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: freeShippingOverCents }), (itemsCents) => {
        const gap = freeDeliveryGap(standard, itemsCents);
        expect(priceLines([line(itemsCents), line(gap)]).shippingCents).toBe(0);
        expect(priceLines([line(itemsCents), line(gap - 1)]).shippingCents).toBe(shippingFeeCents);
      }),
    );
  });
});
