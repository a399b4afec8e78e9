import type { Order } from "@shop/shared/order/order";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { open, unpaid } from "../order-page-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const order: Order = {
  ...unpaid,
  paymentMethod: "On Delivery",
  shippingPrice: 13,
  delivery: { name: "Parcel", paymentFee: 3 },
};
const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };

describe("the page of an order that is paid on delivery", () => {
  it("thanks its customer, says what is to be paid when, and asks for no money", async () => {
    const { provider } = open(order);
    expect(await screen.findByText(/^Thank you, /)).toBeDefined();
    expect(screen.getByText(/You pay/).textContent).toContain("when it arrives");
    expect(screen.getByText(/with \$3\.00 for payment on delivery/)).toBeDefined();
    expect(screen.queryByText("Not Paid")).toBeNull();
    expect(provider.scripts).toEqual([]);
  });

  it("says when it is collected that it is paid there", async () => {
    open({ ...order, delivery: { name: "Collect", pickUp: { address: "1 Main St", hours: "" } } });
    expect((await screen.findByText(/You pay/)).textContent).toContain("when you collect it");
  });

  it("says to administrators what is to be collected, lets them take the steps, and records the money", async () => {
    open(order, { "admin.orders.money": () => ({ payments: [], matters: [], restockable: [] }) }, boss);
    expect(await screen.findByText(/the customer pays \$\d+\.\d\d on delivery/)).toBeDefined();
    const confirm = await screen.findByRole("button", { name: "Mark As Confirmed" });
    expect(confirm.hasAttribute("disabled")).toBe(false);
    expect(await screen.findByRole("button", { name: "Record money from delivery…" })).toBeDefined();
  });
});
