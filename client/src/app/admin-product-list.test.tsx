import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const product = (name: string, { price = 19.9, ...more }: { price?: number; editedPrice?: number } = {}) => ({
  _id: `00000000-${name}`,
  name,
  image: "",
  brand: "Lumen",
  category: "Home",
  price,
  countInStock: 30,
  editedPrice: price,
  rating: 0,
  numReviews: 0,
  isDraft: false,
  isStockCounted: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  version: 4,
  soldUnits: 2,
  ...more,
});
/** What a saved edit answers. */
const saved = { price: 19.9, currentPrice: 19.9, countInStock: 30, version: 5, stockBefore: 30 };
const [lamp, rug] = [product("Lamp"), product("Rug", { price: 1 })];

function openList(answers: Parameters<typeof stubServer>[0], total = 2) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  const server = stubServer({
    "account.profile": () => boss,
    "catalog.brands": () => [{ _id: "b1", name: "Loom" }],
    "catalog.categories": () => [{ _id: "c1", name: "Home" }],
    "admin.products.page": () => ({ rows: [lamp, rug], page: 1, pages: 1, total }),
    ...answers,
  });
  return { server, ...renderShop("/admin/productlist") };
}

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const cell = (name: string) => screen.findByRole("button", { name: new RegExp(`^${name}: `) });

describe("price and stock in the list of products", () => {
  it("are saved with what was seen, told of, and taken back by the button or the keyboard", async () => {
    const { server, user } = openList({
      "admin.products.editField": (input) => {
        const { field, value } = Object(input);
        const edited = { price: 19.9, countInStock: 30, version: 5, stockBefore: 30, [field]: value };
        return { ...edited, currentPrice: edited.price };
      },
    });
    (await cell("Price of Lamp")).focus();
    await user.keyboard("21.5{Tab}");
    expect(await screen.findByText("Price of Lamp is now $21.50")).toBeDefined();
    await user.keyboard("25{Enter}");
    expect(await screen.findByText("Stock of Lamp is now 25")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Stock of Lamp is 30 again")).toBeDefined();
    (await cell("Stock of Rug")).focus();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("Price of Lamp is $19.90 again")).toBeDefined();
    expect(server.inputsOf("admin.products.editField")).toEqual([
      { id: lamp._id, field: "price", seen: 19.9, value: 21.5 },
      { id: lamp._id, field: "countInStock", seen: 30, value: 25, version: expect.any(Number) },
      { id: lamp._id, field: "countInStock", seen: 25, value: 30, version: 5 },
      { id: lamp._id, field: "price", seen: 21.5, value: 19.9 },
    ]);
  });

  it.each([
    ["1.005", "Price can have at most two decimals"],
    ["-1", "Price cannot be negative"],
    ["{Backspace}", "Price is required"],
    ["1,50", "Price must be a number of at least 0"],
  ])("are not sent when they are wrong: %s", async (typed, reason) => {
    const { server, user } = openList({});
    (await cell("Price of Lamp")).focus();
    await user.keyboard(`${typed}{Enter}`);
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toBe(reason);
    expect(server.inputsOf("admin.products.editField")).toEqual([]);
  });

  it("tell both values when someone else has changed one, and save over it only when asked", async () => {
    let isStale = true;
    const { server, user } = openList({
      "admin.products.editField": () =>
        isStale ? new Refusal(409, "meanwhile", "STALE") : { ...saved, price: 21, currentPrice: 21, version: 8 },
      "admin.products.byId": () => ({ ...lamp, price: 18, editedPrice: 18, version: 7 }),
    });
    (await cell("Price of Lamp")).focus();
    await user.keyboard("21{Enter}");
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain(
      "Someone else changed this to $18.00 meanwhile. You typed $21.00.",
    );
    isStale = false;
    await user.click(screen.getByRole("button", { name: "Save $21.00", hidden: true }));
    expect(await screen.findByText("Price of Lamp is now $21.00")).toBeDefined();
    expect(server.inputsOf("admin.products.editField").at(-1)).toMatchObject({ seen: 18, value: 21 });
  });

  it("are those of the regular price while a planned one holds, which is told too", async () => {
    const planned = product("Lamp", { price: 15, editedPrice: 19.9 });
    const { server, user } = openList({
      "admin.products.page": () => ({ rows: [planned], page: 1, pages: 1, total: 1 }),
      "admin.products.editField": () => ({ ...saved, price: 22, currentPrice: 15 }),
    });
    expect(await screen.findByText("Now $15.00")).toBeDefined();
    (await cell("Price of Lamp")).focus();
    await user.keyboard("22{Enter}");
    expect(await screen.findByText("Price of Lamp is now $22.00")).toBeDefined();
    expect(server.inputsOf("admin.products.editField")).toEqual([
      { id: planned._id, field: "price", seen: 19.9, value: 22 },
    ]);
    expect(screen.getByText("Now $15.00")).toBeDefined();
  });

  it("say how many were sold while the stock was changed", async () => {
    const { user } = openList({
      "admin.products.editField": () => ({ ...saved, countInStock: 32, stockBefore: 27 }),
    });
    await user.click(await cell("Stock of Lamp"));
    await user.keyboard("35{Enter}");
    expect(await screen.findByText("Stock of Lamp is now 32, because 3 sold meanwhile")).toBeDefined();
    expect((await cell("Stock of Lamp")).textContent).toBe("32");
  });
});

