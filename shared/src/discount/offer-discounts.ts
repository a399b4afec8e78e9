import { shareOf } from "../terms-of-sale/exact.ts";
import type { DiscountGoods, DiscountLimits, DiscountRule } from "./discount-rule.ts";
import type { OfferedDiscount } from "./discounts.ts";

/** A rate of 100 %. */
const whole = 100_000;

/** What of a product decides which rules are for it. */
export type DiscountableProduct = {
  id: string;
  brand: string;
  /** Its category and those above it. */
  categories: readonly string[];
  collections: readonly string[];
  /** As "Size: L". */
  options: readonly string[];
};

/** A line in minor units; `costCents` is what one unit costs the shop, as its prices are: with their tax if they have it. */
export type LineToDiscount = {
  priceCents: number;
  qty: number;
  costCents: number | null;
  /** No rule is for gift cards, and none counts them. */
  isGiftCard?: boolean;
  product: DiscountableProduct;
};

/** What of an order decides which rules hold for it. */
export type OrderToDiscount = {
  lines: readonly LineToDiscount[];
  /** When it is placed (ms since 1970). */
  at: number;
  /** Where it goes (ISO 3166); null while nobody knows. */
  country: string | null;
  isFirstOrder: boolean;
  customerTags: readonly string[];
};

/** A rule as it stands for a customer. */
export type DiscountToOffer = {
  rule: DiscountRule;
  /** Whether its code was entered. */
  isEntered: boolean;
  isStopped: boolean;
  /** Whether it, or its code, was used as often as it may be. */
  isUsedUp: boolean;
  /** What it may still give in all, in minor units; null without a limit. */
  budgetCents: number | null;
  /** Whether this customer has used it as often as one may. */
  isUsedByCustomer: boolean;
};

/** Why a rule does not hold for an order, the reason first that the customer can do least about. */
export const discountRefusals = [
  "unknown",
  "not yet",
  "ended",
  "used up",
  "used before",
  "first order",
  "customers",
  "country",
  "goods",
  "minimum",
  "quantity",
  // Those that cost the customer nothing: it is not what the code says that is missing.
  "nothing",
  "less",
] as const;
export type DiscountRefusal = (typeof discountRefusals)[number];

export type Offers = {
  offered: OfferedDiscount[];
  /** Rules whose code was entered in vain. What is missing is an amount in minor units, or a number of units. */
  refused: { rule: DiscountRule; refusal: DiscountRefusal; missing: number }[];
};

/** The rules that hold for an order, and why those of entered codes do not. */
export function offerDiscounts(rules: readonly DiscountToOffer[], order: OrderToDiscount): Offers {
  const offers: Offers = { offered: [], refused: [] };
  for (const each of rules) {
    const { rule, isEntered } = each;
    if (rule.needsCode && !isEntered) continue;
    const positions = order.lines.flatMap(({ product, isGiftCard = false }, n) => {
      return !isGiftCard && isFor(rule.goods, product) ? [n] : [];
    });
    const refusal = refusalOf(each, order, positions);
    const { id, gives, combinesWith, limits } = rule;
    const lines = positions.flatMap((position) => {
      const line = order.lines[position];
      return line === undefined ? [] : [{ position, leastCents: leastOf(line, limits) }];
    });
    if (refusal === null) offers.offered.push({ id, gives, lines, combinesWith, budgetCents: each.budgetCents });
    else if (isEntered) offers.refused.push({ rule, ...refusal });
  }
  return offers;
}

/** Whether a rule is for a product. */
export function isFor(goods: DiscountGoods, product: DiscountableProduct): boolean {
  const has = (wanted: readonly string[], own: readonly string[]) =>
    wanted.length === 0 || wanted.some((each) => own.includes(each));
  return (
    has(goods.products, [product.id]) &&
    has(goods.brands, [product.brand]) &&
    has(goods.categories, product.categories) &&
    has(goods.collections, product.collections) &&
    has(goods.options, product.options)
  );
}

/** What a rule leaves at least of the price of a line: all of it where that does not bring the lowest margin. */
function leastOf({ priceCents, qty, costCents }: LineToDiscount, { shareMax, marginMin }: DiscountLimits): number {
  const amount = priceCents * qty;
  const byShare = amount - shareOf(amount, shareMax, whole);
  if (marginMin === null || costCents === null) return byShare;
  const byMargin = marginMin >= whole ? amount : Math.ceil((costCents * qty * whole) / (whole - marginMin));
  return Math.min(amount, Math.max(byShare, byMargin));
}

type Refused = { refusal: DiscountRefusal; missing: number };

function refusalOf(
  { rule, isStopped, isUsedUp, isUsedByCustomer, budgetCents }: DiscountToOffer,
  order: OrderToDiscount,
  positions: readonly number[],
): Refused | null {
  const { from, until, conditions } = rule;
  const lines = positions.flatMap((n) => order.lines[n] ?? []);
  const cents = lines.reduce((sum, { priceCents, qty }) => sum + priceCents * qty, 0);
  const units = lines.reduce((sum, { qty }) => sum + qty, 0);
  const { customerTags, countries, fromCents, fromQty } = conditions;
  const isElsewhere = countries.length > 0 && order.country !== null && !countries.includes(order.country);
  const isOther = customerTags.length > 0 && !customerTags.some((tag) => order.customerTags.includes(tag));
  const because = (isRefused: boolean, refusal: DiscountRefusal, missing = 0): Refused[] =>
    isRefused ? [{ refusal, missing }] : [];
  const [first] = [
    ...because(from !== null && order.at < from, "not yet"),
    ...because(isStopped || (until !== null && order.at >= until), "ended"),
    ...because(isUsedUp || (budgetCents !== null && budgetCents <= 0), "used up"),
    ...because(isUsedByCustomer, "used before"),
    ...because(conditions.isFirstOrder && !order.isFirstOrder, "first order"),
    ...because(isOther, "customers"),
    ...because(isElsewhere, "country"),
    ...because(lines.length === 0, "goods"),
    ...because(cents < fromCents, "minimum", fromCents - cents),
    ...because(units < fromQty, "quantity", fromQty - units),
  ];
  return first ?? null;
}
