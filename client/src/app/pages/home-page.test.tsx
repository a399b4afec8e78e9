import type { ProductPage, ProductSummary } from "@shop/shared/catalog/catalog";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const lamp: ProductSummary = {
  _id: "lamp",
  name: "Lamp",
  image: "/lamp.webp",
  brand: "Ember",
  category: "Home",
  description: "A lamp.",
  price: 20,
  countInStock: 5,
  rating: 4,
  numReviews: 2,
  user: null,
};
const lamps = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...lamp, _id: `lamp${from + index}`, name: `Lamp ${from + index}` }));

type Listed = Omit<ProductPage, "redirect">;

async function open(path: string, list: Listed, categories = ["Home", "Garden"]) {
  const terms = categories.map((name) => ({ _id: name, name }));
  const server = stubServer({
    "catalog.list": () => list,
    "catalog.featured": () => [],
    "catalog.brands": () => [{ _id: "ember", name: "Ember" }],
    "catalog.categories": () => terms,
  });
  const shop = renderShop(path);
  const found = await screen.findByRole("region", { name: "Products" });
  await within(found).findAllByText(list.products.length === 0 ? "No products found." : /^Lamp \d+$/);
  return { ...shop, server };
}

const found = () => {
  const parts = screen.getByRole("heading", { name: /All products|Results/ }).parentElement?.children ?? [];
  return [...parts].map(({ tagName, textContent }) => (tagName === "A" ? "" : textContent)).join("");
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the card of a product without an image", () => {
  it("shows the first letter of its name in the tint of its category", async () => {
    const [bare, other] = lamps(2).map((each) => ({ ...each, image: "" }));
    if (bare === undefined || other === undefined) throw new Error("There are no lamps");
    const products = [
      bare,
      { ...other, name: "Lamp 2" },
      { ...bare, _id: "spade", name: "Lamp 3", category: "Garden" },
    ];
    await open("/", { products, page: 1, pages: 1, total: 3 });
    const drawn = [...document.querySelectorAll<HTMLElement>("article [data-letter]")];
    expect(drawn.map(({ dataset }) => dataset.letter)).toEqual(["L", "L", "L"]);
    const tints = drawn.map(({ style }) => style.getPropertyValue("--hue"));
    expect(tints[1]).toBe(tints[0]);
    expect(tints[2]).not.toBe(tints[0]);
  });
});

describe("the headline of Home", () => {
  const server = (home: unknown) => ({
    "catalog.home": () => home,
    "catalog.list": () => ({ products: lamps(2), page: 1, pages: 2, total: 3 }),
    "catalog.featured": () => [],
    "catalog.entrances": () => [],
  });
  const specified = [{ kind: "featured" }, { kind: "entrances" }, { kind: "products" }];
  const own = { kind: "headline", title: "Spring", text: "", image: "", imageAlt: "", label: "", to: "" };

  it.each([
    ["/", specified, "Light that lasts"],
    ["/", [own, ...specified], "Lumen & Loom"],
    ["/page/2", specified, "Lumen & Loom"],
  ])("is the owner's on the first page at %s, unless the layout begins with one: %j", async (path, home, heading) => {
    stubServer(server(home));
    renderShop(path, [], { headline: "Light that lasts" });
    expect((await screen.findByRole("heading", { level: 1, name: heading })).textContent).toBe(heading);
    await screen.findByText("Lamp 1");
    expect(screen.getAllByRole("heading", { level: 1 }).map((each) => each.textContent)).toEqual([heading]);
  });
});

