import type { Product, ProductSummary } from "@shop/shared/catalog/catalog";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const idOf = (n: number) => `0190c4de-0000-7000-8000-00000000000${n}`;
const product = (n: number): ProductSummary => ({
  _id: idOf(n),
  name: `Lamp ${n}`,
  image: "",
  brand: "Lumen",
  category: "Lamps",
  description: "",
  price: 10 + n,
  countInStock: 3,
  rating: 0,
  numReviews: 0,
  user: null,
});
const detail = (n: number): Product => ({ ...product(n), reviews: [] });
const idIn = (input: unknown) => Number(String(Reflect.get(Object(input), "id")).slice(-1));

const answers: Parameters<typeof stubServer>[0] = {
  "catalog.product": (input) => detail(idIn(input)),
  "catalog.recommended": () => [product(8), product(9)],
  "catalog.byIds": (input) => {
    const ids: string[] = Reflect.get(Object(input), "ids");
    return ids.map((id) => product(Number(id.slice(-1))));
  },
  "review.list": () => ({ reviews: [], page: 1, pages: 1, total: 0, byRating: [0, 0, 0, 0, 0] }),
  "catalog.featured": () => [1, 2, 3, 4, 5].map(product),
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

async function namesIn(title: string): Promise<(string | null)[]> {
  const row = await screen.findByRole("region", { name: title });
  return (await within(row).findAllByRole("link")).map((link) => link.textContent);
}

describe("the page of a product", () => {
  it("shows what may please as well, and what this browser showed before, but not the product itself", async () => {
    stubServer(answers);
    const { router } = renderShop(`/product/${idOf(1)}`);
    expect(await namesIn("You may also like")).toEqual(["Lamp 8", "Lamp 9"]);
    await waitFor(() => expect(localStorage.getItem("recentlyViewed")).toContain(idOf(1)));
    expect(screen.queryByRole("region", { name: "Recently viewed" })).toBeNull();
    router.navigate(`/product/${idOf(2)}`);
    expect(await namesIn("Recently viewed")).toEqual(["Lamp 1"]);
    router.navigate(`/product/${idOf(1)}`);
    await screen.findByRole("heading", { level: 1, name: "Lamp 1" });
    await waitFor(async () => expect(await namesIn("Recently viewed")).toEqual(["Lamp 2"]));
  });

  it("is remembered in this tab with the search that led to it, and with none if another page did", async () => {
    sessionStorage.clear();
    const page = { products: [product(1)], page: 1, pages: 1, total: 1 };
    stubServer({ ...answers, "catalog.list": () => page, "catalog.brands": () => [], "catalog.categories": () => [] });
    const { router } = renderShop("/search/thermos");
    await screen.findByRole("heading", { level: 1, name: /Results for/ });
    const opened = () => JSON.parse(sessionStorage.getItem("searchTrail") ?? "[]");
    await waitFor(async () => {
      await router.navigate("/search/thermos");
      await router.navigate(`/product/${idOf(1)}`);
      await screen.findByRole("heading", { level: 1, name: "Lamp 1" });
      expect(opened()).toEqual([{ keyword: "thermos", ids: [idOf(1)] }]);
    });
    await router.navigate(`/product/${idOf(2)}`);
    await waitFor(() => expect(localStorage.getItem("recentlyViewed")).toContain(idOf(2)));
    expect(opened()).toHaveLength(1);
  });

  it("is whole without them when they cannot be loaded", async () => {
    localStorage.setItem("recentlyViewed", JSON.stringify([idOf(3)]));
    const { "catalog.recommended": _, "catalog.byIds": __, ...others } = answers;
    const server = stubServer({ ...others, "catalog.recommended": () => new Refusal(404) });
    renderShop(`/product/${idOf(1)}`);
    await screen.findByRole("heading", { level: 1, name: "Lamp 1" });
    await waitFor(() => expect(server.inputsOf("catalog.byIds")).toEqual([{ ids: [idOf(3)], asEntries: true }]));
    await waitFor(() => expect(screen.queryByRole("region", { name: "You may also like" })).toBeNull());
    await waitFor(() => expect(screen.queryByRole("region", { name: "Recently viewed" })).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

it("An empty cart shows four featured products", async () => {
  stubServer(answers);
  renderShop("/cart");
  expect(await namesIn("Featured products")).toEqual(["Lamp 1", "Lamp 2", "Lamp 3", "Lamp 4"]);
});

describe("a search with a redirect", () => {
  it("leads to its page, in place of the search in the history", async () => {
    stubServer({
      ...answers,
      "catalog.list": () => ({ products: [], page: 1, pages: 0, total: 0, redirect: "/cart?from=search" }),
      "catalog.brands": () => [],
      "catalog.categories": () => [],
    });
    const { router, user } = renderShop(["/register", "/login"]);
    await user.type(await screen.findByPlaceholderText("Search products…"), "basket{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
    expect(router.state.location.search).toBe("?from=search");
    router.navigate(-1);
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  });
});
