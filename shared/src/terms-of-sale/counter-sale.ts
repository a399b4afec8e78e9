import type { OrderDelivery, TermsOfSale } from "./terms-of-sale.ts";

/** The delivery of goods that were handed over where the shop is. Ids of methods have no spaces. */
export const counterSale: OrderDelivery = { id: "counter sale", name: "Sold at the counter", pickUp: null };

/** The terms of goods that are handed over: they are delivered nowhere, so that no delivery is charged. */
export function termsAtCounter(terms: TermsOfSale): TermsOfSale {
  return { ...terms, zones: [] };
}
