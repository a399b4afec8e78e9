import { describe, expect, it } from "vitest";
import { deliveryMethodsTo, deliveryPrice } from "./delivery-methods.ts";
import type { PricedMethod } from "./terms-of-sale.ts";

const method = (id: string, zone: string, more: Partial<PricedMethod> = {}): PricedMethod => ({
  id,
  zone,
  priceBy: "subtotal",
  steps: [{ from: 0, price: 5_00 }],
  freeFrom: null,
  weightMax: null,
  ...more,
});

const terms = {
  zones: [
    { id: "islands", countries: ["DE"], postalPrefixes: ["25 8", "18565"] },
    { id: "one island", countries: ["DE"], postalPrefixes: ["25859"] },
    { id: "home", countries: ["DE", "AT"], postalPrefixes: [] },
  ],
  deliveryMethods: [
    method("parcel", "home"),
    method("letter", "home", { weightMax: 500 }),
    method("ferry", "islands"),
    method("boat", "one island"),
    method("air", "rest"),
  ],
};
const rest = { ...terms, zones: [...terms.zones, { id: "rest", countries: null, postalPrefixes: [] }] };

const idsTo = (country: string | null, postalCode: string | null, grams = 100, of = terms) =>
  deliveryMethodsTo(of, { country, postalCode }, { grams }).map(({ id }) => id);

describe("the delivery methods to a place", () => {
  it("are those of its country's zone that take the weight", () => {
    expect(idsTo("AT", "1010")).toEqual(["parcel", "letter"]);
    expect(idsTo("DE", null, 500)).toEqual(["parcel", "letter"]);
    expect(idsTo("DE", null, 501)).toEqual(["parcel"]);
  });

  it("are those of the longest postal prefix, however people write the code", () => {
    expect(idsTo("DE", "25845")).toEqual(["ferry"]);
    expect(idsTo("DE", "25 859")).toEqual(["boat"]);
    expect(idsTo("DE", "258-59")).toEqual(["boat"]);
    expect(idsTo("AT", "25845")).toEqual(["parcel", "letter"]);
  });

  it("are none where no zone has the country, unless one has everywhere else", () => {
    expect(idsTo("NO", null)).toEqual([]);
    expect(idsTo(null, null)).toEqual([]);
    expect(idsTo("NO", null, 100, rest)).toEqual(["air"]);
    expect(idsTo(null, "25859", 100, rest)).toEqual(["air"]);
  });
});

describe("the price of a delivery", () => {
  const steps = [
    { from: 0, price: 9_00 },
    { from: 50_00, price: 4_00 },
  ];

  it("is that of the last step reached, by the subtotal or by the weight", () => {
    const bySubtotal = method("parcel", "home", { steps });
    expect([0, 49_99, 50_00, 500_00].map((subtotal) => deliveryPrice(bySubtotal, { subtotal, grams: 9_999 }))).toEqual([
      9_00, 9_00, 4_00, 4_00,
    ]);
    const byWeight = { ...bySubtotal, priceBy: "weight" } as const;
    expect(deliveryPrice(byWeight, { subtotal: 500_00, grams: 49_99 })).toBe(9_00);
    expect(deliveryPrice(byWeight, { subtotal: 1, grams: 50_00 })).toBe(4_00);
  });

  it("is nothing from the subtotal of free delivery on", () => {
    const free = method("parcel", "home", { priceBy: "weight", steps, freeFrom: 60_00 });
    expect([59_99, 60_00].map((subtotal) => deliveryPrice(free, { subtotal, grams: 1 }))).toEqual([9_00, 0]);
  });
});
