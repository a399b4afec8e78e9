import { Refusal } from "./refusal.ts";
import type { Money } from "./resources.ts";

/** Currencies whose amounts have no decimals, as the provider lists them. */
const withoutDecimals = ["HUF", "JPY", "TWD"];

/** How many decimals the provider takes and sends for a currency. */
export function decimalsOf(currency: string): number {
  return withoutDecimals.includes(currency) ? 0 : 2;
}

/** The amount in the smallest units of its currency; 0 for an invalid amount. */
export function toCents({ value, currency_code }: Money): number {
  const cents = Math.round(Number(value) * 10 ** decimalsOf(currency_code));
  return Number.isSafeInteger(cents) ? cents : 0;
}

export function toMoney(cents: number, currency: string): Money {
  const decimals = decimalsOf(currency);
  return { currency_code: currency, value: (cents / 10 ** decimals).toFixed(decimals) };
}

/** The format of event summaries. */
export function toText({ value, currency_code }: Money): string {
  return currency_code === "USD" ? `$ ${value} USD` : `${value} ${currency_code}`;
}

/** The currencies that the provider takes. */
const taken = new Set(
  "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD".split(" "),
);

/** Refuses an amount as the provider does: of a currency that it does not take, or with decimals that it has not. */
export function refuseAmount({ currency_code, value }: Money): void {
  if (!taken.has(currency_code)) throw new Refusal(422, "CURRENCY_NOT_SUPPORTED");
  const [, decimals = ""] = value.split(".");
  if (decimals.length > decimalsOf(currency_code)) throw new Refusal(422, "DECIMALS_NOT_SUPPORTED");
}
