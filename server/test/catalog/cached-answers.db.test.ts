import { randomUUID } from "node:crypto";
import { anyProduct } from "@shop/shared/catalog/product-address";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { users } from "../../src/db/schema/accounts.ts";
import { orderItems, orders } from "../../src/db/schema/orders.ts";
import { productAttributes, productImages, productSiblings, products } from "../../src/db/schema/products.ts";
import { brands } from "../../src/db/schema/terms.ts";
import { CatalogAnswers } from "../../src/http/cache/catalog-answers.ts";
import { tagsOf } from "../../src/http/cache/catalog-tags.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeOrder, makeProduct, makeReview, makeUser } from "../harness/factories.ts";
import { randomFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeAdmin } from "../harness/test-client.ts";
import { width } from "../harness/width.ts";

const sizes = { maxBytes: 8_000_000, outdatedMs: 0, staleMs: 600_000 };
/** Never checks for changes by itself, so that only a write makes it. */
const unchecked = { ...sizes, maxAgeMs: Number.MAX_SAFE_INTEGER };
const clientDir = makeClientDir();
const shop = startTestShop({ clientDir });
const uncached = startTestShop({
  clientDir,
  besides: shop,
  settings: { answers: { ...sizes, maxBytes: 1, maxAgeMs: 0 } },
});
const trusting = startTestShop({ clientDir, besides: shop, settings: { answers: unchecked } });
const twin = startTestShop({ besides: shop, settings: { answers: unchecked } });

type Asked = { headers?: Record<string, string> };
const ask = (origin: string, path: string, { headers = {} }: Asked = {}) => fetch(origin + path, { headers });
const bodyOf = async (origin: string, path: string, asked?: Asked) => {
  const response = await ask(origin, path, asked);
  return { status: response.status, body: await response.text() };
};
const priceOf = async (origin: string, id: string, asked?: Asked): Promise<unknown> =>
  Reflect.get(Object(JSON.parse((await bodyOf(origin, `/api/products/${id}`, asked)).body)), "price");
const setPrice = (id: string, priceCents: number) =>
  shop.db.update(products).set({ priceCents }).where(eq(products.id, id));

describe("a cached answer is what the database says, whatever was changed before:", () => {
  const seed = Number(process.env.CACHE_SEED ?? Math.floor(Math.random() * 1e9));
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("Nothing to pick from");
    return item;
  };

  it(`a walk from seed ${seed}`, async () => {
    const { db } = shop;
    const brandIds = [await makeBrand(db, "Northwind"), await makeBrand(db, "Lumen")];
    const make = () =>
      makeProduct(db, { name: `${pick(["Blue", "Red"])} ${pick(["lamp", "chair"])}`, brandId: pick(brandIds) });
    const ids = [await make(), await make(), await make()];
    const author = await makeUser(db);
    const change = (id: string, values: Partial<typeof products.$inferInsert>) =>
      db.update(products).set(values).where(eq(products.id, id));
    const rate = (id: string, rating: number) =>
      db
        .update(products)
        .set({ numReviews: sql`${products.numReviews} + 1`, ratingSum: sql`${products.ratingSum} + ${rating}` })
        .where(eq(products.id, id));
    const steps: (() => Promise<unknown>)[] = [
      async () => ids.push(await make()),
      () => change(pick(ids), { priceCents: 100 + Math.floor(random() * 9_000) }),
      () => change(pick(ids), { countInStock: pick([0, 0, 1, 7]) }),
      () => change(pick(ids), { name: `${pick(["Green", "Blue"])} lamp`, description: pick(["", "A red one"]) }),
      () => change(pick(ids), { publishedAt: pick([null, new Date()]) }),
      () => change(pick(ids), { deletedAt: pick([null, null, new Date()]) }),
      () => change(pick(ids), { image: `/uploads/${Math.floor(random() * 100)}.webp` }),
      async () => {
        const productId = pick(ids);
        await db.delete(productImages).where(eq(productImages.productId, productId));
        await db.insert(productImages).values({ productId, position: 1, image: `/uploads/${random()}.webp` });
      },
      async () => {
        const productId = pick(ids);
        await db.delete(productAttributes).where(eq(productAttributes.productId, productId));
        const value = pick(["Red", "Blue"]);
        if (random() < 0.8) await db.insert(productAttributes).values({ productId, position: 1, name: "Color", value });
      },
      async () => {
        const members = [...new Set([pick(ids), pick(ids), pick(ids)])];
        const groupId = randomUUID();
        await db.transaction(async (tx) => {
          await tx.delete(productSiblings);
          await tx
            .insert(productSiblings)
            .values(
              members.map((productId, place) => ({ productId, groupId, position: place + 1, label: `No. ${place}` })),
            );
        });
      },
      () =>
        db
          .update(brands)
          .set({ name: `Brand ${random()}` })
          .where(eq(brands.id, pick(brandIds))),
      async () => brandIds.push(await makeBrand(db)),
      async () => {
        const id = pick(ids);
        const rating = pick([1, 5]);
        await makeReview(db, id, { rating });
        await rate(id, rating);
      },
      async () => {
        const order = await makeOrder(db, { userId: author });
        const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order));
        if (item?.productId == null) throw new Error("An order has a product");
        ids.unshift(item.productId);
        await makeReview(db, item.productId, { userId: author });
        await rate(item.productId, 5);
        await bodyOf(shop.origin, `/api/products/${item.productId}/reviews`);
        await db.update(orders).set({ paidAt: new Date() }).where(eq(orders.id, order));
      },
      () =>
        db.transaction(async (tx) => {
          await tx
            .update(products)
            .set({ countInStock: 3 })
            .where(eq(products.id, pick(ids)));
          await tx
            .update(products)
            .set({ priceCents: 777 })
            .where(eq(products.id, pick(ids)));
        }),
      () =>
        db
          .update(users)
          .set({ name: `Name ${random()}` })
          .where(eq(users.id, author)),
    ];
    for (let round = 0; round < width.cachedChanges; round += 1) {
      await pick(steps)();
      const id = pick([...ids, ...ids.slice(0, 1)]);
      const query = (input: unknown) => encodeURIComponent(JSON.stringify(input));
      const batch = query({ 0: { keyword: "", pageNumber: 1 }, 1: { id }, 2: { productId: id } });
      for (const path of [
        "/api/products",
        "/api/products?pageNumber=2",
        "/api/products?keyword=lamp",
        "/api/products?keyword=northwind",
        "/api/products?sort=price-up&price=25-49.99&inStock=true",
        "/api/products/top",
        `/api/products/${id}`,
        `/api/products/${id}/reviews`,
        "/api/brands",
        "/api/categories",
        `/trpc/catalog.suggest?input=${query({ keyword: "lam" })}`,
        `/trpc/catalog.list,catalog.product,review.list?batch=1&input=${batch}`,
        "/",
        "/page/2",
        "/search/lamp",
        `/product/${id}`,
      ]) {
        const [cached, current] = [await bodyOf(shop.origin, path), await bodyOf(uncached.origin, path)];
        const plain = ({ status, body }: typeof cached) => ({ status, body: body.replace(/"requestId":"[^"]+"/g, "") });
        expect(plain(cached), `round ${round}, ${path}`).toEqual(plain(current));
      }
    }
    expect(shop.services.answers.bytes).toBeGreaterThan(0);
    expect(uncached.services.answers.bytes).toBe(0);
  });
});

