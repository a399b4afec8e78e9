import { describe, expect, it } from "vitest";
import type { DiscountConditions, DiscountLimits, DiscountRule } from "./discount-rule.ts";
import {
  type DiscountableProduct,
  type DiscountRefusal,
  type DiscountToOffer,
  discountRefusals,
  isFor,
  type OrderToDiscount,
  offerDiscounts,
} from "./offer-discounts.ts";
import { refusalWords } from "./refusal-words.ts";

const everything = { products: [], collections: [], categories: [], brands: [], options: [] };
const always: DiscountConditions = { fromCents: 0, fromQty: 0, isFirstOrder: false, customerTags: [], countries: [] };
const unlimited: DiscountLimits = {
  shareMax: 100_000,
  marginMin: null,
  usesMax: null,
  usesPerCustomer: null,
  budgetCents: null,
};
const rule = (more: Partial<DiscountRule> = {}): DiscountRule => ({
  id: "rule",
  version: 1,
  name: "Ten percent",
  gives: { kind: "percentage", rate: 10_000 },
  goods: everything,
  conditions: always,
  limits: unlimited,
  needsCode: false,
  from: null,
  until: null,
  combinesWith: [],
  ...more,
});
const lamp: DiscountableProduct = {
  id: "lamp",
  brand: "ember",
  categories: ["table lamps", "lamps"],
  collections: ["new"],
  options: ["Colour: Red"],
};
const watch: DiscountableProduct = {
  id: "watch",
  brand: "hora",
  categories: ["watches"],
  collections: [],
  options: [],
};
const order: OrderToDiscount = {
  lines: [
    { priceCents: 20_00, qty: 2, costCents: null, product: lamp },
    { priceCents: 90_00, qty: 1, costCents: 45_00, product: watch },
  ],
  at: 1_000,
  country: "DE",
  isFirstOrder: false,
  customerTags: ["friends"],
};

type More = Partial<DiscountRule> & Partial<Omit<DiscountToOffer, "rule">>;
function offer({ isEntered = false, isStopped = false, isUsedUp = false, isUsedByCustomer = false, ...rest }: More) {
  const { budgetCents = null, ...more } = rest;
  return offerDiscounts([{ rule: rule(more), isEntered, isStopped, isUsedUp, isUsedByCustomer, budgetCents }], order);
}

describe("A rule is for", () => {
  it.each([
    [everything, [true, true]],
    [{ ...everything, brands: ["ember"] }, [true, false]],
    [{ ...everything, categories: ["lamps"] }, [true, false]],
    [{ ...everything, categories: ["lamps", "watches"] }, [true, true]],
    [{ ...everything, collections: ["new"] }, [true, false]],
    [{ ...everything, options: ["Colour: Red"] }, [true, false]],
    [{ ...everything, products: ["watch"] }, [false, true]],
    [{ ...everything, brands: ["ember"], categories: ["watches"] }, [false, false]],
  ])("%j of the two products", (goods, expected) => {
    expect([lamp, watch].map((product) => isFor(goods, product))).toEqual(expected);
  });
});

describe("A rule by itself", () => {
  it("is offered for the lines of its goods", () => {
    expect(offer({ goods: { ...everything, brands: ["hora"] } }).offered).toMatchObject([
      { id: "rule", lines: [{ position: 1, leastCents: 0 }] },
    ]);
  });

  it("leaves of a line what its highest share and the lowest margin say", () => {
    const leastOf = (limits: Partial<DiscountLimits>) =>
      offer({ limits: { ...unlimited, ...limits } }).offered[0]?.lines.map(({ leastCents }) => leastCents);
    expect(leastOf({ shareMax: 25_000 })).toEqual([30_00, 67_50]);
    // What it costs is 80 % of the price that is left. Of what nobody knows the cost of, the margin is not known.
    expect(leastOf({ marginMin: 20_000 })).toEqual([0, 56_25]);
    expect(leastOf({ shareMax: 25_000, marginMin: 20_000 })).toEqual([30_00, 67_50]);
    expect(leastOf({ marginMin: 60_000 })).toEqual([0, 90_00]);
    expect(leastOf({ marginMin: 100_000 })).toEqual([0, 90_00]);
  });

  it("that does not hold is not spoken of", () => {
    expect(offer({ isUsedUp: true })).toEqual({ offered: [], refused: [] });
  });
});

describe("A rule with a code", () => {
  it("holds once the code is entered", () => {
    expect(offer({ needsCode: true }).offered).toEqual([]);
    expect(offer({ needsCode: true, isEntered: true }).offered).toHaveLength(1);
  });

  const conditions = (more: Partial<DiscountConditions>) => ({ conditions: { ...always, ...more } });
  const refusals: [DiscountRefusal, More, missing: number][] = [
    ["not yet", { from: 1_001 }, 0],
    ["ended", { until: 1_000 }, 0],
    ["ended", { isStopped: true }, 0],
    ["used up", { isUsedUp: true }, 0],
    ["used up", { budgetCents: 0 }, 0],
    ["used before", { isUsedByCustomer: true }, 0],
    ["first order", conditions({ isFirstOrder: true }), 0],
    ["customers", conditions({ customerTags: ["staff"] }), 0],
    ["country", conditions({ countries: ["AT", "CH"] }), 0],
    ["goods", { goods: { ...everything, brands: ["other"] } }, 0],
    ["minimum", conditions({ fromCents: 131_00 }), 1_00],
    ["minimum", { goods: { ...everything, brands: ["ember"] }, ...conditions({ fromCents: 50_00 }) }, 10_00],
    ["quantity", conditions({ fromQty: 5 }), 2],
  ];

  it.each(refusals)("says why it does not hold: %s %j", (refusal, more, missing) => {
    expect(offer({ needsCode: true, isEntered: true, ...more })).toMatchObject({
      offered: [],
      refused: [{ refusal, missing }],
    });
  });

  it("holds at its very limits", () => {
    const more = conditions({ fromCents: 130_00, fromQty: 3, customerTags: ["staff", "friends"], countries: ["DE"] });
    expect(offer({ needsCode: true, isEntered: true, from: 1_000, until: 1_001, ...more }).offered).toHaveLength(1);
  });

  it("has words for each reason", () => {
    const words = discountRefusals.map((refusal) => refusalWords(refusal, 1_50));
    expect(new Set(words).size).toBe(discountRefusals.length);
    expect(words).toContain("Add $1.50 of the goods that this code is for.");
  });
});
