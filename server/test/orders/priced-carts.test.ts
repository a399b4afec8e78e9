import { randomInt } from "node:crypto";
import { type OrderLine, type OrderToPrice, type PriceLine, partsOf, priceOrder } from "@shop/shared/pricing";
import { deliveryMethodsTo } from "@shop/shared/terms-of-sale/delivery-methods";
import type { Destination, PriceTerms, TaxRate } from "@shop/shared/terms-of-sale/terms-of-sale";
import { describe, expect, it } from "vitest";
import { randomFrom, shuffled, wholeFrom } from "../harness/random.ts";
import { width } from "../harness/width.ts";

const seed = Number(process.env.CARTS_SEED ?? randomInt(2 ** 31));
const next = randomFrom(seed);
const whole = (min: number, max: number) => wholeFrom(next, min, max);
const chance = (share: number) => next() < share;
const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[whole(0, values.length - 1)] ?? values[0];

const countries = ["DE", "GB", "CA"] as const;
const classes = ["standard", "reduced", "zero"] as const;
const taxes = ["vat", "local"] as const;
const start = Date.parse("2026-01-01T00:00:00Z");
/** A rate of 100 %. */
const hundred = 100_000;

function randomRate(): TaxRate {
  return {
    tax: pick(taxes),
    name: pick(["VAT", "Tax"]),
    taxClass: pick(["standard", "standard", "reduced"]),
    country: chance(0.3) ? null : pick(countries),
    region: chance(0.2) ? "R" : null,
    rate: chance(0.1) ? 0 : whole(1, 30_000),
    from: chance(0.5) ? null : new Date(start + whole(-5, 5)).toISOString(),
  };
}

function randomTerms(): PriceTerms {
  return {
    pricesIncludeTax: chance(0.5),
    taxRounding: pick(["line", "total"]),
    isDeliveryTaxed: chance(0.5),
    taxRates: Array.from({ length: whole(0, 8) }, randomRate),
    zones: [
      { id: "home", countries: [pick(countries)], postalPrefixes: [] },
      { id: "islands", countries: ["GB"], postalPrefixes: ["im", "JE 2"] },
      ...(chance(0.7) ? [{ id: "else", countries: null, postalPrefixes: [] }] : []),
    ],
    deliveryMethods: ["home", "islands", "else"].map((zone) => ({
      id: `to ${zone}`,
      zone,
      priceBy: pick(["subtotal", "weight"]),
      steps: [
        { from: 0, price: whole(0, 3_000) },
        { from: whole(1, 20_000), price: whole(0, 3_000) },
      ],
      freeFrom: chance(0.5) ? null : whole(0, 100_000),
      weightMax: chance(0.8) ? null : whole(0, 30_000),
    })),
  };
}

function randomLines(): OrderLine[] {
  return Array.from({ length: whole(1, 6) }, () => ({
    priceCents: chance(0.1) ? 0 : whole(0, chance(0.1) ? 99_999_999 : 20_000),
    qty: whole(1, chance(0.1) ? 1_000 : 3),
    taxClass: pick(classes),
    grams: whole(0, 5_000),
  }));
}

function randomOrder(terms: PriceTerms): OrderToPrice {
  const destination: Destination = {
    country: chance(0.1) ? null : pick(countries),
    region: chance(0.3) ? "R" : null,
    postalCode: chance(0.5) ? null : pick(["IM1 1AA", "je2 3ab", "10115"]),
  };
  const lines = randomLines();
  const grams = lines.reduce((sum, line) => sum + line.grams * line.qty, 0);
  const [method] = deliveryMethodsTo(terms, destination, { grams });
  return { lines, destination, method: method ?? null, at: start + whole(-6, 6) };
}

const sumOf = (lines: readonly PriceLine[], kind: PriceLine["kind"]) =>
  lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0);

