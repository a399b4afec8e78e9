import type { DiscountGift } from "./discount-rule.ts";
import { reductionsOf } from "./gift-amounts.ts";

/** A line of an order; in minor units. */
export type DiscountableLine = { priceCents: number; qty: number };

/** A line that a rule is for, by its position, with the least that the rule leaves of its price in minor units. */
export type OfferedLine = { position: number; leastCents: number };

/** A rule whose conditions an order meets, with the lines that it is for. */
export type OfferedDiscount = {
  id: string;
  gives: DiscountGift;
  lines: readonly OfferedLine[];
  combinesWith: readonly string[];
  /** What it may still give in all, in minor units; null without a limit. */
  budgetCents: number | null;
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
};

/**
 * The discounts of an order: the rule that is best for its customer, or those that may be combined if they are better. The
 * order of the rules does not matter. A rule that would exceed its budget does not hold.
 */
export function bestDiscounts(offered: readonly OfferedDiscount[], subject: ToDiscount): OrderDiscounts {
  const rules = offered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let best = applyDiscounts([], subject);
  for (const set of combinations(rules)) {
    const found = applyDiscounts(set, subject);
    if (!isWithinBudgets(found, set)) continue;
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

function isWithinBudgets({ applied }: OrderDiscounts, rules: readonly OfferedDiscount[]): boolean {
  const budgets = new Map(rules.map(({ id, budgetCents }) => [id, budgetCents]));
  return applied.every(({ id, amount }) => amount <= (budgets.get(id) ?? amount));
}

/**
 * What rules give together, each on what those before it have left. No line falls below the least that a rule leaves of it,
 * and delivery not below nothing. The same rules give the same amounts at any time.
 */
export function applyDiscounts(
  rules: readonly Pick<OfferedDiscount, "id" | "gives" | "lines">[],
  { lines, deliveryCents }: ToDiscount,
): OrderDiscounts {
  const left = lines.map(({ priceCents, qty }) => priceCents * qty);
  const applied: AppliedDiscount[] = [];
  let delivery = 0;
  for (const { id, gives, lines: own } of inOrder(rules)) {
    const reducible = own.map(({ position }) => {
      const [qty, leftCents] = [lines[position]?.qty ?? 1, left[position] ?? 0];
      return { priceCents: Math.floor(leftCents / qty), qty, leftCents };
    });
    const goods = lines.map(() => 0);
    for (const [n, reduction] of reductionsOf(gives, reducible).entries()) {
      const { position = 0, leastCents = 0 } = own[n] ?? {};
      const now = left[position] ?? 0;
      const allowed = Math.max(0, Math.min(reduction, now - leastCents));
      goods[position] = allowed;
      left[position] = now - allowed;
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

function inOrder<Rule extends Pick<OfferedDiscount, "id" | "gives">>(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((a, b) => {
    const byKind = kindsInOrder.indexOf(a.gives.kind) - kindsInOrder.indexOf(b.gives.kind);
    return byKind === 0 ? (a.id < b.id ? -1 : 1) : byKind;
  });
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
