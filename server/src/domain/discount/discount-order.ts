import {
  applyDiscounts,
  bestDiscounts,
  type OfferedDiscount,
  type OrderDiscounts,
} from "@shop/shared/discount/discounts";
import { type DiscountRefusal, type OrderToDiscount, offerDiscounts } from "@shop/shared/discount/offer-discounts";
import { refusalWords } from "@shop/shared/discount/refusal-words";
import { isGiftCard } from "@shop/shared/terms-of-sale/gift-card-class";
import type { StoredDiscount } from "../../db/schema/discounts.ts";
import type { ProductFacts } from "../catalog/product-facts.ts";
import type { KnownDiscount, KnownDiscounts } from "./discount-reader.ts";

/** An entered code that does nothing, with the reason in words. */
export type RefusedCode = { code: string; refusal: DiscountRefusal; words: string };

/** What an order's customer saves: of each line and of the delivery, by which rules, and which codes do nothing. */
export type DiscountedOrder = OrderDiscounts & { given: StoredDiscount[]; refused: RefusedCode[] };

export const noDiscount: DiscountedOrder = { applied: [], goods: [], delivery: 0, amount: 0, given: [], refused: [] };

type ToDiscount = OrderToDiscount & { deliveryCents: number };

/** The best discounts of an order by the rules as they stand. Amounts in cents. */
export function discountOrder({ discounts, unknownCodes }: KnownDiscounts, order: ToDiscount): DiscountedOrder {
  const { offered, refused } = offerDiscounts(discounts, order);
  const best = bestDiscounts(offered, order);
  const codeOf = (ruleId: string) => discounts.find(({ rule }) => rule.id === ruleId)?.code ?? null;
  const unused = offered.filter(({ id }) => codeOf(id) !== null && !best.applied.some((each) => each.id === id));
  return {
    ...best,
    given: givenBy(best, offered, discounts),
    refused: [
      ...unknownCodes.map((code) => toRefused(code, "unknown", 0)),
      ...refused.map(({ rule, refusal, missing }) => toRefused(codeOf(rule.id) ?? "", refusal, missing)),
      ...unused.map((rule) => toRefused(codeOf(rule.id) ?? "", whyUnused(rule, order), 0)),
    ],
  };
}

/** Why a rule that holds gives nothing. */
function whyUnused(rule: OfferedDiscount, order: ToDiscount): DiscountRefusal {
  const { amount } = applyDiscounts([rule], order);
  if (rule.budgetCents !== null && amount > rule.budgetCents) return "used up";
  return amount === 0 ? "nothing" : "less";
}

function toRefused(code: string, refusal: DiscountRefusal, missing: number): RefusedCode {
  return { code, refusal, words: refusalWords(refusal, missing) };
}

/** What each rule gives, in the order in which they are applied. */
function givenBy(
  { applied }: OrderDiscounts,
  offered: readonly Pick<OfferedDiscount, "id" | "lines">[],
  discounts: readonly Pick<KnownDiscount, "rule" | "code">[],
): StoredDiscount[] {
  return applied.flatMap(({ id, goods, delivery, amount }) => {
    const known = discounts.find(({ rule }) => rule.id === id);
    const lines = offered.find((each) => each.id === id)?.lines ?? [];
    if (known === undefined) return [];
    return [
      {
        ruleId: id,
        ruleVersion: known.rule.version,
        code: known.code,
        name: known.rule.name,
        lines: lines.map((line) => ({ ...line, cents: goods[line.position] ?? 0 })),
        deliveryCents: delivery,
        amountCents: amount,
      },
    ];
  });
}

/** What the discounts that an order names give for its lines and its delivery, computed anew; in cents. */
export function discountAgain(
  given: readonly Pick<StoredDiscount, "ruleId" | "lines">[],
  rules: readonly KnownDiscount["rule"][],
  order: { lines: readonly { priceCents: number; qty: number }[]; deliveryCents: number },
): OrderDiscounts {
  const named = given.flatMap(({ ruleId: id, lines }) => {
    const rule = rules.find((each) => each.id === id);
    return rule === undefined ? [] : [{ id, gives: rule.gives, lines }];
  });
  return applyDiscounts(named, order);
}

/** The lines of an order that is to be discounted, with what is known of their products. */
export function linesToDiscount(
  lines: readonly { productId: string; priceCents: number; qty: number }[],
  facts: ReadonlyMap<string, ProductFacts>,
  toPriceOf: (costCents: number, line: number) => number,
): OrderToDiscount["lines"] {
  return lines.map(({ productId, priceCents, qty }, n) => {
    const known = facts.get(productId);
    const costCents = known?.costCents ?? null;
    return {
      priceCents,
      qty,
      costCents: costCents === null ? null : toPriceOf(costCents, n),
      isGiftCard: isGiftCard(known ?? {}),
      product: known?.product ?? { id: productId, brand: "", categories: [], collections: [], options: [] },
    };
  });
}
