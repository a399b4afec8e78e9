import {
  deliveryCharge,
  type GivenDiscounts,
  type OrderLine,
  type PriceLine,
  type PriceParts,
  partsOf,
  priceOrder,
} from "../pricing.ts";
import { deliveryMethodsTo, zoneOf } from "./delivery-methods.ts";
import { areGiftCards, isGiftCard } from "./gift-card-class.ts";
import { isReverseCharged, netLines } from "./reverse-charge.ts";
import type { DeliveryMethod, Destination, TermsOfSale } from "./terms-of-sale.ts";

/** Where an order goes, how, and when it was placed (ms since 1970). */
export type OrderChoices = {
  destination: Destination;
  /** The id of the delivery method that the customer chose; null before that, and where nothing was asked. */
  deliveryMethod: string | null;
  at: number;
  /** The tax number of a business customer; empty for none. */
  taxNumber?: string;
  /** Whether the customer pays on delivery; by default before. */
  isPaidOnDelivery?: boolean;
  /** What its customer saves of the charged lines and of the charged delivery. */
  discounts?: GivenDiscounts;
};

export type PriceByTerms = {
  lines: PriceLine[];
  parts: PriceParts;
  /** The prices of single goods, in the order of the lines: without tax if the customer owes it. */
  unitCents: number[];
  /** What delivery is charged before discounts, without a fee for payment. */
  deliveryCents: number;
  /** The methods that can be chosen. */
  methods: DeliveryMethod[];
  /** The chosen one, or the first that sends the goods; null where nothing is delivered, and for gift cards alone. */
  method: DeliveryMethod | null;
  /** Why nothing is delivered: the shop does not deliver there, or not so heavy goods. */
  refusal: "place" | "weight" | null;
};

/** The price of lines by terms of sale, the same in the browser and on the server. */
export function priceByTerms(lines: readonly OrderLine[], choices: OrderChoices, terms: TermsOfSale): PriceByTerms {
  const { destination, at, taxNumber = "" } = choices;
  const isReversed = isReverseCharged({ destination, taxNumber }, terms);
  const priced = isReversed ? netLines(lines, { destination, at }, terms) : lines;
  return priceLinesByTerms(priced, { ...choices, isReverseCharged: isReversed }, terms);
}

/** The same for an order that was placed, whose lines have the prices that were charged. */
export function priceLinesByTerms(
  lines: readonly OrderLine[],
  choices: OrderChoices & { isReverseCharged: boolean },
  terms: TermsOfSale,
): PriceByTerms {
  const { destination, deliveryMethod, at, isReverseCharged, isPaidOnDelivery = false, discounts } = choices;
  const sent = lines.filter((line) => !isGiftCard(line));
  const grams = sent.reduce((sum, line) => sum + line.grams * line.qty, 0);
  const methods = areGiftCards(lines) ? [] : deliveryMethodsTo(terms, destination, { grams });
  const method =
    methods.find(({ id }) => id === deliveryMethod) ??
    methods.find(({ pickUp }) => pickUp === null) ??
    methods[0] ??
    null;
  const order = { lines, destination, method, at, isReverseCharged, isPaidOnDelivery };
  const priced = priceOrder(discounts === undefined ? order : { ...order, discounts }, terms);
  const isPlaceServed = zoneOf(terms.zones, destination) !== undefined;
  const refusal = method !== null || areGiftCards(lines) ? null : isPlaceServed ? "weight" : "place";
  return {
    lines: priced,
    parts: partsOf(priced),
    unitCents: lines.map(({ priceCents }) => priceCents),
    deliveryCents: deliveryCharge(order, terms),
    methods,
    method,
    refusal,
  };
}

/** The codes of the countries that the shop delivers to, or null for any. */
export function servedCountries({ zones }: Pick<TermsOfSale, "zones">): string[] | null {
  const codes = new Set<string>();
  for (const { countries } of zones) {
    if (countries === null) return null;
    for (const code of countries) codes.add(code);
  }
  return [...codes];
}
