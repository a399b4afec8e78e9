import { describe, expect, it } from "vitest";
import { amountDue, type PaidLine, taxesDue } from "../../src/domain/return/amount-due.ts";

const units = (entries: Record<string, number>) => new Map(Object.entries(entries));
const none = units({});

describe("What is due for units that come back", () => {
  // 2 lamps at 20.00 and 1 vase at 30.00 with 15 % tax: 46.00 and 34.50; delivery 10.00.
  const tax = { tax: "tax", name: "Tax", rate: 15_000 };
  const lamps = { productId: "lamp", qty: 2, cents: 4_600, taxes: [{ ...tax, netCents: 4_000, taxCents: 600 }] };
  const vase = { productId: "vase", qty: 1, cents: 3_450, taxes: [{ ...tax, netCents: 3_000, taxCents: 450 }] };
  const order = { lines: [lamps, vase], deliveryCents: 1_000 };

  it("is their share of what was paid, with the delivery once nothing is left", () => {
    expect(amountDue(order, none, units({ lamp: 1 }))).toBe(2_300);
    expect(amountDue(order, units({ lamp: 1 }), units({ lamp: 1 }))).toBe(2_300);
    expect(amountDue(order, units({ lamp: 2 }), units({ vase: 1 }))).toBe(3_450 + 1_000);
    expect(amountDue(order, none, units({ lamp: 2, vase: 1 }))).toBe(9_050);
  });

  it("is nothing for nothing, also after all has come back", () => {
    expect(amountDue(order, none, none)).toBe(0);
    expect(amountDue(order, units({ lamp: 2, vase: 1 }), none)).toBe(0);
  });

  it("has the taxes of just those goods in it, by rate, until nothing is left", () => {
    const reduced = { tax: "vat", name: "VAT", rate: 7_000, netCents: 2_000, taxCents: 140 };
    const standard = { tax: "vat", name: "VAT", rate: 19_000, netCents: 10_000, taxCents: 1_900 };
    const book = { productId: "book", qty: 2, cents: 2_140, taxes: [reduced] };
    const bag = { productId: "bag", qty: 1, cents: 11_900, taxes: [standard] };
    const mixed = { lines: [book, bag], deliveryCents: 500 };
    expect(taxesDue(mixed, none, units({ book: 1 }))).toEqual([{ ...reduced, netCents: 1_000, taxCents: 70 }]);
    expect(taxesDue(mixed, none, units({ bag: 1 }))).toEqual([standard]);
    expect(taxesDue(mixed, units({ book: 2 }), units({ bag: 1 }))).toBeNull();
    expect(taxesDue(order, none, units({ lamp: 1, vase: 1 }))).toEqual([{ ...tax, netCents: 5_000, taxCents: 750 }]);
  });

  it("sums to the order's total whatever the steps in which it comes back", () => {
    let seed = 20_261_128;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 2_000; round += 1) {
      const lines = Array.from(
        { length: 1 + random(5) },
        (_, n): PaidLine => ({ productId: `p${n}`, qty: 1 + random(9), cents: random(100_000), taxes: [] }),
      );
      const deliveryCents = random(2_000);
      const total = lines.reduce((sum, { cents }) => sum + cents, deliveryCents);
      const before = new Map<string, number>();
      let sum = 0;
      for (let steps = 0; lines.some(({ productId, qty }) => (before.get(productId) ?? 0) < qty); steps += 1) {
        const now = new Map(
          lines.map(({ productId, qty }) => [productId, random(qty - (before.get(productId) ?? 0) + 1)] as const),
        );
        const due = amountDue({ lines, deliveryCents }, before, now);
        expect(due, `round ${round}`).toBeGreaterThanOrEqual(0);
        sum += due;
        for (const [product, more] of now) before.set(product, (before.get(product) ?? 0) + more);
        if (steps > 200) throw new Error("it does not end");
      }
      expect(sum, `round ${round}`).toBe(total);
    }
  });
});
