import { type OrderLine, type PriceLine, type PriceParts, partsOf, priceOrder } from "../pricing.ts";
import { deliveryMethodsTo, zoneOf } from "./delivery-methods.ts";
import type { DeliveryMethod, Destination, TermsOfSale } from "./terms-of-sale.ts";

/** Where an order goes, how, and when it was placed (ms since 1970). */
export type OrderChoices = {
  destination: Destination;
  /** The id of the delivery method that the customer chose; null before that, and where nothing was asked. */
  deliveryMethod: string | null;
  at: number;
};

export type PriceByTerms = {
  lines: PriceLine[];
  parts: PriceParts;
  /** The methods that can be chosen. */
  methods: DeliveryMethod[];
  /** The chosen one, or the first that sends the goods; null where nothing is delivered. */
  method: DeliveryMethod | null;
  /** Why nothing is delivered: the shop does not deliver there, or not so heavy goods. */
  refusal: "place" | "weight" | null;
};

/** The price of lines by terms of sale, the same in the browser and on the server. */
export function priceByTerms(lines: readonly OrderLine[], choices: OrderChoices, terms: TermsOfSale): PriceByTerms {
  const { destination, deliveryMethod, at } = choices;
  const grams = lines.reduce((sum, line) => sum + line.grams * line.qty, 0);
  const methods = deliveryMethodsTo(terms, destination, { grams });
  const method =
    methods.find(({ id }) => id === deliveryMethod) ??
    methods.find(({ pickUp }) => pickUp === null) ??
    methods[0] ??
    null;
  const priced = priceOrder({ lines, destination, method, at }, terms);
  const isPlaceServed = zoneOf(terms.zones, destination) !== undefined;
  const refusal = method !== null ? null : isPlaceServed ? "weight" : "place";
  return { lines: priced, parts: partsOf(priced), methods, method, refusal };
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
