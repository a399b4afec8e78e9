import { type Cart, initialCart } from "@shop/shared/cart/cart";
import { addItem, savePaymentMethod, saveShippingAddress } from "@shop/shared/cart/cart-changes";
import type { Order } from "@shop/shared/order/order";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keyFor } from "../../features/checkout/order-key.ts";
import { emptyOrderParts } from "../order-in-test.ts";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const home = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const lamp = {
  _id: "0190c4de-0000-7000-8000-000000000001",
  name: "Lamp",
  image: "",
  brand: "Ember",
  category: "Home",
  description: "",
  price: 20,
  countInStock: 5,
};
const filled = addItem(initialCart, lamp, 2);
const addressed = saveShippingAddress(filled, home);
const placed: Order = {
  _id: "0190c4de-0000-7000-8000-00000000beef",
  user: { name: "Ada", email: "ada@example.com" },
  orderItems: [],
  shippingAddress: home,
  paymentMethod: "Credit Card",
  itemsPrice: 40,
  shippingPrice: 10,
  taxPrice: 6,
  totalPrice: 56,
  paymentResult: null,
  isPaid: false,
  paidAt: null,
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: "2026-06-29T01:00:00.000Z",
  ...emptyOrderParts,
};

async function open(path: string, cart: object, answers: Parameters<typeof stubServer>[0] = {}) {
  localStorage.setItem("userInfo", JSON.stringify(ada));
  localStorage.setItem("cart", JSON.stringify(cart));
  const server = stubServer({ "account.profile": () => ada, ...answers });
  const shop = renderShop(path);
  await screen.findByRole("navigation", { name: "Checkout" });
  return { ...shop, server };
}

const stored = (): Cart => JSON.parse(localStorage.getItem("cart") ?? "");
const steps = () =>
  within(screen.getByRole("navigation", { name: "Checkout" }))
    .getAllByRole("listitem")
    .map((step) => {
      const link = step.querySelector("a");
      const isCurrent = step.querySelector("[aria-current=step]") !== null;
      return `${step.dataset.state}${link === null ? "" : ` ${link.getAttribute("href")}`}${isCurrent ? " current" : ""}`;
    });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the steps", () => {
  const signIn = "done /login?redirect=/shipping";

  it("are four, of which only those that can be entered are links", async () => {
    await open("/shipping", filled);
    expect(steps()).toEqual([signIn, "current current", "ahead", "ahead"]);
  });

  it("open up with a saved address", async () => {
    await open("/shipping", addressed);
    expect(steps()).toEqual([signIn, "current current", "ahead /payment", "ahead /placeorder"]);
  });

  it("wait for a method that is missing", async () => {
    await open("/payment", { ...addressed, paymentMethod: "" });
    expect(steps()).toEqual([signIn, "done /shipping", "current current", "ahead"]);
  });

  it("are all done but the last at the last", async () => {
    await open("/placeorder", addressed);
    expect(steps()).toEqual([signIn, "done /shipping", "done /payment", "current current"]);
  });
});

describe("the gates", () => {
  it.each(["/payment", "/placeorder"])("of %s lead to the address while there is none", async (path) => {
    const { router } = await open(path, filled);
    await screen.findByRole("heading", { level: 1, name: "Shipping" });
    expect(router.state.location.pathname).toBe("/shipping");
  });

  it("of the last step lead to the method while there is none, and the items stay", async () => {
    await open("/placeorder", { ...addressed, paymentMethod: undefined });
    await screen.findByRole("heading", { level: 1, name: "Payment Method" });
    expect(screen.getByRole("link", { name: "Cart, 2 items" })).toBeDefined();
    expect(screen.getByRole("radio", { name: /^PayPal/ })).toHaveProperty("checked", true);
  });
});

