import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const product = (id: string, price: number, attributes: { name: string; value: string }[]) => ({
  _id: id,
  name: `Lamp ${id}`,
  image: "",
  brand: "Acme",
  category: "Lamps",
  description: "",
  price,
  user: null,
  countInStock: 3,
  rating: 4,
  numReviews: 2,
  reviews: [],
  attributes: attributes.map((each) => ({ ...each, group: "", unit: "" })),
});
const lamps = [
  product("a", 10, [
    { name: "Color", value: "Red" },
    { name: "Material", value: "Steel" },
  ]),
  product("b", 20, [{ name: "Material", value: "Steel" }]),
];
const answers: Parameters<typeof stubServer>[0] = {
  "catalog.product": (input) => {
    const found = lamps.find(({ _id }) => _id === Reflect.get(Object(input), "id"));
    return found ?? new Refusal(404, "Product not found");
  },
};

beforeEach(() => localStorage.clear());

test("Products stand side by side with all their facts, and rows in which they differ say so", async () => {
  stubServer(answers);
  const { user, router } = renderShop("/compare?ids=a,b,gone");
  const table = await screen.findByRole("table");
  expect(within(table).getByRole("row", { name: /^Price different/ })).toBeDefined();
  expect(within(table).getByRole("row", { name: "Color different Red –" })).toBeDefined();
  expect(within(table).getByRole("row", { name: "Material Steel Steel" })).toBeDefined();

  await user.click(within(table).getByRole("button", { name: "Remove Lamp a" }));
  expect(router.state.location.search).toBe("?ids=b,gone");
  expect(within(screen.getByRole("table")).queryByRole("row", { name: /Color/ })).toBeNull();
});

test("The products that were chosen in this browser are compared, four at most; without any it says how to choose", async () => {
  stubServer(answers);
  localStorage.setItem("compare", "a,b");
  renderShop("/compare");
  expect(await screen.findByRole("columnheader", { name: /Lamp b/ })).toBeDefined();
  cleanup();
  localStorage.clear();
  renderShop("/compare");
  expect(await screen.findByText("Nothing to compare yet.")).toBeDefined();
});

test("Only the rows in which products differ can be shown, and each product can be put into the cart", async () => {
  stubServer(answers);
  const { user, router } = renderShop("/compare?ids=a,b");
  const table = await screen.findByRole("table");
  await user.click(screen.getByRole("checkbox", { name: "Only differences" }));
  expect(within(table).queryByRole("row", { name: /^Material/ })).toBeNull();
  expect(within(table).getByRole("row", { name: /^Color different/ })).toBeDefined();
  await user.click(within(table).getByRole("button", { name: "Add To Cart: Lamp b" }));
  expect(router.state.location.pathname).toBe("/cart");
});
