import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeCategory, makeProduct, makeReview } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 3 });

describe("listing products", () => {
  it("shows every product exactly once over all pages, and an empty page beyond the end", async () => {
    const categoryId = await makeCategory(shop.db);
    const sameTime = new Date("2026-05-05T05:05:05Z");
    for (let n = 0; n < 8; n += 1) {
      await makeProduct(shop.db, { name: `Paged lantern ${n}`, categoryId, createdAt: sameTime });
    }
    const first = await productPageOf(shop, { keyword: "paged lantern" });
    expect(first.pages).toBe(3);
    const ids = new Set<string>();
    for (let pageNumber = 1; pageNumber <= 3; pageNumber += 1) {
      const page = await productPageOf(shop, { keyword: "paged lantern", pageNumber });
      for (const product of page.products) ids.add(product._id);
    }
    expect(ids.size).toBe(8);
    expect(await productPageOf(shop, { keyword: "paged lantern", pageNumber: 99 })).toEqual({
      products: [],
      page: 99,
      pages: 3,
    });
    const all = await productPageOf(shop, { pageNumber: 1_000 });
    expect(all.products).toEqual([]);
    expect(all.pages).toBeGreaterThanOrEqual(3);
  });

  it("hides drafts and deleted products everywhere", async () => {
    const draft = await makeProduct(shop.db, { name: "Hidden draft", publishedAt: null });
    const deleted = await makeProduct(shop.db, { name: "Hidden deleted", deletedAt: new Date() });
    expect((await productPageOf(shop, { keyword: "hidden" })).products).toEqual([]);
    for (const id of [draft, deleted]) {
      expect((await fetch(`${shop.origin}/api/products/${id}`)).status).toBe(404);
    }
  });

  it("features what is in stock by rating, then by number of reviews", async () => {
    const best = { ratingSum: 500, numReviews: 100 };
    await makeProduct(shop.db, { name: "Top sold out", ...best, ratingSum: 500, countInStock: 0 });
    await makeProduct(shop.db, { name: "Top many", ...best });
    await makeProduct(shop.db, { name: "Top few", ratingSum: 50, numReviews: 10 });
    const { body } = await get(shop, "/api/products/top");
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(body)
      .map((product) => product.name);
    expect(names).toEqual(expect.arrayContaining(["Top many", "Top few"]));
    expect(names).not.toContain("Top sold out");
    expect(names.indexOf("Top many")).toBeLessThan(names.indexOf("Top few"));
    expect(names.length).toBeLessThanOrEqual(5);
  });
});

describe("reading a product", () => {
  it("carries its reviews newest first, and nothing private of their authors", async () => {
    const id = await makeProduct(shop.db, { priceCents: 1_999, ratingSum: 8, numReviews: 2 });
    await makeReview(shop.db, id, { name: "Early", rating: 3, createdAt: new Date("2026-01-01T10:00:00Z") });
    await makeReview(shop.db, id, { name: "Late", rating: 5, createdAt: new Date("2026-02-01T10:00:00Z") });
    const { body } = await get(shop, `/api/products/${id}`);
    expect(body).toMatchObject({
      _id: id,
      price: 19.99,
      rating: 4,
      numReviews: 2,
      reviews: [{ name: "Late", createdAt: "2026-02-01T10:00:00.000Z" }, { name: "Early" }],
    });
    const { reviews } = z.object({ reviews: z.array(z.record(z.string(), z.unknown())) }).parse(body);
    for (const review of reviews) {
      expect(Object.keys(review).sort()).toEqual(["_id", "comment", "createdAt", "name", "rating"]);
    }
  });
});
