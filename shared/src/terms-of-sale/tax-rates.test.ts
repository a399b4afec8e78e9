import { describe, expect, it } from "vitest";
import { taxRatesOf } from "./tax-rates.ts";
import type { TaxRate } from "./terms-of-sale.ts";

const rate = (thousandths: number, more: Partial<TaxRate>): TaxRate => ({
  tax: "vat",
  name: "VAT",
  taxClass: "standard",
  country: null,
  region: null,
  from: null,
  ...more,
  rate: thousandths,
});
const noon = Date.parse("2026-03-02T12:00:00Z");
const germany = { country: "DE", region: null };

const rates = [
  rate(1, {}),
  rate(2, { country: "DE" }),
  rate(3, { country: "DE", region: "HEL" }),
  rate(4, { country: "DE", taxClass: "reduced" }),
  rate(5, { taxClass: "books" }),
  rate(6, { country: "DE", from: "2026-03-02T12:00:00.000Z" }),
  rate(7, { country: "DE", from: "2026-01-01T00:00:00.000Z" }),
];
const found = (taxClass: string, destination: { country: string | null; region: string | null }, at = noon) =>
  taxRatesOf(rates, taxClass, destination, at).map((each) => each.rate);

describe("the rate of a class of products", () => {
  it("is the one of the region, else of the country, else of everywhere", () => {
    expect(found("standard", { country: "DE", region: "HEL" })).toEqual([3]);
    expect(found("standard", germany)).toEqual([6]);
    expect(found("standard", { country: "FR", region: "HEL" })).toEqual([1]);
    expect(found("standard", { country: null, region: null })).toEqual([1]);
  });

  it("is the latest one in force, from its very millisecond, in whatever order the rates stand", () => {
    expect(found("standard", germany, noon - 1)).toEqual([7]);
    expect(found("standard", germany, Date.parse("2025-12-31T23:59:59.999Z"))).toEqual([2]);
    expect(taxRatesOf(rates.toReversed(), "standard", germany, noon).map((each) => each.rate)).toEqual([6]);
  });

  it("is the class's own wherever that stands, else the standard one", () => {
    expect(found("reduced", germany)).toEqual([4]);
    expect(found("reduced", { country: "FR", region: null })).toEqual([1]);
    expect(found("books", germany)).toEqual([5]);
    expect(found("own class without a rate", germany)).toEqual([6]);
  });

  it("is zero for what bears no tax, with the name of the place's tax", () => {
    expect(taxRatesOf(rates, "zero", germany, noon)).toMatchObject([{ tax: "vat", name: "VAT", rate: 0 }]);
    expect(taxRatesOf([], "zero", germany, noon)).toEqual([]);
  });

  it("is one for each tax of the place", () => {
    const two = [...rates, rate(8, { tax: "local", country: "DE" })];
    expect(taxRatesOf(two, "reduced", germany, noon).map((each) => each.rate)).toEqual([4, 8]);
  });
});
