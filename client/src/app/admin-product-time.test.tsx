// @module-tag wide
import type { PlannedPrices } from "@shop/shared/catalog/planned-price";
import type { ProductChange, UndoOutcome } from "@shop/shared/catalog/product-history";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const lamp = {
  _id: "00000000-00001",
  name: "Lamp",
  image: "",
  brand: "Lumen",
  category: "Home",
  price: 8,
  editedPrice: 10,
  countInStock: 3,
  rating: 0,
  numReviews: 0,
  isDraft: false,
  isStockCounted: true,
  description: "Bright",
  reviews: [],
  user: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  version: 4,
};
const path = `/admin/product/${lamp._id}/edit`;
const timeZone = "America/New_York";

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({
    "account.profile": () => boss,
    "catalog.brands": () => [{ _id: "b1", name: "Lumen" }],
    "catalog.categories": () => [{ _id: "c1", name: "Home" }],
    "admin.products.byId": () => lamp,
    ...answers,
  });
}

// Whole screens of many fields, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const change: ProductChange = {
  number: 7,
  at: "2026-11-23T05:30:00.000Z",
  by: "Ada",
  source: null,
  isCreation: false,
  canUndo: true,
  changes: [{ field: "price", before: 10, after: 12.5 }],
};
const entries: ProductChange[] = [
  change,
  { ...change, number: 6, by: null, source: "planned price", canUndo: false },
  { ...change, number: 5, changes: [], isCreation: true, canUndo: false },
];
const history = () => within(screen.getByRole("region", { name: "History" }));
const plans = () => within(screen.getByRole("region", { name: "Planned prices" }));

