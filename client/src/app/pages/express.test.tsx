import { type Cart, initialCart } from "@shop/shared/cart/cart";
import { addItem } from "@shop/shared/cart/cart-changes";
import type { Product } from "@shop/shared/catalog/catalog";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, paid, simulator, unpaid } from "../order-page-in-test.tsx";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const lamp: Product = {
  _id: "0190c4de-0000-7000-8000-000000000001",
  name: "Lamp",
  image: "",
  brand: "Ember",
  category: "Home",
  description: "A lamp.",
  price: 20,
  countInStock: 5,
  rating: 0,
  numReviews: 0,
  reviews: [],
  user: null,
};
const watch = { ...lamp, _id: "0190c4de-0000-7000-8000-000000000002", name: "Watch" };
const guest = { ...ada, _id: "guest", name: "Maria Sample", email: "maria@example.com", isGuest: true };
const address = {
  name: "M. Sample",
  address: "500 Example Avenue",
  city: "Springfield",
  region: "IL",
  postalCode: "62701",
  country: "United States",
  countryCode: "US",
};
const payer = { name: "Maria Sample", email: "maria@example.com", shippingAddress: address };
const shown = { payments: "simulator", hasExpress: true, hasGuestCheckout: true } as const;
const key = "5a1c7a52-6b0e-4f43-9a51-0d8a4e1c2b77";
const approvalUrl = "http://localhost:3990/checkoutnow?token=PROVIDER1";
const back = `/cart?express=${key}&token=PROVIDER1&PayerID=BUYER`;

type Answers = Parameters<typeof stubServer>[0];

function open(path: string, items: readonly Product[], answers: Answers = {}, identity: object = shown) {
  const cart = items.reduce((filling, item) => addItem(filling, item, 2), initialCart);
  localStorage.setItem("cart", JSON.stringify(cart));
  const server = stubServer({
    "cartPricing.quote": () => ({ lines: items.map((product) => ({ _id: product._id, product })), termsVersion: 1 }),
    "catalog.product": () => lamp,
    "catalog.featured": () => [],
    "review.list": () => ({ reviews: [], page: 1, pages: 1, total: 0, byRating: [0, 0, 0, 0, 0] }),
    "order.beginExpress": () => ({ approvalUrl }),
    "order.expressPayer": () => payer,
    "account.continueAsGuest": () => guest,
    "account.profile": () => guest,
    "order.place": () => unpaid,
    "order.pay": () => paid,
    "order.byId": () => unpaid,
    "order.mine": () => [],
    "order.unpaidLimit": () => ({ held: 0, max: 200 }),
    "order.paymentConfig": () => simulator,
    ...answers,
  });
  return { ...renderShop(path, [], identity), server };
}

const button = () => screen.findByRole("button", { name: "Buy with PayPal" });
const stored = (): Cart => JSON.parse(localStorage.getItem("cart") ?? "");

let assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  assign = vi.fn();
  vi.spyOn(location, "assign").mockImplementation(assign);
});
afterEach(() => vi.unstubAllGlobals());

