import type { OrderDelivery, TermsOfSale } from "./terms-of-sale.ts";

/** The delivery of goods that were handed over where the shop is. Ids of methods have no spaces. */
export const counterSale: OrderDelivery = { id: "counter sale", name: "Sold at the counter", pickUp: null };

/** The delivery of goods that are sent in exchange for others, as a favour of the shop. */
export const freeExchange: OrderDelivery = { id: "free exchange", name: "Sent in exchange", pickUp: null };

/** The delivery of gift cards alone. */
export const byEmail: OrderDelivery = { id: "by email", name: "By email", pickUp: null };

const uncharged = [counterSale, freeExchange, byEmail];

/** Whether a delivery is none of the methods that the terms of sale have a price for. */
export function isUncharged(delivery: Pick<OrderDelivery, "id"> | null): boolean {
  return uncharged.some(({ id }) => id === delivery?.id);
}

/** The terms of sale for goods that are delivered so: without methods, no delivery is charged. */
export function termsFor(delivery: Pick<OrderDelivery, "id"> | null, terms: TermsOfSale): TermsOfSale {
  return isUncharged(delivery) ? { ...terms, zones: [] } : terms;
}
