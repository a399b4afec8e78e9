import { apportion, shareOf } from "./exact.ts";
import type { PriceTerms, TaxRate } from "./terms-of-sale.ts";

/** A price, in minor units, and the rates that it bears. */
export type TaxedPart = { amount: number; rates: readonly TaxRate[] };

/** One tax at one rate: its net base and itself, in minor units. */
export type TaxLine = { tax: string; name: string; rate: number; net: number; amount: number };

/** A rate of 100 %. */
const whole = 100_000;

/** The taxes on prices, or within them, one line for each tax and rate. Rounded half up, as the terms say. */
export function taxLinesOf(
  parts: readonly TaxedPart[],
  { pricesIncludeTax, taxRounding }: Pick<PriceTerms, "pricesIncludeTax" | "taxRounding">,
): TaxLine[] {
  // Taxes on top of a price do not depend on each other; those within it share it.
  const separate = pricesIncludeTax
    ? parts
    : parts.flatMap(({ amount, rates }) => rates.map((rate) => ({ amount, rates: [rate] })));
  const lines = new Map<string, TaxLine>();
  for (const { amount, rates } of taxRounding === "total" ? sumsByRates(separate) : separate) {
    const taxes = pricesIncludeTax ? taxesWithin(amount, rates) : taxesOnTop(amount, rates);
    const net = pricesIncludeTax ? amount - taxes.reduce((sum, tax) => sum + tax, 0) : amount;
    for (const [n, rate] of rates.entries()) {
      const line = lines.get(keyOf(rate)) ?? { tax: rate.tax, name: rate.name, rate: rate.rate, net: 0, amount: 0 };
      lines.set(keyOf(rate), line);
      line.net += net;
      line.amount += taxes[n] ?? 0;
    }
  }
  return [...lines.values()];
}

function taxesOnTop(amount: number, rates: readonly TaxRate[]): number[] {
  return rates.map(({ rate }) => shareOf(amount, rate, whole));
}

function taxesWithin(amount: number, rates: readonly TaxRate[]): number[] {
  const all = rates.reduce((sum, { rate }) => sum + rate, 0);
  return apportion(
    shareOf(amount, all, whole + all),
    rates.map(({ rate }) => rate),
  );
}

/** The sum of the prices that bear the same rates, for each such set of rates. */
export function sumsByRates(parts: readonly TaxedPart[]): TaxedPart[] {
  const sums = new Map<string, { amount: number; rates: readonly TaxRate[] }>();
  for (const { amount, rates } of parts) {
    const key = rates.map(keyOf).join("\n");
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { amount, rates });
    else sum.amount += amount;
  }
  return [...sums.values()];
}

function keyOf({ tax, name, rate }: TaxRate): string {
  return JSON.stringify([tax, name, rate]);
}
