import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-02T03:04:05.000Z" };
const lamp = {
  _id: "00000000-00001",
  name: "Lamp",
  image: "",
  brand: "Lumen",
  category: "Home",
  price: 19.9,
  countInStock: 3,
  rating: 0,
  numReviews: 0,
  isDraft: false,
  isStockCounted: true,
  createdAt: times.createdAt,
  version: 4,
  soldUnits: 12,
};
const draft = { ...lamp, _id: "00000000-00002", name: "Sample name", isDraft: true };
const lampDetail = { ...lamp, ...times, description: "Bright", reviews: [], user: null, version: 4 };
const unsold = { recent: { units: 0, revenue: 0 }, all: { units: 0, revenue: 0 }, lastSoldAt: null };
const names = {
  "catalog.brands": () => [
    { _id: "b1", name: "Loom" },
    { _id: "b2", name: "Lumen" },
  ],
  "catalog.categories": () => [{ _id: "c1", name: "Home" }],
  "admin.products.record": () => ({ importKey: null, sales: unsold }),
  "admin.brands.menuOrder": () => ({ placed: [], others: [] }),
  "admin.brands.merges": () => [],
  "admin.categories.menuOrder": () => ({ placed: [], others: [] }),
  "admin.categories.merges": () => [],
};
const pageOf = (rows: { _id: string; price?: number; cost?: number }[]) => ({
  rows: rows.map((row) => ({ ...row, editedPrice: row.price })),
  page: 1,
  pages: 1,
  total: rows.length,
});

/** Codes and facts that nobody has entered. */
const noTrade = Object.fromEntries(
  [
    ...["sku", "gtin", "mpn", "cost", "weightGrams", "lengthMm", "widthMm", "heightMm"],
    ...["originCountry", "hsCode", "contentAmount", "contentUnit", "unitBasis"],
  ].map((name) => [name, ""]),
);

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({ "account.profile": () => boss, ...names, ...answers });
}

// Whole screens of many fields, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("A product that was edited five seconds ago is loaded anew, and not shown as it was", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let isSlow = false;
    asAdmin({
      "admin.products.byId": () => (isSlow ? new Promise(() => undefined) : lampDetail),
      "admin.products.page": () => pageOf([lamp]),
    });
    const { router } = renderShop(`/admin/product/${lamp._id}/edit`);
    await screen.findByDisplayValue("Lamp");
    isSlow = true;
    await act(() => router.navigate("/admin/productlist"));
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await act(() => router.navigate(`/admin/product/${lamp._id}/edit`));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByDisplayValue("Lamp")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

