import type { FoundProducts } from "@shop/shared/catalog/product-query";
import { screen, waitFor, within } from "@testing-library/react";
import { Suspense, use } from "react";
import { useLocation } from "react-router-dom";
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

/** Delays every screen but the first until the promise resolves. */
function Slow({ path, going }: { path: string; going: Promise<void> }) {
  const { pathname, search } = useLocation();
  if (pathname + search !== path) use(going);
  return null;
}

/** The shop, in which a changed address is not shown before it is told to go on. */
function renderSlowShop(path: string) {
  let goOn = () => undefined;
  const going = new Promise<void>((resolve) => {
    goOn = () => void resolve();
  });
  const slow = (
    <Suspense>
      <Slow path={path} going={going} />
    </Suspense>
  );
  const { router, user } = renderShop(path, [], {}, slow);
  const address = () => router.state.location.pathname + router.state.location.search;
  return { goOn, address, user };
}

test("Choices made before the first one is on the screen add up, and show at once", async () => {
  const { inputsOf } = stubServer({ "catalog.find": () => found });
  const { address, goOn, user } = renderSlowShop("/products");
  const filters = within(await screen.findByRole("form", { name: "Filters" }));
  await user.click(filters.getByRole("checkbox", { name: /^Ember/ }));
  await user.click(filters.getByRole("checkbox", { name: /^Tonvik/ }));
  await user.click(filters.getByRole("radio", { name: /^4 stars/ }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Price: low to high");
  expect(address()).toBe("/products?brand=Ember&brand=Tonvik&rating=4&sort=price-up");
  expect(filters.getByRole("checkbox", { name: /^Tonvik/ })).toHaveProperty("checked", true);
  goOn();
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
  const { address, goOn, user } = renderSlowShop("/compare?ids=a,b,c");
  await user.click(await screen.findByRole("button", { name: "Remove Lamp a" }));
  await user.click(screen.getByRole("button", { name: "Remove Lamp b" }));
  expect(address()).toBe("/compare?ids=c");
  goOn();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove Lamp b" })).toBeNull());
  expect(screen.getByRole("button", { name: "Remove Lamp c" })).toBeDefined();
});
