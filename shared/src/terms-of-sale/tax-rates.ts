import { giftCardTaxClass } from "./gift-card-class.ts";
import { type Destination, standardTaxClass, type TaxRate, zeroTaxClass } from "./terms-of-sale.ts";

/** The rates of a class of products at a destination and time (ms since 1970), one for each tax; none for gift cards. */
export function taxRatesOf(
  rates: readonly TaxRate[],
  taxClass: string,
  { country, region }: Pick<Destination, "country" | "region">,
  at: number,
): TaxRate[] {
  if (taxClass === giftCardTaxClass) return [];
  const best = new Map<string, TaxRate>();
  for (const rate of rates) {
    if (rate.from !== null && Date.parse(rate.from) > at) continue;
    if (rate.country !== null && rate.country !== country) continue;
    if (rate.region !== null && rate.region !== region) continue;
    if (rate.taxClass !== taxClass && rate.taxClass !== standardTaxClass) continue;
    const other = best.get(rate.tax);
    if (other === undefined || isBefore(other, rate, taxClass)) best.set(rate.tax, rate);
  }
  const found = [...best.values()];
  // Returns report goods without tax by country too, so that they keep the rate's name.
  return taxClass === zeroTaxClass ? found.map((rate) => Object.assign({}, rate, { rate: 0 })) : found;
}

/** Whether a rate replaces the best one so far: class, then place, then the later beginning. */
function isBefore(best: TaxRate, rate: TaxRate, taxClass: string): boolean {
  const rank = ({ taxClass: of, country, region }: TaxRate) =>
    (of === taxClass ? 4 : 0) + (region !== null ? 2 : country !== null ? 1 : 0);
  const difference = rank(rate) - rank(best);
  return difference === 0 ? startOf(rate) > startOf(best) : difference > 0;
}

function startOf({ from }: TaxRate): number {
  return from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
}