describe("shipping", () => {
  const work = { address: "2 Oak St", city: "Shelbyville", postalCode: "54321", country: "USA" };
  const bookOf = (saved: object[], last: object | null = null) => ({
    "account.addresses.list": () => ({ saved, last }),
  });
  const fieldOf = (name: RegExp) => screen.findByRole("textbox", { name });

  it("begins with the address of the last order in a new browser", async () => {
    await open("/shipping", filled, bookOf([], home));
    await waitFor(async () => expect(await fieldOf(/^Address/)).toHaveProperty("value", home.address));
    expect(screen.queryByRole("combobox", { name: "Deliver to" })).toBeNull();
  });

  it("offers the saved addresses, the default one first, and a new one that is saved too", async () => {
    const saved = [
      { _id: "a1", ...work, isDefault: true },
      { _id: "a2", ...home, isDefault: false },
    ];
    const { user, server } = await open("/shipping", filled, bookOf(saved, home));
    const choice = await screen.findByRole("combobox", { name: "Deliver to" });
    await waitFor(() => expect(choice).toHaveProperty("value", "a1"));
    await user.selectOptions(choice, "a2");
    expect(await fieldOf(/^City/)).toHaveProperty("value", home.city);
    expect(screen.queryByRole("checkbox", { name: "Save it for next time" })).toBeNull();
    await user.selectOptions(choice, "A new address");
    for (const [name, value] of [
      [/^Address/, "3 Elm"],
      [/^City/, "Ogden"],
      [/^Postal/, "1"],
      [/^Country/, "USA"],
    ] as const) {
      await user.type(await fieldOf(name), value);
    }
    await user.click(screen.getByRole("checkbox", { name: "Save it for next time" }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    const entered = { address: "3 Elm", city: "Ogden", postalCode: "1", country: "USA" };
    await waitFor(() => expect(server.inputsOf("account.addresses.save")).toEqual([entered]));
    expect(stored().shippingAddress).toEqual(entered);
  });

  it("asks for all four fields, keeps them trimmed, and goes on", async () => {
    const { user, router } = await open("/shipping", filled);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    for (const text of ["Address is required", "City is required", "Postal code is required", "Country is required"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(document.activeElement).toBe(screen.getByLabelText("Address"));
    await fill(user, screen.getByLabelText("Address"), "  1 Main St ");
    await fill(user, screen.getByLabelText("City"), "Springfield");
    await user.type(screen.getByLabelText("Postal Code"), "   ");
    await user.type(screen.getByLabelText("Country"), "USA");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(router.state.location.pathname).toBe("/shipping");
    await fill(user, screen.getByLabelText("Postal Code"), "12345");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { level: 1, name: "Payment Method" });
    expect(stored().shippingAddress).toEqual(home);
  });

  it("is one press for those who have been here before", async () => {
    const { user } = await open("/shipping", addressed);
    expect(screen.getByLabelText("City")).toHaveProperty("value", "Springfield");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Payment Method" })).toBeDefined();
  });
});

describe("the method", () => {
  it("is kept and shown at the last step", async () => {
    const { user } = await open("/payment", addressed);
    await user.click(screen.getByRole("radio", { name: /Credit Card/ }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { level: 1, name: "Place Order" });
    expect(stored().paymentMethod).toBe("Credit Card");
    expect(screen.getByText("Credit Card")).toBeDefined();
  });
});

describe("placing the order", () => {
  const ready = savePaymentMethod(addressed, "Credit Card");
  const press = () => screen.getByRole("button", { name: "Place Order" });

  it("shows what is ordered, what it costs and ways to change it", async () => {
    await open("/placeorder", ready);
    expect(screen.getByText("1 Main St, Springfield 12345, USA")).toBeDefined();
    expect(screen.getByRole("link", { name: "Edit shipping address" }).getAttribute("href")).toBe("/shipping");
    expect(screen.getByRole("link", { name: "Edit payment method" }).getAttribute("href")).toBe("/payment");
    expect(screen.getByRole("link", { name: "Lamp" }).getAttribute("href")).toBe(`/product/${lamp._id}`);
    expect(screen.getByText(/^2 x/).textContent).toBe("2 x $20.00 = $40.00");
    const described = document.getElementById(press().getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe("Total $56.00 including shipping and tax");
  });

  it("sends ids, quantities and the total that was seen, empties the cart, and opens the order", async () => {
    const { user, server, router } = await open("/placeorder", ready, {
      "order.place": () => placed,
      "order.byId": () => placed,
    });
    await user.dblClick(press());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${placed._id}`));
    expect(server.inputsOf("order.place")).toEqual([
      {
        orderItems: [{ product: lamp._id, qty: 2 }],
        shippingAddress: home,
        paymentMethod: "Credit Card",
        expectedTotal: 56,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    await waitFor(() => expect(stored()).toMatchObject({ cartItems: [], shippingAddress: home }));
    await waitFor(() => expect(localStorage.getItem("orderKey")).toBeNull());
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("sends the codes of the cart, once it is known what they save", async () => {
    const { user, server } = await open(
      "/placeorder",
      { ...ready, discountCodes: ["TENTH"] },
      {
        "cartPricing.discounts": () => ({
          goods: [4_00],
          delivery: 0,
          discounts: [{ code: "TENTH", name: "A tenth", amount: 4_00 }],
          refused: [],
        }),
        "order.place": () => new Refusal(503, "Not now"),
      },
    );
    await waitFor(() => expect(press()).toHaveProperty("disabled", false));
    await user.click(press());
    await waitFor(() => expect(server.inputsOf("order.place")).toHaveLength(1));
    expect(server.inputsOf("order.place")).toMatchObject([{ discountCodes: ["TENTH"], expectedTotal: 51.4 }]);
  });

  it("uses the same key again after a failure", async () => {
    const { user, server } = await open("/placeorder", ready, { "order.place": () => new Refusal(503, "Not now") });
    await user.click(press());
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert.textContent).toContain("Not now");
    await user.click(press());
    await waitFor(() => expect(server.inputsOf("order.place")).toHaveLength(2));
    const keys = server.inputsOf("order.place").map((input) => Reflect.get(Object(input), "idempotencyKey"));
    expect(keys[0]).toBe(keys[1]);
  });

  type Today = Partial<typeof lamp> | null;
  /** A shop that is as the cart knows it until the order arrives, and then another. */
  const overtakenBy = (refusal: Refusal, today: Today) => {
    let product: object | null = lamp;
    return {
      "order.place": () => {
        product = today === null ? null : { ...lamp, ...today };
        return refusal;
      },
      "cartPricing.quote": () => ({ lines: [{ _id: lamp._id, qty: 2, product }] }),
    };
  };

  it.each<[number, string, string, Today, string, string]>([
    [
      409,
      "PRICE_CHANGED",
      "Prices have changed. Please review your cart.",
      { price: 25 },
      "Lamp2 x $25.00 = $50.00Old price $20.00→, new price $25.00 each",
      "$67.50",
    ],
    [
      409,
      "OUT_OF_STOCK",
      "Only 1 of Lamp left",
      { countInStock: 1 },
      "Lamp1 x $20.00 = $20.00$20.00 eachOnly 1 left",
      "$33.00",
    ],
    [409, "OUT_OF_STOCK", "Lamp is sold out", { countInStock: 0 }, "LampSold Out", "$0.00"],
    [404, "NOT_FOUND", "Lamp is no longer available", null, "LampNo longer available", "$0.00"],
  ])(
    "that the shop has overtaken (%i %s: %s) says so, keeps focus there, and shows on the line what has changed",
    async (...[status, code, message, today, onLine, total]) => {
      const { user, server } = await open("/placeorder", ready, overtakenBy(new Refusal(status, message, code), today));
      expect(screen.getByText(/^2 x/).closest("li")?.textContent).toBe("Lamp2 x $20.00 = $40.00");
      await user.click(press());
      const main = within(screen.getByRole("main"));
      const alert = await main.findByRole("alert");
      expect(alert.textContent).toContain(message);
      await waitFor(() => expect(main.getByRole("link", { name: "Lamp" }).closest("li")?.textContent).toBe(onLine));
      expect(main.getByText("Total").nextElementSibling?.textContent).toBe(total);
      expect(document.activeElement).toBe(alert);
      expect(within(alert).getByRole("link", { name: "Review your cart" }).getAttribute("href")).toBe("/cart");
      expect(press()).toHaveProperty("disabled", true);
      expect(document.getElementById(press().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
        "Accept the changes in your order first.",
      );
      expect((await screen.findByText(/^Some items in your cart have changed/)).getAttribute("role")).toBe("status");
      expect(server.inputsOf("order.place")).toHaveLength(1);
    },
  );

  it("orders at the new price only once the customer has agreed to it", async () => {
    const overtaken = overtakenBy(new Refusal(409, "Prices have changed.", "PRICE_CHANGED"), { price: 25 });
    const { user, server } = await open("/placeorder", ready, overtaken);
    await user.click(press());
    await user.click(await screen.findByRole("button", { name: "Accept changes" }));
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Place Order" }));
    expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull();
    expect(screen.getByText(/^2 x/).closest("li")?.textContent).toBe("Lamp2 x $25.00 = $50.00");
    expect(screen.getByText("Total $67.50 including shipping and tax")).toBeDefined();
    await user.click(press());
    await waitFor(() =>
      expect(server.inputsOf("order.place")).toMatchObject([{ expectedTotal: 56 }, { expectedTotal: 67.5 }]),
    );
    const keys = server.inputsOf("order.place").map((input) => Reflect.get(Object(input), "idempotencyKey"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("that was sent before and never answered is repeated under its key, even if it took the last units", async () => {
    const key = keyFor({
      orderItems: [{ product: lamp._id, qty: 2 }],
      shippingAddress: home,
      paymentMethod: "Credit Card",
      expectedTotal: 56,
    });
    const { user, server, router } = await open("/placeorder", ready, {
      "order.place": () => placed,
      "order.byId": () => placed,
      "cartPricing.quote": () => ({ lines: [{ _id: lamp._id, qty: 2, product: { ...lamp, countInStock: 0 } }] }),
    });
    await waitFor(() => expect(stored().cartItems).toMatchObject([{ countInStock: 0 }]));
    expect(screen.queryByText("Sold Out")).toBeNull();
    await user.click(press());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${placed._id}`));
    expect(server.inputsOf("order.place")).toMatchObject([{ idempotencyKey: key }]);
  });

  it("waits for the customer's agreement also when the shop had moved on before", async () => {
    const { user, server } = await open("/placeorder", ready, {
      "cartPricing.quote": () => ({ lines: [{ _id: lamp._id, qty: 2, product: null }] }),
    });
    expect(await screen.findByText("No longer available")).toBeDefined();
    expect(press()).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Accept changes" }));
    expect(screen.getByText("Your cart is empty")).toBeDefined();
    expect(press()).toHaveProperty("disabled", true);
    expect(server.inputsOf("order.place")).toEqual([]);
  });

  it("that is refused for the sake of unpaid orders says so, leaves the cart alone, and leads to both", async () => {
    const text =
      "One account can have at most 200 items in several unpaid orders. You already have 150. Please pay for an open order first, or order fewer items.";
    const { user, server } = await open("/placeorder", ready, {
      "order.place": () => new Refusal(409, text, "UNPAID_UNITS"),
      // Without an answer it would be asked for once more.
      "cartPricing.quote": () => ({ lines: [{ _id: lamp._id, qty: 2, product: lamp }] }),
    });
    await waitFor(() => expect(server.inputsOf("cartPricing.quote")).toHaveLength(1));
    await user.click(press());
    const alert = await within(screen.getByRole("main")).findByRole("alert");
    expect(alert.textContent).toContain(text);
    expect(within(alert).getByRole("link", { name: "My Orders" }).getAttribute("href")).toBe("/profile");
    expect(within(alert).getByRole("link", { name: "Review your cart" }).getAttribute("href")).toBe("/cart");
    expect(server.inputsOf("cartPricing.quote")).toHaveLength(1);
    await user.click(press());
    await waitFor(() => expect(server.inputsOf("order.place")).toHaveLength(2));
    const keys = server.inputsOf("order.place").map((input) => Reflect.get(Object(input), "idempotencyKey"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("falls back to its own words", async () => {
    const { user } = await open("/placeorder", ready, { "order.place": () => new Refusal(500) });
    await user.click(press());
    expect(await screen.findByText("Failed to place order")).toBeDefined();
    expect(within(screen.getByRole("main")).getByText("Something went wrong")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Review your cart" })).toBeNull();
  });

  it("is not possible with an empty cart", async () => {
    await open("/placeorder", { ...ready, cartItems: [] });
    expect(screen.getByText("Your cart is empty")).toBeDefined();
    expect(press()).toHaveProperty("disabled", true);
  });
});
