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
  isStockCounted: true,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const shirt = productOf(1, "Shirt");
const detail = { ...shirt, updatedAt: shirt.createdAt, description: "Soft", reviews: [], user: null, version: 4 };
const sizes = [
  { label: "S", swatch: "" },
  { label: "M", swatch: "" },
];
const variantOf = (n: number, value: number, more: object = {}) => ({
  _id: id(n),
  name: "Shirt",
  image: "",
  values: [value],
  price: 19.9,
  editedPrice: 19.9,
  countInStock: 3,
  sku: "",
  version: 4,
  isDraft: false,
  isStockCounted: true,
  ...more,
});
const saved = {
  version: 1,
  name: "Shirt",
  options: [{ name: "Size", values: sizes }],
  variants: [variantOf(1, 0), variantOf(2, 1, { isDraft: true })],
  defaultId: null,
  sizeGuide: null,
};

function asAdmin(answers: Parameters<typeof stubServer>[0]) {
  localStorage.setItem("userInfo", JSON.stringify(boss));
  return stubServer({
    "account.profile": () => boss,
    "catalog.brands": () => [{ _id: "b1", name: "Lumen" }],
    "catalog.categories": () => [{ _id: "c1", name: "Home" }],
    "admin.products.byId": () => detail,
    "admin.products.page": () => ({ rows: [shirt, productOf(2, "Other shirt")], page: 1, pages: 1, total: 2 }),
    ...answers,
  });
}
const openField = async () => {
  const shop = renderShop(`/admin/product/${id(1)}/edit`);
  return { ...shop, field: within(await screen.findByRole("group", { name: "Options" })) };
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("An admin names sizes, uses a product that is sold already, and saves nothing else of the product", async () => {
  let group: unknown = null;
  const server = asAdmin({
    "admin.products.group": () => group,
    "admin.products.saveGroup": () => {
      group = saved;
      return group;
    },
  });
  const { user, field } = await openField();
  await user.click(await field.findByRole("button", { name: "Add options" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
  await user.type(dialog.getByRole("combobox", { name: "Values" }), "S{Enter}M{Enter}");
  const productFor = (label: string) => dialog.getByRole("combobox", { name: `Product for ${label}` });
  expect(productFor("S")).toHaveProperty("value", id(1));
  expect(productFor("M")).toHaveProperty("value", "new");
  await fill(user, dialog.getByRole("combobox", { name: "Use a product that you sell already" }), "other");
  await user.click(await screen.findByRole("option", { name: "Other shirt", hidden: true }));
  await user.selectOptions(productFor("M"), "Other shirt");
  await user.click(dialog.getByRole("button", { name: "Save options" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.inputsOf("admin.products.saveGroup")).toEqual([
    {
      id: id(1),
      version: null,
      name: "Shirt",
      options: [{ name: "Size", values: sizes }],
      variants: [
        { productId: id(1), values: [0] },
        { productId: id(2), values: [1] },
      ],
      defaultVariant: null,
      sizeGuide: null,
    },
  ]);
  expect(server.inputsOf("admin.products.update")).toEqual([]);
  const rows = within(await screen.findByRole("table", { name: "Variants" })).getAllByRole("rowheader");
  expect(rows.map((row) => row.textContent)).toEqual(["S this product", "MDraft"]);
});

it("Price and stock of a variant are saved in their cells, and can be taken back", async () => {
  const server = asAdmin({
    "admin.products.group": () => saved,
    "admin.products.editField": (input) => ({
      price: 19.9,
      currentPrice: 19.9,
      countInStock: Number(Reflect.get(Object(input), "value")),
      version: 5,
      stockBefore: 3,
    }),
  });
  const { user } = await openField();
  await user.click(await screen.findByRole("button", { name: "Stock of Shirt M: 3. Edit" }));
  await user.clear(screen.getByRole("textbox", { name: "Stock of Shirt M" }));
  await user.keyboard("7{Enter}");
  expect(await screen.findByText("Stock of Shirt M is now 7")).toBeDefined();
  expect(server.inputsOf("admin.products.editField")).toEqual([
    { id: id(2), field: "countInStock", seen: 3, value: 7, version: 4 },
  ]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Stock of Shirt M is 3 again")).toBeDefined();
});

it("An SKU is saved in its cell, and an image is given to all of a size", async () => {
  const server = asAdmin({
    "admin.products.group": () => saved,
    "admin.products.editField": () => ({
      price: 19.9,
      currentPrice: 19.9,
      countInStock: 3,
      sku: "SHIRT-M",
      version: 5,
      stockBefore: 3,
    }),
    "admin.products.bulkEdit": () => ({ changed: 2, unchanged: 0 }),
  });
  const { user } = await openField();
  (await screen.findByRole("button", { name: "SKU of Shirt M: none. Edit" })).focus();
  await user.keyboard("SHIRT-M{Enter}");
  expect(await screen.findByText("SKU of Shirt M is now SHIRT-M")).toBeDefined();
  expect(server.inputsOf("admin.products.editField")).toEqual([
    { id: id(2), field: "sku", seen: "", value: "SHIRT-M" },
  ]);
  await user.click(screen.getByRole("button", { name: "Change the image of M" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Image of M" }));
  await fill(user, dialog.getByRole("textbox"), "nowhere");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Image must be empty, a path of this shop or an https address")).toBeDefined();
  await user.clear(dialog.getByRole("textbox"));
  await fill(user, dialog.getByRole("textbox"), "/static/green.webp");
  await user.selectOptions(dialog.getByRole("combobox", { name: "It is the image of" }), "All 2 variants");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("2 products have a new image")).toBeDefined();
  expect(server.inputsOf("admin.products.bulkEdit")).toMatchObject([
    { act: { kind: "image", image: "/static/green.webp" }, rows: [{ id: id(1) }, { id: id(2) }] },
  ]);
});

it("All of a size are changed at once, and told of as one act", async () => {
  const server = asAdmin({
    "admin.products.group": () => saved,
    "admin.products.bulkEdit": () => ({ changed: 1 }),
  });
  const { user, field } = await openField();
  await user.selectOptions(await field.findByRole("combobox", { name: "Select variants" }), "Size M");
  expect(field.getByRole("status").textContent).toBe("1 selected");
  expect(field.getByRole("checkbox", { name: "Select M" })).toHaveProperty("checked", true);
  await user.click(field.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("1 product published")).toBeDefined();
  expect(server.inputsOf("admin.products.bulkEdit")).toEqual([
    expect.objectContaining({
      act: { kind: "state", state: "published" },
      rows: [{ id: id(2), seenCountInStock: 3 }],
    }),
  ]);
});

it("Options that cannot be loaded can be loaded again, and a refusal stays beside the variant that it is about", async () => {
  let isDown = true;
  const message = "This product is a variant of another one already. Remove it there first.";
  asAdmin({
    "admin.products.group": () => (isDown ? new Refusal(500) : saved),
    "admin.products.saveGroup": () =>
      new Refusal(400, message, "VALIDATION", [{ path: "variants.1.productId", message }]),
  });
  const { user, field } = await openField();
  const retry = await field.findByRole("button", { name: "Try again" });
  isDown = false;
  await user.click(retry);
  await user.click(await field.findByRole("button", { name: "Change options" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Options" }));
  await user.click(dialog.getByRole("button", { name: "Save options" }));
  expect(await dialog.findAllByText(message)).not.toEqual([]);
  expect(screen.getByRole("dialog", { name: "Options" })).toBeDefined();
});

it("Removing the options asks first", async () => {
  const server = asAdmin({
    "admin.products.group": () => saved,
    "admin.products.endGroup": () => null,
  });
  const { user, field } = await openField();
  await user.click(await field.findByRole("button", { name: "Remove options" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove the options?" }));
  await user.click(dialog.getByRole("button", { name: "Remove options" }));
  await waitFor(() => expect(server.inputsOf("admin.products.endGroup")).toEqual([{ id: id(1), version: 1 }]));
});
