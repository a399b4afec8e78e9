import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion, shareOf } from "./exact.ts";

describe("apportion", () => {
  it.each([
    [4_99, [119_00, 21_40], [4_23, 76]],
    [10, [1, 1, 1], [4, 3, 3]],
    [1, [0, 5, 5], [0, 1, 0]],
    [7, [0, 0], [7, 0]],
    [0, [3, 4], [0, 0]],
    [5, [], []],
  ])("divides %i by %j into %j", (amount, weights, parts) => {
    expect(apportion(amount, weights)).toEqual(parts);
  });

  it("gives whole parts that sum to the amount, each less than one unit from its exact share", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), weights, (amount, all) => {
        const parts = apportion(amount, all);
        const sum = all.reduce((total, weight) => total + weight, 0);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(amount);
        if (sum > 0)
          for (const [n, part] of parts.entries())
            expect(Math.abs(part * sum - amount * (all[n] ?? 0))).toBeLessThan(sum);
      }),
    );
  });
});

describe("shareOf", () => {
  it.each([
    [150, 15, 100, 23],
    [149, 15, 100, 22],
    [0, 15, 100, 0],
    [12_323, 19, 119, 1_968],
    [Number.MAX_SAFE_INTEGER, 100, 100, Number.MAX_SAFE_INTEGER],
  ])("of %i at %i in %i is %i", (amount, by, parts, share) => {
    expect(shareOf(amount, by, parts)).toBe(share);
  });

  it("refuses what would not be exact", () => {
    expect(() => shareOf(Number.MAX_SAFE_INTEGER, 101, 100)).toThrow(RangeError);
  });
});
