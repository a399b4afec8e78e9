import type { Bill, OrderSums } from "@shop/shared/admin/rehearsal";
import type { OrderDiscounts } from "@shop/shared/discount/discounts";
import { taxesOf } from "@shop/shared/pricing";
import { type PriceByTerms, priceLinesByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { grossOf, isReverseCharged, netLines } from "@shop/shared/terms-of-sale/reverse-charge";
import { taxRatesOf } from "@shop/shared/terms-of-sale/tax-rates";
import type { Destination, TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { isUncharged, termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { divideTax } from "../order/line-taxes.ts";
import type { PastOrder } from "./past-orders.ts";

export type PastItem = PastOrder["items"][number];

/** By what an order is priced: its items as they are charged, the terms, and the time that chooses the tax rates. */
export type Pricing = { items: readonly PastItem[]; terms: TermsOfSale; at: number };

/** What an order costs, and what would have been charged for it. */
export type Repriced = { bill: Bill; sums: OrderSums };

/**
 * The price of an order by other terms, prices or discounts, computed as when it was placed; null where it could not be
 * delivered.
 */
export function priceAgain(
  order: PastOrder,
  pricing: Pricing,
  discountsOf: (plain: PriceByTerms) => OrderDiscounts,
): Repriced | null {
  const { items, at } = pricing;
  const destination = destinationOf(order);
  const terms = termsFor(order.delivery, pricing.terms);
  const choices = {
    destination,
    deliveryMethod: order.delivery?.id ?? null,
    at,
    isReverseCharged: isReverseCharged({ destination, taxNumber: order.taxNumber }, pricing.terms),
    isPaidOnDelivery: order.paymentMethod === "On Delivery",
  };
  const plain = priceLinesByTerms(items, choices, terms);
  if (plain.method === null && !isUncharged(order.delivery)) return null;
  const discounts = discountsOf(plain);
  const priced = discounts.amount === 0 ? plain : priceLinesByTerms(items, { ...choices, discounts }, terms);
  const { parts, lines } = priced;
  const reduced = items.map((item, n) => ({ ...item, discountCents: discounts.goods[n] ?? 0 }));
  const bill: Bill = {
    ...parts,
    items: reduced.map(({ name, qty, priceCents, discountCents }) => ({
      name,
      qty,
      cents: priceCents * qty,
      discountCents,
    })),
    deliveryDiscountCents: discounts.delivery,
    delivery: plain.method?.name ?? order.delivery?.name ?? "",
    taxes: taxesOf(lines).map(({ name, rate, amount }) => ({ name, rate, cents: amount })),
  };
  const taxed = { ...order, ...parts, createdAt: new Date(at), items: reduced };
  return { bill, sums: sumsOf({ ...taxed, taxIncluded: pricing.terms.pricesIncludeTax }, pricing.terms) };
}

type Summed = Omit<Parameters<typeof divideTax>[0], "items"> &
  Pick<PastOrder, "taxIncluded" | "totalCents"> & {
    items: readonly PastItem[];
  };

/** What an order brings, as it is. The margin is of the items whose cost is known, without their tax. */
export function sumsOf(order: Summed, terms: TermsOfSale): OrderSums {
  const taxes = divideTax(order, terms).items;
  const sums: OrderSums = {
    ...noSums,
    orders: 1,
    totalCents: order.totalCents,
    discountCents: order.discountCents,
    deliveryCents: order.shippingCents,
    taxCents: order.taxCents,
  };
  for (const [n, { qty, priceCents, discountCents, costCents }] of order.items.entries()) {
    sums.units += qty;
    if (costCents === null) continue;
    sums.unitsWithCost += qty;
    const tax = order.taxIncluded ? (taxes[n]?.cents ?? 0) : 0;
    sums.marginCents += priceCents * qty - discountCents - tax - costCents * qty;
  }
  return sums;
}

export const noSums: OrderSums = {
  orders: 0,
  totalCents: 0,
  discountCents: 0,
  deliveryCents: 0,
  taxCents: 0,
  marginCents: 0,
  units: 0,
  unitsWithCost: 0,
};

export function addSums(a: OrderSums, b: OrderSums): OrderSums {
  return {
    orders: a.orders + b.orders,
    totalCents: a.totalCents + b.totalCents,
    discountCents: a.discountCents + b.discountCents,
    deliveryCents: a.deliveryCents + b.deliveryCents,
    taxCents: a.taxCents + b.taxCents,
    marginCents: a.marginCents + b.marginCents,
    units: a.units + b.units,
    unitsWithCost: a.unitsWithCost + b.unitsWithCost,
  };
}

export function destinationOf({ countryCode, region, postalCode }: PastOrder): Destination {
  return { country: countryCode, region: regionCodeOf(countryCode, region), postalCode };
}

/** The items of an order at the prices of the catalog by its terms: with the tax that its customer owed instead of the shop. */
export function catalogItems(order: PastOrder, terms: TermsOfSale): PastItem[] {
  const destination = destinationOf(order);
  const isNet = terms.pricesIncludeTax && isReverseCharged({ destination, taxNumber: order.taxNumber }, terms);
  if (!isNet) return order.items;
  const at = order.createdAt.getTime();
  return order.items.map((item) => {
    const rates = taxRatesOf(terms.taxRates, item.taxClass, destination, at);
    return { ...item, priceCents: grossOf(item.priceCents, rates) };
  });
}

/** Items as an order is charged for them by some terms: without the tax that its customer owes. */
export function chargedItems(order: PastOrder, { items, terms, at }: Pricing): PastItem[] {
  const destination = destinationOf(order);
  const isNet = isReverseCharged({ destination, taxNumber: order.taxNumber }, terms);
  return isNet ? netLines(items, { destination, at }, terms) : [...items];
}
