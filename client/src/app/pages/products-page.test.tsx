import type { ProductSummary } from "@shop/shared/catalog/catalog";
import type { FoundProducts } from "@shop/shared/catalog/product-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const lamp: ProductSummary = {
  _id: "lamp",
  name: "Lamp",
  image: "",
  brand: "Ember",
  category: "Home",
  description: "A lamp.",
  price: 20,
  countInStock: 5,
  rating: 4,
  numReviews: 2,
  user: null,
};
const exactly = (value: string, count: number) => ({ value, count, hasMore: false });
const brands = Array.from({ length: 11 }, (_, n) => exactly(`Brand ${n + 1}`, 11 - n));
const found: FoundProducts = {
  products: [lamp],
  page: 1,
  pages: 84,
  total: 1_000,
  hasMore: true,
  facets: {
    brand: [{ ...exactly("Ember", 1_000), hasMore: true }, ...brands],
    category: [exactly("Home", 7)],
    price: [exactly("0-24.99", 5)],
    rating: [exactly("4", 3)],
    inStock: { count: 6, hasMore: false },
  },
};

async function open(path: string, answer: (input: unknown) => unknown = () => found) {
  const server = stubServer({ "catalog.find": answer });
  const shop = renderShop(path);
  await screen.findByRole("heading", { level: 1 });
  const address = () => shop.router.state.location.pathname + shop.router.state.location.search;
  return { ...shop, server, address };
}

const filters = () => screen.findByRole("form", { name: "Filters" });
const chips = () =>
  screen
    .queryAllByRole("link", { name: /^Remove filter/ })
    .map((chip) => chip.textContent.replace("Remove filter ", ""));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("An entry for several variants says from which price on and in which colors, and leaves the size to be chosen", async () => {
  const shirt = {
    ...found.products[0],
    _id: "sand-m",
    name: "Linen Shirt",
    brand: "Ember",
    variant: "Sand, M",
    variants: {
      count: 6,
      fromPrice: 29,
      isOnePrice: false,
      swatches: [
        { label: "Sand", swatch: "#c2b280" },
        { label: "Green", swatch: "#1d6b4f" },
      ],
    },
  };
  const answer = () => ({ ...found, products: [shirt] });
  const { router } = await open("/products", answer);
  const card = (await screen.findByRole("heading", { level: 3, name: "Linen Shirt" })).closest("article");
  expect(card?.textContent).toContain("2 colors");
  expect(card?.textContent).toContain("from $29.00");
  expect(card?.textContent).not.toContain("Sand, M");
  expect(card?.querySelector("a")?.getAttribute("href")).toBe("/product/sand-m?choose");
  // Whoever has chosen the size has found this variant.
  await act(() => router.navigate("/products?attribute=Size%3AM"));
  await waitFor(() => expect(screen.getByText("Ember · Sand, M")).toBeDefined());
  expect(screen.getByRole("link", { name: "Linen Shirt" }).getAttribute("href")).toBe("/product/sand-m");
});

it("An entry for variants without swatches says by what they differ", async () => {
  const [plain] = found.products;
  const variants = { count: 6, fromPrice: 20, isOnePrice: true, swatches: [] };
  const products = [
    { ...plain, _id: "a", name: "Ring", variants: { ...variants, choices: "3 colors, 2 sizes" } },
    { ...plain, _id: "b", name: "Case", variants },
  ];
  await open("/products", () => ({ ...found, products }));
  const cardOf = async (name: string) =>
    (await screen.findByRole("heading", { level: 3, name })).closest("article")?.textContent;
  expect(await cardOf("Ring")).toContain("3 colors, 2 sizes");
  expect(await cardOf("Case")).not.toMatch(/colors|sizes|options/);
});