describe("buying with PayPal", () => {
  it("leads from the cart to PayPal, with what is in it", async () => {
    const { user, server } = open("/cart", [lamp, watch]);
    await user.click(await button());
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(approvalUrl));
    const orderItems = [lamp, watch].map(({ _id }) => ({ product: _id, qty: 2 }));
    expect(server.inputsOf("order.beginExpress")).toEqual([{ orderItems }]);
    expect(screen.getByRole("button", { name: "Opening PayPal…" })).toBeDefined();
  });

  it("is offered neither by a shop without it nor for an empty cart", async () => {
    open("/cart", [lamp], {}, { payments: "simulator" });
    await screen.findByRole("link", { name: "Proceed To Checkout" });
    expect(screen.queryByRole("button", { name: "Buy with PayPal" })).toBeNull();
  });

  it("says why PayPal could not be opened, and can be pressed again", async () => {
    const { user } = open("/cart", [lamp], {
      "order.beginExpress": () => new Refusal(409, "Something in your cart is not in stock any more."),
    });
    await user.click(await button());
    expect(await screen.findByText("Something in your cart is not in stock any more.")).toBeDefined();
    expect((await button()).getAttribute("aria-disabled")).toBeNull();
    expect(assign).not.toHaveBeenCalled();
  });

  it("leads from a product to PayPal at once, and to the cart where there is more in it", async () => {
    const alone = open(`/product/${lamp._id}`, []);
    await alone.user.click(await button());
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(alone.server.inputsOf("order.beginExpress")).toEqual([{ orderItems: [{ product: lamp._id, qty: 1 }] }]);
    expect(stored().cartItems).toMatchObject([{ _id: lamp._id, qty: 1 }]);
  });

  it("shows the cart first where there is more in it than the product", async () => {
    const { user, server, router } = open(`/product/${lamp._id}`, [watch]);
    await user.click(await button());
    await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
    expect(stored().cartItems.map(({ name }) => name)).toEqual(["Watch", "Lamp"]);
    expect(server.inputsOf("order.beginExpress")).toEqual([]);
  });
});

describe("coming back from PayPal", () => {
  it("goes on at the last step with PayPal's address, without an account, and pays by what was approved", async () => {
    const { user, server, router } = open(back, [lamp]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/placeorder"));
    expect(server.inputsOf("order.expressPayer")).toEqual([{ id: "PROVIDER1", key }]);
    expect(server.inputsOf("account.continueAsGuest")).toEqual([{ name: "Maria Sample", email: "maria@example.com" }]);
    expect(stored()).toMatchObject({ shippingAddress: address, paymentMethod: "PayPal" });
    expect(await screen.findByText(/You pay it with PayPal when you place the order/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(server.inputsOf("order.pay")).toHaveLength(1));
    expect(server.inputsOf("order.pay")).toEqual([{ orderId: unpaid._id, id: "PROVIDER1", expressKey: key }]);
    expect(router.state.location.search).toBe("");
    expect(stored().cartItems).toEqual([]);
    expect(sessionStorage.getItem("approvedCheckout")).toBeNull();
  });

  it("keeps the session of who is signed in", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    const { server, router } = open(back, [lamp], { "account.profile": () => ada });
    await waitFor(() => expect(router.state.location.pathname).toBe("/placeorder"));
    expect(server.inputsOf("account.continueAsGuest")).toEqual([]);
  });

  it("asks to sign in where the shop wants an account, or the name is refused", async () => {
    const { router } = open(back, [lamp], { "account.continueAsGuest": () => new Refusal(400, "Name is required") });
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(router.state.location.search).toBe("?redirect=/placeorder");
    expect(stored().shippingAddress).toEqual(address);
  });

  it("asks for an address that PayPal has not given", async () => {
    const { router } = open(back, [lamp], { "order.expressPayer": () => ({ ...payer, shippingAddress: null }) });
    await waitFor(() => expect(router.state.location.pathname).toBe("/shipping"));
  });

  it("says that it failed, and tries again", async () => {
    let isUp = false;
    const { user, router } = open(back, [lamp], {
      "order.expressPayer": () => (isUp ? payer : new Refusal(503, "The payment provider cannot be reached.")),
    });
    expect(await screen.findByText("The payment provider cannot be reached.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to the cart" }).getAttribute("href")).toBe("/cart");
    isUp = true;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/placeorder"));
  });

  it("pays in another way if its customer chooses one", async () => {
    const { user, server, router } = open(back, [lamp]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/placeorder"));
    await user.click(await screen.findByRole("link", { name: /^Edit payment/i }));
    await user.click(await screen.findByRole("radio", { name: /^Credit Card/ }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(await screen.findByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(server.inputsOf("order.place")).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${unpaid._id}`));
    expect(server.inputsOf("order.pay")).toEqual([]);
  });
});
