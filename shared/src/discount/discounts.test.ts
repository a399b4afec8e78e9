import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiscountGift } from "./discount-rule.ts";
import { bestDiscounts, type DiscountableLine, type OfferedDiscount } from "./discounts.ts";

const line = (priceCents: number, qty = 1): DiscountableLine => ({ priceCents, qty });
const everyLine = (lines: readonly unknown[], leastCents = 0) => lines.map((_, position) => ({ position, leastCents }));

/** What one rule for all lines gives. */
function given(gives: DiscountGift, lines: readonly DiscountableLine[], { deliveryCents = 0, leastCents = 0 } = {}) {
  const rule = { id: "rule", gives, lines: everyLine(lines, leastCents), combinesWith: [], budgetCents: null };
  return bestDiscounts([rule], { lines, deliveryCents });
}

describe("A percentage", () => {
  it("is exact for the goods together, and divided by the largest remainders", () => {
    // 10 % of 9.97 are 1.00, of which the lines have 0.333, 0.333 and 0.331.
    const lines = [line(3_33), line(3_33), line(3_31)];
    expect(given({ kind: "percentage", rate: 10_000 }, lines)).toMatchObject({ amount: 1_00, goods: [34, 33, 33] });
  });

  it("of a hundred leaves nothing to pay", () => {
    expect(given({ kind: "percentage", rate: 100_000 }, [line(19_99, 3), line(0)])).toMatchObject({
      goods: [59_97, 0],
    });
  });
});

describe("An amount", () => {
  it("is taken off the goods in proportion to their prices, and never more than they cost", () => {
    expect(given({ kind: "amount", cents: 10_00 }, [line(20_00), line(10_00)])).toMatchObject({ goods: [6_67, 3_33] });
    expect(given({ kind: "amount", cents: 99_00 }, [line(20_00), line(10_00)])).toMatchObject({
      goods: [20_00, 10_00],
    });
  });
});

describe("A price", () => {
  it("holds for each unit that costs more", () => {
    const lines = [line(12_00, 2), line(8_00, 5)];
    expect(given({ kind: "price", cents: 10_00 }, lines)).toMatchObject({ goods: [4_00, 0], amount: 4_00 });
  });
});

describe("Buy some and get some", () => {
  const threeForTwo: DiscountGift = { kind: "buy and get", buy: 2, get: 1, rate: 100_000 };

  it("gives the cheapest of each group, the dearest groups first", () => {
    const lines = [line(30_00), line(20_00), line(10_00), line(9_00), line(8_00), line(7_00)];
    expect(given(threeForTwo, lines)).toMatchObject({ goods: [0, 0, 10_00, 0, 0, 7_00], amount: 17_00 });
  });

  it("gives nothing of a group that is not whole, and counts the units of a line", () => {
    expect(given(threeForTwo, [line(5_00, 2)]).amount).toBe(0);
    expect(given(threeForTwo, [line(5_00, 8)]).amount).toBe(10_00);
    expect(given({ ...threeForTwo, rate: 50_000 }, [line(5_01, 3)]).amount).toBe(2_51);
  });

  it("comes to the same as unit by unit", () => {
    const groups = fc.record({ buy: fc.integer({ min: 1, max: 4 }), get: fc.integer({ min: 1, max: 4 }) });
    const lines = fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(groups, lines, ({ buy, get }, drawn) => {
        const units = drawn
          .flatMap(([price, qty]) => Array.from({ length: qty }, () => price))
          .toSorted((a, b) => b - a);
        const whole = units.slice(0, Math.floor(units.length / (buy + get)) * (buy + get));
        const expected = whole.reduce((sum, price, n) => sum + (n % (buy + get) >= buy ? price : 0), 0);
        const rule: DiscountGift = { kind: "buy and get", buy, get, rate: 100_000 };
        expect(
          given(
            rule,
            drawn.map(([price, qty]) => line(price, qty)),
          ).amount,
        ).toBe(expected);
      }),
    );
  });
});

describe("Delivery", () => {
  it("costs nothing, or less by an amount", () => {
    const lines = [line(20_00)];
    expect(given({ kind: "delivery", upToCents: null }, lines, { deliveryCents: 10_00 })).toMatchObject({
      delivery: 10_00,
      amount: 10_00,
    });
    expect(given({ kind: "delivery", upToCents: 4_00 }, lines, { deliveryCents: 10_00 }).delivery).toBe(4_00);
    expect(given({ kind: "delivery", upToCents: 4_00 }, lines).applied).toEqual([]);
  });
});

