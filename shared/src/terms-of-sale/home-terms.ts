import { deliveryMethodsTo } from "./delivery-methods.ts";
import { servedCountries } from "./price-by-terms.ts";
import { taxRatesOf } from "./tax-rates.ts";
import { type DeliveryMethod, standardTaxClass, type TaxRate, type TermsOfSale } from "./terms-of-sale.ts";

/** Where carts go whose customers have not said where: to where the shop is, or else where it delivers. */
export function homeCountry(terms: TermsOfSale): string | null {
  return terms.country ?? servedCountries(terms)?.[0] ?? null;
}

/** The first delivery method that sends goods there; null where none does. */
export function homeDelivery(terms: TermsOfSale): DeliveryMethod | null {
  const methods = deliveryMethodsTo(terms, { country: homeCountry(terms), postalCode: null }, { grams: 0 });
  return methods.find(({ pickUp }) => pickUp === null) ?? null;
}

/** The tax on goods of the standard class there at a time; null where several add up, or none is. */
export function homeTax(terms: TermsOfSale, at: number): TaxRate | null {
  const rates = taxRatesOf(terms.taxRates, standardTaxClass, { country: homeCountry(terms), region: null }, at);
  return rates.length === 1 ? (rates[0] ?? null) : null;
}
