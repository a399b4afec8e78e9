import type { Money } from "./resources.ts";

/** The amount in cents; 0 for an invalid amount. */
export function toCents({ value }: Money): number {
  const cents = Math.round(Number(value) * 100);
  return Number.isSafeInteger(cents) ? cents : 0;
}

export function toMoney(cents: number, currency: string): Money {
  return { currency_code: currency, value: (cents / 100).toFixed(2) };
}

/** The format of event summaries. */
export function toText({ value, currency_code }: Money): string {
  return currency_code === "USD" ? `$ ${value} USD` : `${value} ${currency_code}`;
}
