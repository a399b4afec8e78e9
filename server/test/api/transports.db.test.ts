import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeBrand, makeCategory, makeProduct, makeReview } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Answer, askTrpc, get } from "../harness/transports.ts";

const shop = startTestShop({ pageSize: 3 });

/** An answer without what differs from request to request. */
function comparable({ status, body }: Answer): Answer {
  const refusal = errorBodySchema.safeParse(body);
  if (!refusal.success) return { status, body };
  const { requestId: _requestId, ...rest } = refusal.data;
  return { status, body: rest };
}

/** Calls both transports, expects one answer, and gives it. */
async function askBoth(path: string, procedure: string, input?: unknown): Promise<Answer> {
  const [rest, trpc] = await Promise.all([get(shop, path), askTrpc(shop, procedure, input)]);
  expect(comparable(trpc)).toEqual(comparable(rest));
  return comparable(rest);
}

const named = z.array(z.object({ name: z.string() }));
const listed = z.object({ products: named, page: z.number(), pages: z.number(), total: z.number() });

describe("both transports of the catalog", () => {
  it("list, page and search alike, and treat a senseless page number as the first page", async () => {
    for (let n = 0; n < 7; n += 1) await makeProduct(shop.db, { name: `Door handle ${n}` });
    const first = await askBoth("/api/products", "catalog.list", {});
    expect(listed.parse(first.body).products).toHaveLength(3);
    const searched = await askBoth("/api/products?keyword=door+handle&pageNumber=3", "catalog.list", {
      keyword: "door handle",
      pageNumber: 3,
    });
    expect(listed.parse(searched.body)).toMatchObject({
      page: 3,
      pages: 3,
      total: 7,
      products: [{ name: "Door handle 0" }],
    });
    const chosen = await askBoth(
      "/api/products?keyword=door&price=5-&price=-1&rating=0&sort=newest&pageNumber=2",
      "catalog.find",
      {
        keyword: "door",
        price: ["5-", "-1"],
        rating: 0,
        sort: "newest",
        pageNumber: 2,
      },
    );
    expect(chosen.body).toMatchObject({
      page: 2,
      pages: 3,
      total: 7,
      facets: { price: [{ value: "0-24.99", count: 7 }] },
    });
    for (const pageNumber of ["0", "-1", "1.5", "abc", "", "1e9", " 2"]) {
      const answer = await askBoth(
        `/api/products?keyword=door&pageNumber=${encodeURIComponent(pageNumber)}`,
        "catalog.list",
        { keyword: "door", pageNumber },
      );
      expect(listed.parse(answer.body).page, pageNumber).toBe(1);
    }
    const endless = await askBoth(`/api/products?keyword=door&pageNumber=${"9".repeat(30)}`, "catalog.list", {
      keyword: "door",
      pageNumber: "9".repeat(30),
    });
    expect(endless).toMatchObject({ status: 200, body: { products: [], pages: 3 } });
    const beyond = await askBoth("/api/products?keyword=door&pageNumber=999999999", "catalog.list", {
      keyword: "door",
      pageNumber: 999_999_999,
    });
    expect(beyond).toEqual({ status: 200, body: { products: [], page: 999_999_999, pages: 3, total: 7 } });
  });

  it("refuse a keyword with the same sentence, code and field", async () => {
    for (const keyword of ["x".repeat(101), "a\u0000b", "a\u001bb", "a\nb"]) {
      const answer = await askBoth(`/api/products?keyword=${encodeURIComponent(keyword)}`, "catalog.list", { keyword });
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION", errors: [{ path: "keyword" }] } });
    }
    const longest = await askBoth(`/api/products?keyword=${"x".repeat(100)}`, "catalog.list", {
      keyword: "x".repeat(100),
    });
    expect(longest.status).toBe(200);
  });

  it("show the same shop window", async () => {
    await makeProduct(shop.db, { name: "Window piece", ratingSum: 500, numReviews: 100 });
    const { status, body } = await askBoth("/api/products/top", "catalog.featured");
    expect(status).toBe(200);
    expect(named.parse(body).map((product) => product.name)).toContain("Window piece");
  });

  it("show the same product with its reviews", async () => {
    const id = await makeProduct(shop.db, { priceCents: 105, ratingSum: 3, numReviews: 1 });
    await makeReview(shop.db, id, { rating: 3, comment: "Fine" });
    const answer = await askBoth(`/api/products/${id}`, "catalog.product", { id });
    expect(answer).toMatchObject({ status: 200, body: { _id: id, price: 1.05, reviews: [{ comment: "Fine" }] } });
  });

  it("show the same brands and categories", async () => {
    const brand = await makeBrand(shop.db, "Ärmel & Söhne");
    const category = await makeCategory(shop.db, "Türen");
    expect((await askBoth("/api/brands", "catalog.brands")).body).toContainEqual({ _id: brand, name: "Ärmel & Söhne" });
    expect((await askBoth("/api/categories", "catalog.categories")).body).toContainEqual({
      _id: category,
      name: "Türen",
    });
    expect(await askBoth(`/api/brands/${brand}`, "catalog.brand", { id: brand })).toEqual({
      status: 200,
      body: { _id: brand, name: "Ärmel & Söhne" },
    });
    expect(await askBoth(`/api/categories/${category}`, "catalog.category", { id: category })).toEqual({
      status: 200,
      body: { _id: category, name: "Türen" },
    });
  });

  it("do not find what is unknown, a draft, deleted or no id at all", async () => {
    const known = await makeProduct(shop.db);
    const ids = [
      "01900000-0000-7000-8000-000000000000",
      "00000000-0000-0000-0000-000000000000",
      await makeProduct(shop.db, { publishedAt: null }),
      await makeProduct(shop.db, { deletedAt: new Date() }),
      "abc",
      "507f1f77bcf86cd799439011",
      `${known} `,
      ` ${known}`,
      `{${known}}`,
      known.replaceAll("-", ""),
      "-".repeat(36),
      "../products",
      "..%2f",
      "undefined",
      "\u0000",
      "🛒",
      "'; drop table products; --",
      "x".repeat(300),
      "x".repeat(10_000),
    ];
    for (const [room, procedure, what] of [
      ["products", "catalog.product", "Product"],
      ["brands", "catalog.brand", "Brand"],
      ["categories", "catalog.category", "Category"],
    ] as const) {
      for (const id of ids) {
        const answer = await askBoth(`/api/${room}/${encodeURIComponent(id)}`, procedure, { id });
        expect(answer, `${room} ${id.slice(0, 40)}`).toEqual({
          status: 404,
          body: { code: "NOT_FOUND", message: `${what} not found` },
        });
      }
    }
  });

  it("know an id in capital letters for the same one", async () => {
    const id = await makeProduct(shop.db);
    const answer = await askBoth(`/api/products/${id.toUpperCase()}`, "catalog.product", { id: id.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { _id: id } });
  });

  it("do not take the name of a list for an id", async () => {
    expect(z.array(z.unknown()).safeParse((await get(shop, "/api/products/top")).body).success).toBe(true);
    // Signed out, these say "who are you", not "there is no such person or order".
    expect(await get(shop, "/api/users/profile")).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(await get(shop, "/api/orders/mine")).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });
});

