import { initialCart } from "@shop/shared/cart/cart";
import { addItem, saveShippingAddress } from "@shop/shared/cart/cart-changes";
import { specifiedMoneyFormat } from "@shop/shared/currency";
import { specifiedTerms } from "@shop/shared/terms-of-sale/terms-of-sale";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSelling } from "../../lib/selling.ts";
import { repriceCart, updateCart, useCart } from "./cart-store.ts";
import { resetCart, useCartCount } from "./stored-cart.ts";

const product = {
  _id: "camera",
  name: "Canon EOS 80D",
  image: "/uploads/camera.webp",
  brand: "Canon",
  category: "Electronics",
  description: "A camera.",
  price: 929.99,
  countInStock: 5,
};
const home = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

function Badge() {
  return <output aria-label="units">{useCartCount()}</output>;
}

function Total() {
  return <output aria-label="total">{useCart().totalPrice}</output>;
}

function renderCart() {
  render(
    <>
      <Badge />
      <Total />
    </>,
  );
}

const units = () => screen.getByLabelText("units").textContent;
const total = () => screen.getByLabelText("total").textContent;
const stored = () => JSON.parse(localStorage.getItem("cart") ?? "null");
const add = (qty: number) => act(() => updateCart((cart) => addItem(cart, product, qty)));

/** What the browser does when another tab has written. */
function writeInOtherTab(key: string, value: string) {
  localStorage.setItem(key, value);
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
  });
}

beforeEach(() => {
  localStorage.clear();
  resetCart();
});

describe("the cart in the browser", () => {
  it("is stored under `cart` with exactly the documented keys", () => {
    add(2);
    expect(stored()).toEqual({
      cartItems: [{ ...product, qty: 2 }],
      shippingAddress: { address: "", city: "", postalCode: "", country: "" },
      paymentMethod: "PayPal",
      itemsPrice: "1859.98",
      shippingPrice: "0.00",
      taxPrice: "279.00",
      totalPrice: "2138.98",
    });
  });

  it("is there again after a reload", async () => {
    add(3);
    vi.resetModules();
    const reloaded = await import("./cart-store.ts");
    reloaded.updateCart((cart) => {
      expect(cart.cartItems).toEqual([{ ...product, qty: 3 }]);
      return cart;
    });
  });

  it("tells every part of the page of a change at once", () => {
    renderCart();
    expect([units(), total()]).toEqual(["0", "0.00"]);
    add(2);
    expect([units(), total()]).toEqual(["2", "2138.98"]);
  });

  it("follows what another tab does", () => {
    renderCart();
    writeInOtherTab("cart", JSON.stringify(addItem(initialCart, product, 4)));
    expect(units()).toBe("4");
  });

  it("builds on what another tab has added, even before it was told", () => {
    renderCart();
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, { ...product, _id: "lens" }, 1)));
    add(1);
    expect(stored().cartItems.map((item: { _id: string }) => item._id)).toEqual(["lens", "camera"]);
  });

  it("does not care for other things that are stored", () => {
    add(2);
    renderCart();
    writeInOtherTab("userInfo", "{}");
    expect(units()).toBe("2");
  });

  it("is empty once the whole storage has been wiped", () => {
    add(2);
    localStorage.clear();
    renderCart();
    expect(units()).toBe("0");
  });
});

describe("a stored value that is not a cart", () => {
  it.each(["", "{", "null", "[]", "7", '"cart"', '{"items":[]}', '{"cartItems":[{"_id":"x","qty":-1}]}'])(
    "counts as an empty cart: %j",
    (value) => {
      localStorage.setItem("cart", value);
      renderCart();
      expect([units(), total()]).toEqual(["0", "0.00"]);
      add(1);
      expect(stored().cartItems).toHaveLength(1);
    },
  );
});

describe("a browser that will not store", () => {
  it.each(["getItem", "setItem", "removeItem"] as const)("does not break the shop when %s throws", (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("Denied", "SecurityError");
    });
    renderCart();
    add(2);
    expect(units()).toBe("2");
    act(() => updateCart((cart) => addItem(cart, { ...product, _id: "lens" }, 1)));
    expect(units()).toBe("3");
    act(resetCart);
    expect(units()).toBe("0");
  });
});

describe("a cart by other terms of sale", () => {
  const midnight = Date.parse("2031-06-30T22:00:00Z");
  const vat = { tax: "vat", name: "VAT", taxClass: "standard", country: null, region: null };
  const terms = {
    ...specifiedTerms,
    pricesIncludeTax: true,
    taxRates: [
      { ...vat, rate: 19_000, from: null },
      { ...vat, rate: 16_000, from: new Date(midnight).toISOString() },
    ],
  };
  const selling = { version: 2, terms, money: specifiedMoneyFormat };
  afterEach(() => {
    vi.useRealTimers();
    startSelling(undefined);
  });

  it("is priced by them at once, in every part of the page", () => {
    renderCart();
    add(2);
    expect(total()).toBe("2138.98");
    act(() => repriceCart(selling));
    expect(total()).toBe("1859.98");
    expect(stored()).toMatchObject({ taxPrice: "296.97", totalPrice: "1859.98" });
  });

  it("loses lines whose prices a new currency does not have", () => {
    renderCart();
    add(2);
    act(() => updateCart((cart) => addItem(cart, { ...product, _id: "lens", price: 300 }, 1)));
    act(() => repriceCart({ ...selling, money: { ...specifiedMoneyFormat, currency: "JPY", decimals: 0 } }));
    expect([units(), total()]).toEqual(["1", "1300"]);
  });

  it("bears the rate of the time when it is priced again", () => {
    vi.useFakeTimers({ now: midnight - 1, toFake: ["Date"] });
    startSelling(selling);
    add(2);
    expect(stored().taxPrice).toBe("296.97");
    vi.setSystemTime(midnight);
    act(() => repriceCart(selling));
    expect(stored().taxPrice).toBe("256.55");
  });
});

describe("resetCart", () => {
  it("returns to the true initial state, not to what was stored when the shop was opened", async () => {
    localStorage.setItem("cart", JSON.stringify(saveShippingAddress(addItem(initialCart, product, 2), home)));
    vi.resetModules();
    const reopened = await import("./cart-store.ts");
    (await import("./stored-cart.ts")).resetCart();
    reopened.updateCart((cart) => {
      expect(cart).toEqual(initialCart);
      return cart;
    });
  });

  it("leaves nothing in the browser", () => {
    add(2);
    act(() => updateCart((cart) => saveShippingAddress(cart, home)));
    act(resetCart);
    expect(localStorage.getItem("cart")).toBeNull();
  });
});
