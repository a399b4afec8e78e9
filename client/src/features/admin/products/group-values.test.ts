import { expect, it } from "vitest";
import {
  combinationsOf,
  type GroupValues,
  groupValuesOf,
  standingOf,
  withOptions,
  withStanding,
} from "./group-values.ts";

const option = (name: string, ...labels: string[]) => ({
  name,
  values: labels.map((label) => ({ label, swatch: "" })),
});
const shown = ({ options, variants }: GroupValues) =>
  variants.map(
    ({ productId, values }) =>
      `${values.map((value, place) => options[place]?.values[value]?.label).join(" ")}: ${productId ?? "new"}`,
  );
const start = groupValuesOf({ _id: "own", name: "Shirt" }, null);

it("New values make new products, and the product itself is the first", () => {
  const sizes = withOptions(start, [option("Size", "S", "M")]);
  expect(shown(sizes)).toEqual(["S: own", "M: new"]);
  expect(shown(withOptions(sizes, [option("Size", "S", "M", "L")]))).toEqual(["S: own", "M: new", "L: new"]);
});

it("Another option keeps what there is, with its first value", () => {
  const sizes = withStanding(withOptions(start, [option("Size", "S", "M")]), [1], { productId: "medium" });
  const both = withOptions(sizes, [option("Size", "S", "M"), option("Color", "Sand", "Green")]);
  expect(shown(both)).toEqual(["S Sand: own", "S Green: new", "M Sand: medium", "M Green: new"]);
});

it("A combination that was left out stays out, and a retired value takes its products along", () => {
  const sizes = withOptions(start, [option("Size", "S", "M", "L")]);
  const without = withStanding(sizes, [1], undefined);
  expect(shown(without)).toEqual(["S: own", "L: new"]);
  expect(shown(withOptions(without, [option("Size", "L", "S", "M")]))).toEqual(["L: new", "S: own"]);
  // The product itself stays.
  expect(shown(withOptions(without, [option("Size", "L")]))).toEqual(["L: own"]);
});

it("A product stands for one combination alone, and stays the default one", () => {
  const sizes = { ...withOptions(start, [option("Size", "S", "M")]), defaultVariant: 0 };
  const moved = withStanding(sizes, [1], { productId: "own" });
  expect(shown(moved)).toEqual(["M: own"]);
  expect(moved.defaultVariant).toBe(0);
  expect(standingOf(moved, [0])).toBeUndefined();
});

it("More combinations than a group can have are none", () => {
  const many = Array.from({ length: 16 }, (_, n) => `${n}`);
  expect(combinationsOf([option("A", ...many), option("B", ...many)])).toEqual([]);
  expect(combinationsOf([option("A", "1"), option("B")])).toEqual([]);
});