it("A card says by how much its product is reduced, and what it costs with the discounts that everybody gets", async () => {
  const [plain] = found.products;
  const discount = { name: "Summer", price: 15, regularPrice: 20, lowestPrice: 20 };
  const variants = { count: 2, fromPrice: 20, discountedFrom: 15, isOnePrice: false, swatches: [] };
  const products = [
    { ...plain, _id: "a", name: "Reduced", price: 20, discount },
    { ...plain, _id: "b", name: "As low before", price: 20, discount: { name: "Summer", price: 15 } },
    { ...plain, _id: "c", name: "In two sizes", price: 20, discount, variants },
    { ...plain, _id: "d", name: "Planned", price: 9.99, regularPrice: 10, lowestPrice: 10 },
  ];
  await open("/products", () => ({ ...found, products }));
  const cardOf = async (name: string) =>
    (await screen.findByRole("heading", { level: 3, name })).closest("article")?.textContent;
  expect(await cardOf("Reduced")).toMatch(/^−25%.*Reduced price \$15\.00 , regular price \$20\.00Summer/);
  expect(await cardOf("As low before")).toMatch(/^As low before.*\$15\.00Summer/);
  expect(await cardOf("In two sizes")).toMatch(/^−25%.*from \$15\.00/);
  expect(await cardOf("Planned")).toMatch(/^Planned.*Reduced price \$9\.99/);
});

