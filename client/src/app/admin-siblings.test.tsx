// @module-tag wide
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4_000_000_000_000 };
const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
const productOf = (n: number, name: string) => ({
  _id: id(n),
  name,
  image: "",
  brand: "Lumen",
  category: "Home",
  price: 19.9,
  countInStock: 3,
  rating: 0,
  numReviews: 0,
  isDraft: false,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const lamp = productOf(1, "Lamp");
const detail = {
  ...lamp,
  updatedAt: lamp.createdAt,
  description: "Bright",
  reviews: [],
  user: null,
  version: 4,
};
const version = "01900000-0000-7000-8000-0000000000ff";

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({
    "account.profile": () => boss,
    "catalog.brands": () => [{ _id: "b1", name: "Lumen" }],
    "catalog.categories": () => [{ _id: "c1", name: "Home" }],
    "admin.products.byId": () => detail,
    "admin.products.page": () => ({ rows: [lamp, productOf(2, "Green lamp")], page: 1, pages: 1, total: 2 }),
    ...answers,
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("An admin finds a sibling by name, says what sets each apart, and saves nothing else of the product", async () => {
  let group: unknown = { siblings: [], version: null };
  const server = asAdmin({
    "admin.products.siblings": () => group,
    "admin.products.saveSiblings": () => {
      group = {
        siblings: [
          { _id: id(1), name: "Lamp", image: "", label: "Black", isDraft: false },
          { _id: id(2), name: "Green lamp", image: "", label: "Green", isDraft: true },
        ],
        version,
      };
      return group;
    },
  });
  const { user } = renderShop(`/admin/product/${id(1)}/edit`);
  await user.click(await screen.findByRole("button", { name: "Add siblings" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Siblings" }));
  await fill(user, dialog.getByRole("textbox", { name: "Lamp (this product)" }), "Black");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect((await dialog.findAllByText("Add another product, or remove this one")).length).toBeGreaterThan(0);

  await fill(user, dialog.getByRole("combobox", { name: "Add a product" }), "lamp");
  // What is in the list is not offered.
  const green = await screen.findByRole("option", { name: "Green lamp", hidden: true });
  expect(screen.queryByRole("option", { name: "Lamp", hidden: true })).toBeNull();
  await user.click(green);
  const label = dialog.getByRole("textbox", { name: "Green lamp" });
  expect(document.activeElement).toBe(label);
  await fill(user, label, "Green");
  await user.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.inputsOf("admin.products.saveSiblings")).toEqual([
    {
      id: id(1),
      version: null,
      siblings: [
        { productId: id(1), label: "Black" },
        { productId: id(2), label: "Green" },
      ],
    },
  ]);
  expect(server.inputsOf("admin.products.update")).toEqual([]);
  const field = within(screen.getByRole("group", { name: "Siblings" }));
  await waitFor(() =>
    expect(field.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Black this product",
      "Green Green lamp (draft)",
    ]),
  );
  expect(field.getByRole("button", { name: "Change siblings" })).toBeDefined();
});

it("Siblings that cannot be loaded can be loaded again, and a refusal stays beside the product that it is about", async () => {
  let isDown = true;
  const message = "This product already belongs to others. Remove it there first.";
  asAdmin({
    "admin.products.siblings": () =>
      isDown
        ? new Refusal(500)
        : {
            siblings: [
              { _id: id(1), name: "Lamp", image: "", label: "Black", isDraft: false },
              { _id: id(2), name: "Green lamp", image: "", label: "Green", isDraft: false },
            ],
            version,
          },
    "admin.products.saveSiblings": () =>
      new Refusal(400, message, "VALIDATION", [{ path: "siblings.1.productId", message }]),
  });
  const { user } = renderShop(`/admin/product/${id(1)}/edit`);
  const field = within(await screen.findByRole("group", { name: "Siblings" }));
  const retry = await field.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(retry);
  await user.click(await field.findByRole("button", { name: "Change siblings" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Siblings" }));
  await user.click(dialog.getByRole("button", { name: "Move Green lamp up" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
  expect(screen.getByRole("dialog", { name: "Siblings" })).toBeDefined();
});
