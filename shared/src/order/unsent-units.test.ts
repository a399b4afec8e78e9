import { expect, it } from "vitest";
import { unsentUnits } from "./unsent-units.ts";

const parcelOf = (...items: [product: string, qty: number][]) => ({
  items: items.map(([product, qty]) => ({ product, name: product, qty })),
});

it("What is left to be sent are the lines less what the parcels have", () => {
  const lines = [
    { product: "lamp", qty: 3 },
    { product: "rug", qty: 1 },
  ];
  expect(unsentUnits(lines, [])).toEqual(lines);
  expect(unsentUnits(lines, [parcelOf(["lamp", 1]), parcelOf(["lamp", 1], ["rug", 1])])).toEqual([
    { product: "lamp", qty: 1 },
  ]);
  // A parcel of which that was not entered, and more than there is after a refund into the stock.
  expect(unsentUnits(lines, [parcelOf(), parcelOf(["lamp", 5])])).toEqual([{ product: "rug", qty: 1 }]);
});
