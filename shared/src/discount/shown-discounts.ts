import type { DiscountRule } from "./discount-rule.ts";
import { bestDiscounts, combinedDiscountsMax } from "./discounts.ts";
import { isForEverybody } from "./for-everybody.ts";
import { type DiscountableProduct, offerDiscounts } from "./offer-discounts.ts";

/**
 * The rules that products are shown with: those for everybody, if all of them hold for one order. Otherwise a cart could
 * cost more than its products say, and none is shown.
 */
export function shownRules<Rule extends DiscountRule>(rules: readonly Rule[]): Rule[] {
  const forEverybody = rules.filter(isForEverybody);
  const areCombined = forEverybody.every((rule, n) =>
    forEverybody
      .slice(n + 1)
      .every((other) => rule.combinesWith.includes(other.id) || other.combinesWith.includes(rule.id)),
  );
  return areCombined && forEverybody.length <= combinedDiscountsMax ? forEverybody : [];
}

/** A product in minor units; `costCents` is what one unit costs the shop at most, as its prices are. */
export type PricedProduct = { priceCents: number; costCents: number | null; product: DiscountableProduct };

/** What one unit of a product costs by some rules for everybody, in minor units, and which of them reduce it. */
export function priceByRules<Rule extends DiscountRule>(
  { priceCents, costCents, product }: PricedProduct,
  rules: readonly Rule[],
): { priceCents: number; rules: Rule[] } {
  const lines = [{ priceCents, qty: 1, costCents, product }];
  // Whether they hold at the time is decided by who chose them.
  const held = rules.map((rule) => ({
    rule: { ...rule, from: null, until: null },
    isEntered: false,
    isStopped: false,
    isUsedUp: false,
    isUsedByCustomer: false,
    budgetCents: null,
  }));
  const order = { lines, at: 0, country: null, isFirstOrder: false, customerTags: [] };
  const { offered } = offerDiscounts(held, order);
  const { applied, amount } = bestDiscounts(offered, { lines, deliveryCents: 0 });
  const applying = rules.filter(({ id }) => applied.some((each) => each.id === id));
  return { priceCents: priceCents - amount, rules: applying };
}
