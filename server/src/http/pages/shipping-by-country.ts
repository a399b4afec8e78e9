import { priceByTerms, servedCountries } from "@shop/shared/terms-of-sale/price-by-terms";
import { standardTaxClass, type TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ShopPolicy } from "../../domain/base/shop-facts.ts";

/** The most countries that search engines read. */
const countriesMax = 100;

type Selling = {
  policy: Pick<ShopPolicy, "shippingCountries">;
  terms: TermsOfSale;
  /** The time whose tax rates hold (ms since 1970). */
  at: number;
};

/**
 * The countries of which search engines are told that the shop delivers there: those of its zones; where it delivers
 * anywhere, those that its settings name.
 */
export function listedCountries({ policy, terms }: Pick<Selling, "policy" | "terms">): readonly string[] {
  return (servedCountries(terms) ?? policy.shippingCountries).slice(0, countriesMax);
}

/** What it costs in cents to have one unit of a price sent to each country. */
export function shippingByCountry(priceCents: number, selling: Selling): { country: string; shippingCents: number }[] {
  const { terms, at } = selling;
  const line = { priceCents, qty: 1, taxClass: standardTaxClass, grams: 0 };
  return listedCountries(selling).flatMap((country) => {
    const choices = { destination: { country, region: null, postalCode: null }, deliveryMethod: null, at };
    const { parts, method } = priceByTerms([line], choices, terms);
    return method === null || method.pickUp !== null ? [] : [{ country, shippingCents: parts.shippingCents }];
  });
}
