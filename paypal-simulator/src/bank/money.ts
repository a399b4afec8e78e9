import type { Money } from "./resources.ts";

/** Whole cents; what is no amount counts as nothing. */
export function toCents({ value }: Money): number {
  const cents = Math.round(Number(value) * 100);
  return Number.isSafeInteger(cents) ? cents : 0;
}

export function toMoney(cents: number, currency: string): Money {
  return { currency_code: currency, value: (cents / 100).toFixed(2) };
}

/** As summaries of events have it. */
export function toText({ value, currency_code }: Money): string {
  return currency_code === "USD" ? `$ ${value} USD` : `${value} ${currency_code}`;
}
