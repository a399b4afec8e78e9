import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, fromWire, toDecimalString, toWire } from "./money.ts";
import { priceCentsMax } from "./shop.ts";

const cents = fc.integer({ min: 0, max: priceCentsMax });

describe("money on the wire", () => {
  it("converts back to the same cents, also through JSON", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(fromWire(toWire(amount))).toBe(amount);
        expect(fromWire(JSON.parse(JSON.stringify(toWire(amount))))).toBe(amount);
      }),
    );
  });

  it("never needs more than two decimals", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(String(toWire(amount))).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });

  it.each([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [1.1, 110],
    [19.99, 1999],
    [64.1, 6410],
    [999_999.99, 99_999_999],
  ])("reads %d as %i cents", (amount, expected) => {
    expect(fromWire(amount)).toBe(expected);
  });

  it.each([0.001, 19.999, 0.1 + 0.2, 1.005, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])(
    "refuses %d instead of rounding it",
    (amount) => {
      expect(fromWire(amount)).toBeNull();
    },
  );

  it("refuses every third decimal but zero", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (amount, thousandths) => {
        expect(fromWire(Number(`${(amount / 100).toFixed(2)}${thousandths}`))).toBeNull();
      }),
    );
  });
});

describe("money as text", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [1990, "19.90"],
    [99_999_999, "999999.99"],
  ])("formats %i cents as %s for the cart", (amount, text) => {
    expect(toDecimalString(amount)).toBe(text);
  });

  it.each([
    { amount: 0, text: "$0.00" },
    { amount: 0.5, text: "$0.50" },
    { amount: 19.9, text: "$19.90" },
    { amount: 1019.9, text: "$1,019.90" },
    { amount: 999_999.99, text: "$999,999.99" },
  ])("shows $amount with a dollar sign, groups and two decimals", ({ amount, text }) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it("formats any amount like Intl.NumberFormat, negative ones too", () => {
    const own = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (amount) => {
        expect(formatMoney(toWire(amount))).toBe(`$${own.format(toWire(amount))}`);
      }),
    );
  });
});
