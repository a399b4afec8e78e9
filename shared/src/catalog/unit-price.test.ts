import { expect, it } from "vitest";
import { isGtin } from "./gtin.ts";
import { basesOf, contentUnits, unitPriceCents } from "./unit-price.ts";

it.each([
  [500, { amount: 250, unit: "ml", basis: "100 ml" }, 200],
  [500, { amount: 0.25, unit: "l", basis: "100 ml" }, 200],
  [1_999, { amount: 750, unit: "g", basis: "kg" }, 2_665],
  [1_000, { amount: 3, unit: "piece", basis: "piece" }, 333],
  [1, { amount: 2, unit: "m", basis: "m" }, 1],
  [0, { amount: 2.5, unit: "m²", basis: "m²" }, 0],
] as const)("%i cents for %j are %i for its basis", (cents, content, expected) => {
  expect(unitPriceCents(cents, content)).toBe(expected);
});

it("Every unit can be priced by something", () => {
  for (const unit of contentUnits) expect(basesOf(unit).length).toBeGreaterThan(0);
});

it("A GTIN has one of four lengths and ends with its check digit; one wrong or two swapped digits are found", () => {
  for (const good of ["4006381333931", "96385074", "036000291452", "10614141000415"]) {
    expect(isGtin(good), good).toBe(true);
    for (let place = 0; place < good.length; place += 1) {
      const wrong = (Number(good[place]) + 1) % 10;
      expect(isGtin(good.slice(0, place) + wrong + good.slice(place + 1)), `${good} at ${place}`).toBe(false);
    }
  }
  for (const bad of ["", "1", "4006381339331", "400638133393a", "00000", "4006381333931 "])
    expect(isGtin(bad), bad).toBe(false);
});
