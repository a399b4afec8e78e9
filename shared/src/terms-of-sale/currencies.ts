/**
 * The currencies that a shop can have, by ISO 4217 code, with the decimals of their amounts. PayPal takes forints and
 * Taiwan dollars without decimals, as its reference of currency codes says.
 */
const payPalDecimals = {
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 0,
  ILS: 2,
  JPY: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TWD: 0,
  USD: 2,
} as const;

/** Currencies that PayPal does not take, for shops that are paid in another way. */
const otherDecimals = { BHD: 3, INR: 2, JOD: 3, KRW: 0, KWD: 3, OMR: 3, TND: 3, ZAR: 2 } as const;

const decimals: Readonly<Record<string, number>> = { ...payPalDecimals, ...otherDecimals };

/** The codes of all currencies that a shop can have. */
export const currencies = Object.keys(decimals).toSorted();

/** The decimals of a currency's amounts; two for one that no shop can have. */
export function decimalsOf(currency: string): number {
  return decimals[currency] ?? 2;
}

export function isTakenByPayPal(currency: string): boolean {
  return Object.hasOwn(payPalDecimals, currency);
}
