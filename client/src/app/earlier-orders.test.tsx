import type { EarlierOrder, EarlierOrderRow } from "@shop/shared/order/earlier-order";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const times = { expirationTime: 4_000_000_000_000 };
const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, ...times };
const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, ...times };

const row: EarlierOrderRow = {
  _id: "e1",
  number: "#1001",
  user: { name: "Grace Hopper", email: "grace@example.com" },
  orderedAt: "2021-03-04T09:59:58.000Z",
  state: "shipped",
  currency: "EUR",
  totalCents: 9_490,
  refundedCents: 500,
  units: 3,
};
const { user: _user, ...shown } = row;
const order: EarlierOrder = {
  ...shown,
  customer: row.user,
  shippingAddress: { address: "1 Navy Way", city: "Arlington", postalCode: "02210", country: "United States" },
  paymentMethod: "Visa",
  items: [
    { name: "Oak table", sku: "OAK-1", qty: 2, totalCents: 7_000, productId: "p1" },
    { name: "Oak chair", sku: "", qty: 1, totalCents: 3_000, productId: null },
  ],
  itemsCents: 10_000,
  discountCents: 1_000,
  shippingCents: 490,
  taxCents: 1_515,
  paidAt: "2021-03-04T10:00:00.000Z",
  shippedAt: "2021-03-05T08:30:00.000Z",
  deliveredAt: null,
  cancelledAt: null,
};

function as(person: typeof ada, answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(person));
  return stubServer({ "account.profile": () => person, ...answers });
}

describe("an order of the former shop", () => {
  it("is shown as it was, with its own currency, and what the tax is within", async () => {
    as(ada, { "order.earlierById": () => order });
    renderShop("/earlier-order/e1");
    expect(await screen.findByRole("heading", { level: 1, name: "Order #1001" })).toBeDefined();
    const items = within(screen.getByRole("region", { name: "Items" }));
    expect(items.getByRole("link", { name: "Oak table" }).getAttribute("href")).toBe("/product/p1");
    expect(items.queryByRole("link", { name: "Oak chair" })).toBeNull();
    const sums = items
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
    expect(sums).toEqual([
      "Items €100.00",
      "Discount -€10.00",
      "Shipping €4.90",
      "Total €94.90",
      "Tax within it €15.15",
      "Refunded -€5.00",
    ]);
    expect(screen.getByText("Shipped, partly refunded")).toBeDefined();
    expect(screen.getByText("1 Navy Way, Arlington 02210, United States")).toBeDefined();
    expect(screen.queryByRole("button", { name: /pay|refund|cancel/i })).toBeNull();
  });

  it("of somebody else is not found", async () => {
    as(ada, { "order.earlierById": () => new Refusal(404, "Order not found", "NOT_FOUND") });
    renderShop("/earlier-order/e1");
    expect(await screen.findByRole("heading", { level: 1, name: "Order not found" })).toBeDefined();
    expect(screen.getByText("It may belong to a different account from the one you are signed in to.")).toBeDefined();
  });

  it("is on a page of the admin's list, which can be searched and sorted", async () => {
    const server = as(boss, { "admin.orders.earlierPage": () => ({ rows: [row], page: 1, pages: 1, total: 1 }) });
    const { user } = renderShop("/admin/earlier-orders?search=hopper");
    const details = await screen.findByRole("link", { name: "Details of earlier order #1001" });
    expect(details.getAttribute("href")).toBe("/earlier-order/e1");
    expect(screen.getAllByText("€94.90").length).toBeGreaterThan(0);
    expect(server.inputsOf("admin.orders.earlierPage")[0]).toMatchObject({ search: "hopper" });
    await user.click(screen.getAllByRole("button", { name: /NUMBER/ })[0] ?? screen.getByRole("main"));
    await waitFor(() =>
      expect(server.inputsOf("admin.orders.earlierPage").at(-1)).toMatchObject({ search: "hopper", sort: "number" }),
    );
  });

  it("that there is none of leads to the import", async () => {
    as(boss, { "admin.orders.earlierPage": () => ({ rows: [], page: 1, pages: 0, total: 0 }) });
    renderShop("/admin/earlier-orders");
    expect((await screen.findByRole("link", { name: "Import a file" })).getAttribute("href")).toBe("/admin/import");
  });
});
