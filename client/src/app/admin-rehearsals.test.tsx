import type { Bill, OrderSums, Rehearsal, RehearsalResult } from "@shop/shared/admin/rehearsal";
import type { DiscountDetail } from "@shop/shared/discount/discount-schema";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const id = "01900000-0000-7000-8000-0000000000d1";
const discount: DiscountDetail = {
  _id: id,
  version: 2,
  name: "Spring",
  gives: { kind: "percentage", rate: 10_000 },
  goods: { products: [], collections: [], categories: [], brands: [], options: [] },
  conditions: { fromCents: 0, fromQty: 0, isFirstOrder: false, customerTags: [], countries: [] },
  limits: { shareMax: 50_000, marginMin: 0, usesMax: null, usesPerCustomer: null, budgetCents: null },
  needsCode: false,
  from: null,
  until: null,
  combinesWith: [],
  state: "stopped",
  isShown: false,
  uses: 0,
  given: 0,
  codes: 0,
  code: null,
  timeZone: "America/New_York",
  updatedAt: "2026-11-01T12:00:00.000Z",
};
const sums = (totalCents: number, more: Partial<OrderSums> = {}): OrderSums => ({
  orders: 1,
  totalCents,
  discountCents: 0,
  deliveryCents: 10_00,
  taxCents: 6_00,
  marginCents: 16_00,
  units: 2,
  unitsWithCost: 1,
  ...more,
});
const bill = (totalCents: number, discountCents: number): Bill => ({
  itemsCents: 40_00,
  discountCents,
  shippingCents: 10_00,
  taxCents: 6_00,
  totalCents,
  items: [{ name: "Lamp", qty: 2, cents: 40_00, discountCents }],
  deliveryDiscountCents: 0,
  delivery: "Standard",
  taxes: [{ name: "Tax", rate: 15_000, cents: 6_00 }],
});
const both = { before: sums(56_00), after: sums(52_00, { discountCents: 4_00, marginCents: 12_00 }) };
const result: RehearsalResult = {
  from: "2026-10-01T12:00:00.000Z",
  until: "2026-11-01T12:00:00.000Z",
  days: 90,
  ratesOf: null,
  all: { before: sums(156_00, { orders: 3 }), after: sums(152_00, { orders: 3 }) },
  touched: both,
  lost: 0,
  examples: [
    {
      order: "01900000-0000-7000-8000-00000000abcd",
      placedAt: "2026-11-01T12:00:00.000Z",
      before: bill(56_00, 0),
      after: bill(52_00, 4_00),
    },
  ],
};
const rehearsal = (more: Partial<Rehearsal>): Rehearsal => ({
  _id: "r1",
  state: "waiting",
  looked: 0,
  createdAt: "2026-11-20T12:00:00.000Z",
  result: null,
  ...more,
});

async function openDiscount(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "admin.discounts.byId": () => discount,
    "admin.discounts.names": () => ({ products: [], collections: [], categories: [], brands: [], combinesWith: [] }),
    "admin.rehearsals.outcome": () => null,
    ...answers,
  });
  const shop = renderShop(`/admin/discount/${id}/edit`);
  const button = await screen.findByRole("button", { name: "Try on past orders" });
  return { ...shop, server, button };
}

// Whole screens of many fields, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("trying a discount on past orders", () => {
  it("shows what it would have changed, line by line, and says once the form is another", async () => {
    const answers = [rehearsal({ looked: 200 }), rehearsal({ state: "done", looked: 3, result })];
    const { user, server, button } = await openDiscount({
      "admin.rehearsals.start": () => rehearsal({}),
      "admin.rehearsals.byId": () => (answers.length > 1 ? answers.shift() : answers[0]),
    });
    await user.click(button);
    expect(await screen.findByText("It would have changed 1 of 3 orders.", {}, { timeout: 5_000 })).toBeDefined();
    expect(server.inputsOf("admin.rehearsals.start")).toMatchObject([
      { kind: "discount", id, terms: { gives: { rate: 10_000 } } },
    ]);
    const table = screen.getByRole("group", { name: "What it would have changed" });
    expect(within(table).getByRole("row", { name: /Revenue \$56\.00 \$52\.00\s?−\$4\.00/ })).toBeDefined();
    expect(within(table).getByRole("row", { name: /Margin \$16\.00 \$12\.00\s?−\$4\.00/ })).toBeDefined();
    expect(screen.getByText("The margin is that of 1 of 2 units, whose cost is known.")).toBeDefined();
    await user.click(screen.getByText(/^Order 0abcd/));
    expect(screen.getByRole("row", { name: /Discount on Lamp – −\$4\.00/ })).toBeDefined();
    await user.clear(screen.getByLabelText("Percent off"));
    await user.type(screen.getByLabelText("Percent off"), "20");
    expect(screen.getByText(/The form has changed since/)).toBeDefined();
  });

  it("shows what is wrong in the form instead, and asks for nothing", async () => {
    const { user, server, button } = await openDiscount({});
    await user.clear(screen.getByLabelText("Percent off"));
    await user.click(button);
    await waitFor(() => expect(screen.getByLabelText("Percent off").getAttribute("aria-invalid")).toBe("true"));
    expect(server.inputsOf("admin.rehearsals.start")).toEqual([]);
  });

  it("says why it cannot be tried, and that it has failed", async () => {
    const refusals = [new Refusal(429, "Other changes are being tried. Please wait a little.", "RATE_LIMITED")];
    const { user, button } = await openDiscount({
      "admin.rehearsals.start": () => refusals.shift() ?? rehearsal({}),
      "admin.rehearsals.byId": () => rehearsal({ state: "failed" }),
    });
    await user.click(button);
    expect(await screen.findByText("Other changes are being tried. Please wait a little.")).toBeDefined();
    await user.click(button);
    expect(await screen.findByText(/This could not be tried. Please try again/)).toBeDefined();
  });

  it("shows what came of it beside what was foretold", async () => {
    await openDiscount({
      "admin.rehearsals.outcome": () => ({
        foretold: rehearsal({ state: "done", result }),
        came: { ...sums(10_00), days: 45 },
      }),
    });
    const table = await screen.findByRole("group", { name: "What was foretold, and what came" });
    // Half of what was foretold for twice the days.
    expect(within(table).getByRole("row", { name: /Revenue \$26\.00 \$10\.00\s?−\$16\.00/ })).toBeDefined();
  });
});
