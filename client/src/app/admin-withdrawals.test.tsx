// @module-tag wide
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyOrderParts } from "./order-in-test.ts";
import { fill, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4e12 };
const declared = {
  _id: "w1",
  orderId: "o-1a2b3",
  customer: { name: "Ada", email: "ada@example.com" },
  totalPrice: 56,
  declaredAt: "2026-07-20T10:00:00.000Z",
  isLate: true,
  state: "declared",
  decidedAt: null,
  decidedBy: null,
  words: null,
  next: ["accepted", "refused"],
};
const order = {
  ...emptyOrderParts,
  _id: declared.orderId,
  user: declared.customer,
  orderItems: [],
  paymentMethod: "PayPal",
  paymentResult: null,
  shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
  itemsPrice: 40,
  shippingPrice: 10,
  taxPrice: 6,
  totalPrice: 56,
  capturedPrice: 56,
  isPaid: true,
  paidAt: "2026-06-30T10:00:00.000Z",
  isConfirmed: false,
  confirmedAt: null,
  isProcessed: false,
  processedAt: null,
  isShipped: false,
  shippedAt: null,
  isDelivered: false,
  deliveredAt: null,
  createdAt: "2026-06-30T10:00:00.000Z",
};

beforeEach(() => localStorage.setItem("userInfo", JSON.stringify(boss)));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("A withdrawal is found in the list, says that it is late, and is refused with words only", async () => {
  const refused = {
    ...declared,
    state: "refused",
    words: "Worn",
    decidedBy: "Boss",
    decidedAt: declared.declaredAt,
    next: [],
  };
  let current: typeof declared | typeof refused = declared;
  const server = stubServer({
    "account.profile": () => boss,
    "admin.withdrawals.list": () => ({ rows: [current], total: 1 }),
    "admin.withdrawals.byId": () => current,
    "admin.withdrawals.decide": () => {
      current = refused;
      return refused;
    },
    "order.byId": () => order,
    "admin.orders.money": () => ({ payments: [], restockable: [], matters: [] }),
  });
  const { user } = renderShop("/admin/withdrawals");
  await user.click(await screen.findByRole("link", { name: "Order 1a2b3" }));
  expect(await screen.findByText(/after the period for withdrawals/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Refuse…" }));
  await user.click(screen.getByRole("button", { name: "Refuse withdrawal" }));
  expect(await screen.findByText("An explanation is required")).toBeDefined();
  await fill(user, screen.getByRole("textbox", { name: /Why can it not/ }), "Worn");
  await user.click(screen.getByRole("button", { name: "Refuse withdrawal" }));
  expect(await screen.findByText("Nothing more is to be decided.")).toBeDefined();
  expect(server.inputsOf("admin.withdrawals.decide")).toEqual([
    { id: "w1", decision: { to: "refused", words: "Worn" } },
  ]);
});

test("The order leads to its withdrawal, which cannot be marked as resolved there", async () => {
  const matter = { _id: "m1", kind: "withdrawal", amount: null, openedAt: declared.declaredAt };
  stubServer({
    "account.profile": () => boss,
    "order.byId": () => ({ ...order, matters: [matter] }),
    "order.history": () => [],
    "admin.orders.money": () => ({
      payments: [],
      restockable: [],
      matters: [{ ...matter, paymentId: null, detail: null, resolution: null, withdrawalId: "w1" }],
    }),
  });
  renderShop(`/order/${order._id}`);
  const link = await screen.findByRole("link", { name: "Decide the withdrawal" });
  await waitFor(() => expect(link.getAttribute("href")).toBe("/admin/withdrawals/w1"));
  expect(screen.queryByRole("button", { name: "Mark as resolved" })).toBeNull();
});

test("A withdrawal is marked as refunded only after a refund", async () => {
  const accepted = { ...declared, isLate: false, state: "accepted", next: ["goods back", "refunded"] };
  stubServer({
    "account.profile": () => boss,
    "admin.withdrawals.byId": () => accepted,
    "order.byId": () => order,
    "admin.orders.money": () => ({ payments: [], restockable: [], matters: [] }),
  });
  renderShop("/admin/withdrawals/w1");
  expect((await screen.findByRole("link", { name: "the order’s page" })).getAttribute("href")).toBe("/order/o-1a2b3");
  expect(screen.getByRole("button", { name: "Mark as refunded" })).toHaveProperty("disabled", true);
});
