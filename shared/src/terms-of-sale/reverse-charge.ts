import { shareOf } from "./exact.ts";
import { taxRatesOf } from "./tax-rates.ts";
import type { Destination, TaxRate, TermsOfSale } from "./terms-of-sale.ts";

/** A rate of 100 %. */
const whole = 100_000;

/** The letters that tax numbers begin with where they are not the country's code. */
const prefixes: Readonly<Record<string, string>> = { GR: "EL" };

type Recipient = { destination: Pick<Destination, "country">; taxNumber: string };

/**
 * Whether a business customer of another country owes the tax instead of the shop, by the owner's setting. Only the form
 * of the tax number is checked.
 */
export function isReverseCharged({ destination: { country }, taxNumber }: Recipient, terms: TermsOfSale): boolean {
  if (country === null || country === terms.country || !terms.reverseChargeTo.includes(country)) return false;
  return isTaxNumberOf(country, taxNumber);
}

/** Whether a text has the form of a tax number of a country of the EU. */
export function isTaxNumberOf(country: string, taxNumber: string): boolean {
  const plain = taxNumber.toUpperCase().replaceAll(/[\s.-]/g, "");
  const prefix = prefixes[country] ?? country;
  return plain.startsWith(prefix) && /^[0-9A-Z+*]{2,12}$/.test(plain.slice(prefix.length));
}

/** Lines without the tax that is within their prices; prices without tax stay. */
export function netLines<Line extends { priceCents: number; taxClass: string }>(
  lines: readonly Line[],
  { destination, at }: { destination: Destination; at: number },
  terms: Pick<TermsOfSale, "pricesIncludeTax" | "taxRates">,
): Line[] {
  if (!terms.pricesIncludeTax) return [...lines];
  return lines.map((line) => {
    const rates = taxRatesOf(terms.taxRates, line.taxClass, destination, at);
    return { ...line, priceCents: netOf(line.priceCents, rates) };
  });
}

/** The part of a price that is not tax. */
export function netOf(amount: number, rates: readonly TaxRate[]): number {
  const all = rates.reduce((sum, { rate }) => sum + rate, 0);
  return amount - shareOf(amount, all, whole + all);
}

/** A price with its tax. */
export function grossOf(net: number, rates: readonly TaxRate[]): number {
  return (
    net +
    shareOf(
      net,
      rates.reduce((sum, { rate }) => sum + rate, 0),
      whole,
    )
  );
}

/** As invoices name a tax that the customer owes. */
export const reverseChargeName = "Reverse charge";

/** The rates of an order whose customer owes the tax: each is named, and none is charged. */
export function reversed(rates: readonly TaxRate[]): TaxRate[] {
  return rates.slice(0, 1).map((rate) => Object.assign({}, rate, { name: reverseChargeName, rate: 0 }));
}
