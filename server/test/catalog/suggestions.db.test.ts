import type { Suggestions } from "@shop/shared/catalog/catalog";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop();

const suggestionsSchema: z.ZodType<Suggestions> = z.strictObject({
  products: z.array(z.strictObject({ _id: z.string(), name: z.string(), image: z.string(), price: z.number() })),
  brands: z.array(z.string()),
  categories: z.array(z.string()),
  brandSlugs: z.array(z.string()).exactOptional(),
  categorySlugs: z.array(z.string()).exactOptional(),
  searches: z.array(z.string()).exactOptional(),
  total: z.int().exactOptional(),
});

async function suggested(keyword: string): Promise<Suggestions> {
  const { status, body } = await askTrpc(shop, "catalog.suggest", { keyword });
  expect(status).toBe(200);
  return suggestionsSchema.parse(body);
}

const namesFor = async (keyword: string) => (await suggested(keyword)).products.map(({ name }) => name);

describe("suggestions while typing", () => {
  beforeAll(async () => {
    const brandId = await makeBrand(shop.db, "Roebuck & Co");
    const categoryId = await makeCategory(shop.db, "Outdoors");
    await makeBrand(shop.db, "Campbell & Co");
    await makeCategory(shop.db, "Cameras");
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const products = [
      "Field Camera",
      "Camp Stove",
      "Camera Strap",
      "Decamped Tent",
      "Brünnholt Lamp",
      "100% Wool Scarf",
      "Quiet Headphones",
      "Head Torch",
    ];
    for (const [n, name] of products.entries()) {
      await makeProduct(shop.db, {
        name,
        brandId,
        categoryId,
        createdAt: day(n + 1),
        priceCents: 1_950 + n,
        image: "/a.webp",
      });
    }
    await makeProduct(shop.db, { name: "Camera Draft", brandId, categoryId, publishedAt: null });
    await makeProduct(shop.db, { name: "Camera Gone", brandId, categoryId, deletedAt: new Date() });
  });

  it("name what products are or begin with, the newest first", async () => {
    expect(await namesFor("cam")).toEqual(["Camera Strap", "Camp Stove", "Field Camera"]);
  });

  it("do not name what only bears the word beside something else, unless nothing else does", async () => {
    await makeProduct(shop.db, { name: "Sailor's Watch Beanie" });
    expect(await namesFor("watc")).toEqual(["Sailor's Watch Beanie"]);
    await makeProduct(shop.db, { name: "Chronograph Watch" });
    for (const keyword of ["wat", "watc", "watch", "watche", "watches"]) {
      expect(await namesFor(keyword), keyword).toEqual(["Chronograph Watch"]);
    }
  });

  it("complete the last of several words", async () => {
    expect(await namesFor("field cam")).toEqual(["Field Camera"]);
  });

  it("name what means the same, and what is of a brand or category", async () => {
    const [brandId, categoryId] = [await makeBrand(shop.db, "Nørregård"), await makeCategory(shop.db, "Lounges")];
    await makeProduct(shop.db, { name: "Corner Sofa", brandId, categoryId });
    expect(await namesFor("corner couch")).toEqual(["Corner Sofa"]);
    expect(await namesFor("norre")).toEqual(["Corner Sofa"]);
    expect(await namesFor("loung")).toEqual(["Corner Sofa"]);
    expect(await suggested("norre")).toMatchObject({ brands: ["Nørregård"] });
  });

  it("say what a row needs and no more", async () => {
    const [stove] = (await suggested("stove")).products;
    expect(stove).toEqual({ _id: expect.any(String), name: "Camp Stove", image: "/a.webp", price: 19.51 });
  });

  it("name brands and categories too", async () => {
    expect(await suggested("CAM")).toMatchObject({
      brands: ["Campbell & Co"],
      categories: ["Cameras"],
      brandSlugs: ["campbell-co"],
      categorySlugs: ["cameras"],
    });
  });

  it("say how many products a search for the words finds", async () => {
    for (const keyword of ["camera", "stove", "camra"]) {
      const { body } = await askTrpc(shop, "catalog.list", { keyword, pageNumber: 1 });
      const { total } = z.object({ total: z.int() }).parse(body);
      expect(total).toBeGreaterThan(0);
      expect(await suggested(keyword), keyword).toMatchObject({ total });
    }
  });

  it("begin with the first letter", async () => {
    expect(await namesFor("s")).toContain("Camp Stove");
  });

  it("put a misspelt word right", async () => {
    expect(await namesFor("hedphones")).toEqual(["Quiet Headphones"]);
    expect(await namesFor("hedph")).toEqual(["Quiet Headphones"]);
    expect(await namesFor("camra")).toContain("Field Camera");
    expect(await namesFor("brunholt lamp")).toEqual(["Brünnholt Lamp"]);
  });

  it.each(["%", "_", "\\", "'; --", "!{}", "(", "zzzz"])("have nothing for %s", async (keyword) => {
    expect(await namesFor(keyword)).toEqual([]);
  });

  it("find a product that is older than thousands of others", async () => {
    const brandId = await makeBrand(shop.db);
    const categoryId = await makeCategory(shop.db);
    for (let batch = 0; batch < 7; batch += 1)
      await shop.pool.query(
        `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at, created_at)
       select gen_random_uuid(), 'Filler ' || n, $1, $2, 100, 1, now(), now() from generate_series(1, 300) n`,
        [brandId, categoryId],
      );
    expect(await namesFor("torch")).toEqual(["Head Torch"]);
    expect(await namesFor("filler")).toHaveLength(5);
    await shop.pool.query("delete from products where brand_id = $1", [brandId]);
  });

  it("learn a new name at once, and show nothing that a rename leaves", async () => {
    const id = await makeProduct(shop.db, { name: "Zephyr Kite" });
    expect(await namesFor("zefyr")).toEqual(["Zephyr Kite"]);
    await shop.pool.query("update products set name = 'Monsoon Kite' where id = $1", [id]);
    expect(await namesFor("monson")).toEqual(["Monsoon Kite"]);
    expect(await namesFor("zephyr")).toEqual([]);
  });

  it.each(["", "   ", "a\u0000b", "x".repeat(101)])("refuse %j", async (keyword) => {
    expect((await askTrpc(shop, "catalog.suggest", { keyword })).status).toBe(400);
  });
});
