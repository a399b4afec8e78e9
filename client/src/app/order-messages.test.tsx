import type { Order } from "@shop/shared/order/order";
import type { OrderMessage } from "@shop/shared/order/order-message";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyOrderParts } from "./order-in-test.ts";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const boss = { ...ada, _id: "boss", name: "Boss", isAdmin: true };
const at = "2026-03-01T10:00:00.000Z";
const order: Order = {
  _id: "0190c4de-0000-7000-8000-0000000bbbbb",
  user: { name: "Ada Lovelace", email: "ada@example.com" },
  orderItems: [],
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  paymentMethod: "PayPal",
  itemsPrice: 10,
  shippingPrice: 10,
  taxPrice: 1.5,
  totalPrice: 21.5,
  isPaid: true,
  paidAt: at,
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: at,
  paymentResult: null,
  ...emptyOrderParts,
};
const messageOf = (n: number, more: Partial<OrderMessage>): OrderMessage => ({
  _id: `0190c4de-0000-7000-8000-00000000000${n}`,
  from: "shop",
  by: null,
  text: "We will.\nSoon.",
  createdAt: at,
  isNew: true,
  ...more,
});

type Answers = Parameters<typeof stubServer>[0];
async function open(who: typeof ada, answers: Answers) {
  localStorage.setItem("userInfo", JSON.stringify(who));
  const server = stubServer({
    "account.profile": () => who,
    "order.byId": () => order,
    "order.history": () => [],
    "order.readMessages": () => ({ message: "Messages read" }),
    "order.paymentConfig": () => ({ clientId: "", mode: "off", scriptBase: null, stripe: null }),
    "admin.orders.money": () => ({ payments: [], matters: [], restockable: [] }),
    "admin.mails.ofOrder": () => [],
    ...answers,
  });
  const shop = renderShop(`/order/${order._id}`);
  return { server, ...shop, panel: within(await screen.findByRole("region", { name: "Messages" })) };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the messages of a customer's order", () => {
  it("are shown as they were written, and are read by being shown", async () => {
    const last = messageOf(2, {});
    const own = messageOf(1, { from: "customer", by: "Ada", text: "Please <b>ring</b>", isNew: false });
    const { server, panel } = await open(ada, { "order.messages": () => [own, last] });
    expect(await panel.findByText("Please <b>ring</b>")).toBeDefined();
    const items = panel.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/^You/);
    expect(items[1]).toMatch(/^The shop.*We will\.\nSoon\.$/s);
    await waitFor(() => expect(server.inputsOf("order.readMessages")).toEqual([{ id: order._id, last: last._id }]));
    expect(panel.queryByRole("button", { name: "Mark as read" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Notes" })).toBeNull();
  });

  it("can be written, and stay in the field when they could not be sent", async () => {
    let isRefused = true;
    const sent = messageOf(3, { from: "customer", by: "Ada", text: "Is it blue?", isNew: false });
    const known: OrderMessage[] = [];
    const { panel, user } = await open(ada, {
      "order.messages": () => [...known],
      "order.sendMessage": () => {
        if (isRefused) return new Refusal(429, "Too many messages. Please wait a little.");
        known.push(sent);
        return sent;
      },
    });
    await user.click(panel.getByRole("button", { name: "Write a message" }));
    const field = await panel.findByRole("textbox", { name: /Write to us/ });
    expect(document.activeElement).toBe(field);
    await user.click(panel.getByRole("button", { name: "Send message" }));
    expect(panel.getByText("Message is required")).toBeDefined();
    expect(document.activeElement).toBe(field);
    await fill(user, field, "Is it blue?");
    await user.click(panel.getByRole("button", { name: "Send message" }));
    expect((await panel.findByRole("alert")).textContent).toContain("Too many messages");
    expect(field).toHaveProperty("value", "Is it blue?");
    isRefused = false;
    await user.click(panel.getByRole("button", { name: "Send message" }));
    expect(await panel.findByText("Is it blue?", { selector: "p" })).toBeDefined();
    expect(document.activeElement).toBe(panel.getByRole("button", { name: "Write a message" }));
  });
});

describe("the messages and notes of an order, for administrators", () => {
  const unread = messageOf(1, { from: "customer", by: "Ada Lovelace", text: "Where is it?" });

  it("say who wrote, and are marked as read by a press only", async () => {
    const { server, panel, user } = await open(boss, { "order.messages": () => [unread] });
    expect(await panel.findByText("Ada Lovelace")).toBeDefined();
    expect(panel.getByText("New")).toBeDefined();
    expect(server.inputsOf("order.readMessages")).toEqual([]);
    await user.click(panel.getByRole("button", { name: "Mark as read" }));
    await waitFor(() => expect(panel.queryByText("New")).toBeNull());
    expect(server.inputsOf("order.readMessages")).toEqual([{ id: order._id, last: unread._id }]);
  });

  it("lead to the page about the customer, and are added and removed", async () => {
    let notes = [{ _id: "note-1", by: "Boss", text: "Rings twice", createdAt: at }];
    const { server, user } = await open(boss, {
      "admin.orders.background": () => ({ customer: { _id: "ada", name: "Ada Lovelace", orders: 3 }, notes }),
      "admin.orders.addNote": () => {
        notes = [...notes, { _id: "note-2", by: "Boss", text: "Likes blue", createdAt: at }];
        return notes[1];
      },
      "admin.orders.removeNote": () => {
        notes = notes.slice(1);
        return { message: "Note removed" };
      },
    });
    const panel = within(await screen.findByRole("region", { name: "Notes" }));
    const link = await panel.findByRole("link", { name: "3 orders of Ada Lovelace" });
    expect(link.getAttribute("href")).toBe("/admin/user/ada");
    await fill(user, panel.getByRole("textbox", { name: /Add a note/ }), "Likes blue");
    await user.click(panel.getByRole("button", { name: "Add note" }));
    expect(await panel.findByText("Likes blue", { selector: "p" })).toBeDefined();
    await user.click(panel.getByRole("button", { name: "Remove the note of Boss: Rings twice" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(panel.queryByText("Rings twice")).toBeNull());
    expect(server.inputsOf("admin.orders.removeNote")).toEqual([{ id: "note-1" }]);
  });
});

describe("the page about a person", () => {
  it("has their orders, spend, messages and reviews", async () => {
    localStorage.setItem("userInfo", JSON.stringify(boss));
    const server = stubServer({
      "account.profile": () => boss,
      "admin.users.tags": () => [
        { tag: "Wholesale", customers: 3 },
        { tag: "VIP", customers: 1 },
      ],
      "admin.users.changeTags": () => ["VIP", "Wholesale"],
      "admin.users.addNote": () => ({}),
      "admin.users.customer": () => ({
        _id: "ada",
        name: "Ada Lovelace",
        email: "ada@example.com",
        isAdmin: false,
        joinedAt: at,
        spent: 120.5,
        refunded: 9.5,
        orders: { total: 0, paid: 0, rows: [] },
        acceptsMarketing: true,
        isUsed: true,
        tags: ["Wholesale"],
        notes: [{ _id: "note-1", by: "Boss", text: "Prefers the phone", createdAt: at }],
        earlierOrders: { total: 0, rows: [] },
        reviews: {
          total: 30,
          average: 4.5,
          rows: [{ _id: "r", product: { _id: "p", name: "Lamp" }, rating: 4, comment: "Bright", createdAt: at }],
        },
        messages: {
          total: 2,
          unread: 1,
          rows: [{ _id: "m", orderId: order._id, from: "customer", text: "Where is it?", createdAt: at }],
        },
      }),
    });
    const { user } = renderShop("/admin/user/ada");
    const facts = await screen.findByRole("region", { name: "At a glance" });
    for (const text of ["Ada Lovelace", "2026-03-01", "$120.50", "$9.50", "30, 4.5 stars on average", "2, 1 unread"]) {
      expect(facts.textContent).toContain(text);
    }
    expect(screen.getByRole("region", { name: "Orders" }).textContent).toContain("No orders yet.");
    const messages = within(screen.getByRole("region", { name: "Messages" }));
    expect(messages.getByRole("link", { name: "Order bbbbb" }).getAttribute("href")).toBe(`/order/${order._id}`);
    const reviews = screen.getByRole("region", { name: "Reviews" });
    expect(reviews.textContent).toContain("The newest 1 of 30");
    expect(screen.getByRole("link", { name: "Edit user" }).getAttribute("href")).toBe("/admin/user/ada/edit");
    await user.type(await screen.findByLabelText("Tags", { selector: "input" }), "VIP{Enter}wholesale{Enter}");
    await waitFor(() =>
      expect(server.inputsOf("admin.users.changeTags")).toEqual([{ id: "ada", added: ["VIP"], removed: [] }]),
    );
    const notes = within(screen.getByRole("region", { name: "Notes" }));
    expect(notes.getByRole("button", { name: "Remove the note of Boss: Prefers the phone" })).toBeDefined();
    await user.type(notes.getByRole("textbox", { name: "Add a note" }), "Pays late");
    await user.click(notes.getByRole("button", { name: "Add note" }));
    await waitFor(() => expect(server.inputsOf("admin.users.addNote")).toEqual([{ id: "ada", text: "Pays late" }]));
  });
});

describe("the saved views of the order list", () => {
  it("are opened, saved under a name and removed", async () => {
    localStorage.setItem("userInfo", JSON.stringify(boss));
    let views = [{ _id: "v1", name: "Big ones", parameters: { state: "to-ship", sort: "-total" } }];
    const server = stubServer({
      "account.profile": () => boss,
      "admin.orders.waiting": () => ({}),
      "admin.orders.page": () => ({ rows: [], page: 1, pages: 0, total: 0, sum: 0 }),
      "admin.orders.views": () => views,
      "admin.orders.saveView": (input) => {
        const view = { _id: "v2", ...Object(input) };
        views = [...views, view];
        return view;
      },
      "admin.orders.removeView": () => {
        views = views.slice(1);
        return { message: "View removed" };
      },
    });
    const { user, router } = renderShop("/admin/orderlist?page=2");
    const select = await screen.findByRole("combobox", { name: "Saved view" });
    await user.selectOptions(select, await screen.findByRole("option", { name: "Big ones" }));
    await waitFor(() => expect(router.state.location.search).toBe("?state=to-ship&sort=-total"));
    await user.click(screen.getByRole("button", { name: "Remove view" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(server.inputsOf("admin.orders.removeView")).toEqual([{ id: "v1" }]));

    await user.click(await screen.findByRole("button", { name: "Save view" }));
    await fill(user, await screen.findByRole("textbox", { name: /Name/ }), "Ship first");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Save view" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.inputsOf("admin.orders.saveView")).toEqual([
      { name: "Ship first", parameters: { state: "to-ship", sort: "-total" } },
    ]);
    expect(await screen.findByRole("button", { name: "Remove view" })).toBeDefined();
  });
});
