// @module-tag wide
import type { OrderRow } from "@shop/shared/order/order-list";
import type { Sheet } from "@shop/shared/order/paper";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const row = (ending: string, paidAt: string | null): OrderRow => ({
  _id: `0190c4de-0000-7000-8000-0000000${ending}`,
  user: { name: `Customer ${ending}`, email: `${ending}@example.com` },
  createdAt: "2026-03-01T10:00:00.000Z",
  totalPrice: 56,
  units: 2,
  paymentMethod: "PayPal",
  matters: [],
  refundedPrice: 0,
  isRefunded: false,
  hasNewMessage: false,
  isPartlyShipped: false,
  isRestocked: false,
  cancellation: null,
  paidAt,
  confirmedAt: null,
  processedAt: null,
  shippedAt: null,
  deliveredAt: null,
});
const paid = row("aaaaa", "2026-03-02T10:00:00.000Z");
const unpaid = row("bbbbb", null);
const sheet: Sheet = {
  kind: "packing slip",
  title: "Packing slip",
  shopName: "Loom",
  seller: ["Loom"],
  orderId: paid._id,
  recipient: ["Ada", "1 Main St"],
  facts: [{ label: "Units", value: "3" }],
  warning: "Do not send it.",
  sums: [],
  lines: [{ name: "Lamp", qty: 3, image: "", price: null, total: null }],
  notes: [],
};

type Answers = Parameters<typeof stubServer>[0];
function asAdmin(answers: Answers = {}) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({
    "account.profile": () => boss,
    "admin.orders.page": () => ({ rows: [paid, unpaid], page: 1, pages: 1, total: 2, sum: 112 }),
    "admin.orders.waiting": () => ({ "to-confirm": 1, "to-process": 0, "to-ship": 0, "to-deliver": 0, attention: 0 }),
    ...answers,
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function openDialog() {
  const { user } = renderShop("/admin/orderlist");
  await user.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await user.click(screen.getByRole("button", { name: "Slips, invoices, labels…" }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Print 2 orders" }) };
}

describe("what is printed of marked orders", () => {
  it("are slips without prices at first, or invoices of those that are paid", async () => {
    const server = asAdmin({
      "/api/orders/packing-slips.pdf": () => new Refusal(429, "Please wait a little.", "RATE_LIMITED"),
      "/api/orders/invoices.pdf": () => new Refusal(503, "", "UNAVAILABLE"),
    });
    const { user, dialog } = await openDialog();
    const open = () => within(dialog).getByRole("link", { name: "Open print page" }).getAttribute("href");
    expect(open()).toBe(`/admin/print?kind=packing-slips&ids=${paid._id},${unpaid._id}`);
    await user.click(within(dialog).getByRole("button", { name: "Download PDF" }));
    expect(await within(dialog).findByText("Please wait a little.")).toBeDefined();
    await user.click(within(dialog).getByRole("checkbox", { name: "Show prices on the slips" }));
    expect(open()).toContain("&prices=1");
    await user.click(within(dialog).getByRole("radio", { name: /^Invoices/ }));
    expect(
      within(dialog).getByText("One of these orders is not paid. It has no invoice yet and is left out."),
    ).toBeDefined();
    expect(open()).toBe(`/admin/print?kind=invoices&ids=${paid._id}`);
    await user.click(within(dialog).getByRole("button", { name: "Download PDF" }));
    await waitFor(() =>
      expect(server.inputsOf("/api/orders/invoices.pdf")).toEqual([{ ids: [paid._id], hasPrices: false }]),
    );
    expect(server.inputsOf("/api/orders/packing-slips.pdf")).toEqual([
      { ids: [paid._id, unpaid._id], hasPrices: false },
    ]);
  });

  it("are labels of a size, from the first free one of a sheet, or a file for carriers, of those that are paid", async () => {
    const server = asAdmin({
      "/api/orders/labels.pdf": () => new Refusal(503, "", "UNAVAILABLE"),
      "/api/orders/addresses.csv": () => new Refusal(503, "", "UNAVAILABLE"),
    });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole("radio", { name: /^Address labels/ }));
    expect(within(dialog).queryByRole("link", { name: "Open print page" })).toBeNull();
    expect(
      within(dialog).getByText("One of these orders is not paid. It is not sent yet and is left out."),
    ).toBeDefined();
    expect(within(dialog).queryByLabelText("First free label")).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText("Size of the labels"), "A4 sheet of 21, 63.5 × 38.1 mm");
    const place = within(dialog).getByLabelText("First free label");
    await user.clear(place);
    await user.type(place, "4");
    await user.click(within(dialog).getByRole("button", { name: "Download PDF" }));
    const labels = [{ ids: [paid._id], size: "a4-21", startAt: 4 }];
    await waitFor(() => expect(server.inputsOf("/api/orders/labels.pdf")).toEqual(labels));
    await user.click(within(dialog).getByRole("radio", { name: /^Addresses as CSV/ }));
    await user.click(within(dialog).getByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(server.inputsOf("/api/orders/addresses.csv")).toEqual([{ ids: [paid._id] }]));
  });
});

describe("the page for the printer", () => {
  const path = `/admin/print?kind=packing-slips&ids=${paid._id}`;

  it("shows each sheet with its code, and prints it", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const server = asAdmin({ "admin.orders.papers": () => [sheet] });
    const { user } = renderShop(path);
    const article = await screen.findByRole("article", { name: "Packing slip" });
    for (const text of ["Ada", "3×", "Lamp", paid._id, "Do not send it."]) {
      expect(within(article).getByText(text)).toBeDefined();
    }
    expect(article.querySelectorAll("figure svg path")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Print this sheet" }));
    expect(print).toHaveBeenCalledOnce();
    expect(server.inputsOf("admin.orders.papers")).toEqual([
      { kind: "packing-slips", ids: [paid._id], hasPrices: false },
    ]);
  });

  it("says why there is nothing, and where to choose", async () => {
    asAdmin({ "admin.orders.papers": () => new Refusal(409, "Order aaaaa has no invoice, because it is not paid") });
    renderShop(path);
    expect(await screen.findByText("Order aaaaa has no invoice, because it is not paid")).toBeDefined();
    renderShop("/admin/print");
    expect(await screen.findByText("No orders are chosen")).toBeDefined();
  });
});
