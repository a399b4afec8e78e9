import { deliveryMethodsTo, deliveryPrice } from "./terms-of-sale/delivery-methods.ts";
import { apportion } from "./terms-of-sale/exact.ts";
import { isGiftCard } from "./terms-of-sale/gift-card-class.ts";
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

/**
 * The parts of an order's price, in cents. The total is what the items cost without the discount, with the delivery and the
 * tax, unless that is within the prices.
 */
export type PriceParts = {
  itemsCents: number;
  discountCents: number;
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
  /** What its customer saves, of which no tax is due. */
  discounts?: GivenDiscounts;
};

/** Discounts in minor units: of each line at most what it costs, and of the delivery at most what `deliveryCharge` gives. */
export type GivenDiscounts = { goods: readonly number[]; delivery: number };

/** One amount of a price with the rule that gives it, in minor units of the currency. */
export type PriceLine =
  | { kind: "goods"; position: number; amount: number }
  | { kind: "delivery"; method: string; amount: number }
  /** What is saved of a line, or of the delivery. */
  | { kind: "discount"; on: number | "delivery"; amount: number }
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
export function priceOrder(order: OrderToPrice, terms: PriceTerms): PriceLine[] {
  const { lines, method, discounts = noDiscounts, isReverseCharged = false } = order;
  const amounts = lines.map(amountOf);
  const saved = amounts.map((amount, n) => savedOf(amount, discounts.goods[n] ?? 0));
  const goods = taxedGoods(order, terms, saved);
  // Delivery is priced and taxed as without discounts.
  const sold = taxedGoods(order, terms, []);
  const fee = order.isPaidOnDelivery === true && lines.length > 0 ? (method?.onDelivery?.fee ?? 0) : 0;
  const charged = deliveryParts(order, sold, deliveryOf(order) + fee, terms);
  const delivery = sumOf(charged.map(({ amount }) => amount));
  const savedOnDelivery = savedOf(deliveryCharge(order, terms), discounts.delivery);
  const savedOfEach = apportion(
    savedOnDelivery,
    charged.map(({ amount }) => amount),
  );
  const shares = charged.map(({ amount, rates }, n) => ({ amount: amount - (savedOfEach[n] ?? 0), rates }));
  const taxed = isReverseCharged ? [...goods, ...shares].map(withoutTax) : [...goods, ...shares];
  return [
    ...amounts.map((amount, position): PriceLine => ({ kind: "goods", position, amount })),
    ...(method === null ? [] : [{ kind: "delivery", method: method.id, amount: delivery } satisfies PriceLine]),
    ...saved.flatMap((amount, on): PriceLine[] => (amount === 0 ? [] : [{ kind: "discount", on, amount }])),
    ...(savedOnDelivery === 0
      ? []
      : [{ kind: "discount", on: "delivery", amount: savedOnDelivery } satisfies PriceLine]),
    ...taxLinesOf(taxed, terms).map(
      (line): PriceLine => ({ kind: "tax", isIncluded: terms.pricesIncludeTax, ...line }),
    ),
  ];
}

/** What an order's delivery is charged without a fee for payment and without discounts, in minor units. */
export function deliveryCharge(order: OrderToPrice, terms: PriceTerms): number {
  const parts = deliveryParts(order, taxedGoods(order, terms, []), deliveryOf(order), terms);
  return sumOf(parts.map(({ amount }) => amount));
}

/** The goods with their rates, less what is saved of each line. */
function taxedGoods(
  { lines, destination, at }: OrderToPrice,
  terms: PriceTerms,
  saved: readonly number[],
): TaxedPart[] {
  return lines.map((line, n) => ({
    amount: amountOf(line) - (saved[n] ?? 0),
    rates: taxRatesOf(terms.taxRates, line.taxClass, destination, at),
  }));
}

/** What the method costs by the terms for what is sent by it, which gift cards are not; nothing for no lines. */
function deliveryOf({ lines, method }: OrderToPrice): number {
  if (lines.length === 0 || method === null) return 0;
  const sent = lines.filter((line) => !isGiftCard(line));
  if (sent.length === 0) return 0;
  const grams = sent.reduce((sum, line) => sum + line.grams * line.qty, 0);
  return deliveryPrice(method, { subtotal: sumOf(sent.map(amountOf)), grams });
}

/** Some price of the delivery with the rates that it bears; without its tax if the customer owes that. */
function deliveryParts(
  { isReverseCharged = false }: OrderToPrice,
  goods: readonly TaxedPart[],
  cents: number,
  terms: PriceTerms,
): TaxedPart[] {
  const gross = terms.isDeliveryTaxed ? deliveryShares(cents, goods) : [{ amount: cents, rates: [] }];
  return isReverseCharged && terms.isDeliveryTaxed && terms.pricesIncludeTax ? gross.map(toNet) : gross;
}

/** The documented amounts as sums of a price's lines. Tax within the prices adds nothing to the total. */
export function partsOf(lines: readonly PriceLine[]): PriceParts {
  const itemsCents = sumOf(lines.filter(({ kind }) => kind === "goods").map(({ amount }) => amount));
  const shippingCents = sumOf(lines.filter(({ kind }) => kind === "delivery").map(({ amount }) => amount));
  const discountCents = sumOf(lines.filter(({ kind }) => kind === "discount").map(({ amount }) => amount));
  const taxes = lines.filter((line) => line.kind === "tax");
  const taxCents = sumOf(taxes.map(({ amount }) => amount));
  const onTop = sumOf(taxes.filter(({ isIncluded }) => !isIncluded).map(({ amount }) => amount));
  const totalCents = sumOf([itemsCents, -discountCents, shippingCents, onTop]);
  return { itemsCents, discountCents, shippingCents, taxCents, totalCents };
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

const noDiscounts: GivenDiscounts = { goods: [], delivery: 0 };

function savedOf(amount: number, discount: number): number {
  if (!Number.isSafeInteger(discount) || discount < 0) throw new RangeError("A discount must be whole cents");
  if (discount > amount) throw new RangeError("A discount is higher than what it is on");
  return discount;
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
