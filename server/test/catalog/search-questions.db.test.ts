import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { productAttributes, products } from "../../src/db/schema/products.ts";
import { makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 50 });

const answerSchema = z.object({
  products: z.array(z.object({ name: z.string() })),
  total: z.number(),
  read: z
    .object({
      parts: z.array(z.object({ typed: z.string(), kind: z.string(), value: z.string() })),
      rest: z.string(),
      query: z.string(),
    })
    .optional(),
  foundWords: z.array(z.string()).optional(),
});

async function ask(keyword: string, typed?: string[]) {
  const { body } = await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1, ...(typed && { typed }) });
  const { products: found, ...rest } = answerSchema.parse(body);
  return { names: found.map(({ name }) => name), ...rest };
}

type Sample = { name: string; price: number; stock?: number; rating?: number; facts?: Record<string, string> };

async function sell({ name, price, stock = 5, rating, facts = {} }: Sample, categoryId: string, age: number) {
  const id = await makeProduct(shop.db, {
    name,
    description: "",
    categoryId,
    priceCents: price * 100,
    countInStock: stock,
    createdAt: new Date(Date.UTC(2026, 0, 28 - age)),
    ...(rating === undefined ? {} : { ratingSum: rating * 2, numReviews: 2 }),
  });
  const rows = Object.entries(facts).map(([factName, value], n) => ({
    productId: id,
    position: n + 1,
    name: factName,
    value,
  }));
  if (rows.length > 0) await shop.db.insert(productAttributes).values(rows);
}

beforeAll(async () => {
  const categoryId = await makeCategory(shop.db);
  const samples: Sample[] = [
    { name: "Satin Dress", price: 139, facts: { Color: "Green" } },
    { name: "Linen Dress", price: 40, stock: 0, facts: { Color: "Red" } },
    { name: "Green Knit Dress", price: 90 },
    { name: "Studio Headphones", price: 169, rating: 5 },
    { name: "Wire Headphones", price: 50, rating: 3 },
    { name: "Travel Headphones", price: 99, stock: 0, rating: 4 },
    { name: "New Harbor Lamp", price: 30 },
    { name: "Old Harbor Lamp", price: 20 },
  ];
  for (const [age, sample] of samples.entries()) await sell(sample, categoryId, age);
});

describe("a question finds what it asks for", () => {
  it.each([
    ["of the price that it names", "headphones under $100", ["Wire Headphones", "Travel Headphones"]],
    ["up to that price and with it", "dress under 40", ["Linen Dress"]],
    ["in stock", "headphones in stock", ["Studio Headphones", "Wire Headphones"]],
    ["of the rating that it names", "four stars headphones", ["Studio Headphones", "Travel Headphones"]],
    [
      "by price where it says cheap, the better match first",
      "cheap headphones",
      ["Wire Headphones", "Travel Headphones", "Studio Headphones"],
    ],
    ["of a color that is a fact", "a green dress", ["Satin Dress"]],
    ["with all of that", "cheapest in-stock headphones with 4 stars", ["Studio Headphones"]],
    ["without any word to search", "under 35", ["New Harbor Lamp", "Old Harbor Lamp"]],
    ["by a color as a word where no such product has it as a fact", "green knit", ["Green Knit Dress"]],
    ["by a name that begins with such a word", "new harbor lamp", ["New Harbor Lamp"]],
  ])("%s: %s", async (_what, keyword, names) => {
    expect((await ask(keyword)).names).toEqual(names);
  });

  it("and says what it has read, and where the same list is", async () => {
    const { read } = await ask("red dress under 45");
    expect(read).toEqual({
      parts: [
        { typed: "red", kind: "attribute", value: "Color:Red" },
        { typed: "under 45", kind: "price", value: "-45" },
      ],
      rest: "dress",
      query: "?keyword=dress&attribute=Color%3ARed&price=-45",
    });
    const { body } = await get(shop, `/api/products${read?.query}`);
    expect(body).toMatchObject({ products: [{ name: "Linen Dress" }], total: 1 });
  });

  it("and says so where nothing meets it", async () => {
    expect(await ask("headphones under 10")).toMatchObject({
      names: [],
      total: 0,
      read: { parts: [{ typed: "under 10" }], rest: "headphones" },
    });
  });

  it("or has as words what is to be searched as typed", async () => {
    expect(await ask("headphones under 10", ["under 10"])).toMatchObject({ foundWords: ["headphones"], total: 3 });
    expect((await ask("green dress", ["green"])).names).toEqual(["Green Knit Dress", "Satin Dress"]);
  });

  it("and leads to the list of the same products on sale, which counts them", async () => {
    const { rows } = await shop.pool.query<{ id: string }>(
      "update products set planned_price_id = gen_random_uuid(), regular_price_cents = price_cents + 1000 where name = 'Travel Headphones' returning id",
    );
    const { names, read } = await ask("headphones on sale");
    expect(names).toEqual(["Travel Headphones"]);
    expect(read?.query).toBe("?keyword=headphones&onSale=true");
    const { body } = await get(shop, `/api/products${read?.query}`);
    expect(body).toMatchObject({ products: [{ _id: rows[0]?.id }], total: 1, facets: { onSale: { count: 1 } } });
    const all = await get(shop, "/api/products?keyword=headphones&sort=newest");
    expect(all.body).toMatchObject({ total: 3, facets: { onSale: { count: 1, hasMore: false } } });
    const others = await get(shop, "/api/products?keyword=dress&sort=newest");
    expect(others.body).toMatchObject({ total: 3, facets: { onSale: { count: 0, hasMore: false } } });
  });

  it("by what the price is now", async () => {
    await shop.db.update(products).set({ priceCents: 3_000 }).where(eq(products.name, "Wire Headphones"));
    expect((await ask("headphones under 35")).names).toEqual(["Wire Headphones"]);
  });
});

it("The documented search is of words, whatever they say", async () => {
  const { products: found } = await productPageOf(shop, { keyword: "cheap headphones under 100" });
  expect(found.map(({ name }) => name).sort()).toEqual(["Studio Headphones", "Travel Headphones", "Wire Headphones"]);
});
