import { deliveryMethodsTo, deliveryPrice } from "./terms-of-sale/delivery-methods.ts";
import { apportion } from "./terms-of-sale/exact.ts";
import { netOf, reversed } from "./terms-of-sale/reverse-charge.ts";
import { sumsByRates, type TaxedPart, type TaxLine, taxLinesOf } from "./terms-of-sale/tax-lines.ts";
import { taxRatesOf } from "./terms-of-sale/tax-rates.ts";
import {
  type Destination,
  type PricedMethod,
  type PriceTerms,
  specifiedTerms,
  standardTaxClass,
} from "./terms-of-sale/terms-of-sale.ts";

/** An order line: a unit price in cents and a quantity. */
export type PricedLine = { priceCents: number; qty: number };

/** The parts of an order's price, in cents. The total is the exact sum of the other three. */
export type PriceParts = {
  itemsCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
};

/** A line with all that the terms ask of its product. */
export type OrderLine = PricedLine & { taxClass: string /** Of one unit. */; grams: number };

/** What an order's price depends on, apart from the terms. */
export type OrderToPrice = {
  lines: readonly OrderLine[];
  destination: Destination;
  /** Without one, nothing is delivered yet. */
  method: PricedMethod | null;
  /** The time of the order (ms since 1970), which chooses the rates. */
  at: number;
  /** Whether its customer owes the tax; its lines then have no tax in their prices. */
  isReverseCharged?: boolean;
  /** Whether its customer pays on delivery, which can cost a fee. */
  isPaidOnDelivery?: boolean;
};

/** One amount of a price with the rule that gives it, in minor units of the currency. */
export type PriceLine =
  | { kind: "goods"; position: number; amount: number }
  | { kind: "delivery"; method: string; amount: number }
  | ({ kind: "tax"; isIncluded: boolean } & TaxLine);

const anywhere: Destination = { country: null, region: null, postalCode: null };

/**
 * Prices lines by the specified terms: items, shipping, tax and total, in integer cents. No lines cost
 * nothing, shipping included. Throws a RangeError for invalid amounts or quantities.
 */
export function priceLines(lines: readonly PricedLine[]): PriceParts {
  const order = lines.map(({ priceCents, qty }) => ({ priceCents, qty, taxClass: standardTaxClass, grams: 0 }));
  const [method] = deliveryMethodsTo(specifiedTerms, anywhere, { grams: 0 });
  return partsOf(priceOrder({ lines: order, destination: anywhere, method: method ?? null, at: 0 }, specifiedTerms));
}

/**
 * All amounts of an order's price: its goods, its delivery, and each tax on them or within them. The same
 * order and terms give the same amounts at any time. Throws a RangeError for invalid amounts or quantities.
 */
export function priceOrder(
  { lines, destination, method, at, isReverseCharged = false, isPaidOnDelivery = false }: OrderToPrice,
  terms: PriceTerms,
): PriceLine[] {
  const amounts = lines.map(amountOf);
  const subtotal = sumOf(amounts);
  const grams = lines.reduce((sum, line) => sum + line.grams * line.qty, 0);
  const goods = lines.map(({ taxClass }, n): TaxedPart => {
    const rates = taxRatesOf(terms.taxRates, taxClass, destination, at);
    return { amount: amounts[n] ?? 0, rates };
  });
  const sent = lines.length === 0 ? null : method;
  const fee = isPaidOnDelivery ? (sent?.onDelivery?.fee ?? 0) : 0;
  const price = sent === null ? 0 : deliveryPrice(sent, { subtotal, grams }) + fee;
  const gross = terms.isDeliveryTaxed ? deliveryShares(price, goods) : [];
  const shares = isReverseCharged && terms.pricesIncludeTax ? gross.map(toNet) : gross;
  const delivery = terms.isDeliveryTaxed ? sumOf(shares.map(({ amount }) => amount)) : price;
  const taxed = isReverseCharged ? [...goods, ...shares].map(withoutTax) : [...goods, ...shares];
  return [
    ...amounts.map((amount, position): PriceLine => ({ kind: "goods", position, amount })),
    ...(method === null ? [] : [{ kind: "delivery", method: method.id, amount: delivery } satisfies PriceLine]),
    ...taxLinesOf(taxed, terms).map(
      (line): PriceLine => ({ kind: "tax", isIncluded: terms.pricesIncludeTax, ...line }),
    ),
  ];
}

/** The documented four amounts as sums of a price's lines. Tax within the prices adds nothing to the total. */
export function partsOf(lines: readonly PriceLine[]): PriceParts {
  const itemsCents = sumOf(lines.filter(({ kind }) => kind === "goods").map(({ amount }) => amount));
  const shippingCents = sumOf(lines.filter(({ kind }) => kind === "delivery").map(({ amount }) => amount));
  const taxes = lines.filter((line) => line.kind === "tax");
  const taxCents = sumOf(taxes.map(({ amount }) => amount));
  const onTop = sumOf(taxes.filter(({ isIncluded }) => !isIncluded).map(({ amount }) => amount));
  return { itemsCents, shippingCents, taxCents, totalCents: sumOf([itemsCents, shippingCents, onTop]) };
}

/** The taxes of a price. */
export function taxesOf(lines: readonly PriceLine[]): TaxLine[] {
  return lines.flatMap((line) => {
    if (line.kind !== "tax") return [];
    const { tax, name, rate, net, amount } = line;
    return [{ tax, name, rate, net, amount }];
  });
}

function amountOf({ priceCents, qty }: PricedLine): number {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) throw new RangeError("A price must be whole cents");
  if (!Number.isSafeInteger(qty) || qty < 1) throw new RangeError("A quantity must be a whole number from 1");
  return priceCents * qty;
}

function sumOf(amounts: readonly number[]): number {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new RangeError("The amount is too large to be exact");
  return sum;
}

const toNet = ({ amount, rates }: TaxedPart): TaxedPart => ({ amount: netOf(amount, rates), rates });
const withoutTax = ({ amount, rates }: TaxedPart): TaxedPart => ({ amount, rates: reversed(rates) });

/** Delivery in proportion to the prices of the goods, one share for each set of rates. */
export function deliveryShares(delivery: number, goods: readonly TaxedPart[]): TaxedPart[] {
  const sums = sumsByRates(goods);
  const shares = apportion(
    delivery,
    sums.map(({ amount }) => amount),
  );
  return sums.map(({ rates }, n) => ({ amount: shares[n] ?? 0, rates }));
}
