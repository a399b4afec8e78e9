import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const lamps = { _id: "t1", name: "Lamps", slug: "lamps", products: 30 };
const acme = { _id: "t2", name: "Acme", slug: "acme", products: 1 };
const facets = { brand: [], category: [], price: [], rating: [], inStock: { count: 0, hasMore: false } };
const shop = {
  "catalog.menu": () => ({ categories: [lamps], brands: [acme] }),
  "catalog.term": () => ({ ...lamps, description: "", image: "" }),
  "catalog.find": () => ({ products: [], page: 1, pages: 0, total: 0, hasMore: false, facets }),
};
const trigger = () => screen.findByRole("link", { name: "Shop by category and brand" });

beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage"));
});

test("The menu opens from the header, leads to a category, and is closed there", async () => {
  stubServer(shop);
  const { user, router } = renderShop("/cart");
  const link = await trigger();
  expect(link.getAttribute("aria-expanded")).toBe("false");
  await user.click(link);
  const menu = await screen.findByRole("dialog", { name: "Shop" });
  expect(link.getAttribute("aria-expanded")).toBe("true");
  const list = await within(menu).findByRole("region", { name: "Categories" });
  await user.click(within(list).getByRole("link", { name: "Lamps 30 products" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/category/lamps"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByRole("heading", { level: 1, name: "Lamps" })).toBeTruthy();
});

test("Escape closes the menu and gives the focus back", async () => {
  stubServer(shop);
  const { user, router } = renderShop("/cart");
  const link = await trigger();
  link.focus();
  await user.keyboard("{Enter}");
  const menu = await screen.findByRole("dialog", { name: "Shop" });
  await within(menu).findByRole("link", { name: "Acme 1 product" });
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(link);
  expect(router.state.location.pathname).toBe("/cart");
});

test("A menu that cannot be loaded says so and can be tried again", async () => {
  let isBroken = true;
  stubServer({ ...shop, "catalog.menu": () => (isBroken ? new Refusal(400) : shop["catalog.menu"]()) });
  const { user } = renderShop("/browse");
  const retry = await screen.findByRole("button", { name: "Try again" });
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByRole("link", { name: "Lamps 30 products" })).toBeTruthy();
});

test("A category lists its products, of which the customer chooses, and its own choice stays", async () => {
  const { inputsOf } = stubServer(shop);
  renderShop("/category/lamps?brand=Acme&category=Shoes&sort=newest");
  expect(await screen.findByText("No products found.")).toBeTruthy();
  expect(inputsOf("catalog.find")).toMatchObject([
    { brand: ["Acme"], category: ["Lamps"], sort: "newest", keyword: "" },
  ]);
  const remove = screen.getByRole("link", { name: "Remove all filters" });
  expect(remove.getAttribute("href")).toBe("/category/lamps?sort=newest");
});

test("A former address of a renamed category becomes the current one", async () => {
  stubServer(shop);
  const { router } = renderShop("/category/lights?pageNumber=2");
  await waitFor(() => expect(router.state.location.pathname).toBe("/category/lamps"));
  expect(router.state.location.search).toBe("?pageNumber=2");
});

test("An unknown brand says so and leads to all of them", async () => {
  stubServer({ ...shop, "catalog.term": () => new Refusal(404, "Brand not found") });
  renderShop("/brand/nobody");
  expect(await screen.findByRole("heading", { level: 1, name: "Brand not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "All categories and brands" }).getAttribute("href")).toBe("/browse");
});

test("The menu has the collections, and the categories with those below them", async () => {
  const nested = { _id: "t3", name: "Floor Lamps", slug: "floor-lamps", products: 12, parentId: "t1" };
  const summer = { _id: "t4", name: "Summer Picks", slug: "summer-picks" };
  stubServer({
    ...shop,
    "catalog.menu": () => ({ categories: [lamps, nested], brands: [acme], collections: [summer] }),
  });
  renderShop("/browse");
  const collections = await screen.findByRole("region", { name: "Collections" });
  const link = within(collections).getByRole("link", { name: "Summer Picks" });
  expect(link.getAttribute("href")).toBe("/collection/summer-picks");
  const below = screen.getByRole("link", { name: "Floor Lamps 12 products" });
  expect(below.closest("ul")?.closest("li")?.querySelector("a")?.textContent).toContain("Lamps");
});

test("A category leads to those below it and above it", async () => {
  stubServer({
    ...shop,
    "catalog.term": () => ({
      ...lamps,
      description: "",
      image: "",
      above: [{ name: "Light", slug: "light" }],
      below: [{ _id: "t3", name: "Floor Lamps", slug: "floor-lamps", products: 12 }],
    }),
  });
  renderShop("/category/lamps");
  const below = await screen.findByRole("navigation", { name: "Categories in Lamps" });
  expect(within(below).getByRole("link", { name: "Floor Lamps 12 products" }).getAttribute("href")).toBe(
    "/category/floor-lamps",
  );
  const path = screen.getByRole("navigation", { name: "Breadcrumb" });
  expect(within(path).getByRole("link", { name: "Light" }).getAttribute("href")).toBe("/category/light");
});

test("A collection lists its products, of which the customer chooses", async () => {
  const { inputsOf } = stubServer({
    ...shop,
    "catalog.term": () => ({
      _id: "t4",
      name: "Summer Picks",
      slug: "summer-picks",
      description: "",
      image: "",
      products: 0,
    }),
  });
  renderShop("/collection/summer-picks?brand=Acme");
  expect(await screen.findByText("No products found.")).toBeTruthy();
  expect(inputsOf("catalog.find")).toMatchObject([{ collection: "summer-picks", brand: ["Acme"] }]);
  expect(screen.getByRole("link", { name: "Remove all filters" }).getAttribute("href")).toBe(
    "/collection/summer-picks",
  );
});
