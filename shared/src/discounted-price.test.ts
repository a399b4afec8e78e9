import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderLine, type OrderToPrice, partsOf, priceOrder } from "./pricing.ts";
import { type PriceTerms, specifiedTerms, standardTaxClass } from "./terms-of-sale/terms-of-sale.ts";

const [standard] = specifiedTerms.deliveryMethods;
if (standard === undefined) throw new Error("the specification has a delivery");
const anywhere = { country: null, region: null, postalCode: null };
const line = (priceCents: number, qty = 1): OrderLine => ({ priceCents, qty, taxClass: standardTaxClass, grams: 0 });
const order = (lines: OrderLine[], discounts?: OrderToPrice["discounts"]): OrderToPrice => ({
  lines,
  destination: anywhere,
  method: standard,
  at: 0,
  ...(discounts === undefined ? {} : { discounts }),
});
const withTax = (more: Partial<PriceTerms>): PriceTerms => ({ ...specifiedTerms, ...more });
const costsOf = (priced: OrderToPrice, terms: PriceTerms = specifiedTerms) => partsOf(priceOrder(priced, terms));

describe("An order with discounts", () => {
  it("is taxed by what is left, and its delivery is priced as without them", () => {
    expect(costsOf(order([line(120_00)], { goods: [20_00], delivery: 0 }))).toEqual({
      itemsCents: 120_00,
      discountCents: 20_00,
      shippingCents: 0,
      taxCents: 15_00,
      totalCents: 115_00,
    });
  });

  it("can have its delivery for nothing, and goods for nothing", () => {
    expect(costsOf(order([line(20_00)], { goods: [0], delivery: 10_00 }))).toMatchObject({
      discountCents: 10_00,
      shippingCents: 10_00,
      totalCents: 23_00,
    });
    expect(costsOf(order([line(20_00)], { goods: [20_00], delivery: 10_00 })).totalCents).toBe(0);
  });

  it("contains less tax where prices contain it, and of the delivery as well", () => {
    const gross = withTax({ pricesIncludeTax: true, isDeliveryTaxed: true });
    const priced = costsOf(order([line(23_00), line(23_00)], { goods: [11_50, 0], delivery: 5_00 }), gross);
    // 34.50 and 5.00 contain 4.50 and 0.65.
    expect(priced).toEqual({
      itemsCents: 46_00,
      discountCents: 16_50,
      shippingCents: 10_00,
      taxCents: 5_15,
      totalCents: 39_50,
    });
  });

  it.each([
    ["is on more than it costs", { goods: [20_01], delivery: 0 }],
    ["is on more than the delivery costs", { goods: [0], delivery: 10_01 }],
    ["is negative", { goods: [-1], delivery: 0 }],
    ["is a fraction", { goods: [0.5], delivery: 0 }],
  ])("is not priced when a discount %s", (_what, discounts) => {
    expect(() => costsOf(order([line(20_00)], discounts))).toThrow(RangeError);
  });

  it("adds up, and never costs more than without them", () => {
    const lines = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 9 }), fc.nat(100)), {
      minLength: 1,
      maxLength: 5,
    });
    const terms = fc
      .record({ pricesIncludeTax: fc.boolean(), isDeliveryTaxed: fc.boolean(), isByLine: fc.boolean() })
      .map(({ isByLine, ...more }) => withTax({ ...more, taxRounding: isByLine ? "line" : "total" }));
    const how = fc.record({ isReverseCharged: fc.boolean(), share: fc.nat(100) });
    fc.assert(
      fc.property(lines, terms, how, (drawn, by, { isReverseCharged, share }) => {
        const goods = drawn.map(([price, qty]) => line(price, qty));
        const off = drawn.map(([price, qty, percent]) => Math.floor((price * qty * percent) / 100));
        const usual = costsOf({ ...order(goods), isReverseCharged }, by);
        const delivery = Math.floor((usual.shippingCents * share) / 100);
        const less = costsOf({ ...order(goods, { goods: off, delivery }), isReverseCharged }, by);
        expect(less.itemsCents).toBe(usual.itemsCents);
        expect(less.totalCents).toBeLessThanOrEqual(usual.totalCents);
        expect(less.totalCents).toBeGreaterThanOrEqual(0);
        const tax = by.pricesIncludeTax ? 0 : less.taxCents;
        expect(less.itemsCents - less.discountCents + less.shippingCents + tax).toBe(less.totalCents);
      }),
      { numRuns: 2_000 },
    );
  });
});
