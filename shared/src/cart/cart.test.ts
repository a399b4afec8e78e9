import fc from "fast-check";
import { assert, describe, expect, it } from "vitest";
import type { ProductSummary } from "../catalog/catalog.ts";
import { toWire } from "../money.ts";
import { type Cart, initialCart, parseCart } from "./cart.ts";
import {
  acceptChanges,
  addItem,
  changesOf,
  clearItems,
  maxQty,
  refreshItems,
  removeItem,
  restoreItem,
  savePaymentMethod,
  saveShippingAddress,
  setQty,
} from "./cart-changes.ts";
import { countUnits } from "./cart-items.ts";

const camera: ProductSummary = {
  _id: "camera",
  name: "Canon EOS 80D",
  image: "/uploads/camera.webp",
  brand: "Canon",
  category: "Electronics",
  description: "A camera.",
  price: 929.99,
  countInStock: 5,
  rating: 4.5,
  numReviews: 12,
  user: "admin",
};
const strap: ProductSummary = { ...camera, _id: "strap", name: "Strap", price: 19.99, countInStock: 3 };
const soldOut: ProductSummary = { ...camera, _id: "lens", countInStock: 0 };
const home = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

const both = addItem(addItem(initialCart, camera, 1), strap, 2);
const amounts = ({ itemsPrice, shippingPrice, taxPrice, totalPrice }: Cart) => [
  itemsPrice,
  shippingPrice,
  taxPrice,
  totalPrice,
];

describe("a new cart", () => {
  it("has exactly the documented keys, PayPal, and amounts of zero", () => {
    expect(initialCart).toEqual({
      cartItems: [],
      shippingAddress: { address: "", city: "", postalCode: "", country: "" },
      paymentMethod: "PayPal",
      itemsPrice: "0.00",
      shippingPrice: "0.00",
      taxPrice: "0.00",
      totalPrice: "0.00",
    });
  });
});

describe("addItem", () => {
  it("keeps the product's record without user, rating, numReviews and reviews, plus the quantity", () => {
    const product = { ...camera, reviews: [{ _id: "r", name: "Ada", rating: 5, comment: "!", createdAt: "" }] };
    expect(addItem(initialCart, product, 2).cartItems).toEqual([
      {
        _id: "camera",
        name: "Canon EOS 80D",
        image: "/uploads/camera.webp",
        brand: "Canon",
        category: "Electronics",
        description: "A camera.",
        price: 929.99,
        countInStock: 5,
        qty: 2,
      },
    ]);
  });

  it("appends a product that is not in the cart", () => {
    expect(both.cartItems.map((item) => [item._id, item.qty])).toEqual([
      ["camera", 1],
      ["strap", 2],
    ]);
  });

  it("replaces a product that is in the cart, quantity and price included", () => {
    const again = addItem(both, { ...camera, price: 899 }, 3);
    expect(again.cartItems.map((item) => [item._id, item.qty, item.price])).toEqual([
      ["camera", 3, 899],
      ["strap", 2, 19.99],
    ]);
  });

  it.each([
    [0, 1],
    [-4, 1],
    [2.9, 2],
    [6, 5],
    [Number.NaN, 1],
  ])("takes %d of five in stock as %i", (qty, stored) => {
    expect(addItem(initialCart, camera, qty).cartItems[0]?.qty).toBe(stored);
  });

  it("limits the quantity to that of one order, regardless of the stock", () => {
    expect(addItem(initialCart, { ...camera, countInStock: 5_000 }, 4_000).cartItems[0]?.qty).toBe(1_000);
    expect([0, 1, 999, 1_000, 5_000].map(maxQty)).toEqual([1, 1, 999, 1_000, 1_000]);
  });

  it("does not add a product that is out of stock", () => {
    expect(addItem(both, soldOut, 1)).toBe(both);
  });

  it("does not modify its argument", () => {
    const before = structuredClone(both);
    addItem(both, camera, 5);
    expect(both).toEqual(before);
  });
});

