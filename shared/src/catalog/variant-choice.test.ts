import { describe, expect, it } from "vitest";
import type { ProductGroup } from "./catalog.ts";
import { openOptions, optionRows } from "./variant-choice.ts";

const labels = (...names: string[]) => names.map((label) => ({ label, swatch: "" }));
const variant = (_id: string, values: number[], countInStock = 1) => ({
  _id,
  values,
  countInStock,
  price: 1,
  image: "",
});
const shirt: ProductGroup = {
  _id: "g",
  name: "Shirt",
  options: [
    { name: "Color", values: labels("Sand", "Green").map((value) => ({ ...value, swatch: "#c2b280" })) },
    { name: "Size", values: labels("S", "M", "L") },
  ],
  variants: [
    variant("sand s", [0, 0]),
    variant("sand m", [0, 1], 0),
    variant("green m", [1, 1]),
    variant("green l", [1, 2]),
  ],
};
const rowOf = (name: string, currentId: string, open: number[] = []) =>
  optionRows(shirt, currentId, open)
    .find((row) => row.name === name)
    ?.values.map(
      ({ label, target, state, isChosen }) => `${label} → ${target._id}, ${state}${isChosen ? ", chosen" : ""}`,
    );

describe("The values of an option", () => {
  it("keep the other chosen values, tell what is sold out and what is not made, and lead there all the same", () => {
    expect(rowOf("Size", "sand s")).toEqual([
      "S → sand s, available, chosen",
      "M → sand m, sold-out",
      "L → green l, missing",
    ]);
    expect(rowOf("Color", "sand s")).toEqual(["Sand → sand s, available, chosen", "Green → green m, missing"]);
    expect(rowOf("Color", "sand m")).toEqual(["Sand → sand m, sold-out, chosen", "Green → green m, available"]);
  });

  it("are left out where no variant on sale has them", () => {
    const small = { ...shirt, variants: shirt.variants.slice(0, 2) };
    expect(optionRows(small, "sand s", []).map(({ values }) => values.length)).toEqual([1, 2]);
  });

  it("have no chosen one while the option is open, and then lead to what can be bought", () => {
    expect(rowOf("Size", "sand s", [1])).toEqual([
      "S → sand s, available",
      "M → sand m, sold-out",
      "L → green l, missing",
    ]);
    expect(rowOf("Color", "sand s", [1])).toEqual(["Sand → sand s, available, chosen", "Green → green m, available"]);
  });
});

it("Who comes from a list has the color, and all else to choose", () => {
  expect(openOptions(shirt, null)).toEqual([]);
  expect(openOptions(shirt, "")).toEqual([1]);
  expect(openOptions(shirt, "0")).toEqual([0]);
  expect(openOptions(shirt, "7,x")).toEqual([]);
});
