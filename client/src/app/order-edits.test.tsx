import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada, unpaid } from "./order-page-in-test.tsx";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { ...ada, _id: "boss", name: "Boss", isAdmin: true };
const lampId = "01900000-0000-7000-8000-0000000000aa";
const order = { ...unpaid, orderItems: [{ product: lampId, name: "Lamp", image: "", qty: 2, price: 20 }] };
const quote = {
  lines: [{ product: lampId, name: "Lamp", image: "", stock: 5, price: 20 }],
  methods: [{ id: "standard", name: "Standard", price: 10 }],
  method: "standard",
  refusal: null,
  taxIncluded: false,
  taxes: [{ name: "Tax", rate: 15, amount: 3 }],
  itemsPrice: 20,
  shippingPrice: 10,
  taxPrice: 3,
  totalPrice: 33,
};
const none = { edits: [], version: 0, scope: "all", refusal: null, undoable: null };
const sums = { itemsPrice: 40, shippingPrice: 10, taxPrice: 6, totalPrice: 56 };
const before = {
  lines: [{ product: lampId, name: "Lamp", qty: 2, price: 20 }],
  address: ["1 Main St", "12345 Springfield", "USA"],
  delivery: "Standard",
  ...sums,
};
const edit = {
  _id: "e1",
  at: "2026-07-01T01:00:00.000Z",
  by: "Boss",
  words: "As we said on the phone",
  before,
  after: { ...before, lines: [{ product: lampId, name: "Lamp", qty: 1, price: 20 }], totalPrice: 33 },
  undoneAt: null,
};

function open(path: string, answers: Parameters<typeof stubServer>[0] = {}) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "order.byId": () => order,
    "admin.orders.background": () => ({ notes: [], customer: null }),
    "admin.orders.mails": () => [],
    "admin.orderEdits.list": () => none,
    "admin.orderEdits.quote": () => quote,
    ...answers,
  });
  return { server, ...renderShop(path) };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("changing an order", () => {
  const path = `/admin/order/${order._id}/edit`;

  it("begins with what it is, shows what it comes to, and sends what was seen", async () => {
    const { server, user } = open(path, { "admin.orderEdits.edit": () => new Refusal(503) });
    const quantity = await screen.findByLabelText("Quantity of Lamp");
    expect(quantity).toHaveProperty("value", "2");
    expect(screen.getByRole("textbox", { name: "City" })).toHaveProperty("value", "Springfield");
    await user.clear(quantity);
    await user.type(quantity, "1");
    await waitFor(() => expect(screen.getByRole("region", { name: "Total" }).textContent).toContain("$33.00"));
    expect(screen.getByRole("row", { name: "Less to pay $23.00" })).toBeDefined();
    await user.type(screen.getByLabelText("Why (optional)"), "As we said");
    await user.click(screen.getByRole("button", { name: "Change this order" }));
    await screen.findByRole("alert");
    expect(server.inputsOf("admin.orderEdits.edit")).toEqual([
      {
        id: order._id,
        orderItems: [{ product: lampId, qty: 1 }],
        shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
        words: "As we said",
        priceReason: "",
        expectedTotal: 33,
        version: 0,
      },
    ]);
  });

  it("needs a reason for another price, and marks it", async () => {
    const { server, user } = open(path);
    await user.type(await screen.findByLabelText("Own price of Lamp"), "15");
    await user.click(screen.getByRole("button", { name: "Change this order" }));
    expect(await screen.findByText("Say why these prices are others")).toBeDefined();
    expect(server.inputsOf("admin.orderEdits.edit")).toEqual([]);
  });

  it("of a paid order is changing its address, and says why", async () => {
    const refusal = "This order is paid, so only its address can be changed.";
    const { server, user } = open(path, {
      "admin.orderEdits.list": () => ({ ...none, scope: "address", refusal }),
      "admin.orderEdits.edit": () => order,
    });
    expect(await screen.findByText(refusal)).toBeDefined();
    expect(screen.queryByLabelText("Quantity of Lamp")).toBeNull();
    const city = screen.getByRole("textbox", { name: "City" });
    await user.clear(city);
    await user.type(city, "Shelbyville");
    await user.click(screen.getByRole("button", { name: "Change this order" }));
    await waitFor(() => expect(server.inputsOf("admin.orderEdits.edit")).toHaveLength(1));
    expect(server.inputsOf("admin.orderEdits.edit")[0]).toMatchObject({ shippingAddress: { city: "Shelbyville" } });
    expect(server.inputsOf("admin.orderEdits.quote")).toEqual([]);
  });

  it("is not possible once it was sent", async () => {
    open(path, { "admin.orderEdits.list": () => ({ ...none, scope: "nothing", refusal: "This order was sent" }) });
    expect(await screen.findByText("This order was sent")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Change this order" })).toBeNull();
  });
});

describe("the changes of an order", () => {
  it("say what became of it and by whom, and the last one can be undone", async () => {
    const { server, user } = open(`/order/${order._id}`, {
      "admin.orderEdits.list": () => ({ ...none, edits: [edit], version: 1, undoable: "e1" }),
      "admin.orderEdits.undo": () => order,
    });
    const changes = within(await screen.findByRole("region", { name: "Changes" }));
    expect(changes.getByText("Lamp: 1 instead of 2")).toBeDefined();
    expect(changes.getByText("Total: $33.00 instead of $56.00")).toBeDefined();
    expect(changes.getByText("“As we said on the phone”")).toBeDefined();
    expect(changes.getByRole("button", { name: "Change this order…" })).toBeDefined();
    await user.click(changes.getByRole("button", { name: "Undo…" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.inputsOf("admin.orderEdits.undo")).toEqual([{ id: order._id, editId: "e1" }]));
  });
});
