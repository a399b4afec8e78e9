import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { productSales } from "../../src/db/schema/product-facets.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const pageSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      _id: z.uuid(),
      name: z.string(),
      image: z.string(),
      brand: z.string(),
      category: z.string(),
      price: z.number(),
      countInStock: z.int(),
      rating: z.number(),
      numReviews: z.int(),
      isDraft: z.boolean(),
      createdAt: z.iso.datetime(),
      version: z.int(),
      soldUnits: z.int(),
      isStockCounted: z.boolean(),
      editedPrice: z.number(),
      cost: z.number().nullable(),
    }),
  ),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  products: z.int(),
});

describe("the admin list of products", () => {
  const ids: Record<string, string> = {};
  let brandId: string;
  let categoryId: string;
  beforeAll(async () => {
    brandId = await makeBrand(shop.db, "Finder & Sons");
    categoryId = await makeCategory(shop.db, "Seldom");
    const day = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)) });
    const make = async (name: string, more: Parameters<typeof makeProduct>[1]) => {
      ids[name] = await makeProduct(shop.db, { name, ...more });
    };
    await make("anvil", { ...day(1), priceCents: 500, countInStock: 0, brandId, ratingSum: 5, numReviews: 1 });
    await make("Bellows", { ...day(2), priceCents: 100, countInStock: 3, categoryId, ratingSum: 10, numReviews: 2 });
    await make("crowbar 100%", { ...day(3), priceCents: 300, countInStock: 40, brandId, categoryId });
    await make("Draft", { ...day(4), priceCents: 0, countInStock: 0, publishedAt: null, description: "unheard-of" });
    await make("Gone", { ...day(5), deletedAt: new Date() });
    await shop.db.insert(productSales).values({ productId: ids.Bellows ?? "", units: 7 });
    await shop.db.insert(productSales).values({ productId: ids.anvil ?? "", units: 2 });
  });
  const page = async (input: Record<string, unknown> = {}) =>
    pageSchema.parse((await admin.trpc("query", "admin.products.page", input)).body);
  const names = async (input: Record<string, unknown>) => (await page(input)).rows.map(({ name }) => name);

  it("holds drafts and what is sold out, newest first, and nothing deleted", async () => {
    const all = await page();
    expect(all).toMatchObject({ page: 1, pages: 1, total: 4 });
    expect(all.rows.map(({ name, isDraft }) => [name, isDraft])).toEqual([
      ["Draft", true],
      ["crowbar 100%", false],
      ["Bellows", false],
      ["anvil", false],
    ]);
  });

  it.each([
    ["name", ["anvil", "Bellows", "crowbar 100%", "Draft"]],
    ["-name", ["Draft", "crowbar 100%", "Bellows", "anvil"]],
    ["price", ["Draft", "Bellows", "crowbar 100%", "anvil"]],
    ["-countInStock", ["crowbar 100%", "Bellows", "Draft", "anvil"]],
    ["-rating", ["Bellows", "anvil", "Draft", "crowbar 100%"]],
    ["-soldUnits", ["Bellows", "anvil", "Draft", "crowbar 100%"]],
    ["createdAt", ["anvil", "Bellows", "crowbar 100%", "Draft"]],
    ["nonsense", ["Draft", "crowbar 100%", "Bellows", "anvil"]],
  ])("is sorted by %s", async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
  });

  it("has the units that were sold", async () => {
    const { rows } = await page({ sort: "name" });
    expect(rows.map(({ soldUnits }) => soldUnits)).toEqual([2, 7, 0, 0]);
  });

  it("finds words in name, brand, category and description, in any case and as they are written", async () => {
    expect(await names({ search: "CROW" })).toEqual(["crowbar 100%"]);
    expect(await names({ search: "finder & s" })).toEqual(["crowbar 100%", "anvil"]);
    expect(await names({ search: "seldom" })).toEqual(["crowbar 100%", "Bellows"]);
    expect(await names({ search: "unheard-of" })).toEqual(["Draft"]);
    expect(await names({ search: "100%" })).toEqual(["crowbar 100%"]);
    for (const search of ["%", "_", "\\", "' or 1=1 --"]) {
      expect(await names({ search }), search).toEqual(search === "%" ? ["crowbar 100%"] : []);
    }
  });

  it("is filtered by brand, category and state, one within the other", async () => {
    expect(await names({ brand: brandId })).toEqual(["crowbar 100%", "anvil"]);
    expect(await names({ category: categoryId })).toEqual(["crowbar 100%", "Bellows"]);
    expect(await names({ brand: brandId, category: categoryId })).toEqual(["crowbar 100%"]);
    expect(await names({ brand: uuidv7() })).toEqual([]);
    expect(await names({ brand: "no id" })).toHaveLength(4);
    expect(await names({ state: "draft" })).toEqual(["Draft"]);
    expect(await names({ state: "published" })).toEqual(["crowbar 100%", "Bellows", "anvil"]);
    expect(await names({ state: "sold-out" })).toEqual(["anvil"]);
    expect(await names({ state: "low-stock" })).toEqual(["Bellows", "anvil"]);
    expect(await names({ state: "sold-out", brand: brandId, search: "anv" })).toEqual(["anvil"]);
    expect(await names({ state: "nonsense" })).toHaveLength(4);
  });

  it("is paged without losing or repeating a product, and knows how many there are", async () => {
    const brand = await makeBrand(shop.db);
    for (let n = 0; n < 23; n += 1) await makeProduct(shop.db, { brandId: brand, priceCents: n % 3 });
    const pages = [];
    for (const pageNumber of [1, 2, 3, 4]) {
      pages.push(await page({ brand, sort: "price", pageSize: 10, pageNumber }));
    }
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 3, 0]);
    for (const each of pages) expect(each).toMatchObject({ pages: 3, total: 23 });
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ _id }) => _id))).size).toBe(23);
  });
});
