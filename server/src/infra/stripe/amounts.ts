import { decimalsOf } from "@shop/shared/terms-of-sale/currencies";
import type { ProviderMoney } from "../payment-provider.ts";

/** The currencies of shops whose amounts Stripe states without decimals, and with three. It states all others with two. */
const withoutDecimals = new Set(["JPY", "KRW"]);
const withThree = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

function stripeDecimals(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThree.has(currency) ? 3 : 2;
}

/** How many of Stripe's units are one of the shop's smallest: a hundred for forints, which have two decimals at Stripe alone. */
function unitsPerCent(currency: string): number {
  return 10 ** (stripeDecimals(currency) - decimalsOf(currency));
}

/** An amount of cents in the units that Stripe takes. */
export function toStripeUnits(cents: number, currency: string): number {
  return cents * unitsPerCent(currency);
}

/** An amount as Stripe states it. */
export function toProviderMoney(units: number, lowerCaseCurrency: string): ProviderMoney {
  const currency = lowerCaseCurrency.toUpperCase();
  const cents = units / unitsPerCent(currency);
  return { currency, cents: Number.isInteger(cents) ? cents : null };
}
