import { optionValuesMax, variantsMax } from "@shop/shared/shop";
import { expect, it } from "vitest";
import type { FormerGroup } from "../../src/db/schema/imports.ts";
import { placeVariants, type VariantRow } from "../../src/domain/import/place-variants.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";

const row = (line: number, productId: string, ...values: string[]): VariantRow => ({
  line,
  productId,
  variant: { name: "Glove", options: values.map((value, place) => ({ name: `Option ${place + 1}`, value })) },
});

const groupOf = (options: string[][], variants: [productId: string, ...values: number[]][]): FormerGroup => ({
  name: "Glove",
  options: options.map((labels, place) => ({
    name: `Option ${place + 1}`,
    values: labels.map((label) => ({ label, swatch: "" })),
  })),
  variants: variants.map(([productId, ...values]) => ({ productId, values })),
  defaultId: null,
  sizeGuide: null,
});

/** The values of each variant, by its product. */
const shown = ({ options, variants }: FormerGroup) =>
  Object.fromEntries(
    variants.map(({ productId, values }) => [
      productId,
      values.map((value, place) => options[place]?.values[value]?.label).join("/"),
    ]),
  );

it("Variants rotate their values, and new ones come last with new values", () => {
  const before = groupOf(
    [["S", "M", "L"]],
    [
      ["a", 0],
      ["b", 1],
      ["c", 2],
    ],
  );
  const { group, unplaced } = placeVariants(before, [
    row(2, "d", "XL"),
    row(3, "a", "M"),
    row(4, "b", "l"),
    row(5, "c", "S"),
  ]);
  expect(unplaced).toEqual([]);
  expect(Object.entries(shown(group))).toEqual([
    ["a", "M"],
    ["b", "L"],
    ["c", "S"],
    ["d", "XL"],
  ]);
  expect(before.options[0]?.values).toHaveLength(3);
});

it("A variant whose values are taken by one that stays is named, and takes its place from the next", () => {
  const before = groupOf(
    [["S", "M", "L"]],
    [
      ["a", 0],
      ["b", 1],
      ["c", 2],
    ],
  );
  const { group, unplaced } = placeVariants(before, [row(2, "b", "S"), row(3, "a", "L")]);
  expect(unplaced.map(({ line }) => line).sort()).toEqual([2, 3]);
  expect(group).toEqual(before);
});

it("A group that is full, in values or in variants, names what does not fit", () => {
  const labels = Array.from({ length: optionValuesMax }, (_, place) => `v${place}`);
  const full = placeVariants(groupOf([labels], [["a", 0]]), [row(2, "b", "one more"), row(3, "c", "V1")]);
  expect(full.unplaced).toEqual([{ line: 2, reason: "an option has 100 values already" }]);
  expect(shown(full.group)).toEqual({ a: "v0", c: "v1" });
  const many = Array.from({ length: variantsMax }, (_, n): [string, number, number] => [
    `p${n}`,
    n % 100,
    Math.floor(n / 100),
  ]);
  const { unplaced } = placeVariants(groupOf([labels, ["x", "y", "z"]], many), [
    row(2, "new", "v99", "z"),
    row(3, "p0", "v99", "z"),
  ]);
  expect(unplaced).toEqual([{ line: 2, reason: "the product has 250 variants already" }]);
  expect(placeVariants(groupOf([["S"]], []), [row(2, "a", "S", "Red")]).unplaced).toEqual([
    { line: 2, reason: "it has other options" },
  ]);
});

const seeds = Array.from({ length: 300 }, (_, place) => place + 1);
it(`Whatever a file says of some variants, no two have the same values, and each row is placed or named (seeds 1 to ${seeds.length})`, () => {
  for (const seed of seeds) {
    const next = randomFrom(seed);
    const pick = () => [`s${wholeFrom(next, 0, 2)}`, `c${wholeFrom(next, 0, 2)}`];
    const options = [
      ["s0", "s1", "s2"],
      ["c0", "c1", "c2"],
    ];
    const places = new Map(
      Array.from({ length: 5 }, () => [wholeFrom(next, 0, 2), wholeFrom(next, 0, 2)]).map((values) => [
        values.join(),
        values,
      ]),
    );
    const members = [...places.values()].map(([size = 0, color = 0], n): [string, number, number] => [
      `p${n}`,
      size,
      color,
    ]);
    const before = groupOf(options, members);
    const rows = ["p0", "p1", "p2", "n0", "n1"].filter(() => next() < 0.7).map((id, n) => row(n + 2, id, ...pick()));
    const { group, unplaced } = placeVariants(before, rows);
    const after = shown(group);
    expect(new Set(Object.values(after)).size, `seed ${seed}`).toBe(Object.keys(after).length);
    const named = new Set(unplaced.map(({ line }) => line));
    for (const { line, productId, variant } of rows) {
      const wanted = variant.options.map(({ value }) => value).join("/");
      expect(after[productId], `seed ${seed}, line ${line}`).toBe(named.has(line) ? shown(before)[productId] : wanted);
    }
    for (const [id, values] of Object.entries(shown(before))) {
      if (!rows.some(({ productId }) => productId === id)) expect(after[id], `seed ${seed}`).toBe(values);
    }
  }
});