describe("the list of products", () => {
  it.each([
    ["/", { products: lamps(12), page: 1, pages: 10, total: 120 }, "All products 1–12 of 120 products"],
    [
      "/page/10",
      { products: lamps(3), page: 10, pages: 10, total: 111 },
      "All products page 10109–111 of 111 products",
    ],
    ["/", { products: lamps(7), page: 1, pages: 1, total: 7 }, "All products 7 products"],
    ["/", { products: lamps(1), page: 1, pages: 1, total: 1 }, "All products 1 product"],
    ["/?brand=Ember", { products: lamps(12), page: 1, pages: 10, total: 120 }, "All products 12 of 12 on this page"],
    [
      "/search/red%20dress",
      { products: lamps(12), page: 1, pages: 2, total: 24, foundWords: ["dress"] },
      "Results for “red dress” ProductsNo match for all words. Showing products for dress. 1–12 of 24 products",
    ],
    [
      "/search/lamp%20xyqzzy",
      { products: lamps(2), page: 1, pages: 1, total: 2, foundWords: ["lamp"], missingWords: ["xyqzzy"] },
      "Results for “lamp xyqzzy” ProductsNo products mean “xyqzzy”. Showing products for lamp. 2 products",
    ],
    // A server of the previous release.
    ["/", { products: lamps(12), page: 1, pages: 10 }, "All products "],
  ])("at %s says which products it shows, and of how many", async (path, list, text) => {
    await open(path, list);
    expect(found()).toBe(text);
  });

  it("says where others have bought the first products after the same search", async () => {
    await open("/search/zarf", { products: lamps(2), page: 1, pages: 1, total: 2, foundBy: "purchases" });
    expect(
      await screen.findByText("No match for all words. Showing what others bought after this search."),
    ).toBeDefined();
  });

  it("has a skip link of its own", async () => {
    await open("/", { products: lamps(2), page: 1, pages: 1, total: 2 });
    const target = screen.getByRole("link", { name: "Skip to products" }).getAttribute("href");
    expect(document.querySelector(target ?? "")).toBe(screen.getByRole("region", { name: "Products" }));
  });

  it("says how many pages there are to those who went beyond the last", async () => {
    await open("/page/9", { products: [], page: 9, pages: 1, total: 5 });
    expect(screen.getByText("There is only one page.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to the shop" }).getAttribute("href")).toBe("/");
  });
});

describe("what is read of a search", () => {
  const read: ProductPage["read"] = {
    parts: [
      { typed: "under $30", kind: "price", value: "-30" },
      { typed: "green", kind: "attribute", value: "Color:Green" },
      { typed: "new", kind: "sort", value: "newest" },
    ],
    rest: "lamp",
    query: "?keyword=lamp&attribute=Color%3AGreen&price=-30&sort=newest",
  };

  it("is shown, and each part has a link that searches it as typed", async () => {
    const path = "/search/new%20green%20lamp%20under%20%2430";
    await open(path, { products: lamps(2), page: 1, pages: 1, total: 2, read });
    const chips = await screen.findByRole("list", { name: "Read from your search" });
    expect(
      within(chips)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Remove filter Price Up to $30.00",
      "Remove filter Color Green",
      "Remove filter Order Newest",
      "Clear all",
    ]);
    const [price] = within(chips).getAllByRole("link");
    expect(price?.getAttribute("href")).toBe(`${path}?typed=under+%2430`);
    expect(screen.getByRole("link", { name: "Filter and sort all" }).getAttribute("href")).toBe(
      `/products${read.query}`,
    );
  });

  it("can be taken off, so that its words are searched", async () => {
    const { server } = await open("/search/lamp%20under%20%2430", {
      products: lamps(2),
      page: 1,
      pages: 1,
      total: 2,
      read,
    });
    fireEvent.click(await screen.findByRole("link", { name: "Remove filter Price Up to $30.00" }));
    await vi.waitFor(() =>
      expect(server.inputsOf("catalog.list")).toContainEqual({
        keyword: "lamp under $30",
        pageNumber: 1,
        typed: ["under $30"],
      }),
    );
  });

  it("is named where nothing meets it, with a way without it", async () => {
    await open("/search/lamp%20under%20%2430", { products: [], page: 1, pages: 0, total: 0, read });
    expect(screen.getByText("Nothing for “lamp” meets all that you asked for.")).toBeDefined();
    const way = screen.getByRole("link", { name: "Search without these filters" });
    expect(way.getAttribute("href")).toContain("?typed=under+%2430&typed=green&typed=new");
  });
});