describe("the list of products", () => {
  it("has its columns, and says of each product what is not as usual", async () => {
    asAdmin({
      "admin.products.page": () =>
        pageOf([{ ...lamp, cost: 11.94 }, draft, { ...lamp, cost: 11.94, _id: "3", name: "Rug", countInStock: 0 }]),
    });
    renderShop("/admin/productlist");
    await screen.findByRole("rowheader", { name: /Lamp/ });
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["ID", "NAME", "STATE", "PRICE", "STOCK", "SOLD", "MARGIN", "CATEGORY", "BRAND", "Actions"]);
    const cells = screen
      .getAllByRole("row")
      .map((row) => [...row.querySelectorAll("td, th")].map((cell) => cell.textContent));
    expect(cells.slice(1)).toEqual([
      ["", "00001", "LampPublished", "Published", "$19.90", "3Low", "12", "40%", "Home", "Lumen", ""],
      ["", "00002", "Sample nameDraft", "Draft", "$19.90", "3", "12", "–", "Home", "Lumen", ""],
      ["", "3", "RugPublished", "Published", "$19.90", "0Sold out", "12", "40%", "Home", "Lumen", ""],
    ]);
  });

  it("has its page in the path and its filters in the query", async () => {
    const server = asAdmin({ "admin.products.page": () => ({ ...pageOf([lamp]), page: 2, pages: 3, total: 60 }) });
    const { user, router } = renderShop("/admin/productlist/2?state=draft&brand=b1");
    await screen.findByRole("rowheader", { name: /Lamp/ });
    expect(server.inputsOf("admin.products.page")[0]).toMatchObject({ pageNumber: 2, state: "draft", brand: "b1" });
    expect(screen.getByRole("link", { name: "Page 3" }).getAttribute("href")).toBe(
      "/admin/productlist/3?state=draft&brand=b1",
    );
    expect(screen.getByRole("link", { name: "Page 1" }).getAttribute("href")).toBe(
      "/admin/productlist/1?state=draft&brand=b1",
    );
    await user.selectOptions(screen.getByLabelText("Category"), "Home");
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/productlist"));
    expect(router.state.location.search).toBe("?state=draft&brand=b1&category=c1");
  });

  it("says when there are none, and when they cannot be loaded", async () => {
    asAdmin({ "admin.products.page": () => pageOf([]) });
    renderShop("/admin/productlist");
    expect(await screen.findByText("No products found.")).toBeDefined();
    cleanup();
    asAdmin({ "admin.products.page": () => new Refusal(403) });
    renderShop("/admin/productlist");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load products");
  });

  it("asks before a product is made, and opens it with its name selected", async () => {
    const server = asAdmin({
      "admin.products.page": () => pageOf([lamp]),
      "admin.products.create": () => ({ ...lampDetail, ...draft, version: 1 }),
      "admin.products.byId": () => ({ ...lampDetail, ...draft, version: 1 }),
    });
    const { user, router } = renderShop("/admin/productlist");
    await user.click(await screen.findByRole("button", { name: "Create Product" }));
    expect(screen.getByRole("dialog", { name: "Create a new product?" })).toBeDefined();
    await user.keyboard("{Escape}");
    expect(server.inputsOf("admin.products.create")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Create Product" }));
    await user.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText("Product created")).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/product/${draft._id}/edit`));
    const name = await screen.findByLabelText("Name");
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.keyboard("Rug");
    expect(name).toHaveProperty("value", "Rug");
  });

  it.each([
    [{ message: "Product deleted" }, "Product deleted"],
    [new Refusal(500), "Delete failed"],
    [new Refusal(404, "Product not found"), "Product not found"],
  ])("asks before a product is deleted, and says how it went", async (answer, message) => {
    const server = asAdmin({ "admin.products.page": () => pageOf([lamp]), "admin.products.delete": () => answer });
    const { user } = renderShop("/admin/productlist");
    await user.click(await screen.findByRole("button", { name: "Delete Lamp" }));
    expect(screen.getByRole("dialog", { name: "Delete this product?" }).textContent).toContain("Lamp");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(server.inputsOf("admin.products.delete")).toEqual([{ id: lamp._id }]);
  });
});

const film = (n: number) => `/uploads/0190c4de-0000-7000-8000-00000000000${n}.mp4`;

describe("editing a product", () => {
  const path = `/admin/product/${lamp._id}/edit`;
  const saving = (
    save: (input: unknown) => unknown = (input) => ({ ...lampDetail, ...Object(input), version: 5 }),
  ) => ({
    "admin.products.byId": () => lampDetail,
    "admin.products.update": save,
  });

  it("sends every field, and with the stock the one that it started from", async () => {
    const server = asAdmin(saving());
    const { user } = renderShop(path);
    const stock = await screen.findByLabelText("Count in stock");
    await user.clear(stock);
    await user.type(stock, "12");
    await user.clear(screen.getByLabelText("Price"));
    await fill(user, screen.getByLabelText("Price"), "20.05");
    await user.click(screen.getByRole("combobox", { name: "Brand" }));
    await user.click(await screen.findByRole("option", { name: "Loom", hidden: true }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    expect(server.inputsOf("admin.products.update")).toEqual([
      {
        id: lamp._id,
        name: "Lamp",
        price: 20.05,
        image: "",
        brand: "Loom",
        category: "Home",
        makesTerms: true,
        description: "Bright",
        countInStock: 12,
        seenCountInStock: 3,
        version: 4,
        imageAlt: "",
        moreImages: [],
        videos: [],
        attributes: [],
        state: "published",
        isMarkdown: false,
        isStockCounted: true,
        ...noTrade,
        taxClass: "standard",
      },
    ]);
  });

  it("needs captions for a video in which somebody speaks, which can be typed as lines with their times", async () => {
    const editedVideos = [
      { video: film(1), poster: "", alt: "", captions: "", hasNoSpeech: false },
      { video: film(2), poster: "", alt: "Its parts", captions: "", hasNoSpeech: true },
    ];
    const server = asAdmin({ ...saving(), "admin.products.byId": () => ({ ...lampDetail, editedVideos }) });
    const { user } = renderShop(path);
    await fill(user, await screen.findByLabelText("What video 1 shows"), "How it lights");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Please add captions, or mark that nobody speaks")).toBeDefined();
    expect(server.inputsOf("admin.products.update")).toEqual([]);
    await fill(user, screen.getByLabelText("Captions of video 1"), "0:01 Press the button");
    await user.click(screen.getByRole("button", { name: "Move video 1 down" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    const captions = "WEBVTT\n\n00:00:01.000 --> 00:00:05.000\nPress the button\n";
    expect(server.inputsOf("admin.products.update")).toMatchObject([
      { videos: [editedVideos[1], { ...editedVideos[0], alt: "How it lights", captions }] },
    ]);
  });

  it("sells without counting, and counts again from what is typed", async () => {
    const server = asAdmin(
      saving((input) => ({ ...lampDetail, ...Object(input), countInStock: 1_000_000, version: 5 })),
    );
    const { user } = renderShop(path);
    const isCounted = await screen.findByRole("switch", { name: /^Count the stock/ });
    await user.click(isCounted);
    expect(screen.queryByLabelText("Count in stock")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    expect(server.inputsOf("admin.products.update")[0]).toMatchObject({ isStockCounted: false });
    await user.click(screen.getByRole("switch", { name: /^Count the stock/ }));
    expect(await screen.findByLabelText("Count in stock")).toHaveProperty("value", "0");
  });

  it("refuses what is wrong before anything is sent", async () => {
    const server = asAdmin(saving());
    const { user } = renderShop(path);
    const name = await screen.findByLabelText("Name");
    await user.clear(name);
    await user.clear(screen.getByLabelText("Price"));
    await fill(user, screen.getByLabelText("Price"), "1.005");
    await user.clear(screen.getByLabelText("Count in stock"));
    await fill(user, screen.getByLabelText("Image address"), "javascript:alert(1)");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Name is required")).toBeDefined();
    expect(screen.getByText("Price can have at most two decimals")).toBeDefined();
    expect(screen.getByText("Count in stock is required")).toBeDefined();
    expect(screen.getByText("Image must be empty, a path of this shop or an https address")).toBeDefined();
    expect(document.activeElement).toBe(name);
    expect(server.inputsOf("admin.products.update")).toEqual([]);
  });

  it("says what is wrong with a field as soon as it is left", async () => {
    asAdmin(saving());
    const { user } = renderShop(path);
    const price = await screen.findByLabelText("Price");
    await user.clear(screen.getByLabelText("Name"));
    await user.clear(price);
    expect(await screen.findByText("Name is required")).toBeDefined();
    await user.tab();
    expect(await screen.findByText("Price is required")).toBeDefined();
    await user.type(price, "-5");
    await user.tab();
    expect(await screen.findByText("Price cannot be negative")).toBeDefined();
    expect(price).toHaveProperty("value", "-5");
    await user.clear(price);
    await user.type(price, "-");
    await user.tab();
    expect(await screen.findByText("Price is required")).toBeDefined();
    const stock = screen.getByLabelText("Count in stock");
    await user.clear(stock);
    await user.type(stock, "1.5");
    await user.tab();
    expect(await screen.findByText(/^Count in stock must be a whole number/)).toBeDefined();
  });

  it("of a draft says who sees it, and can be saved as it is", async () => {
    const unsaved = { ...lampDetail, isDraft: true, version: 1 };
    const server = asAdmin({ ...saving(), "admin.products.byId": () => unsaved });
    const { user } = renderShop(path);
    expect((await screen.findByText(/Only admins see this until you save/)).textContent).toContain("Draft");
    expect(screen.queryByRole("link", { name: "View in shop" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save and publish" }));
    expect(await screen.findByText("Product updated")).toBeDefined();
    expect(server.inputsOf("admin.products.update")).toHaveLength(1);
  });

  it("keeps what was typed when a save fails", async () => {
    asAdmin(saving(() => new Refusal(500)));
    const { user } = renderShop(path);
    await fill(user, await screen.findByLabelText("Description"), " and warm");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Update failed");
    expect(screen.getByLabelText("Description")).toHaveProperty("value", "Bright and warm");
    expect(screen.getByText("15 of 5,000 characters")).toBeDefined();
  });

  it("says when there is no such product, and why its brands do not come", async () => {
    asAdmin({ "admin.products.byId": () => new Refusal(500) });
    renderShop(path);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load product");
    cleanup();
    asAdmin({ ...saving(), "catalog.brands": () => new Refusal(403) });
    renderShop(path);
    expect(await screen.findByText("Failed to load brands")).toBeDefined();
  });
});

/** A stub of XMLHttpRequest with upload progress; the test sends the response. */
class StubUpload {
  static last: StubUpload | undefined;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = "";
  timeout = 0;
  sent: FormData | undefined;
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    StubUpload.last = this;
  }
  open() {}
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.onload?.();
  }
}

describe("a product's image", () => {
  const path = `/admin/product/${lamp._id}/edit`;
  const file = new File(["x"], "x.png", { type: "image/png" });

  async function begin() {
    vi.stubGlobal("XMLHttpRequest", StubUpload);
    StubUpload.last = undefined;
    const server = asAdmin({
      "admin.products.byId": () => lampDetail,
      "admin.products.update": (input) => ({ ...lampDetail, ...Object(input) }),
    });
    const shop = renderShop(path);
    await shop.user.upload(await screen.findByLabelText("Picture file"), file);
    await waitFor(() => expect(StubUpload.last?.sent).toBeDefined());
    return { ...shop, server, request: () => StubUpload.last };
  }

  it("is uploaded as one file with its progress, and is saved with the product", async () => {
    const { user, server, request } = await begin();
    expect(request()?.sent?.getAll("image")).toHaveLength(1);
    request()?.upload.onprogress?.({ loaded: 1, total: 4 });
    await waitFor(() =>
      expect(screen.getByRole("progressbar", { name: "Upload" }).getAttribute("aria-valuenow")).toBe("25"),
    );
    request()?.answer(200, { message: "Image uploaded", image: "/uploads/new.webp" });
    expect(await screen.findByText("Image uploaded")).toBeDefined();
    expect(screen.getByLabelText("Image address")).toHaveProperty("value", "/uploads/new.webp");
    expect(screen.queryByRole("progressbar", { name: "Upload" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.inputsOf("admin.products.update")).toMatchObject([{ image: "/uploads/new.webp" }]),
    );
  });

  it.each([
    [400, { message: "The picture is damaged", code: "VALIDATION" }, "The picture is damaged"],
    [502, "<html>", "An unknown error occurred"],
    [200, "<html>", "The shop's answer could not be read. Please try again."],
  ])("that is refused with %s keeps the old one and shows the reason", async (status, body, message) => {
    const { request } = await begin();
    request()?.answer(status, body);
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(screen.getByLabelText("Image address")).toHaveProperty("value", "");
  });

  it("can be cancelled during the upload", async () => {
    const { user, request } = await begin();
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    expect(request()?.isAborted).toBe(true);
    expect(await screen.findByRole("button", { name: "Choose a picture" })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("signs out when the session has ended", async () => {
    const { router, request } = await begin();
    request()?.answer(401, { message: "Please sign in", code: "UNAUTHENTICATED" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  });

  it("can be dropped, and is not sent when it is too heavy", async () => {
    vi.stubGlobal("XMLHttpRequest", StubUpload);
    StubUpload.last = undefined;
    asAdmin({ "admin.products.byId": () => lampDetail });
    renderShop(path);
    const zone = (await screen.findByRole("button", { name: "Choose a picture" })).closest("fieldset")?.children[1];
    if (zone === undefined) throw new Error("there is no drop zone");
    const heavy = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "heavy.png", { type: "image/png" });
    fireEvent.drop(zone, { dataTransfer: { files: [heavy] } });
    expect((await screen.findByRole("alert")).textContent).toBe("A picture can have at most 5 MB");
    expect(StubUpload.last).toBeUndefined();
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
    await waitFor(() => expect(StubUpload.last).toBeDefined());
  });
});

describe("the screens of brands", () =>
  testScreens({ taxonomy: "brand", word: "Brand", many: "brands", api: "admin.brands" }));

describe("the screens of categories", { tags: "wide" }, () =>
  testScreens({ taxonomy: "category", word: "Category", many: "categories", api: "admin.categories" }),
);

type Screens = { taxonomy: string; word: string; many: string; api: string };

function testScreens({ taxonomy, word, many, api }: Screens): void {
  const loom = { _id: "00000000-1oom1", name: "Loom", products: 2, createdAt: times.createdAt };
  const page = { slug: "loom", description: "", image: "", imageAlt: "", menuPosition: null };
  const detail = { _id: loom._id, name: "Loom", ...page, version: 1, updatedAt: times.updatedAt };
  const list = `/admin/${taxonomy}list`;

  it("list them with their products", async () => {
    asAdmin({ [`${api}.page`]: () => pageOf([loom]) });
    renderShop(list);
    const row = (await screen.findByRole("rowheader", { name: "Loom" })).closest("tr") ?? document.body;
    expect([...row.querySelectorAll("td, th")].map((cell) => cell.textContent)).toEqual(["1oom1", "Loom", "2", ""]);
  });

  it("say when there are none and when they cannot be loaded", async () => {
    asAdmin({ [`${api}.page`]: () => pageOf([]) });
    renderShop(list);
    expect(await screen.findByText(`No ${many} found.`)).toBeDefined();
    cleanup();
    asAdmin({ [`${api}.page`]: () => new Refusal(403), [`${api}.byId`]: () => new Refusal(403) });
    renderShop(list);
    expect((await screen.findByRole("alert")).textContent).toContain(`Failed to load ${many}`);
    cleanup();
    renderShop(`/admin/${taxonomy}/x/edit`);
    expect(await screen.findByText(`Failed to load ${taxonomy}`)).toBeDefined();
  });

  it("make one after a question, and save its name", async () => {
    const server = asAdmin({
      [`${api}.page`]: () => pageOf([loom]),
      [`${api}.create`]: () => ({ ...detail, name: `New ${taxonomy}` }),
      [`${api}.byId`]: () => ({ ...detail, name: `New ${taxonomy}` }),
      [`${api}.update`]: (input: unknown) => ({ ...detail, ...Object(input), version: 2 }),
    });
    const { user } = renderShop(list);
    await user.click(await screen.findByRole("button", { name: `Create ${word}` }));
    const dialog = screen.getByRole("dialog", { name: `Create a new ${taxonomy}?` });
    await user.click(within(dialog).getByRole("button", { name: "Create" }));
    expect(await screen.findByText(`${word} created`)).toBeDefined();
    const name = await screen.findByLabelText("Name");
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.clear(name);
    await user.tab();
    expect(await screen.findByText("Name is required")).toBeDefined();
    await user.type(name, "Weft{Enter}");
    expect(await screen.findByText(`${word} updated`)).toBeDefined();
    const { slug: _slug, ...unchanged } = page;
    const parent = api === "admin.categories" ? { parentId: null } : {};
    const sent = { id: loom._id, ...unchanged, ...parent, name: "Weft", version: 1 };
    expect(server.inputsOf(`${api}.update`)).toEqual([sent]);
  });

  it("save what its page and the menu show, and lead to the page", async () => {
    const server = asAdmin({
      [`${api}.byId`]: () => ({ ...detail, menuPosition: 3 }),
      [`${api}.update`]: (input: unknown) => ({ ...detail, ...Object(input), version: 2 }),
    });
    const { user } = renderShop(`/admin/${taxonomy}/${loom._id}/edit`);
    await fill(user, await screen.findByLabelText("Description"), "Woven slowly.");
    await fill(user, screen.getByLabelText("Image address"), "/uploads/loom.webp");
    await fill(user, screen.getByLabelText("What the image shows"), "A loom");
    const position = screen.getByLabelText("Position in the menu");
    await user.clear(position);
    await user.type(position, "0");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Position in the menu must be a whole number from 1 to 999")).toBeDefined();
    await user.clear(position);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(`${word} updated`)).toBeDefined();
    const sent = { description: "Woven slowly.", image: "/uploads/loom.webp", imageAlt: "A loom" };
    expect(server.inputsOf(`${api}.update`)).toMatchObject([{ ...sent, menuPosition: null }]);
    expect(screen.getByRole("link", { name: "View in shop" }).getAttribute("href")).toBe(`/${taxonomy}/loom`);
  });

  const order = {
    placed: [
      { _id: "1", name: "First" },
      { _id: "2", name: "Second" },
      { _id: "3", name: "Third" },
    ],
    others: [
      { _id: loom._id, name: "Loom" },
      { _id: "5", name: "Weft" },
    ],
  };

  it("merge one into another after a question with the number of products", async () => {
    const server = asAdmin({
      [`${api}.byId`]: (input) => ({
        ...detail,
        ...(Reflect.get(Object(input), "id") === "5" ? { _id: "5", name: "Weft" } : {}),
      }),
      [`${api}.menuOrder`]: () => order,
      [`${api}.page`]: () => pageOf([loom]),
      [`${api}.merge`]: () => ({ term: { ...detail, _id: "5", name: "Weft" }, products: 2, isDone: true }),
    });
    const { user, router } = renderShop(`/admin/${taxonomy}/${loom._id}/edit`);
    const select = await screen.findByRole("combobox", { name: "Move all products to" });
    await within(select).findByRole("option", { name: "Weft" });
    expect(screen.getByRole("button", { name: "Merge" }).getAttribute("aria-disabled")).toBe("true");
    expect(within(select).queryByRole("option", { name: "Loom" })).toBeNull();
    await user.selectOptions(select, "Weft");
    await user.click(screen.getByRole("button", { name: "Merge" }));
    const dialog = await screen.findByRole("dialog", { name: `Merge this ${taxonomy}?` });
    expect(dialog.textContent).toContain("Loom into Weft");
    expect(dialog.textContent).toContain("2 products move to Weft");
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("2 products moved to Weft")).toBeDefined();
    expect(server.inputsOf(`${api}.merge`)).toEqual([{ id: loom._id, into: "5" }]);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/${taxonomy}/5/edit`));
  });

  it("say that a merge of many products is in progress, and lead to the one that stays when it is done", async () => {
    let merges = [{ _id: loom._id, name: "Loom", into: { _id: "5", name: "Weft" }, left: 49_900 }];
    let isBegun = false;
    asAdmin({
      [`${api}.byId`]: (input) => ({
        ...detail,
        ...(Reflect.get(Object(input), "id") === "5" ? { _id: "5", name: "Weft" } : {}),
      }),
      [`${api}.menuOrder`]: () => order,
      [`${api}.page`]: () => pageOf([loom]),
      [`${api}.merges`]: () => (isBegun ? merges : []),
      [`${api}.merge`]: () => {
        isBegun = true;
        return { term: { ...detail, _id: "5", name: "Weft" }, products: 50_000, isDone: false };
      },
    });
    const { user, router } = renderShop(`/admin/${taxonomy}/${loom._id}/edit`);
    const select = await screen.findByRole("combobox", { name: "Move all products to" });
    await within(select).findByRole("option", { name: "Weft" });
    await user.selectOptions(select, "Weft");
    await user.click(screen.getByRole("button", { name: "Merge" }));
    const dialog = await screen.findByRole("dialog", { name: `Merge this ${taxonomy}?` });
    await user.click(within(dialog).getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("50,000 products are moving to Weft")).toBeDefined();
    expect(
      await screen.findByText(
        "Loom is being merged into Weft. 49,900 products have yet to move. You can go on working.",
      ),
    ).toBeDefined();
    expect(screen.queryByRole("combobox", { name: "Move all products to" })).toBeNull();
    merges = [];
    expect(await screen.findByText("Loom was merged into Weft", undefined, { timeout: 60_000 })).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/${taxonomy}/5/edit`));
  });

  it("say in the list which of them are being merged", async () => {
    asAdmin({
      [`${api}.page`]: () => pageOf([loom]),
      [`${api}.merges`]: () => [{ _id: loom._id, name: "Loom", into: { _id: "5", name: "Weft" }, left: 1 }],
    });
    renderShop(list);
    expect(
      await screen.findByText("Loom is being merged into Weft. 1 product has yet to move. You can go on working."),
    ).toBeDefined();
  });

  it("order them for the menu by buttons that keep the focus, and by dragging", async () => {
    const server = asAdmin({
      [`${api}.page`]: () => pageOf([loom]),
      [`${api}.menuOrder`]: () => order,
      [`${api}.orderMenu`]: () => order,
    });
    const { user } = renderShop(list);
    const down = await screen.findByRole("button", { name: "Move First down" });
    const rowOf = (name: string) =>
      screen.getByRole("button", { name: `Move ${name} up` }).closest("li") ?? document.body;
    expect(screen.getByRole("button", { name: "Save order" }).getAttribute("aria-disabled")).toBe("true");
    await user.click(down);
    expect(screen.getByText("First is number 2 of 3")).toBeDefined();
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Move First down"));
    await user.keyboard("{Enter}");
    // At the end, the way back has the focus.
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Move First up"));
    fireEvent.dragStart(rowOf("Third"), { dataTransfer: { setData: () => undefined } });
    fireEvent.dragOver(rowOf("Second"));
    fireEvent.drop(rowOf("Second"));
    expect(screen.getByText("Third is number 1 of 3")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Remove Second from the order" }));
    await user.selectOptions(screen.getByRole("combobox", { name: `Another ${taxonomy}` }), "Loom");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await user.click(screen.getByRole("button", { name: "Save order" }));
    expect(await screen.findByText("Order saved")).toBeDefined();
    expect(server.inputsOf(`${api}.orderMenu`)).toEqual([{ ids: ["3", "1", loom._id] }]);
  });

  it("mark a name that another has", async () => {
    asAdmin({
      [`${api}.byId`]: () => detail,
      [`${api}.update`]: () => new Refusal(409, `${word} already exists`, "NAME_TAKEN"),
    });
    const { user } = renderShop(`/admin/${taxonomy}/${loom._id}/edit`);
    await user.type(await screen.findByLabelText("Name"), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe(`${word} already exists`);
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Loom!");
  });

  it.each([
    [{ message: `${word} deleted` }, `${word} deleted`],
    [new Refusal(409, "Used by 2 products", "IN_USE"), "Used by 2 products"],
    [new Refusal(500), "Delete failed"],
  ])("ask before one is deleted, and say how it went", async (answer, message) => {
    asAdmin({ [`${api}.page`]: () => pageOf([loom]), [`${api}.delete`]: () => answer });
    const { user } = renderShop(list);
    await user.click(await screen.findByRole("button", { name: "Delete Loom" }));
    const dialog = screen.getByRole("dialog", { name: `Delete this ${taxonomy}?` });
    expect(dialog.textContent).toContain("Loom");
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(message)).toBeDefined();
  });
}