describe("the history of a product", () => {
  it("says who changed what, when in the shop's time zone, and from what to what", async () => {
    asAdmin({ "admin.productHistory.page": () => ({ entries, older: null, timeZone }) });
    renderShop(path);
    await screen.findByText("2026-11-23 00:30", { selector: "li:first-child *" });
    const [first, second, third] = history()
      .getAllByRole("listitem")
      .filter((item) => item.querySelector("time"));
    expect(first?.textContent).toContain("Ada");
    expect(first?.textContent).toContain("Pricefrom $10.00$12.50");
    expect(second?.textContent).toContain("The shop by a planned price");
    expect(third?.textContent).toContain("Made the product");
    expect(history().getAllByRole("button", { name: /Undo the change/ })).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe("10");
  });

  it("undoes a change with one press, and asks where others changed it since", async () => {
    const outcomes: UndoOutcome[] = [
      { isUndone: false, since: [{ field: "price", before: 12.5, after: 14 }], newest: 9 },
      { isUndone: true },
    ];
    const server = asAdmin({
      "admin.productHistory.page": () => ({ entries, older: null, timeZone }),
      "admin.productHistory.undo": () => outcomes.shift(),
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Undo the change of 2026-11-23 00:30" }));
    const dialog = await screen.findByRole("dialog", { name: "Undo it nevertheless?" });
    expect(dialog.textContent).toContain("$12.50$14.00");
    await user.click(within(dialog).getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Change undone")).toBeDefined();
    expect(server.inputsOf("admin.productHistory.undo")).toEqual([
      { id: lamp._id, number: 7 },
      { id: lamp._id, number: 7, newest: 9 },
    ]);
  });

  it("has pages, says when there is nothing, and offers to try again", async () => {
    const server = asAdmin({
      "admin.productHistory.page": () => ({ entries: [change], older: 7, timeZone }),
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Older" }));
    await waitFor(() => expect(server.inputsOf("admin.productHistory.page").at(-1)).toMatchObject({ before: 7 }));
    await user.click(await screen.findByRole("button", { name: "Newer" }));
    cleanup();
    asAdmin({});
    renderShop(path);
    expect(await screen.findByText("Nothing has changed in the last 13 months.")).toBeDefined();
    cleanup();
    asAdmin({ "admin.productHistory.page": () => new Refusal(500) });
    renderShop(path);
    expect(await screen.findByText(/Failed to load the history/)).toBeDefined();
  });
});

const planned: PlannedPrices = {
  timeZone,
  price: 8,
  regularPrice: 10,
  planned: [
    { _id: "p1", price: 8, from: "2026-11-20T00:00", until: null, state: "running", version: 1 },
    { _id: "p2", price: 9, from: "2026-12-24T00:00", until: "2026-12-27T00:00", state: "planned", version: 2 },
    { _id: "p3", price: 7, from: "2026-01-01T00:00", until: "2026-01-02T00:00", state: "missed", version: 1 },
  ],
};

describe("the planned prices of a product", () => {
  it("are listed with what holds now, and end or go after a question", async () => {
    const server = asAdmin({
      "admin.plannedPrices.list": () => planned,
      "admin.plannedPrices.remove": () => ({ message: "Planned price removed" }),
    });
    const { user } = renderShop(path);
    expect(await screen.findByText(/Customers pay \$8\.00 now; regularly \$10\.00/)).toBeDefined();
    expect(
      plans()
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "$8.00Nowfrom 2026-11-20 00:00, without an endWhat came of it",
      "$9.00Plannedfrom 2026-12-24 00:00 until 2026-12-27 00:00",
      "$7.00Missedfrom 2026-01-01 00:00 until 2026-01-02 00:00The shop was not running at that time.",
    ]);
    await user.click(plans().getByRole("button", { name: /^End the price of \$8\.00/ }));
    await user.click(await screen.findByRole("button", { name: "End now" }));
    await waitFor(() =>
      expect(server.inputsOf("admin.plannedPrices.remove")).toEqual([{ id: lamp._id, planned: "p1", version: 1 }]),
    );
  });

  it("are planned in a dialog, which keeps what the server refuses", async () => {
    const answers: unknown[] = [
      new Refusal(400, "At that time there is another planned price", "VALIDATION", [
        { path: "from", message: "Taken" },
      ]),
      { message: "Price planned" },
    ];
    const server = asAdmin({
      "admin.plannedPrices.list": () => planned,
      "admin.plannedPrices.create": () => answers.shift(),
    });
    const { user } = renderShop(path);
    await user.click(await screen.findByRole("button", { name: "Plan a price" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Plan a price" }));
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(await dialog.findByText("Price is required")).toBeDefined();
    await user.type(dialog.getByLabelText(/^Price/), "7.5");
    await user.clear(dialog.getByLabelText(/^From/));
    await user.type(dialog.getByLabelText(/^From/), "2027-01-01T08:00");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(await dialog.findByText("Taken")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(await screen.findByText("Price planned")).toBeDefined();
    expect(server.inputsOf("admin.plannedPrices.create").at(-1)).toEqual({
      id: lamp._id,
      price: 7.5,
      from: "2027-01-01T08:00",
      until: null,
    });
  });
});

describe("the product as the shop shows it", () => {
  const card = () => screen.getByRole("region", { name: "In the shop" }).textContent ?? "";

  it("costs what customers pay while a planned price holds, with the price of the form before it", async () => {
    asAdmin({ "admin.products.byId": () => ({ ...lamp, regularPrice: 10, lowestPrice: 9 }) });
    const { user } = renderShop(path);
    await waitFor(() => expect(card()).toContain("$8.00"));
    expect(card()).toContain("$10.00");
    const field = screen.getByRole("textbox", { name: "Price" });
    await user.clear(field);
    await user.paste("12");
    await waitFor(() => expect(card()).toContain("$12.00"));
    expect(card()).toContain("$8.00");
  });

  it("costs the price of the form where none holds", async () => {
    asAdmin({ "admin.products.byId": () => ({ ...lamp, price: 10 }) });
    renderShop(path);
    await waitFor(() => expect(card()).toContain("$10.00"));
    expect(card()).not.toContain("$8.00");
  });
});