/** What is wrong with a price, or nothing. */
function faultOf(order: OrderToPrice, terms: PriceTerms): string | undefined {
  const lines = priceOrder(order, terms);
  const { itemsCents, shippingCents, taxCents, totalCents } = partsOf(lines);
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)) return "an amount is no whole number";
  if (itemsCents !== order.lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0)) return "items";
  if (shippingCents !== sumOf(lines, "delivery") || taxCents !== sumOf(lines, "tax")) return "parts";
  if (totalCents !== itemsCents + shippingCents + (terms.pricesIncludeTax ? 0 : taxCents)) return "total";
  for (const line of lines) if (line.kind === "tax" && !isNear(line, order, terms)) return `tax at ${line.rate}`;
  const again: { order: OrderToPrice; terms: PriceTerms } = structuredClone({ order, terms });
  if (JSON.stringify(priceOrder(again.order, again.terms)) !== JSON.stringify(lines)) return "computed anew";
  const mixed = { ...order, lines: shuffled(next, order.lines) };
  const isExact = terms.taxRounding === "total" && !terms.isDeliveryTaxed && !terms.pricesIncludeTax;
  if (isExact && partsOf(priceOrder(mixed, terms)).totalCents !== totalCents) return "order of the lines";
  return undefined;
}

/** Whether a tax is its rate of its net base, but for what each rounding may add or take: half a unit. */
function isNear({ net, rate, amount }: PriceLine & { kind: "tax" }, { lines }: OrderToPrice, terms: PriceTerms) {
  const roundings = terms.taxRounding === "total" && !terms.pricesIncludeTax ? 1 : 4 * (lines.length + 3);
  const difference = BigInt(amount) * BigInt(hundred) - BigInt(net) * BigInt(rate);
  return 2n * (difference < 0n ? -difference : difference) <= BigInt(roundings * hundred);
}

describe("any cart at any terms of sale", () => {
  it("has parts that sum to its total, taxes by their rates, and the same price whenever it is computed", () => {
    const seen = new Set<string>();
    for (let cart = 0; cart < width.pricedCarts; cart += 1) {
      const terms = randomTerms();
      const order = randomOrder(terms);
      const fault = faultOf(order, terms);
      if (fault !== undefined) expect.fail(`Seed ${seed}, ${fault}: ${JSON.stringify({ order, terms })}`);
      seen.add(order.method === null ? "not delivered" : order.method.zone);
    }
    expect([...seen].toSorted()).toEqual(["else", "home", "islands", "not delivered"]);
  }, 600_000);

  it("agrees with fractions where its goods have one tax, on top of their prices or within them", () => {
    for (let cart = 0; cart < width.pricedCarts / 10; cart += 1) {
      const rates = { standard: whole(0, 30_000), reduced: whole(0, 30_000) };
      const terms: PriceTerms = {
        ...randomTerms(),
        taxRounding: "total",
        taxRates: [everywhere("standard", rates.standard), everywhere("reduced", rates.reduced)],
      };
      const order = { ...randomOrder(terms), method: null };
      const tax =
        roundedTax(sumOfClass(order, "standard"), rates.standard, terms) +
        roundedTax(sumOfClass(order, "reduced"), rates.reduced, terms);
      if (partsOf(priceOrder(order, terms)).taxCents !== tax)
        expect.fail(`Seed ${seed}: ${JSON.stringify({ order, terms })}`);
    }
  });
});

function everywhere(taxClass: string, rate: number): TaxRate {
  return { tax: "vat", name: taxClass, taxClass, country: null, region: null, rate, from: null };
}

function sumOfClass({ lines }: OrderToPrice, taxClass: string): number {
  return lines.reduce((sum, line) => (line.taxClass === taxClass ? sum + line.priceCents * line.qty : sum), 0);
}

/** The tax of a sum by doubling, without a remainder to compare: half a unit is rounded up. */
function roundedTax(sum: number, rate: number, { pricesIncludeTax }: PriceTerms): number {
  const twice = (BigInt(sum) * BigInt(rate) * 2n) / BigInt(pricesIncludeTax ? hundred + rate : hundred);
  return Number((twice + 1n) / 2n);
}
