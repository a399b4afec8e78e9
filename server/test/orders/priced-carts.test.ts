import { randomInt } from "node:crypto";
import { type OrderToPrice, type PriceLine, partsOf, priceOrder } from "@shop/shared/pricing";
import type { PriceTerms, TaxRate } from "@shop/shared/terms-of-sale/terms-of-sale";
import { describe, expect, it } from "vitest";
import { randomFrom, shuffled } from "../harness/random.ts";
import { openRandomCarts } from "../harness/random-carts.ts";
import { width } from "../harness/width.ts";

const seed = Number(process.env.CARTS_SEED ?? randomInt(2 ** 31));
const next = randomFrom(seed);
const { whole, randomTerms, randomOrder } = openRandomCarts(next);
/** A rate of 100 %. */
const hundred = 100_000;

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