describe("acts on selected products", { tags: "wide" }, () => {
  it("withdraw them at once, and are undone by their key", async () => {
    const { server, user } = openList({
      "admin.products.bulkEdit": () => ({ changed: 2, unchanged: 0 }),
      "admin.products.undoBulkEdit": () => ({
        restored: 1,
        left: [{ id: "x", name: "Rug", reason: "it was changed since" }],
      }),
    });
    await screen.findByRole("rowheader", { name: /Lamp/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(screen.queryByRole("button", { name: /^Select all \d/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Unpublish" }));
    expect(await screen.findByText("2 products unpublished")).toBeDefined();
    const [sent] = server.inputsOf("admin.products.bulkEdit");
    expect(sent).toEqual({
      key: expect.any(String),
      act: { kind: "state", state: "draft" },
      rows: [
        { id: lamp._id, seenCountInStock: 30 },
        { id: rug._id, seenCountInStock: 30 },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Undone for 1 product. Not for Rug, because it was changed since.")).toBeDefined();
    expect(server.inputsOf("admin.products.undoBulkEdit")).toEqual([{ key: Object(sent).key }]);
  });

  it("show prices before and after, name those that are too low, and leave them out", async () => {
    const { server, user } = openList({
      "admin.products.bulkEdit": (input) => {
        const { rows } = Object(input);
        if (rows.length === 1) return { changed: 1, unchanged: 0 };
        const message = "Rug would be -$1.00; the lowest price is $0.01";
        return new Refusal(400, "Nothing was changed", "VALIDATION", [{ path: rug._id, message }]);
      },
    });
    await screen.findByRole("rowheader", { name: /Lamp/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Change prices" }));
    const dialog = await screen.findByRole("dialog", { name: "Change the prices of 2 products" });
    await user.selectOptions(within(dialog).getByLabelText("Prices"), "Lower");
    await user.selectOptions(within(dialog).getByLabelText("By"), "Amount");
    await user.selectOptions(within(dialog).getByLabelText("Round to"), ".99");
    await user.type(within(dialog).getByLabelText(/Amount/), "2");
    expect(await within(dialog).findByText("Rug would be -$1.00; the lowest price is $0.01")).toBeDefined();
    const table = within(dialog).getByRole("table", { name: "Prices before and after" });
    expect([...table.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual(["Lamp$19.90$17.99"]);
    await user.click(within(dialog).getByRole("button", { name: "Change 1 price" }));
    expect(await screen.findByText("1 product has a new price")).toBeDefined();
    expect(server.inputsOf("admin.products.bulkEdit").at(-1)).toMatchObject({
      rows: [{ id: lamp._id }],
      act: { kind: "price", change: { direction: "down", by: "amount", value: 2, rounding: "99" } },
    });
  });

  it("name the products that refuse, and go on without them when asked", async () => {
    const { user } = openList({
      "admin.products.bulkEdit": (input) =>
        Object(input).rows.length === 1
          ? { changed: 1, unchanged: 0 }
          : new Refusal(400, "Nothing", "VALIDATION", [{ path: rug._id, message: "Rug has only 30 in stock" }]),
    });
    await screen.findByRole("rowheader", { name: /Lamp/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Change stock" }));
    await user.type(await screen.findByLabelText(/Units/), "-31");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change" }));
    const refusal = await screen.findByRole("dialog", { name: "1 product cannot be changed" });
    expect(refusal.textContent).toContain("Rug has only 30 in stock");
    await user.click(within(refusal).getByRole("button", { name: "Leave these out" }));
    expect(await screen.findByText("1 product has a new stock")).toBeDefined();
  });

  it("are for all that match the filter when asked, batch by batch", async () => {
    const many = Array.from({ length: 150 }, (_, n) => ({ _id: `id-${n}`, name: `P${n}`, price: 1, countInStock: 1 }));
    const { server, user } = openList(
      {
        "admin.products.matching": (input) => {
          const { after } = Object(input);
          const start = after === undefined ? 0 : many.findIndex(({ _id }) => _id === after) + 1;
          return many.slice(start, start + 100);
        },
        "admin.products.bulkEdit": (input) => ({ changed: Object(input).rows.length, unchanged: 0 }),
        "admin.products.undoBulkEdit": () => ({ restored: 75, left: [] }),
      },
      150,
    );
    await screen.findByRole("rowheader", { name: /Lamp/ });
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await user.click(screen.getByRole("button", { name: "Select all 150 products" }));
    expect(screen.getByText("All 150 selected")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("150 products published")).toBeDefined();
    expect(server.inputsOf("admin.products.bulkEdit").map((input) => Object(input).rows.length)).toEqual([100, 50]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Undone for 150 products")).toBeDefined();
  });

  it("bring a deleted product back", async () => {
    const { server, user } = openList({
      "admin.products.delete": () => ({ message: "Product deleted" }),
      "admin.products.restore": () => ({ message: "Product restored" }),
    });
    await user.click(await screen.findByRole("button", { name: "Delete Lamp" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Product restored")).toBeDefined();
    await waitFor(() => expect(server.inputsOf("admin.products.restore")).toEqual([{ id: lamp._id }]));
  });
});

describe("the page of a product", () => {
  const detail = { ...lamp, description: "", reviews: [], user: null, updatedAt: "2026-01-02T03:04:05.000Z" };
  const record = {
    importKey: "SKU-7",
    sales: {
      recent: { units: 1, revenue: 19.9 },
      all: { units: 1_200, revenue: 20_000 },
      lastSoldAt: "2026-03-04T05:06:07.000Z",
    },
  };

  function openPage(answers: Parameters<typeof stubServer>[0] = {}) {
    localStorage.setItem("userInfo", JSON.stringify(boss));
    const server = stubServer({
      "account.profile": () => boss,
      "catalog.brands": () => [{ _id: "b1", name: "Lumen" }],
      "catalog.categories": () => [{ _id: "c1", name: "Home" }],
      "admin.products.byId": () => detail,
      "admin.products.record": () => record,
      "admin.products.update": (input) => ({ ...detail, ...Object(input), version: 5 }),
      ...answers,
    });
    return { server, ...renderShop(`/admin/product/${lamp._id}/edit`) };
  }

  it("has its name as the title, its sales and its key, and a card that follows the form", async () => {
    const { user } = openPage();
    expect(await screen.findByRole("heading", { level: 1, name: "Lamp" })).toBeDefined();
    expect(await screen.findByText("1 unit · $19.90")).toBeDefined();
    expect(screen.getByText("1,200 units · $20,000.00")).toBeDefined();
    expect(screen.getByText("2026-03-04")).toBeDefined();
    expect(screen.getByText("SKU-7")).toBeDefined();
    await fill(user, screen.getByLabelText("Name"), " of brass");
    await user.clear(screen.getByLabelText("Price"));
    await user.type(screen.getByLabelText("Price"), "7");
    const card = document.querySelector("article");
    expect(card?.textContent).toContain("Lamp of brass");
    expect(card?.textContent).toContain("$7.00");
  });

  it("takes a product out of the shop by its switch, with the next save", async () => {
    const { server, user } = openPage();
    await user.click(await screen.findByRole("switch", { name: /^Show in the shop/ }));
    expect(screen.getByText("It leaves the shop once you save.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Save and unpublish" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    expect(server.inputsOf("admin.products.update")).toMatchObject([{ state: "draft", name: "Lamp" }]);
  });

  it("keeps a withdrawn product a draft until the switch says otherwise", async () => {
    const { server, user } = openPage({
      "admin.products.byId": () => ({ ...detail, isDraft: true }),
      "admin.products.update": (input) => ({ ...detail, ...Object(input), isDraft: true, version: 5 }),
    });
    await fill(user, await screen.findByLabelText("Description"), "Bright");
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    expect(server.inputsOf("admin.products.update")).toMatchObject([{ state: "draft" }]);
    await user.click(screen.getByRole("switch", { name: /^Show in the shop/ }));
    expect(screen.getByRole("button", { name: "Save and publish" })).toBeDefined();
  });

  it("duplicates it and opens the copy", async () => {
    const copy = { ...detail, _id: "00000000-copy", name: "Copy of Lamp", isDraft: true, version: 1 };
    const { user, router } = openPage({
      "admin.products.duplicate": () => copy,
      "admin.products.byId": (input) => (Object(input).id === copy._id ? copy : detail),
    });
    await user.click(await screen.findByRole("button", { name: "Duplicate" }));
    expect(await screen.findByText("Product duplicated")).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/product/${copy._id}/edit`));
    expect(await screen.findByRole("heading", { level: 1, name: "Copy of Lamp" })).toBeDefined();
  });

  it("says when its sales cannot be loaded, beside a form that works", async () => {
    openPage({ "admin.products.record": () => new Refusal(403) });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load the sales");
    expect(screen.getByLabelText("Name")).toBeDefined();
  });
});

describe("a group in the list of products", () => {
  const [small, large] = [
    { ...product("Tunic", { price: 20 }), _id: "small", variant: "S", countInStock: 4 },
    { ...product("Tunic", { price: 24 }), _id: "large", variant: "L", countInStock: 0, isDraft: true },
  ];
  const line = { ...small, group: { _id: "g1", name: "Tunic", variants: [small, large] } };
  const answers = {
    "admin.products.page": () => ({ rows: [line, rug], page: 1, pages: 1, total: 2, products: 3 }),
  };

  it("is one line with the prices and the sums of its variants, which folds out", async () => {
    const { user, server } = openList({
      ...answers,
      "admin.products.editField": () => ({ ...saved, price: 26, currentPrice: 26 }),
    });
    const row = (await screen.findByRole("rowheader", { name: /^Tunic/ })).closest("tr");
    for (const text of ["1 draft", "$20.00 – $24.00", "2 variants"]) expect(row?.textContent).toContain(text);
    expect(row?.querySelector("[data-column=STOCK]")?.textContent).toBe("4");
    expect(screen.queryByRole("rowheader", { name: /^L/ })).toBeNull();
    const fold = screen.getByRole("button", { name: "2 variants of Tunic" });
    fold.focus();
    await user.keyboard("{Enter}");
    expect(fold.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("rowheader", { name: /^L/ })).toBeDefined();
    (await cell("Price of Tunic · L")).focus();
    await user.keyboard("26{Enter}");
    expect(await screen.findByText("Price of Tunic · L is now $26.00")).toBeDefined();
    expect(server.inputsOf("admin.products.editField")).toMatchObject([{ id: "large", field: "price", value: 26 }]);
    await waitFor(() => expect(row?.textContent).toContain("$20.00 – $26.00"));
    await user.click(fold);
    expect(screen.queryByRole("rowheader", { name: /^L/ })).toBeNull();
  });

  it("is selected with all of its variants, and acts are for them", async () => {
    const { user, server } = openList({ ...answers, "admin.products.bulkEdit": () => ({ changed: 2, unchanged: 0 }) });
    await user.click(await screen.findByRole("checkbox", { name: "Select Tunic" }));
    expect(screen.getByText("2 selected")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "2 variants of Tunic" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Tunic · S" }));
    expect(screen.getByRole("checkbox", { name: "Select Tunic" })).toHaveProperty("checked", false);
    await user.click(screen.getByRole("checkbox", { name: "Select Tunic · S" }));
    await user.click(screen.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("2 products published")).toBeDefined();
    expect(server.inputsOf("admin.products.bulkEdit")).toMatchObject([{ rows: [{ id: "small" }, { id: "large" }] }]);
  });
});
