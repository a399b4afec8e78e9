import type { Proposal } from "@shop/shared/admin/rehearsal";
import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import { bestDiscounts, type OfferedDiscount, type OrderDiscounts } from "@shop/shared/discount/discounts";
import { type OrderToDiscount, offerDiscounts } from "@shop/shared/discount/offer-discounts";
import type { PriceByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { grossOf, isReverseCharged } from "@shop/shared/terms-of-sale/reverse-charge";
import { taxRatesOf } from "@shop/shared/terms-of-sale/tax-rates";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ProductFacts } from "../catalog/product-facts.ts";
import { discountAgain, linesToDiscount } from "../discount/discount-order.ts";
import { asGiven } from "../discount/read-offer.ts";
import type { PastOrder } from "./past-orders.ts";
import { catalogItems, chargedItems, destinationOf, type Pricing, priceAgain, type Repriced } from "./price-again.ts";

/** What one replay needs beside the orders: their rules and terms, and what is known of the products. */
export type ReplayFacts = {
  termsOf: (order: PastOrder) => TermsOfSale;
  rulesOf: (order: PastOrder) => DiscountRule[];
  products: ReadonlyMap<string, ProductFacts>;
  /** The time that chooses the tax rates of new terms (ms since 1970). */
  ratesAt: number;
};

/** How often a rehearsed rule was used so far, and by whom. Orders are replayed in the order in which they came. */
export class Uses {
  uses = 0;
  givenCents = 0;
  readonly #ofCustomers = new Map<string, number>();

  add(customer: string, cents: number): void {
    this.uses += 1;
    this.givenCents += cents;
    this.#ofCustomers.set(customer, this.of(customer) + 1);
  }

  of(customer: string): number {
    return this.#ofCustomers.get(customer) ?? 0;
  }
}

/** An order as it was; the same amounts as when it was placed. */
export function priceAsPlaced(order: PastOrder, { termsOf, rulesOf }: ReplayFacts): Repriced | null {
  const pricing = { items: order.items, terms: termsOf(order), at: order.createdAt.getTime() };
  return priceAgain(order, pricing, ({ deliveryCents }) =>
    discountAgain(order.discounts, rulesOf(order), { lines: order.items, deliveryCents }),
  );
}

/** An order as it would have been by a proposal; null where it could not have been delivered. */
export function priceAsProposed(order: PastOrder, proposal: Proposal, facts: ReplayFacts, uses: Uses): Repriced | null {
  const terms = facts.termsOf(order);
  const asPlaced = { items: order.items, terms, at: order.createdAt.getTime() };
  if (proposal.kind === "discount") {
    return priceAgain(order, asPlaced, (plain) => {
      const found = discountsWith(proposal, { order, pricing: asPlaced, plain, facts, uses });
      const given = found.applied.find(({ id }) => id === proposal.id);
      if (given !== undefined) uses.add(order.customer, given.amount);
      return found;
    });
  }
  const pricing = proposal.kind === "price" ? withPrice(order, proposal, asPlaced) : withTerms(order, proposal, facts);
  return priceAgain(order, pricing, (plain) => {
    const offered = order.discounts.length === 0 ? [] : ownOffers({ order, pricing, facts });
    return bestDiscounts(offered, { lines: pricing.items, deliveryCents: plain.deliveryCents });
  });
}

function withPrice(order: PastOrder, { product, cents }: Proposal & { kind: "price" }, asPlaced: Pricing): Pricing {
  const items = order.items.map((item) => {
    if (item.productId !== product) return item;
    const [charged = item] = chargedItems(order, { ...asPlaced, items: [{ ...item, priceCents: cents }] });
    return charged;
  });
  return { ...asPlaced, items };
}

function withTerms(order: PastOrder, { terms }: Proposal & { kind: "terms of sale" }, facts: ReplayFacts): Pricing {
  const at = facts.ratesAt;
  const items = catalogItems(order, facts.termsOf(order));
  return { items: chargedItems(order, { items, terms, at }), terms, at };
}

type ToOffer = { order: PastOrder; pricing: Pricing; facts: ReplayFacts };

/** The best of the rules that an order has, by the lines that they were for, and of the proposed one. */
function discountsWith(
  { id, terms }: Proposal & { kind: "discount" },
  { plain, uses, ...toOffer }: ToOffer & { plain: PriceByTerms; uses: Uses },
): OrderDiscounts {
  const { order, pricing, facts } = toOffer;
  const own = facts.rulesOf(order).flatMap((rule): OfferedDiscount[] => {
    const lines = order.discounts.find(({ ruleId }) => ruleId === rule.id)?.lines ?? [];
    return rule.id === id ? [] : [{ ...rule, lines, budgetCents: null }];
  });
  const { usesMax, usesPerCustomer, budgetCents } = terms.limits;
  // As if everybody knew its code, and it had always held.
  const proposed = {
    rule: { ...terms, id, version: 0, name: "", from: null, until: null },
    isEntered: true,
    isStopped: order.isOfShop,
    isUsedUp: usesMax !== null && uses.uses >= usesMax,
    isUsedByCustomer: usesPerCustomer !== null && uses.of(order.customer) >= usesPerCustomer,
    budgetCents: budgetCents === null ? null : budgetCents - uses.givenCents,
  };
  const { offered } = offerDiscounts([proposed], toDiscount(toOffer));
  return bestDiscounts([...own, ...offered], { lines: pricing.items, deliveryCents: plain.deliveryCents });
}

/** The rules that an order has, for what its items cost otherwise. */
function ownOffers(toOffer: ToOffer): OfferedDiscount[] {
  const rules = toOffer.facts.rulesOf(toOffer.order).map(asGiven);
  return offerDiscounts(rules, toDiscount(toOffer)).offered;
}

function toDiscount({ order, pricing, facts }: ToOffer): OrderToDiscount {
  const { items, terms, at } = pricing;
  const destination = destinationOf(order);
  const hasTax = terms.pricesIncludeTax && !isReverseCharged({ destination, taxNumber: order.taxNumber }, terms);
  return {
    lines: linesToDiscount(items, facts.products, (costCents, n) =>
      grossOf(costCents, hasTax ? taxRatesOf(terms.taxRates, items[n]?.taxClass ?? "", destination, at) : []),
    ),
    at,
    country: order.countryCode,
    isFirstOrder: order.isFirstOrder,
    customerTags: order.tags,
  };
}
