import { productDetailSchema } from "@shop/shared/catalog/admin-catalog";
import { productPageSchema, productSchema } from "@shop/shared/catalog/catalog";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { actsOn } from "../harness/admin.ts";
import { makeProduct } from "../harness/factories.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const detailOf = async (id: string) =>
  productDetailSchema.parse((await admin.trpc("query", "admin.products.byId", { id })).body);
/** Sends all fields of a product with some others. */
async function update(id: string, more: object) {
  const { name, price, brand, category, countInStock, version } = await detailOf(id);
  return admin.rest("PUT", `/api/products/${id}`, { name, price, brand, category, countInStock, version, ...more });
}
const shownProduct = async (id: string) =>
  productSchema.parse(await (await fetch(`${shop.origin}/api/products/${id}`)).json());
const found = async (keyword: string) => {
  const path = `/api/products?keyword=${encodeURIComponent(keyword)}`;
  return productPageSchema.parse(await (await fetch(shop.origin + path)).json()).products.map(({ _id }) => _id);
};

const facts = {
  sku: "LS-SAND-M",
  gtin: "4006381333931",
  mpn: "TM 2000",
  cost: 4.2,
  weightGrams: 250,
  lengthMm: 100,
  widthMm: 50,
  heightMm: 20,
  originCountry: "PT",
  hsCode: "620520",
  contentAmount: 250,
  contentUnit: "ml",
  unitBasis: "100 ml",
  taxClass: "reduced",
};

it("Codes and facts are stored as given; absent ones stay, and empty ones are cleared", async () => {
  const id = await makeProduct(shop.db, { priceCents: 500 });
  expect((await detailOf(id)).trade).toMatchObject({ sku: "", cost: null, contentUnit: null });
  expect((await update(id, { ...facts, originCountry: "pt", gtin: "4006381-333931", hsCode: "6205.20" })).status).toBe(
    200,
  );
  expect((await detailOf(id)).trade).toEqual(facts);
  expect((await update(id, { name: "Other" })).status).toBe(200);
  expect((await detailOf(id)).trade).toEqual(facts);
  expect((await update(id, { gtin: "", weightGrams: null, cost: "" })).status).toBe(200);
  expect((await detailOf(id)).trade).toEqual({ ...facts, gtin: "", weightGrams: null, cost: null });
  expect((await actsOn(shop, id)).at(-1)?.changes).toEqual({
    gtin: [facts.gtin, ""],
    weightGrams: [250, null],
    costCents: [420, null],
  });
});

it("Customers see its numbers and the price of a unit, and nothing of what it costs the shop", async () => {
  const id = await makeProduct(shop.db, { priceCents: 500 });
  await update(id, { ...facts, sku: "SEEN-1" });
  const product = await shownProduct(id);
  expect(product.codes).toEqual({ sku: "SEEN-1", gtin: facts.gtin, mpn: facts.mpn });
  expect(product.unitPrice).toEqual({ price: 2, basis: "100 ml" });
  expect(product).not.toHaveProperty("trade");
  expect(JSON.stringify(product)).not.toContain("4.2");
  // As soon as the price changes.
  await update(id, { price: 10 });
  expect((await shownProduct(id)).unitPrice).toEqual({ price: 4, basis: "100 ml" });
});

it("What is wrong is refused with its field, and nothing is written", async () => {
  const id = await makeProduct(shop.db);
  await update(await makeProduct(shop.db), { sku: "Taken-1" });
  const wrong: [object, string][] = [
    [{ gtin: "4006381333932" }, "gtin"],
    [{ gtin: "12" }, "gtin"],
    [{ sku: "TAKEN-1" }, "sku"],
    [{ sku: "a\u0000b" }, "sku"],
    [{ cost: -1 }, "cost"],
    [{ cost: 1.234 }, "cost"],
    [{ weightGrams: 0 }, "weightGrams"],
    [{ weightGrams: 1.5 }, "weightGrams"],
    [{ originCountry: "USA" }, "originCountry"],
    [{ hsCode: "12345" }, "hsCode"],
    [{ contentAmount: 0, contentUnit: "ml", unitBasis: "l" }, "contentAmount"],
    [{ contentAmount: 5 }, "contentUnit"],
    [{ contentAmount: 5, contentUnit: "ml" }, "unitBasis"],
    [{ contentAmount: 5, contentUnit: "ml", unitBasis: "kg" }, "unitBasis"],
  ];
  for (const [more, path] of wrong) {
    const reply = await update(id, { name: "Changed", ...more });
    expect(reply, JSON.stringify(more)).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(complaintsOf(reply), JSON.stringify(more)).toEqual([path]);
  }
  expect((await detailOf(id)).name).not.toBe("Changed");
});

it("A SKU is of one product, also of two that take it at once; a deleted product gives it up", async () => {
  const ids = await Promise.all([makeProduct(shop.db), makeProduct(shop.db)]);
  const replies = await Promise.all(ids.map((id) => update(id, { sku: "RACE-1" })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const place = replies.findIndex(({ status }) => status === 200);
  await admin.rest("DELETE", `/api/products/${ids[place]}`);
  expect((await update(ids[1 - place] ?? "", { sku: "race-1" })).status).toBe(200);
});

it("A product is found by a whole number of it, however its signs are typed, by customers and admins", async () => {
  const id = await makeProduct(shop.db, { name: "Quiet Lamp" });
  await makeProduct(shop.db, { name: "Other 42 lamp" });
  await update(id, { sku: "QL-42/B", gtin: "96385074", mpn: "Kx 9" });
  for (const keyword of ["QL-42/B", "ql 42 b", "ql42b", "96385074", "kx9"])
    expect((await found(keyword))[0], keyword).toBe(id);
  expect(await found("QL-42/C")).not.toContain(id);
  const suggestions = await fetch(
    `${shop.origin}/trpc/catalog.suggest?input=${encodeURIComponent('{"keyword":"ql42b"}')}`,
  );
  expect(JSON.stringify(await suggestions.json())).toContain(id);
  // Renaming it writes its document anew.
  await update(id, { name: "Loud Lamp" });
  expect(await found("ql42b")).toEqual([id]);
  await update(id, { sku: "" });
  expect(await found("ql42b")).not.toContain(id);
  const pageSchema = z.looseObject({ rows: z.array(z.looseObject({ _id: z.string() })) });
  await update(id, { sku: "QL-43" });
  for (const search of ["QL-4", "96385074", "Kx 9"]) {
    const page = pageSchema.parse((await admin.trpc("query", "admin.products.page", { search })).body);
    expect(
      page.rows.map(({ _id }) => _id),
      search,
    ).toEqual([id]);
  }
});

it("An order keeps the numbers that its products had", async () => {
  const id = await makeProduct(shop.db);
  await update(id, { sku: "THEN-1", gtin: "96385074" });
  const customer = await makeCustomer(shop);
  const placed = await customer.trpc("mutation", "order.place", orderOf([{ product: id, qty: 1 }]));
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  await update(id, { sku: "NOW-1", gtin: "" });
  const itemsSchema = z.looseObject({ _id: z.string(), orderItems: z.array(z.looseObject({})) });
  const { _id } = itemsSchema.parse(placed.body);
  const order = itemsSchema.parse((await customer.rest("GET", `/api/orders/${_id}`)).body);
  expect(order.orderItems).toEqual([expect.objectContaining({ sku: "THEN-1", gtin: "96385074" })]);
});