describe("the amounts", () => {
  it("are strings with two decimals, recomputed by every change of the items", () => {
    expect(amounts(addItem(initialCart, strap, 1))).toEqual(["19.99", "10.00", "3.00", "32.99"]);
    expect(amounts(both)).toEqual(["969.97", "0.00", "145.50", "1115.47"]);
    expect(amounts(setQty(both, "strap", 1))).toEqual(["949.98", "0.00", "142.50", "1092.48"]);
    expect(amounts(removeItem(both, "camera"))).toEqual(["39.98", "10.00", "6.00", "55.98"]);
    expect(amounts(clearItems(both))).toEqual(amounts(initialCart));
  });

  it("add up for any cart", () => {
    const product = fc.record({
      price: fc.integer({ min: 0, max: 1_000_000 }).map(toWire),
      countInStock: fc.integer({ min: 1, max: 50 }),
      qty: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(product, { minLength: 1, maxLength: 20 }), (products) => {
        const cart = products.reduce(
          (filling, { qty, ...rest }, index) => addItem(filling, { ...camera, ...rest, _id: String(index) }, qty),
          initialCart,
        );
        const [items = 0, shipping = 0, tax = 0, total = 0] = amounts(cart).map((text) => {
          expect(text).toMatch(/^\d+\.\d{2}$/);
          return Math.round(Number(text) * 100);
        });
        expect(items + shipping + tax).toBe(total);
      }),
    );
  });
});

describe("setQty", () => {
  it("limits the quantity to the stock", () => {
    expect(setQty(both, "strap", 99).cartItems[1]?.qty).toBe(3);
    expect(setQty(both, "strap", 0).cartItems[1]?.qty).toBe(1);
  });

  it("changes nothing for a product that is not in the cart", () => {
    expect(setQty(both, "lens", 2)).toEqual(both);
  });
});

describe("removeItem and restoreItem", () => {
  it("remove an item and restore it at its position", () => {
    const [first] = both.cartItems;
    assert(first !== undefined);
    const without = removeItem(both, "camera");
    expect(without.cartItems.map((item) => item._id)).toEqual(["strap"]);
    expect(restoreItem(without, first, 0)).toEqual(both);
  });

  it("do not duplicate an item that was added in between", () => {
    const [first] = both.cartItems;
    assert(first !== undefined);
    const addedAgain = addItem(removeItem(both, "camera"), camera, 4);
    expect(restoreItem(addedAgain, first, 0).cartItems.map((item) => [item._id, item.qty])).toEqual([
      ["strap", 2],
      ["camera", 1],
    ]);
  });
});

describe("address and payment method", () => {
  it("stay when the items are cleared", () => {
    const ready = savePaymentMethod(saveShippingAddress(both, home), "Credit Card");
    expect(clearItems(ready)).toEqual({ ...initialCart, shippingAddress: home, paymentMethod: "Credit Card" });
  });

  it("do not change items and amounts", () => {
    const ready = savePaymentMethod(saveShippingAddress(both, home), "Credit Card");
    expect(ready).toEqual({ ...both, shippingAddress: home, paymentMethod: "Credit Card" });
  });
});

describe("a cart with a quote", () => {
  const quote = (change: Partial<ProductSummary> | null) => [
    { _id: "camera", product: change === null ? null : { ...camera, ...change } },
    { _id: "strap", product: strap },
  ];

  it("has no changes while prices and stock allow its items", () => {
    expect(changesOf(both, quote({}))).toEqual(new Map());
    expect(acceptChanges(both, quote({}))).toEqual(both);
    expect(refreshItems(both, quote({}))).toBe(both);
  });

  it.each<[string, Partial<ProductSummary> | null, unknown]>([
    ["a higher price", { price: 999 }, { kind: "changed", price: 999, left: undefined }],
    ["a lower price", { price: 9 }, { kind: "changed", price: 9, left: undefined }],
    ["sold out", { countInStock: 0, price: 999 }, { kind: "sold-out" }],
    ["gone", null, { kind: "unavailable" }],
  ])("reports an item that is %s", (_, change, expected) => {
    expect(changesOf(both, quote(change))).toEqual(new Map([["camera", expected]]));
  });

  it("reports a lower stock and another price together", () => {
    const three = setQty(both, "camera", 3);
    expect(changesOf(three, quote({ countInStock: 2, price: 999 })).get("camera")).toEqual({
      kind: "changed",
      price: 999,
      left: 2,
    });
    expect(changesOf(three, quote({ countInStock: 3 })).size).toBe(0);
  });

  it("ignores items that were added after the quote was requested", () => {
    expect(changesOf(both, []).size).toBe(0);
    expect(acceptChanges(both, [])).toEqual(both);
  });

  it("has current prices, available quantities and available items once changes are accepted", () => {
    const three = setQty(both, "camera", 3);
    const agreed = acceptChanges(three, quote({ countInStock: 2, price: 10 }));
    expect(agreed.cartItems.map(({ _id, qty, price }) => [_id, qty, price])).toEqual([
      ["camera", 2, 10],
      ["strap", 2, 19.99],
    ]);
    expect(amounts(agreed)).toEqual(["59.98", "10.00", "9.00", "78.98"]);
    for (const change of [null, { countInStock: 0 }]) {
      expect(acceptChanges(three, quote(change)).cartItems.map((item) => item._id)).toEqual(["strap"]);
    }
  });

  it("refreshes names and stock without consent, but neither price nor quantity", () => {
    const three = setQty(both, "camera", 3);
    const refreshed = refreshItems(three, quote({ name: "Canon EOS 90D", countInStock: 2, price: 1 }));
    expect(refreshed.cartItems[0]).toMatchObject({ name: "Canon EOS 90D", countInStock: 2, price: 929.99, qty: 3 });
    expect(amounts(refreshed)).toEqual(amounts(three));
    expect(refreshItems(three, quote(null))).toBe(three);
  });
});