describe("Of several rules", () => {
  const lines = [line(100_00)];
  const percent = (id: string, rate: number, combinesWith: string[] = []): OfferedDiscount => ({
    id,
    gives: { kind: "percentage", rate },
    lines: everyLine(lines),
    combinesWith,
    budgetCents: null,
  });
  const appliedOf = (...rules: OfferedDiscount[]) =>
    bestDiscounts(rules, { lines, deliveryCents: 0 }).applied.map(({ id, amount }) => [id, amount]);

  it("the best for the customer holds, and of equal ones always the same", () => {
    expect(appliedOf(percent("a", 10_000), percent("b", 20_000))).toEqual([["b", 20_00]]);
    expect(appliedOf(percent("b", 10_000), percent("a", 10_000))).toEqual([["a", 10_00]]);
  });

  it("those hold together that may be combined, each on what is left", () => {
    expect(appliedOf(percent("a", 10_000, ["b"]), percent("b", 20_000))).toEqual([
      ["a", 10_00],
      ["b", 18_00],
    ]);
    expect(appliedOf(percent("a", 10_000, ["b"]), percent("b", 20_000), percent("c", 50_000))).toEqual([["c", 50_00]]);
  });

  it("one that would exceed its budget does not hold", () => {
    expect(appliedOf({ ...percent("a", 20_000), budgetCents: 19_99 }, percent("b", 10_000))).toEqual([["b", 10_00]]);
    expect(appliedOf({ ...percent("a", 20_000), budgetCents: 20_00 }, percent("b", 10_000))).toEqual([["a", 20_00]]);
  });

  it("each leaves what it must, also of what another has left", () => {
    const least = (id: string, rate: number, leastCents: number) => {
      return { ...percent(id, rate, ["a", "b"]), lines: everyLine(lines, leastCents) };
    };
    expect(appliedOf(least("a", 30_000, 80_00), least("b", 30_000, 60_00))).toEqual([
      ["a", 20_00],
      ["b", 20_00],
    ]);
    expect(appliedOf(least("a", 50_000, 50_00), least("b", 50_000, 90_00))).toEqual([["a", 50_00]]);
  });
});

describe("Any discounts of any order", () => {
  const rate = fc.integer({ min: 0, max: 100_000 });
  const cents = fc.integer({ min: 0, max: 50_000 });
  const gift: fc.Arbitrary<DiscountGift> = fc.oneof(
    fc.record({ kind: fc.constant("percentage" as const), rate }),
    fc.record({ kind: fc.constant("amount" as const), cents }),
    fc.record({ kind: fc.constant("price" as const), cents }),
    fc.record({
      kind: fc.constant("buy and get" as const),
      buy: fc.integer({ min: 1, max: 5 }),
      get: fc.integer({ min: 1, max: 5 }),
      rate,
    }),
    fc.record({ kind: fc.constant("delivery" as const), upToCents: fc.option(cents) }),
  );
  const anyLines = fc.array(
    fc.record({
      priceCents: fc.integer({ min: 0, max: 30_000 }),
      qty: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const least = fc.integer({ min: 0, max: 100_000 });
  const ids = ["a", "b", "c", "d"];
  const anyOrder = anyLines.chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      rules: fc
        .array(
          fc.record({
            gives: gift,
            lines: fc
              .subarray(everyLine(lines))
              .chain((own) =>
                fc.tuple(...own.map(({ position }) => least.map((leastCents) => ({ position, leastCents })))),
              ),
            combinesWith: fc.subarray(ids),
            budgetCents: fc.option(cents),
          }),
          { maxLength: 4 },
        )
        .map((rules) => rules.map((rule, n): OfferedDiscount => ({ id: ids[n] ?? "", ...rule }))),
      deliveryCents: cents,
    }),
  );

  it("leave of each line what each rule must leave, keep within the budgets, and add up", () => {
    fc.assert(
      fc.property(anyOrder, ({ rules, ...subject }) => {
        const { applied, goods, delivery, amount } = bestDiscounts(rules, subject);
        for (const [n, { priceCents, qty }] of subject.lines.entries()) {
          const [price, off] = [priceCents * qty, goods[n] ?? Number.NaN];
          expect(off).toBeGreaterThanOrEqual(0);
          expect(off).toBeLessThanOrEqual(price);
          expect(applied.reduce((sum, each) => sum + (each.goods[n] ?? 0), 0)).toBe(off);
          const holding = applied.filter((each) => (each.goods[n] ?? 0) > 0).map(({ id }) => id);
          const leasts = rules
            .filter(({ id }) => holding.includes(id))
            .map(({ lines }) => lines.find(({ position }) => position === n)?.leastCents ?? Number.NaN);
          if (leasts.length > 0) expect(price - off).toBeGreaterThanOrEqual(Math.min(...leasts));
        }
        for (const { id, amount: given } of applied) {
          expect(given).toBeLessThanOrEqual(rules.find((rule) => rule.id === id)?.budgetCents ?? given);
        }
        expect(delivery).toBeGreaterThanOrEqual(0);
        expect(delivery).toBeLessThanOrEqual(subject.deliveryCents);
        expect(applied.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
        expect(goods.reduce((sum, off) => sum + off, delivery)).toBe(amount);
      }),
      { numRuns: 5_000 },
    );
  });

  it("are at least as good as each rule alone, and do not depend on the order of the rules", () => {
    fc.assert(
      fc.property(anyOrder, ({ rules, ...subject }) => {
        const best = bestDiscounts(rules, subject);
        for (const rule of rules) expect(best.amount).toBeGreaterThanOrEqual(bestDiscounts([rule], subject).amount);
        expect(bestDiscounts(rules.toReversed(), subject)).toEqual(best);
      }),
      { numRuns: 2_000 },
    );
  });
});
