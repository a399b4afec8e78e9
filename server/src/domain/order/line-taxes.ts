import { deliveryShares, type PricedLine } from "@shop/shared/pricing";
import { apportion, shareOf } from "@shop/shared/terms-of-sale/exact";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import type { TaxedPart } from "@shop/shared/terms-of-sale/tax-lines";
import { taxRatesOf } from "@shop/shared/terms-of-sale/tax-rates";
import type { TaxRate, TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { orders } from "../../db/schema/orders.ts";

type TaxedOrder = Pick<
  typeof orders.$inferSelect,
  "taxCents" | "shippingCents" | "discountCents" | "countryCode" | "region" | "createdAt"
> & { items: readonly (PricedLine & { taxClass: string; discountCents: number })[] };

/** What of the terms of sale an order is taxed by. */
export type TaxTerms = Pick<TermsOfSale, "pricesIncludeTax" | "taxRates" | "isDeliveryTaxed">;

/** What an order's discounts take off its delivery, in cents: what they do not take off its items. */
export function deliveryDiscount({
  discountCents,
  items,
}: Pick<TaxedOrder, "discountCents"> & { items: readonly { discountCents: number }[] }): number {
  return items.reduce((left, item) => left - item.discountCents, discountCents);
}

/** What a line item has of its order's tax: an amount in cents, and the rates that it bears. */
export type LineTax = { cents: number; rates: readonly TaxRate[] };

/** A rate of 100 %. */
const whole = 100_000;
/** Weights have three places beyond a cent, so that small lines keep their proportion. */
const finer = 1_000;

/**
 * Divides the tax of an order over its line items and its delivery, in proportion to what each bears by the terms of sale
 * that it was priced by. The parts sum to its tax, also where that was rounded as a whole.
 */
export function divideTax(order: TaxedOrder, terms: TaxTerms): { items: LineTax[]; shippingCents: number } {
  const region = regionCodeOf(order.countryCode, order.region);
  const sold = order.items.map(({ priceCents, qty, taxClass }): TaxedPart => {
    const destination = { country: order.countryCode, region };
    return {
      amount: priceCents * qty,
      rates: taxRatesOf(terms.taxRates, taxClass, destination, order.createdAt.getTime()),
    };
  });
  const goods = sold.map(({ amount, rates }, n) => ({ amount: amount - (order.items[n]?.discountCents ?? 0), rates }));
  const delivery = terms.isDeliveryTaxed
    ? reduced(deliveryShares(order.shippingCents, sold), deliveryDiscount(order))
    : [];
  const weightOf = ({ amount, rates }: TaxedPart) => {
    const all = rates.reduce((sum, { rate }) => sum + rate, 0);
    return shareOf(amount * finer, all, terms.pricesIncludeTax ? whole + all : whole);
  };
  const shares = apportion(order.taxCents, [...goods, ...delivery].map(weightOf));
  return {
    items: goods.map(({ rates }, n) => ({ cents: shares[n] ?? 0, rates: order.taxCents === 0 ? [] : rates })),
    shippingCents: shares.slice(goods.length).reduce((sum, cents) => sum + cents, 0),
  };
}

function reduced(parts: readonly TaxedPart[], discountCents: number): TaxedPart[] {
  const shares = apportion(
    discountCents,
    parts.map(({ amount }) => amount),
  );
  return parts.map(({ amount, rates }, n) => ({ amount: amount - (shares[n] ?? 0), rates }));
}