describe("countUnits", () => {
  it("counts units, not lines", () => {
    expect(countUnits(initialCart)).toBe(0);
    expect(countUnits(both)).toBe(3);
  });
});

describe("parseCart", () => {
  const stored = saveShippingAddress(both, home);
  const [line] = stored.cartItems;

  it("returns the stored cart", () => {
    expect(parseCart(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(parseCart(JSON.parse(JSON.stringify(initialCart)))).toEqual(initialCart);
  });

  it("recomputes amounts and drops unknown keys", () => {
    const forged = {
      ...stored,
      totalPrice: "0.01",
      isAdmin: true,
      cartItems: stored.cartItems.map((i) => ({ ...i, x: 1 })),
    };
    expect(parseCart(forged)).toEqual(stored);
  });

  it.each([undefined, "", "Cheque", 7])(
    "keeps the items of a cart whose payment method is %j, without a method",
    (paymentMethod) => {
      expect(parseCart({ ...stored, paymentMethod })).toEqual({ ...stored, paymentMethod: "" });
    },
  );

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "cart"],
    ["a list", []],
    ["another shop's cart", { items: [], total: 3 }],
    ["no items", { ...stored, cartItems: undefined }],
    ["items that are no list", { ...stored, cartItems: {} }],
  ])("refuses %s", (_, value) => {
    expect(parseCart(value)).toBeNull();
  });

  it.each<[string, unknown]>([
    ["no item at all", null],
    ["without an id", { ...line, _id: undefined }],
    ["whose id is far too long", { ...line, _id: "x".repeat(37) }],
    ["whose id is no name", { ...line, _id: "../admin" }],
    ["whose name is no text", { ...line, name: 7 }],
    ["whose price is a text", { ...line, price: "9.99" }],
    ["with a negative price", { ...line, price: -1 }],
    ["with a price of three decimals", { ...line, price: 1.005 }],
    ["with a price that cannot be exact", { ...line, price: 1e300 }],
    ["with a price that nothing has", { ...line, price: 9e13 }],
    ["whose stock is no number", { ...line, countInStock: "5" }],
    ["that is there already", { ...line, price: 1 }],
  ])("drops a line %s and no other", (_, damaged) => {
    expect(parseCart({ ...stored, cartItems: [...stored.cartItems, damaged] })).toEqual(stored);
  });

  it.each([
    [0, 1],
    [-3, 1],
    [1.5, 1],
    [Number.NaN, 1],
    ["4", 1],
    [undefined, 1],
    [1_001, 1_000],
    [1e300, 1_000],
    // More units than the stock: the customer is told later.
    [7, 7],
  ])("parses the quantity %j to a valid one", (qty, whole) => {
    expect(parseCart({ ...stored, cartItems: [{ ...line, qty }] })?.cartItems).toEqual([{ ...line, qty: whole }]);
  });

  it.each([undefined, null, {}, { address: "1 Main St" }, { ...home, city: 7 }])(
    "keeps the items of a cart whose address is %j, without an address",
    (shippingAddress) => {
      expect(parseCart({ ...stored, shippingAddress })).toEqual({
        ...both,
        shippingAddress: initialCart.shippingAddress,
      });
    },
  );

  it("never throws for any stored value", () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseCart(value)));
  });
});
