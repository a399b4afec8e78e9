import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, paid, unpaid } from "./order-page-in-test.tsx";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { ...ada, _id: "boss", name: "Boss", isAdmin: true };
const lampId = "01900000-0000-7000-8000-0000000000aa";
const vaseId = "01900000-0000-7000-8000-0000000000bb";
const returnId = "01900000-0000-7000-8000-0000000000cc";
const order = { ...paid, orderItems: [{ product: lampId, name: "Lamp", image: "", qty: 2, price: 20 }] };
const quote = {
  lines: [{ product: vaseId, name: "Vase", image: "", stock: 5, price: 33.33 }],
  methods: [],
  method: null,
  refusal: null,
  taxIncluded: false,
  taxes: [{ name: "Tax", rate: 15, amount: 5 }],
  itemsPrice: 33.33,
  shippingPrice: 0,
  taxPrice: 5,
  totalPrice: 38.33,
  due: 23,
};
const options = { refusal: null, lines: [{ product: lampId, name: "Lamp", image: "", qty: 2 }], refundable: 56 };
const vase = { _id: vaseId, name: "Vase", image: "", price: 33.33, brand: "Clay", category: "Home", countInStock: 5 };

function open(path: string, answers: Parameters<typeof stubServer>[0] = {}) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "order.byId": () => order,
    "admin.orders.background": () => ({ notes: [], customer: null }),
    "admin.orders.mails": () => [],
    "admin.products.page": () => ({ rows: [vase], pageNumber: 1, pages: 1, total: 1 }),
    "admin.exchanges.options": () => options,
    "admin.exchanges.quote": () => quote,
    ...answers,
  });
  return { server, ...renderShop(path) };
}
type User = ReturnType<typeof open>["user"];

async function addVase(user: User): Promise<void> {
  await user.type(await screen.findByPlaceholderText("Name or SKU"), "vase");
  await user.click(await screen.findByRole("button", { name: /Vase/ }));
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("exchanging goods of an order", () => {
  const path = `/admin/order/${order._id}/exchange`;

  it("shows what is due for what comes back and what the customer pays, and sends what was seen", async () => {
    const { server, user } = open(path, { "admin.exchanges.exchange": () => new Refusal(503) });
    const units = await screen.findByRole("textbox", { name: /^Lamp of 2/ });
    await user.clear(units);
    await user.type(units, "1");
    await addVase(user);
    const total = within(screen.getByRole("region", { name: "Total" }));
    expect(await total.findByRole("row", { name: "The customer pays $15.33" })).toBeDefined();
    expect(total.getByRole("row", { name: "Paid by the exchange −$23.00" })).toBeDefined();
    expect(total.getByLabelText(/For what comes back/)).toHaveProperty("value", "23.00");
    await user.click(screen.getByRole("button", { name: "Exchange" }));
    await screen.findByRole("alert");
    expect(server.inputsOf("admin.exchanges.exchange")).toEqual([
      {
        id: order._id,
        items: [{ product: lampId, qty: 1 }],
        orderItems: [{ product: vaseId, qty: 1 }],
        isDeliveryFree: true,
        amount: 23,
        reason: "Exchanged as you asked",
        priceReason: "",
        paymentMethod: "PayPal",
        expectedTotal: 38.33,
        key: expect.any(String),
      },
    ]);
    // The same once more has the same key, so that it is exchanged once.
    await user.click(screen.getByRole("button", { name: "Exchange" }));
    await waitFor(() => expect(server.inputsOf("admin.exchanges.exchange")).toHaveLength(2));
    const [first, second] = server.inputsOf("admin.exchanges.exchange");
    expect(second).toEqual(first);
  });

  it("says how much goes back where less is sent", async () => {
    const cheap = { ...quote, taxes: [], itemsPrice: 20, taxPrice: 0, totalPrice: 20 };
    const { user } = open(path, { "admin.exchanges.quote": () => cheap });
    const units = await screen.findByRole("textbox", { name: /^Lamp of 2/ });
    await user.clear(units);
    await user.type(units, "1");
    await addVase(user);
    expect(await screen.findByRole("row", { name: "Goes back to the customer $3.00" })).toBeDefined();
    expect(screen.queryByRole("region", { name: "Payment of the rest" })).toBeNull();
  });

  it("waits with the act until it is known what is due for what was chosen last", async () => {
    const asked: unknown[] = [];
    const { server, user } = open(path, {
      "admin.exchanges.quote": () => {
        asked.push(1);
        return asked.length === 1 ? quote : new Promise(() => undefined);
      },
      "admin.exchanges.exchange": () => order,
    });
    await user.type(await screen.findByRole("textbox", { name: /^Lamp of 2/ }), "{Backspace}1");
    await addVase(user);
    await screen.findByRole("row", { name: "The customer pays $15.33" });
    await user.type(screen.getByRole("textbox", { name: /^Lamp of 2/ }), "{Backspace}2");
    await waitFor(() => expect(asked).toHaveLength(2));
    const button = screen.getByRole("button", { name: "Exchange" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(server.inputsOf("admin.exchanges.exchange")).toEqual([]);
  });

  it("marks what is missing, and more units than the order has", async () => {
    const { server, user } = open(path);
    const units = await screen.findByRole("textbox", { name: /^Lamp of 2/ });
    await user.clear(units);
    await user.type(units, "3");
    expect(screen.getByText("At most 2")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Exchange" }));
    expect(await screen.findByText("Please check the marked fields.")).toBeDefined();
    expect(server.inputsOf("admin.exchanges.exchange")).toEqual([]);
  });

  it("of a return takes all of it that has arrived", async () => {
    const arrived = { ...options, lines: [{ product: lampId, name: "Lamp", image: "", qty: 1 }] };
    const { server, user } = open(`${path}?return=${returnId}`, {
      "admin.exchanges.options": () => arrived,
      "admin.exchanges.exchange": () => ({ ...order, _id: "next" }),
    });
    expect(await screen.findByText("1 × Lamp")).toBeDefined();
    await addVase(user);
    await screen.findByRole("row", { name: "The customer pays $15.33" });
    await user.click(screen.getByRole("button", { name: "Exchange" }));
    await waitFor(() => expect(server.inputsOf("admin.exchanges.exchange")).toHaveLength(1));
    expect(server.inputsOf("admin.exchanges.exchange")[0]).toMatchObject({ return: returnId, amount: 23 });
    expect(server.inputsOf("admin.exchanges.options")).toEqual([{ id: order._id, return: returnId }]);
  });

  it("is refused with the reason where nothing can be", async () => {
    open(path, { "admin.exchanges.options": () => ({ ...options, refusal: "This order was refunded", lines: [] }) });
    expect(await screen.findByText("This order was refunded")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Exchange" })).toBeNull();
  });
});

describe("an order that was sent in exchange", () => {
  it("shows its customer what the exchange has paid, and what is left", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    const exchange = { of: lampId, credit: 23 };
    stubServer({
      "account.profile": () => ada,
      "order.byId": () => ({ ...unpaid, totalPrice: 38.33, exchange, exchangedFor: [vaseId] }),
    });
    renderShop(`/order/${unpaid._id}`);
    expect(await screen.findByText(/pay \$15\.33/)).toBeDefined();
    expect(screen.getByText("To pay")).toBeDefined();
    expect(screen.getByRole("link", { name: "order 000aa" }).getAttribute("href")).toBe(`/order/${lampId}`);
    expect(screen.getByRole("link", { name: "order 000bb" })).toBeDefined();
  });
});
