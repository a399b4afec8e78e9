import type { FoundProducts } from "@shop/shared/catalog/product-query";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderShop, stubServer } from "./shop-in-test.tsx";

const exactly = (value: string) => ({ value, count: 3, hasMore: false });
const found: FoundProducts = {
  products: [],
  page: 1,
  pages: 0,
  total: 0,
  hasMore: false,
  facets: {
    brand: [exactly("Ember"), exactly("Tonvik")],
    category: [],
    price: [],
    rating: [exactly("4")],
    inStock: { count: 3, hasMore: false },
  },
};

function openShopAt(path: string) {
  const { router, user } = renderShop(path);
  return { user, address: () => router.state.location.pathname + router.state.location.search };
}

test("Choices in quick succession add up, and show at once", async () => {
  const { inputsOf } = stubServer({ "catalog.find": () => found });
  const { address, user } = openShopAt("/products");
  const filters = within(await screen.findByRole("form", { name: "Filters" }));
  await user.click(filters.getByRole("checkbox", { name: /^Ember/ }));
  await user.click(filters.getByRole("checkbox", { name: /^Tonvik/ }));
  await user.click(filters.getByRole("radio", { name: /^4 stars/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Price: low to high");
  expect(address()).toBe("/products?brand=Ember&brand=Tonvik&rating=4&sort=price-up");
  expect(filters.getByRole("checkbox", { name: /^Tonvik/ })).toHaveProperty("checked", true);
  await waitFor(() => expect(inputsOf("catalog.find").at(-1)).toMatchObject({ rating: 4, sort: "price-up" }));
  expect(screen.getAllByRole("link", { name: /^Remove filter/ })).toHaveLength(3);
});

test("Products that are removed from a comparison in quick succession all leave it", async () => {
  const productOf = (id: string) => ({
    _id: id,
    name: `Lamp ${id}`,
    image: "",
    brand: "Ember",
    category: "Home",
    description: "",
    price: 20,
    countInStock: 3,
    rating: 4,
    numReviews: 2,
    reviews: [],
    attributes: [],
    user: null,
  });
  stubServer({ "catalog.product": (input) => productOf(String(Reflect.get(Object(input), "id"))) });
  const { address, user } = openShopAt("/compare?ids=a,b,c");
  await user.click(await screen.findByRole("button", { name: "Remove Lamp a" }));
  await user.click(screen.getByRole("button", { name: "Remove Lamp b" }));
  expect(address()).toBe("/compare?ids=c");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove Lamp b" })).toBeNull());
  expect(screen.getByRole("button", { name: "Remove Lamp c" })).toBeDefined();
});
