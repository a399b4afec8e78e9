import { expect, it } from "vitest";
import { changePrice, type PriceChange, priceChangeSchema } from "./price-change.ts";

const change = (more: Partial<PriceChange>): PriceChange => ({
  direction: "up",
  by: "percent",
  value: 10,
  rounding: "cent",
  ...more,
});

it.each([
  [1_000, {}, 1_100],
  [1_995, {}, 2_195],
  [5, {}, 6],
  [1_005, { value: 50, direction: "down" }, 503],
  [100, { value: 7.25 }, 107],
  [1_000, { by: "amount", value: 0.01 }, 1_001],
  [1_000, { by: "amount", direction: "down", value: 9.99 }, 1],
  [99_999_999, { value: 0.01, direction: "down" }, 99_989_999],
] as const)("%i cents with %o are %i", (cents, more, expected) => {
  expect(changePrice(cents, change(more))).toEqual({ cents: expected });
});

it("The nearest price that ends in .99 is at least 0.99, and the upper one between two", () => {
  const rounded = (cents: number) => changePrice(cents, change({ by: "amount", value: 0.01, rounding: "99" })).cents;
  expect([1, 98, 147, 148, 1_048, 1_099].map(rounded)).toEqual([99, 99, 99, 199, 1_099, 1_099]);
});

it("A price below the lowest or above the highest is refused with what it would be", () => {
  const reason = (cents: number, more: Partial<PriceChange>) => changePrice(cents, change(more)).reason;
  expect(reason(100, { by: "amount", direction: "down", value: 1 })).toBe("would be $0.00; the lowest price is $0.01");
  expect(reason(0, {})).toBe("would be $0.00; the lowest price is $0.01");
  expect(reason(100, { by: "amount", direction: "down", value: 3 })).toBe("would be -$2.00; the lowest price is $0.01");
  expect(reason(99_999_999, {})).toBe("would be $1,099,999.99; the highest price is $999,999.99");
});

it.each([
  [{ value: 0 }, "Enter a number above 0"],
  [{ value: 1.234 }, "Enter at most two decimals"],
  [{ value: 1_000.01 }, "Enter at most 1,000 percent"],
  [{ direction: "down", value: 100 }, "Enter less than 100 percent"],
  [{ by: "amount", value: 1_000_000 }, "Enter at most 999,999.99"],
  [{ value: "" }, "Enter a number"],
])("%o is refused", (more, message) => {
  const { error } = priceChangeSchema.safeParse({ ...change({}), ...more });
  expect(error?.issues[0]?.message).toBe(message);
});