describe("the shop window", () => {
  async function openWindow(featured: () => unknown) {
    stubServer({
      "catalog.list": () => ({ products: lamps(1), page: 1, pages: 1, total: 1 }),
      "catalog.featured": featured,
      "catalog.brands": () => [],
      "catalog.categories": () => [],
    });
    renderShop("/");
    await screen.findByRole("heading", { level: 3, name: "Lamp 0" });
  }
  const shopWindow = () => screen.queryByRole("region", { name: "Featured products" });
  const dots = () => screen.queryAllByRole("button", { name: /^Slide / }).length;

  it.each([
    [0, 0],
    [1, 0],
    [2, 2],
  ])("of %i products has %i indicators, and is there only with a product", async (count, indicators) => {
    await openWindow(() => lamps(count, 10));
    expect(shopWindow() !== null).toBe(count > 0);
    expect(shopWindow()?.querySelector("a")?.textContent ?? "").toContain(count > 0 ? "$20.00" : "");
    expect(dots()).toBe(indicators);
  });

  it("leaves out products without an image, and is not there without any", async () => {
    const [pictured, ...bare] = lamps(3, 10).map((each, place) => (place === 0 ? each : { ...each, image: "" }));
    await openWindow(() => (pictured === undefined ? [] : [pictured, ...bare]));
    expect(shopWindow()?.querySelectorAll("a")).toHaveLength(1);
    expect(dots()).toBe(0);
    cleanup();
    await openWindow(() => bare);
    expect(shopWindow()).toBeNull();
  });

  it("shows the next product after five seconds, unless someone points at it", async () => {
    await openWindow(() => lamps(2, 10));
    const carousel = shopWindow() ?? document.body;
    const shown = () => carousel.querySelector("[role=group]:not([inert]) a")?.getAttribute("href");
    fireEvent.mouseEnter(carousel);
    vi.useFakeTimers();
    try {
      const wait = () => act(() => vi.advanceTimersByTime(5_000));
      const first = shown();
      wait();
      expect(shown()).toBe(first);
      fireEvent.mouseLeave(carousel);
      wait();
      expect([first, shown()].toSorted()).toEqual(["/product/lamp10", "/product/lamp11"]);
      wait();
      expect(shown()).toBe(first);
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows the product that was asked for by button, dot or arrow key, and begins again after the last", async () => {
    await openWindow(() => lamps(3, 10));
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
    const links = () => [...(shopWindow()?.querySelectorAll("[role=group]:not([inert]) a") ?? [])];
    const shown = () => links().map((link) => link.getAttribute("href"));
    press("Slide 3 of 3");
    expect(shown()).toEqual(["/product/lamp12"]);
    press("Next slide");
    expect(shown()).toEqual(["/product/lamp10"]);
    press("Previous slide");
    expect(shown()).toEqual(["/product/lamp12"]);
    fireEvent.keyDown(shopWindow() ?? document.body, { key: "ArrowLeft" });
    expect(shown()).toEqual(["/product/lamp11"]);
    expect(screen.getByRole("button", { name: "Slide 2 of 3" }).getAttribute("aria-current")).toBe("true");
  });

  it("that fails to load says so above the products", async () => {
    await openWindow(() => new Refusal(500));
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load products");
    expect(shopWindow()).toBeNull();
  });
});

describe("the owner's Home", () => {
  const headline = {
    kind: "headline",
    title: "Winter",
    text: "",
    image: "/lamp.webp",
    imageAlt: "",
    label: "Go",
    to: "/products",
  };
  const open = (blocks: object[], path = "/") => {
    stubServer({
      "catalog.list": () => ({ products: lamps(1), page: 1, pages: 3, total: 30 }),
      "catalog.featured": () => lamps(2, 10),
      "catalog.brands": () => [],
      "catalog.categories": () => [],
      "catalog.home": () => blocks,
    });
    renderShop(path);
    return screen.findByRole("heading", { level: 3, name: "Lamp 0" });
  };
  const headings = () =>
    within(screen.getByRole("main"))
      .getAllByRole("heading", { level: 2 })
      .map(({ textContent }) => textContent?.trim());

  it("has its parts in the owner's order", async () => {
    const review = { _id: "r", name: "Ada", rating: 5, comment: "As lovely as can be.", product: { ...lamp } };
    const body = [{ type: "paragraph", content: ["We ship at once."] }];
    const row = { kind: "row", title: "On sale", to: "/products", products: lamps(2, 20) };
    await open([
      headline,
      { kind: "products" },
      row,
      { kind: "reviews", title: "Praise", reviews: [review] },
      { kind: "text", body },
      { kind: "featured" },
    ]);
    await screen.findByText("We ship at once.");
    expect(headings()).toEqual(["Winter", "All products", "Filter Products", "On sale", "Praise"]);
    expect(screen.getByRole("link", { name: "Go" }).getAttribute("href")).toBe("/products");
    expect(screen.getByRole("link", { name: "On sale: see all" }).getAttribute("href")).toBe("/products");
    const text = screen.getByRole("main").textContent ?? "";
    expect(text.indexOf("We ship at once.")).toBeLessThan(text.indexOf("Lamp 10"));
  });

  it("moves the list above the carousel where the owner wants it so", async () => {
    await open([{ kind: "products" }, { kind: "featured" }]);
    await screen.findByRole("region", { name: "Featured products" });
    const text = screen.getByRole("main").textContent ?? "";
    expect(text.indexOf("All products")).toBeLessThan(text.indexOf("Lamp 10"));
    expect(screen.queryByRole("navigation", { name: "Categories and brands" })).toBeNull();
  });
});

describe("what fails to load", () => {
  it("says in its own place what it is", async () => {
    stubServer({ "catalog.featured": () => [] });
    renderShop("/");
    for (const what of ["products", "brands", "categories"]) {
      expect(await screen.findByText(`Failed to load ${what}`)).toBeDefined();
    }
    expect(screen.getAllByRole("alert")).toHaveLength(3);
  });
});

describe("a product card", () => {
  it("shows rating, number of reviews and price, and says when the product is sold out", async () => {
    const soldOut = { ...lamp, _id: "gone", name: "Lamp 9", countInStock: 0 };
    await open("/", { products: [...lamps(1), soldOut], page: 1, pages: 1, total: 2 });
    const card = (name: string) => screen.getByRole("link", { name }).closest("article");
    expect(screen.getByRole("link", { name: "Lamp 0" }).getAttribute("href")).toBe("/product/lamp0");
    expect(card("Lamp 0")?.textContent).toContain("2 reviews$20.00");
    expect(card("Lamp 0")?.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("4 out of 5");
    expect(card("Lamp 0")?.textContent).not.toContain("Sold Out");
    expect(card("Lamp 9")?.textContent).toContain("Sold Out");
  });
});

describe("an empty shop", () => {
  it("offers no filters and no way back to itself, and can be looked at again", async () => {
    const { user, server } = await open("/", { products: [], page: 1, pages: 0, total: 0 }, []);
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("region", { name: "Filters" })).toBeNull();
    expect(main.queryByRole("link")).toBeNull();
    const before = server.inputsOf("catalog.list").length;
    await user.click(main.getByRole("button", { name: "Check again" }));
    expect(server.inputsOf("catalog.list").length).toBeGreaterThan(before);
  });
});

describe("the footer", () => {
  it("names the shop, and categories that there are only", async () => {
    await open("/", { products: [], page: 1, pages: 0, total: 0 }, []);
    const footer = within(screen.getByRole("contentinfo"));
    const links = footer.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/products", "/browse", "/saved"]);
    expect(footer.getByText("Lumen & Loom").parentElement?.textContent).toBe(
      `Lumen & Loom © ${new Date().getFullYear()}`,
    );
  });
});
