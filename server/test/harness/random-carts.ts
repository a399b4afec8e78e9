import type { OrderLine, OrderToPrice } from "@shop/shared/pricing";
import { deliveryMethodsTo } from "@shop/shared/terms-of-sale/delivery-methods";
import type { Destination, PriceTerms, TaxRate } from "@shop/shared/terms-of-sale/terms-of-sale";
import { wholeFrom } from "./random.ts";

const countries = ["DE", "GB", "CA"] as const;
const classes = ["standard", "reduced", "zero"] as const;
const taxes = ["vat", "local"] as const;
const start = Date.parse("2026-01-01T00:00:00Z");

/** Carts with terms of sale to price them by, at random. */
export function openRandomCarts(next: () => number) {
  const whole = (min: number, max: number) => wholeFrom(next, min, max);
  const chance = (share: number) => next() < share;
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[whole(0, values.length - 1)] ?? values[0];

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

  return { whole, chance, pick, randomTerms, randomOrder };
}
