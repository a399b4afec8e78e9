import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineQtyMax } from "../shop.ts";
import { idempotencyKeySchema, placeOrderSchema, quoteCartSchema } from "./order.ts";

const id = "0190a5d0-0000-7000-8000-00000000000a";
const other = "0190a5d0-0000-7000-8000-00000000000b";
const order = {
  orderItems: [{ product: id, qty: 1 }],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
};

/** The issues of a body, with their paths. */
function issuesOf(body: unknown): string[] {
  const { error } = placeOrderSchema.safeParse(body);
  return (error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

describe("an order's body", () => {
  it("becomes lines of ids and quantities, an address, a method and nothing else", () => {
    const sent = {
      ...order,
      orderItems: [{ product: id, qty: 2, price: 0.01, name: "Free", image: "x", countInStock: 9 }],
      shippingAddress: { ...order.shippingAddress, city: "  Springfield ", planet: "Mars" },
      itemsPrice: "1.00",
      totalPrice: 0.1 + 0.2,
      isPaid: true,
      user: other,
    };
    expect(placeOrderSchema.parse(sent)).toEqual({
      orderItems: [{ productId: id, qty: 2 }],
      shippingAddress: order.shippingAddress,
      paymentMethod: "PayPal",
    });
  });

  it("names a product as product or, if that is absent, as _id, in lower case", () => {
    const linesOf = (...orderItems: unknown[]) => placeOrderSchema.parse({ ...order, orderItems }).orderItems;
    expect(
      linesOf({ _id: id, qty: 1 }, { product: id.toUpperCase(), qty: 1 }, { product: id, _id: other, qty: 1 }),
    ).toEqual([1, 2, 3].map(() => ({ productId: id, qty: 1 })));
    expect(issuesOf({ ...order, orderItems: [{ qty: 1 }] })).toEqual(["orderItems.0.product: Product id is required"]);
  });

  it("reports missing fields with their paths", () => {
    expect(issuesOf({})).toEqual([
      "orderItems: No order items",
      "shippingAddress: Shipping address is required",
      "paymentMethod: Payment method must be PayPal or Credit Card",
    ]);
    expect(issuesOf({ ...order, orderItems: [] })).toEqual(["orderItems: No order items"]);
    expect(issuesOf({ ...order, shippingAddress: { ...order.shippingAddress, postalCode: " " } })).toEqual([
      "shippingAddress.postalCode: Postal code is required",
    ]);
  });

  it("accepts whole quantities from one to the maximum of a line, and refuses every other number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1, lineQtyMax, lineQtyMax + 1)), (qty) => {
        const isGood = Number.isInteger(qty) && qty >= 1 && qty <= lineQtyMax;
        const issues = isGood ? [] : ["orderItems.0.qty: Quantity must be a whole number from 1 to 1000"];
        expect([...new Set(issuesOf({ ...order, orderItems: [{ product: id, qty }] }))]).toEqual(issues);
      }),
    );
  });

  it("parses the expected total to cents, and refuses fractions of a cent", () => {
    const totalOf = (expectedTotal: unknown) => placeOrderSchema.safeParse({ ...order, expectedTotal });
    expect(totalOf(undefined).data?.expectedTotal).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (cents) => {
        expect(totalOf(cents / 100).data?.expectedTotal).toBe(cents);
      }),
    );
    for (const wrong of [21.505, 0.1 + 0.2, -0.01, 1e300, Number.NaN, Number.POSITIVE_INFINITY, "21.50", null]) {
      expect(totalOf(wrong).success, String(wrong)).toBe(false);
    }
  });
});

describe("an Idempotency-Key", () => {
  it("is one to 255 visible characters", () => {
    for (const key of ["!", "~", "a-b_c", "x".repeat(255)]) expect(idempotencyKeySchema.parse(key)).toBe(key);
    for (const key of ["", " ", "a b", "x".repeat(256), "a\n", "\u0000", "\u007f", "\u00e9", "\u{1f600}", 5, null]) {
      expect(idempotencyKeySchema.safeParse(key).success, JSON.stringify(key)).toBe(false);
    }
  });
});

describe("a cart to be quoted", () => {
  it("may be empty, has at most a hundred lines, and does not change ids", () => {
    const lines = (count: number) => Array.from({ length: count }, () => ({ _id: id.toUpperCase() }));
    expect(quoteCartSchema.parse({ lines: [] })).toEqual({ lines: [] });
    expect(quoteCartSchema.parse({ lines: lines(100) })).toEqual({ lines: lines(100) });
    expect(quoteCartSchema.parse({ lines: [{ _id: "abc", qty: -1 }] })).toEqual({ lines: [{ _id: "abc" }] });
    for (const wrong of [lines(101), [{ _id: 7 }], [{}], [null], "all", null]) {
      expect(quoteCartSchema.safeParse({ lines: wrong }).success).toBe(false);
    }
  });
});