describe("reading reviews", () => {
  const pageSchema = z.object({
    reviews: z.array(
      z.object({ _id: z.string(), rating: z.number(), comment: z.string(), createdAt: z.iso.datetime() }),
    ),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
    byRating: z.array(z.number()).length(5),
  });
  const ask = async (input: Record<string, unknown>) => {
    const answer = await askTrpc(shop, "review.list", input);
    expect(answer.status).toBe(200);
    return pageSchema.parse(answer.body);
  };

  /** 23 reviews: 3 with one star, 2 with two, 0 with three, 8 with four, 10 with five. */
  async function reviewedProduct(): Promise<string> {
    const productId = await makeProduct(shop.db);
    const ratings = [1, 1, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5];
    const start = Date.UTC(2026, 0, 1);
    for (const [n, rating] of ratings.entries()) {
      // Every third pair shares its moment, so that only the id tells their order.
      const createdAt = new Date(start + (n - (n % 3 === 1 ? 1 : 0)) * 60_000);
      await makeReview(shop.db, productId, { rating, comment: `Review ${n}`, createdAt });
    }
    return productId;
  }

  it("pages through every review once, newest first, and knows how many stars were given", async () => {
    const productId = await reviewedProduct();
    const seen = [];
    for (let pageNumber = 1; pageNumber <= 3; pageNumber += 1) {
      const page = await ask({ productId, pageNumber });
      expect(page).toMatchObject({ page: pageNumber, pages: 3, total: 23, byRating: [3, 2, 0, 8, 10] });
      seen.push(...page.reviews);
    }
    expect(new Set(seen.map((review) => review._id)).size).toBe(23);
    const times = seen.map((review) => review.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(await ask({ productId, pageNumber: 4 })).toMatchObject({ reviews: [], page: 4, pages: 3, total: 23 });
    expect(await ask({ productId, pageNumber: "abc" })).toMatchObject({ page: 1 });
  });

  it("filters by stars without forgetting how many there are of the others", async () => {
    const productId = await reviewedProduct();
    const four = await ask({ productId, rating: 4 });
    expect(four).toMatchObject({ total: 8, pages: 1, byRating: [3, 2, 0, 8, 10] });
    expect(four.reviews.map((review) => review.rating)).toEqual(Array.from({ length: 8 }, () => 4));
    expect(await ask({ productId, rating: 3 })).toMatchObject({ reviews: [], total: 0, pages: 0 });
  });

  it("orders by stars up and down, newest first among equals", async () => {
    const productId = await reviewedProduct();
    const highest = (await ask({ productId, order: "highest" })).reviews;
    expect(highest.map((review) => review.rating)).toEqual(Array.from({ length: 10 }, () => 5));
    expect(highest[0]?.comment).toBe("Review 22");
    const lowest = (await ask({ productId, order: "lowest" })).reviews;
    expect(lowest.map((review) => review.rating)).toEqual([1, 1, 1, 2, 2, 4, 4, 4, 4, 4]);
    expect(lowest[0]?.comment).toBe("Review 2");
  });

  it("has an empty page for a product without reviews, and none for a product that is not there", async () => {
    const productId = await makeProduct(shop.db);
    expect(await ask({ productId })).toEqual({ reviews: [], page: 1, pages: 0, total: 0, byRating: [0, 0, 0, 0, 0] });
    for (const unknown of ["abc", "01900000-0000-7000-8000-000000000000", "\u0000"]) {
      expect(comparable(await askTrpc(shop, "review.list", { productId: unknown }))).toEqual({
        status: 404,
        body: { code: "NOT_FOUND", message: "Product not found" },
      });
    }
  });

  it("refuses stars and orders that do not exist", async () => {
    const productId = await makeProduct(shop.db);
    for (const wrong of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: "5" }, { order: "random" }]) {
      const answer = await askTrpc(shop, "review.list", { productId, ...wrong });
      expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
    }
  });
});