describe("the list of all products", () => {
  it("has each choice in its address, shows it as a chip, and goes back to where one was", async () => {
    const { user, address, router } = await open("/products?pageNumber=3");
    await user.click(within(await filters()).getByRole("checkbox", { name: /^Brand 2/ }));
    expect(address()).toBe("/products?brand=Brand+2");
    await user.click(within(await filters()).getByRole("checkbox", { name: /^Ember/ }));
    await user.click(within(await filters()).getByRole("radio", { name: /^4 stars and up/ }));
    await user.click(within(await filters()).getByRole("checkbox", { name: /^In stock/ }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Price: low to high");
    expect(address()).toBe("/products?brand=Brand+2&brand=Ember&rating=4&inStock=true&sort=price-up");
    expect(chips()).toEqual(["Brand Brand 2", "Brand Ember", "Rating 4 stars and up", "Availability In stock"]);
    await user.click(screen.getByRole("link", { name: "Remove filter Brand Brand 2" }));
    expect(address()).toBe("/products?brand=Ember&rating=4&inStock=true&sort=price-up");
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Products" }));
    await user.click(screen.getByRole("link", { name: "Clear all" }));
    expect(address()).toBe("/products?sort=price-up");
    router.navigate(-5);
    await waitFor(() => expect(address()).toBe("/products?brand=Brand+2&brand=Ember"));
    await waitFor(() => expect(chips()).toEqual(["Brand Brand 2", "Brand Ember"]));
    router.navigate(-2);
    await waitFor(() => expect(address()).toBe("/products?pageNumber=3"));
  });

  it("offers what is on sale where something is, and has the choice in its address", async () => {
    const facets = { ...found.facets, onSale: { count: 2, hasMore: false } };
    const { user, address } = await open("/products", () => ({ ...found, facets }));
    const box = async () => within(await filters()).getByRole("checkbox", { name: /^On sale/ });
    await user.click(await box());
    expect(address()).toBe("/products?onSale=true");
    expect(chips()).toEqual(["Price On sale"]);
    await user.click(await box());
    expect(address()).toBe("/products");
  });

  it("shows the categories below a chosen one, of which one takes its place and that of those below it", async () => {
    const below = (value: string, count: number, parent: string) => ({ ...exactly(value, count), parent });
    const category = [
      exactly("Clothing", 9),
      exactly("Home", 7),
      below("Shirts", 5, "Clothing"),
      below("Polos", 2, "Shirts"),
    ];
    const { user, address } = await open("/products", () => ({ ...found, facets: { ...found.facets, category } }));
    const names = async () =>
      within(within(await filters()).getByRole("group", { name: "Category" }))
        .getAllByRole("checkbox")
        .map((box) => box.getAttribute("value"));
    expect(await names()).toEqual(["Clothing", "Home"]);
    const box = async (name: RegExp) => within(await filters()).getByRole("checkbox", { name });
    await user.click(await box(/^Clothing/));
    expect(await names()).toEqual(["Clothing", "Shirts", "Home"]);
    await user.click(await box(/^Home/));
    await user.click(await box(/^Shirts/));
    expect(address()).toBe("/products?category=Home&category=Shirts");
    expect(await names()).toEqual(["Clothing", "Shirts", "Polos", "Home"]);
    await user.click(await box(/^Polos/));
    expect(address()).toBe("/products?category=Home&category=Polos");
    await user.click(await box(/^Clothing/));
    expect(address()).toBe("/products?category=Home&category=Clothing");
    await user.click(await box(/^Clothing/));
    expect(address()).toBe("/products?category=Home");
    expect(await names()).toEqual(["Clothing", "Home"]);
  });

  it("says where others have bought the first products after the same search", async () => {
    await open("/products?keyword=zarf+lamp", () => ({
      ...found,
      pages: 1,
      total: 1,
      hasMore: false,
      foundWords: ["lamp"],
      missingWords: ["zarf"],
      foundBy: "purchases",
    }));
    expect(
      await screen.findByText(
        "No products mean “zarf”. Showing products for lamp. What others bought after this search comes first. 1 product",
      ),
    ).toBeDefined();
  });

  it("keeps to a collection until its chip is removed", async () => {
    const { user, address, server } = await open("/products?collection=summer&inStock=true");
    expect(server.inputsOf("catalog.find")).toMatchObject([{ collection: "summer", inStock: true }]);
    expect(chips()).toEqual(["Collection summer", "Availability In stock"]);
    await user.click(screen.getByRole("link", { name: "Remove filter Collection summer" }));
    expect(address()).toBe("/products?inStock=true");
  });

  it("takes a price range of one's own besides the offered ones", async () => {
    const { user, address } = await open("/products?price=0-24.99&price=300-");
    const form = within(await filters());
    expect(form.getByRole("textbox", { name: "From $" })).toHaveProperty("value", "300");
    await user.clear(form.getByRole("textbox", { name: "From $" }));
    await user.type(form.getByRole("textbox", { name: "To $" }), "45.50{Enter}");
    expect(address()).toBe("/products?price=0-24.99&price=-45.50");
    expect(chips()).toEqual(["Price Up to $24.99", "Price Up to $45.50"]);
  });

  it("says how many there are, and keeps what is chosen in sight", async () => {
    await open("/products?keyword=lamp&brand=Brand+11");
    expect((await screen.findByText(/of 1,000\+ products$/)).getAttribute("role")).toBe("status");
    const brandsInSight = within(await filters()).getByRole("group", { name: "Brand" });
    const rest = brandsInSight.querySelector("details");
    expect(rest?.querySelector("summary")?.textContent).toBe("3 more");
    expect(rest?.textContent).not.toContain("Brand 11");
    expect(brandsInSight.textContent).toContain("Ember1,000+");
    expect(screen.getByRole("option", { name: "Best match" })).toHaveProperty("selected", true);
  });

  it("offers a way on where nothing is found, and to try again where it could not be loaded", async () => {
    const none = { ...found, products: [], pages: 0, total: 0, hasMore: false };
    const { router } = await open("/products?keyword=lamp&brand=Nobody", (input) =>
      String(Reflect.get(Object(input), "keyword")) === "lamp" ? none : new Refusal(400, "Not like this", "VALIDATION"),
    );
    const way = await screen.findByRole("link", { name: "Remove all filters" });
    expect(way.getAttribute("href")).toBe("/products?keyword=lamp");
    router.navigate("/products?keyword=chair");
    expect(await screen.findByText("Not like this")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  });
});

describe("the filter of one page", () => {
  it("leads to all products that it would find", async () => {
    await open("/search/lamp?brand=Ember&category=Home");
    const link = await screen.findByRole("link", { name: "See all 1,000+ by Ember in Home" });
    expect(link.getAttribute("href")).toBe("/products?keyword=lamp&brand=Ember&category=Home");
  });
});