describe("a cached answer", () => {
  it("costs no question to the database", async () => {
    const id = await makeProduct(shop.db);
    const paths = [
      "/",
      `/product/${id}`,
      "/api/products",
      `/api/products/${id}`,
      `/trpc/catalog.product?input={"id":"${id}"}`,
    ];
    for (const path of paths) await ask(trusting.origin, path);
    const query = vi.spyOn(trusting.pool, "query");
    const connect = vi.spyOn(trusting.pool, "connect");
    onTestFinished(() => void [query.mockRestore(), connect.mockRestore()]);
    for (const path of paths) expect((await ask(trusting.origin, path)).status).toBe(200);
    expect([query.mock.calls.length, connect.mock.calls.length]).toEqual([0, 0]);
  });

  it("is produced once for all who ask for it at the same time", async () => {
    const id = await makeProduct(shop.db);
    await ask(trusting.origin, "/api/products");
    const query = vi.spyOn(trusting.pool, "query");
    onTestFinished(() => void query.mockRestore());
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask(trusting.origin, `/api/products/${id}`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(query.mock.calls.length).toBe(1);
  });

  it("is current at once for whoever has changed it, by this instance or by another one", async () => {
    const admin = await makeAdmin(trusting);
    const id = await makeProduct(shop.db, { priceCents: 1_000 });
    expect([await priceOf(trusting.origin, id), await priceOf(twin.origin, id)]).toEqual([10, 10]);
    const product: unknown = await (await ask(trusting.origin, `/api/products/${id}`)).json();
    const changed = await fetch(`${trusting.origin}/api/products/${id}`, {
      method: "PUT",
      headers: { cookie: admin.cookieHeader, "content-type": "application/json" },
      body: JSON.stringify({ ...Object(product), price: 20 }),
    });
    expect(changed.status).toBe(200);
    expect(await priceOf(trusting.origin, id)).toBe(20);
    expect(await priceOf(twin.origin, id)).toBe(10);
    expect(await priceOf(twin.origin, id, { headers: { cookie: "wrote=1" } })).toBe(20);
    expect(await priceOf(twin.origin, id)).toBe(20);
  });

  it("is not kept when something changed while it was read", async () => {
    const id = await makeProduct(shop.db, { priceCents: 1_000 });
    const answers = new CatalogAnswers(shop.db, unchecked);
    await answers.feed.poll();
    const key = "the product";
    const produce = async () => {
      await setPrice(id, 2_000);
      await answers.feed.poll();
      return { body: "read before the change", type: "text/plain", tags: [id] };
    };
    expect(await answers.load(key, produce)).toHaveProperty("answer");
    expect(await answers.find(key, false)).toBeUndefined();
    await answers.load(key, async () => ({ body: "read after it", type: "text/plain", tags: [id] }));
    expect(await answers.find(key, false)).toHaveProperty("answer.body", Buffer.from("read after it"));
  });

  it("is dropped by changes that commit in another order than they began in", async () => {
    const [early, late] = [await makeProduct(shop.db), await makeProduct(shop.db)];
    const answers = new CatalogAnswers(shop.db, unchecked);
    await answers.feed.poll();
    const store = (id: string) => answers.load(id, async () => ({ body: id, type: "text/plain", tags: [id] }));
    const client = await shop.pool.connect();
    onTestFinished(() => client.release());
    await client.query("begin");
    await client.query("update products set price_cents = 1 where id = $1", [early]);
    await store(early);
    await store(late);
    await setPrice(late, 2_000);
    await answers.feed.poll();
    expect(
      [await answers.find(early, false), await answers.find(late, false)].map((found) => found !== undefined),
    ).toEqual([true, false]);
    await store(late);
    await client.query("commit");
    await answers.feed.poll();
    // The later change was seen before, and drops nothing again.
    expect(
      [await answers.find(early, false), await answers.find(late, false)].map((found) => found !== undefined),
    ).toEqual([false, true]);
  });

  it("is dropped by what its order of products depends on, and by no other change", async () => {
    const id = await makeProduct(shop.db, { name: "Marigold lamp", countInStock: 5 });
    const listed = { _id: "another", variants: undefined };
    const tags = {
      search: tagsOf["catalog.list"]({ products: [listed], page: 1, total: 1 }, "lamp"),
      question: tagsOf["catalog.list"]({ products: [listed], page: 1, total: 1, read: {} }, "lamp under 50"),
      suggestions: tagsOf["catalog.suggest"]({ products: [listed] }),
      featured: tagsOf["catalog.featured"]([listed]),
      facets: tagsOf["catalog.find"]({ products: [listed] }, anyProduct),
    };
    const answers = new CatalogAnswers(shop.db, unchecked);
    const droppedBy = async (values: Partial<typeof products.$inferInsert>) => {
      await answers.feed.poll();
      for (const [key, of] of Object.entries(tags)) {
        await answers.load(key, async () => ({ body: key, type: "text/plain", tags: of }));
      }
      await shop.db.update(products).set(values).where(eq(products.id, id));
      await answers.feed.poll();
      const left = Object.keys(tags).map(async (key) => ((await answers.find(key, false)) === undefined ? [key] : []));
      return (await Promise.all(left)).flat();
    };
    expect(await droppedBy({ priceCents: 777 })).toEqual(["question", "facets"]);
    expect(await droppedBy({ numReviews: 1, ratingSum: 5 })).toEqual(["question", "featured", "facets"]);
    expect(await droppedBy({ countInStock: 4 })).toEqual([]);
    expect(await droppedBy({ countInStock: 0 })).toEqual(["search", "question", "suggestions", "featured", "facets"]);
    expect(await droppedBy({ name: "Marigold chair" })).toEqual(Object.keys(tags));
  });

  it("is served for a moment more when only an order has changed, while one caller makes another", async () => {
    const id = await makeProduct(shop.db);
    let passed = 0;
    const realNow = performance.now.bind(performance);
    const now = vi.spyOn(performance, "now").mockImplementation(() => realNow() + passed);
    onTestFinished(() => void now.mockRestore());
    const outdatedMs = 60_000;
    const answers = new CatalogAnswers(shop.db, { ...unchecked, outdatedMs });
    await answers.feed.poll();
    const tags = tagsOf["catalog.find"]({ products: [] }, anyProduct);
    const answer = (body: string) => ({ body, type: "text/plain", tags });
    const bodyNow = async (hasWritten = false) => {
      const found = await answers.find("facets", hasWritten);
      return found === undefined ? undefined : String(found.answer.body);
    };
    await answers.load("facets", async () => answer("first"));
    await setPrice(id, 2_000);
    await answers.feed.poll();
    expect([await bodyNow(), await bodyNow(true)]).toEqual(["first", undefined]);
    // Old enough to be made anew: by the first who asks, of whom the others do not wait.
    passed = 0.6 * outdatedMs;
    expect(await bodyNow()).toBeUndefined();
    let finish: (() => void) | undefined;
    const second = answers.load("facets", async () => {
      await new Promise<void>((done) => {
        finish = done;
      });
      return answer("second");
    });
    expect([await bodyNow(), await bodyNow(true)]).toEqual(["first", undefined]);
    // Whoever has written shares no answer that was begun before another change.
    await setPrice(id, 3_000);
    await answers.feed.poll();
    const own = await answers.load("facets", async () => ({ other: "an answer of one's own" }), true);
    expect(own).toEqual({ other: "an answer of one's own" });
    finish?.();
    await second;
    expect([await bodyNow(), await bodyNow(true)]).toEqual(["second", undefined]);
    passed = 2 * outdatedMs;
    expect(await bodyNow()).toBeUndefined();
    const product = { ...answer("with the product"), tags: [id] };
    await answers.load("the product", async () => product);
    await setPrice(id, 4_000);
    await answers.feed.poll();
    expect(await answers.find("the product", false)).toBeUndefined();
  });

  it("stays within its room, and leaves for others that are asked for", async () => {
    const answers = new CatalogAnswers(shop.db, { ...unchecked, maxBytes: 100_000 });
    await answers.feed.poll();
    const body = "x".repeat(2_000);
    for (let page = 0; page < 200; page += 1) {
      await answers.load(`page ${page}`, async () => ({ body, type: "text/plain", tags: ["list", `${page}`] }));
      expect(answers.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(await answers.find("page 199", false)).toBeDefined();
    expect(await answers.find("page 0", false)).toBeUndefined();
  });
});

describe("in an outage of the database", () => {
  const broken = startTestShop({ besides: shop, settings: { answers: { ...sizes, maxAgeMs: 0 } } });
  const impatient = startTestShop({ besides: shop, settings: { answers: { ...sizes, staleMs: 0, maxAgeMs: 0 } } });
  const restore: (() => void)[] = [];
  afterAll(() => {
    for (const each of restore) each();
  });

  it("what was asked before is answered and marked, for as long as is set, and nothing else is", async () => {
    const id = await makeProduct(shop.db);
    const known = `/api/products/${id}`;
    for (const { origin } of [broken, impatient])
      expect((await ask(origin, known)).headers.get("cache-status")).toBeNull();
    for (const { pool } of [broken, impatient]) {
      const refuse = async () => {
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
      };
      const query = vi.spyOn(pool, "query").mockImplementation(refuse as never);
      const connect = vi.spyOn(pool, "connect").mockImplementation(refuse as never);
      restore.push(() => void [query.mockRestore(), connect.mockRestore()]);
    }
    const stale = await ask(broken.origin, known);
    expect([stale.status, stale.headers.get("cache-status"), stale.headers.get("cache-control")]).toEqual([
      200,
      "shop; hit; detail=stale",
      "no-store",
    ]);
    expect((await ask(broken.origin, "/api/brands")).status).toBe(503);
    expect((await ask(impatient.origin, known)).status).toBe(503);
  });
});

describe("a public answer", () => {
  it("has a validator that saves sending it again, in each encoding", async () => {
    for (let index = 0; index < 12; index += 1) await makeProduct(shop.db);
    const plain = await ask(shop.origin, "/api/products", { headers: { "accept-encoding": "identity" } });
    const body = await plain.text();
    const etag = plain.headers.get("etag") ?? "";
    expect(plain.headers.get("vary")).toBe("accept-encoding");
    for (const encoding of ["br", "gzip"]) {
      // The client decodes the body.
      const answer = await ask(shop.origin, "/api/products", { headers: { "accept-encoding": encoding } });
      expect([answer.headers.get("content-encoding"), answer.headers.get("etag")]).toEqual([encoding, etag]);
      expect(await answer.text()).toBe(body);
    }
    const unchanged = await ask(shop.origin, "/api/products", { headers: { "if-none-match": `"other", ${etag}` } });
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get("etag")]).toEqual([304, "", etag]);
    await makeProduct(shop.db);
    expect((await ask(shop.origin, "/api/products", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("may be stored by shared caches; one that depends on who asks may not, and is not cached for others", async () => {
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const admin = await makeAdmin(shop);
    const headers = { cookie: admin.cookieHeader };
    for (const path of [`/api/products/${draft}`, `/trpc/catalog.product?input={"id":"${draft}"}`, "/api/products"]) {
      const seen = await ask(shop.origin, path, { headers });
      expect([seen.status, seen.headers.get("cache-control")], path).toEqual([200, "no-store"]);
      expect(await seen.text(), path).toContain(draft);
      expect((await bodyOf(shop.origin, path)).body, path).not.toContain(`"_id":"${draft}"`);
    }
    expect((await ask(shop.origin, "/api/products")).headers.get("cache-control")).toMatch(
      /^public, max-age=0, s-maxage=1/,
    );
  });
});
