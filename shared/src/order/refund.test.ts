import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineQtyMax, orderLinesMax, refundReasonLength } from "../shop.ts";
import { refundOrderSchema } from "./refund.ts";

const product = "0190a5d0-0000-7000-8000-00000000000a";
const body = { amount: 21.5, reason: "Arrived broken" };
const isGood = (more: Record<string, unknown>) => refundOrderSchema.safeParse({ ...body, ...more }).success;

describe("a refund request", () => {
  it("is parsed to cents, a reason, a payment and units, and nothing else", () => {
    const sent = { ...body, reason: " Arrived broken ", status: "completed", by: "me", payment: product };
    const restock = [{ product: product.toUpperCase(), qty: 2, price: 1 }];
    expect(refundOrderSchema.parse({ ...sent, restock })).toEqual({
      amount: 21_50,
      reason: "Arrived broken",
      payment: product,
      restock: [{ product, qty: 2 }],
    });
    expect(refundOrderSchema.parse(body)).toEqual({ amount: 21_50, reason: "Arrived broken" });
  });

  it("has a positive amount of whole cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 13 }), (cents) => {
        expect(refundOrderSchema.parse({ ...body, amount: cents / 100 }).amount).toBe(cents);
      }),
    );
    for (const amount of [0, -0, -1, 0.001, 21.505, 0.1 + 0.2, 1e300, Number.NaN, Infinity, "21.50", null, undefined]) {
      expect(isGood({ amount }), String(amount)).toBe(false);
    }
  });

  it("has a readable reason", () => {
    expect(isGood({ reason: "x".repeat(refundReasonLength) })).toBe(true);
    for (const reason of [undefined, null, "", "  ", 5, "x".repeat(refundReasonLength + 1)]) {
      expect(isGood({ reason }), JSON.stringify(reason)).toBe(false);
    }
  });

  it("names payments by the shop's or the provider's ids", () => {
    for (const payment of [product, "CAPTURE1", "x".repeat(64)]) expect(isGood({ payment })).toBe(true);
    for (const payment of ["", "a b", "../x", "x".repeat(65), 5, null]) expect(isGood({ payment })).toBe(false);
  });

  it("names products by their ids, units by whole numbers, and no more lines than an order has", () => {
    for (const qty of [0, -1, 0.5, lineQtyMax + 1, "1", null])
      expect(isGood({ restock: [{ product, qty }] })).toBe(false);
    for (const wrong of ["abc", undefined, 5]) expect(isGood({ restock: [{ product: wrong, qty: 1 }] })).toBe(false);
    const lines = (count: number) => Array.from({ length: count }, () => ({ product, qty: 1 }));
    expect(isGood({ restock: lines(0) })).toBe(true);
    expect(isGood({ restock: lines(orderLinesMax) })).toBe(true);
    expect(isGood({ restock: lines(orderLinesMax + 1) })).toBe(false);
  });
});
