// @module-tag wide
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const picks = {
  _id: "p1",
  name: "Picks",
  slug: "picks",
  description: "",
  image: "",
  imageAlt: "",
  menuPosition: null,
  isPublished: false,
  kind: "hand",
  products: [
    { _id: "lamp", name: "Lamp", image: "", isShown: true },
    { _id: "rug", name: "Rug", image: "", isShown: false },
  ],
  brands: [],
  categories: [],
  attributes: [],
  minPrice: null,
  maxPrice: null,
  newWithinDays: null,
  isOnSale: false,
  version: 3,
  updatedAt: "2026-03-01T10:00:00.000Z",
};
const line = { _id: "p1", name: "Picks", slug: "picks", kind: "hand", isPublished: false, products: 2 };
const facets = { brand: [], category: [], price: [], rating: [], inStock: { count: 0, hasMore: false } };
const none = { products: [], page: 1, pages: 0, total: 0, hasMore: false, facets };

function open(path: string, answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "catalog.brands": () => [{ _id: "b1", name: "Acme" }],
    "catalog.categories": () => [
      { _id: "c1", name: "Clothing" },
      { _id: "c2", name: "Shirts", parentId: "c1" },
    ],
    "catalog.find": () => none,
    "admin.collections.byId": () => picks,
    ...answers,
  });
  return { ...renderShop(path), server };
}

// Whole screens of many fields, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the list of collections", () => {
  it("says how each is chosen and whether customers see it, and deletes one after a question", async () => {
    let lines = [line, { ...line, _id: "p2", name: "New", kind: "rule", isPublished: true, products: 0 }];
    const { user, server } = open("/admin/collectionlist", {
      "admin.collections.list": () => lines,
      "admin.collections.delete": () => {
        lines = lines.slice(0, 1);
        return { message: "Collection deleted" };
      },
    });
    expect(await screen.findByText("2 products chosen by hand")).toBeDefined();
    expect(screen.getByText("Chosen by a rule")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Delete New" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("Chosen by a rule")).toBeNull());
    expect(server.inputsOf("admin.collections.delete")).toEqual([{ id: "p2" }]);
  });

  it("says what a collection is where there is none, and can be tried again where it cannot be loaded", async () => {
    const { user } = open("/admin/collectionlist", {
      "admin.collections.list": vi.fn().mockReturnValueOnce(new Refusal(400)).mockReturnValue([]),
    });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No collections yet.")).toBeDefined();
  });
});

describe("the edit screen of a collection", () => {
  it("orders its products, adds found ones and removes others, by buttons", async () => {
    const { user, server } = open("/admin/collection/p1/edit", {
      "admin.products.page": () => ({
        rows: [
          { _id: "lamp", name: "Lamp", image: "", isDraft: false },
          { _id: "chair", name: "Chair", image: "", isDraft: false, variant: "Oak" },
        ],
        page: 1,
        pages: 1,
        total: 2,
      }),
      "admin.collections.update": () => ({ ...picks, version: 4 }),
    });
    await user.click(await screen.findByRole("button", { name: "Move Rug up" }));
    expect(await screen.findByText("Rug is number 1 of 2")).toBeDefined();
    await user.type(screen.getByLabelText("Find products to add"), "a{Enter}");
    await user.click(await screen.findByRole("button", { name: /^Add Chair/ }));
    expect(screen.queryByRole("button", { name: "Add Lamp" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove Lamp from the collection" }));
    await user.click(screen.getByRole("checkbox", { name: "Show it to customers" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Collection updated")).toBeDefined();
    expect(server.inputsOf("admin.collections.update")).toMatchObject([
      { id: "p1", version: 3, kind: "hand", isPublished: true, productIds: ["rug", "chair"] },
    ]);
  });

  it("says what numbers a position and an age can be, and sends nothing until they are", async () => {
    const { user, server } = open("/admin/collection/p1/edit", { "admin.collections.update": () => picks });
    await user.click(await screen.findByRole("radio", { name: "By a rule" }));
    await user.type(screen.getByLabelText("Position in the menu"), "0");
    await user.type(screen.getByLabelText("New within days"), "400");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Position in the menu must be a whole number from 1 to 999")).toBeDefined();
    expect(screen.getByText("New within must be a whole number of days from 1 to 365")).toBeDefined();
    expect(server.inputsOf("admin.collections.update")).toEqual([]);
  });

  it("takes a rule and shows what it finds, before it is saved", async () => {
    const { user, server } = open("/admin/collection/p1/edit", {
      "admin.collections.preview": () => ({
        total: 1,
        hasMore: false,
        products: [{ _id: "lamp", name: "Lamp", image: "", price: 20 }],
      }),
      "admin.collections.update": () =>
        new Refusal(400, "Please check", "VALIDATION", [{ path: "maxPrice", message: "Too low" }]),
    });
    await user.click(await screen.findByRole("radio", { name: /^By a rule/ }));
    expect(screen.getByText("Fill in at least one condition.")).toBeDefined();
    await user.click(screen.getByRole("combobox", { name: "Categories" }));
    await user.click(await screen.findByRole("option", { name: "Clothing › Shirts", hidden: true }));
    await user.type(screen.getByLabelText("Highest price"), "50");
    await user.type(screen.getByRole("combobox", { name: "Facts" }), "Fit:Slim{Enter}");
    expect(await screen.findByText(/^1 product meets it/)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Too low")).toBeDefined();
    expect(server.inputsOf("admin.collections.update")).toMatchObject([
      {
        kind: "rule",
        categoryIds: ["c2"],
        attributes: ["Fit:Slim"],
        maxPrice: 50,
        minPrice: null,
        productIds: ["lamp", "rug"],
      },
    ]);
    const found = within(screen.getByRole("region", { name: "What it finds now" }));
    expect(found.getByText("$20.00")).toBeDefined();
  });
});
