import { shareOf } from "../terms-of-sale/exact.ts";
import type { DiscountGift, DiscountLimits } from "./discount-rule.ts";
import { reductionsOf } from "./gift-amounts.ts";

/** A line of an order, with the least that all of it may cost; in minor units. */
export type DiscountableLine = { priceCents: number; qty: number; floorCents: number };

/** A rule whose conditions an order meets, with the positions of the lines that it is for. */
export type OfferedDiscount = {
  id: string;
  gives: DiscountGift;
  lines: readonly number[];
  combinesWith: readonly string[];
};

/** By how much a rule reduces an order: each of its lines, and its delivery; in minor units. */
export type AppliedDiscount = { id: string; goods: number[]; delivery: number; amount: number };

export type OrderDiscounts = {
  applied: AppliedDiscount[];
  /** Off each line, and off the delivery. */
  goods: number[];
  delivery: number;
  amount: number;
};

/** How many rules can hold for one order together. */
export const combinedDiscountsMax = 3;

/** Each kind works on what those before it have left. */
const kindsInOrder: readonly DiscountGift["kind"][] = ["price", "buy and get", "percentage", "amount", "delivery"];

type ToDiscount = {
  lines: readonly DiscountableLine[];
  /** What delivery costs, in minor units; the discounts do not change by what it is priced. */
  deliveryCents: number;
  limits: DiscountLimits;
};

/**
 * The discounts of an order: the rule that is best for its customer, or those that may be combined if they are better. The
 * order of the rules does not matter. No line falls below its floor or by more than the highest share, and delivery not
 * below nothing.
 */
export function bestDiscounts(offered: readonly OfferedDiscount[], subject: ToDiscount): OrderDiscounts {
  const rules = offered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let best = applyAll([], subject);
  for (const set of combinations(rules)) {
    const found = applyAll(set, subject);
    const isSimpler = found.amount === best.amount && found.applied.length < best.applied.length;
    if (found.amount > best.amount || isSimpler) best = found;
  }
  return best;
}

/** Each rule alone, and each set of a few that may all be combined with each other. */
function* combinations(
  rules: readonly OfferedDiscount[],
  chosen: readonly OfferedDiscount[] = [],
): Generator<readonly OfferedDiscount[]> {
  for (const [n, rule] of rules.entries()) {
    if (!chosen.every((other) => mayCombine(rule, other))) continue;
    const set = [...chosen, rule];
    yield set;
    if (set.length < combinedDiscountsMax) yield* combinations(rules.slice(n + 1), set);
  }
}

function mayCombine(a: OfferedDiscount, b: OfferedDiscount): boolean {
  return a.combinesWith.includes(b.id) || b.combinesWith.includes(a.id);
}

function applyAll(rules: readonly OfferedDiscount[], { lines, deliveryCents, limits }: ToDiscount): OrderDiscounts {
  const left = lines.map(({ priceCents, qty }) => priceCents * qty);
  const least = lines.map((line) => leastOf(line, limits));
  const applied: AppliedDiscount[] = [];
  let delivery = 0;
  for (const { id, gives, lines: positions } of inOrder(rules)) {
    const reducible = positions.map((n) => {
      const [qty, leftCents] = [lines[n]?.qty ?? 1, left[n] ?? 0];
      return { priceCents: Math.floor(leftCents / qty), qty, leftCents };
    });
    const goods = lines.map(() => 0);
    for (const [place, reduction] of reductionsOf(gives, reducible).entries()) {
      const n = positions[place] ?? 0;
      const allowed = Math.min(reduction, (left[n] ?? 0) - (least[n] ?? 0));
      goods[n] = allowed;
      left[n] = (left[n] ?? 0) - allowed;
    }
    const offDelivery = offDeliveryOf(gives, deliveryCents - delivery);
    delivery += offDelivery;
    applied.push({ id, goods, delivery: offDelivery, amount: sumOf(goods) + offDelivery });
  }
  const goods = lines.map(({ priceCents, qty }, n) => priceCents * qty - (left[n] ?? 0));
  return {
    applied: applied.filter(({ amount }) => amount > 0),
    goods,
    delivery,
    amount: sumOf(goods) + delivery,
  };
}

function offDeliveryOf(gives: DiscountGift, deliveryCents: number): number {
  if (gives.kind !== "delivery") return 0;
  return Math.min(deliveryCents, gives.upToCents ?? deliveryCents);
}

/** What a line costs at least. */
function leastOf({ priceCents, qty, floorCents }: DiscountableLine, { shareMax }: DiscountLimits): number {
  const amount = priceCents * qty;
  return Math.min(amount, Math.max(floorCents, amount - shareOf(amount, shareMax, 100_000)));
}

function inOrder(rules: readonly OfferedDiscount[]): OfferedDiscount[] {
  return rules.toSorted((a, b) => kindsInOrder.indexOf(a.gives.kind) - kindsInOrder.indexOf(b.gives.kind));
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
