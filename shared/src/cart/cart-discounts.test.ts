import { describe, expect, it } from "vitest";
import { specifiedTerms } from "../terms-of-sale/terms-of-sale.ts";
import { type Cart, initialCart, parseCart } from "./cart.ts";
import { addItem, clearItems, setQty } from "./cart-changes.ts";
import { addCode, type CartDiscounts, discountSubject, removeCode, saveDiscounts, savedBy } from "./cart-discounts.ts";
import { priceCart, pricedBy } from "./price-cart.ts";

const lamp = {
  _id: "lamp",
  name: "Lamp",
  image: "",
  brand: "Ember",
  category: "Home",
  description: "",
  price: 40,
  countInStock: 9,
};
const filled = addItem(initialCart, lamp, 2);
const withCode = addCode(filled, " welcome10 ");
const tenth = (cart: Cart, more: Partial<CartDiscounts> = {}): CartDiscounts => ({
  of: discountSubject(cart),
  goods: [8_00],
  delivery: 0,
  discounts: [{ code: "WELCOME10", name: "Welcome", amount: 8_00 }],
  refused: [],
  ...more,
});
const saved = saveDiscounts(withCode, tenth(withCode));

describe("The codes of a cart", () => {
  it("are in capital letters, each once and at most five, and go with its items", () => {
    expect(withCode.discountCodes).toEqual(["WELCOME10"]);
    expect(addCode(withCode, "Welcome 10")).toBe(withCode);
    const many = ["A11", "B11", "C11", "D11", "E11"].reduce<Cart>(addCode, withCode);
    expect(many.discountCodes).toHaveLength(5);
    expect(removeCode(withCode, "WELCOME10").discountCodes).toEqual([]);
    expect(clearItems(saved)).not.toHaveProperty("discountCodes");
    expect(clearItems(saved)).not.toHaveProperty("saved");
  });

  it("are stored, without what can be none", () => {
    const read = parseCart(JSON.parse(JSON.stringify({ ...saved, discountCodes: ["WELCOME10", "a\u0000b", 7] })));
    expect(read?.discountCodes).toEqual(["WELCOME10"]);
    expect(read?.saved).toEqual(saved.saved);
    expect(parseCart({ ...saved, discountCodes: "WELCOME10", saved: { of: 1 } })).not.toHaveProperty("saved");
  });
});

describe("What a cart saves", () => {
  it("is on its price, with the tax on what is left", () => {
    expect(pricedBy(saved, specifiedTerms, 0)).toMatchObject({
      itemsPrice: "80.00",
      shippingPrice: "10.00",
      taxPrice: "10.80",
      totalPrice: "92.80",
    });
    expect(priceCart(saved, specifiedTerms, 0).parts.discountCents).toBe(8_00);
  });

  it("holds for the cart that was asked about, and for no other", () => {
    const more = setQty(saved, "lamp", 3);
    expect(savedBy(more)).toBeUndefined();
    expect(priceCart(more, specifiedTerms, 0).parts.discountCents).toBe(0);
    expect(savedBy(setQty(more, "lamp", 2))).toEqual(saved.saved);
    expect(savedBy(removeCode(saved, "WELCOME10"))).toBeUndefined();
    expect(saveDiscounts(more, tenth(saved))).toBe(more);
  });

  it("is at most what the goods and the delivery cost", () => {
    const tooMuch = saveDiscounts(withCode, tenth(withCode, { goods: [100_00, 5_00], delivery: 50_00 }));
    expect(priceCart(tooMuch, specifiedTerms, 0).parts).toMatchObject({ discountCents: 90_00, totalCents: 0 });
  });
});
