import { describe, expect, it } from "vitest";
import { invoiceNumber, refundedTaxCents } from "./invoice.ts";

describe("the tax in refunds", () => {
  it("adds up to the tax of the order, however the money is divided", () => {
    const order = { taxCents: 151, totalCents: 2_157 };
    for (const parts of [[2_157], [1, 2_156], [700, 700, 757], Array.from({ length: 2_157 }, () => 1)]) {
      const before = { amountCents: 0, taxCents: 0 };
      for (const amountCents of parts) {
        const taxCents = refundedTaxCents(order, before, amountCents);
        expect(taxCents).toBeLessThanOrEqual(amountCents);
        before.amountCents += amountCents;
        before.taxCents += taxCents;
      }
      expect(before.taxCents).toBe(order.taxCents);
    }
  });
});

it("Numbers name their year and their series", () => {
  expect(invoiceNumber({ kind: "invoice", year: 2026, number: 42 })).toBe("2026-00042");
  expect(invoiceNumber({ kind: "credit note", year: 2026, number: 123_456 })).toBe("CN-2026-123456");
});
