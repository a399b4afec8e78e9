import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedProducts, embedWhenDue } from "../../src/domain/catalog/meaning/embed-products.ts";
import { Meaning } from "../../src/domain/catalog/meaning/meaning.ts";
import { findIds, findMatches } from "../../src/domain/catalog/search/find-matches.ts";
import { openEmbeddings } from "../../src/infra/embeddings.ts";
import { measureMeaning } from "../../src/metrics/meaning.ts";
import { openMetrics } from "../../src/metrics/registry.ts";
import { startEmbeddingService } from "../harness/embedding-service.ts";
import { makeCategory, makeProduct } from "../harness/factories.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const service = await startEmbeddingService([
  ["warm", "duvet", "quilt", "blanket", "cosy", "bed"],
  ["photo", "camera", "lens", "portrait"],
  ["rain", "umbrella", "waterproof"],
]);
const vectors = {
  url: service.url,
  key: "secret-key",
  dimensions: undefined,
  model: "small",
  deadlineMs: 20_000,
  floor: 0.5,
};
const shop = startTestShop({ settings: { vectors } });
const plain = startTestShop({ besides: shop });

const namesFor = async (keyword: string, at = shop) =>
  (await productPageOf(at, { keyword })).products.map(({ name }) => name);
const askedTexts = () => service.asked.flatMap(({ input }) => input);

function meaning(): Meaning {
  const { meaning: found } = shop.services;
  if (found === undefined) throw new Error("The shop has no service");
  return found;
}

/** The shop with its present vectors, also in its caches. */
async function current() {
  const done = await embedProducts(shop.db, meaning());
  await meaning().refresh(shop.db);
  shop.services.answers.dropOrdered();
  await shop.services.answers.feed.poll();
  return done;
}

/** A reader of its own, with nothing remembered. */
async function another(settings: { deadlineMs?: number; floor?: number } = {}) {
  const own = new Meaning(openEmbeddings(vectors), { ...vectors, ...settings });
  await own.refresh(shop.db);
  return own;
}

const id: Record<string, string> = {};

beforeAll(async () => {
  const categoryId = await makeCategory(shop.db, "Goods");
  const samples = [
    ["Eider Quilt", 9_000, 5],
    ["Dune Blanket", 4_000, 5],
    ["Alder Camera", 20_000, 5],
    ["Squall Umbrella", 3_000, 0],
  ] as const;
  for (const [age, [name, priceCents, countInStock]] of samples.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 28 - age));
    id[name] = await makeProduct(shop.db, { name, description: "", categoryId, priceCents, countInStock, createdAt });
  }
  await makeProduct(shop.db, { name: "Hidden Quilt", description: "", categoryId, publishedAt: null });
});
afterAll(() => service.close());

describe("a shop with a service for vectors", () => {
  it("finds what is meant where no words match, and without one finds nothing and asks nobody", async () => {
    expect(await current()).toEqual({ embedded: 4, refused: 0, isDone: true });
    expect(service.asked[0]).toMatchObject({ model: "small", authorization: "Bearer secret-key" });
    expect(await namesFor("cosy bed")).toEqual(["Dune Blanket", "Eider Quilt"].toSorted(byId));
    const before = service.asked.length;
    expect(await namesFor("cosy bed", plain)).toEqual([]);
    expect(plain.services.meaning).toBeUndefined();
    expect(service.asked).toHaveLength(before);
  });

  it("says so, and still counts the search among those that find nothing by words", async () => {
    const { body } = await askTrpc(shop, "catalog.list", { keyword: "cosy bed", pageNumber: 1 });
    expect(body).toMatchObject({ foundBy: "meaning", total: 2 });
    const list = await get(shop, "/api/products?keyword=cosy+bed&sort=newest");
    expect(list.body).toMatchObject({ foundBy: "meaning", total: 2 });
    await shop.services.emptySearches.write(shop.db);
    await shop.services.popularSearches.write(shop.db);
    const { rows } = await shop.pool.query(
      "select 'empty' as list, keyword from empty_searches union all select 'popular', keyword from popular_searches",
    );
    expect(rows).toEqual([{ list: "empty", keyword: "cosy bed" }]);
  });

  it("fuses it with what words find, which comes first where it is both", async () => {
    expect(await namesFor("blanket", plain)).toEqual(["Dune Blanket"]);
    expect(await namesFor("blanket")).toEqual(["Dune Blanket", "Eider Quilt"]);
    expect(await namesFor("camera")).toEqual(["Alder Camera"]);
  });

  it("has filters and questions hold for it, and counts it in facets", async () => {
    const { body } = await askTrpc(shop, "catalog.list", { keyword: "warm duvet under 50", pageNumber: 1 });
    expect(body).toMatchObject({ products: [{ name: "Dune Blanket" }], total: 1, pages: 1 });
    const dear = await get(shop, "/api/products?keyword=warm+duvet&price=50-");
    expect(dear.body).toMatchObject({
      products: [{ name: "Eider Quilt" }],
      total: 1,
      facets: { inStock: { count: 1 } },
    });
    const cheap = await get(shop, "/api/products?keyword=warm+duvet&sort=price-up");
    expect(cheap.body).toMatchObject({ products: [{ name: "Dune Blanket" }, { name: "Eider Quilt" }], total: 2 });
    expect((await get(shop, "/api/products?keyword=rain&inStock=true")).body).toMatchObject({ products: [], total: 0 });
    expect(await namesFor("waterproof")).toEqual(["Squall Umbrella"]);
  });

  it("pages through it, each product once", async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => get(shop, `/api/products?keyword=blanket&sort=relevance&pageNumber=${page}`)),
    );
    expect(pages.map(({ body }) => body)).toMatchObject([{ total: 2 }, { products: [] }, { products: [] }]);
  });

  it("finds of a group the variant that meets a filter", async () => {
    const more = { name: "Cosy Robe", description: "", categoryId: await makeCategory(shop.db, "Robes") };
    const small = await makeProduct(shop.db, { ...more, priceCents: 2_000 });
    const large = await makeProduct(shop.db, { ...more, priceCents: 6_000 });
    await makeGroup(shop.db, {
      options: [{ name: "Size", values: ["S", "L"] }],
      variants: [
        { productId: small, values: [0] },
        { productId: large, values: [1] },
      ],
    });
    await current();
    const { body } = await get(shop, "/api/products?keyword=duvet&price=-59.99&attribute=Size:L");
    expect(body).toMatchObject({ products: [], total: 0 });
    const found = await get(shop, "/api/products?keyword=duvet&attribute=Size:L");
    expect(found.body).toMatchObject({ products: [{ _id: large }], total: 1 });
    const all = await get(shop, "/api/products?keyword=duvet&price=10-");
    expect(all.body).toMatchObject({ total: 3 });
    await shop.pool.query("update products set deleted_at = now() where name = 'Cosy Robe'");
    await current();
  });

  it("has the same order in a search with many matches as in one with few", async () => {
    const first = [id["Eider Quilt"] ?? "", id["Squall Umbrella"] ?? ""];
    const ranks = ["'Ngood'", "'Ngood' | 'Cgood'"];
    for (const [offset, limit] of [
      [0, 10],
      [0, 1],
      [1, 1],
      [1, 2],
      [2, 2],
      [3, 1],
      [4, 3],
    ] as const) {
      const window = { offset, limit };
      const few = await findMatches(shop.db, ranks, window, { first });
      expect(await findIds(shop.db, ranks, window, { first }), `${offset} ${limit}`).toEqual(few.ids);
      expect(few.total).toBe(4);
      expect(few.ids).toHaveLength(Math.max(0, Math.min(limit, 4 - offset)));
      if (offset === 0) expect(few.ids.slice(0, 2)).toEqual(first.slice(0, limit));
    }
  });

  it("sends nothing that may be personal, no codes, and nothing of suggestions and Home", async () => {
    const before = service.asked.length;
    await namesFor("jane@example.com quilt");
    await namesFor("0171 234567 8");
    await namesFor("7");
    await askTrpc(shop, "catalog.suggest", { keyword: "cosy be" });
    await get(shop, "/api/products");
    expect(service.asked).toHaveLength(before);
  });

  it("tells in its metrics what became of searches, and a shop without one tells nothing", async () => {
    const metrics = openMetrics();
    measureMeaning(metrics, shop.services);
    const text = await metrics.text();
    expect(text).toMatch(/^shop_search_vectors_total\{outcome="asked"\} [1-9]/m);
    expect(text).toMatch(/^shop_search_vectors_total\{outcome="failed"\} 0$/m);
    expect(text).toMatch(/^shop_search_vectors_products 4$/m);
    const without = openMetrics();
    measureMeaning(without, plain.services);
    expect(await without.text()).not.toContain("search_vectors");
  });

  it("asks once for a keyword, however it is written and whoever asks", async () => {
    const own = await another();
    const before = service.asked.length;
    await Promise.all([own.findNear("Cosy  bed"), own.findNear("Cosy  bed")]);
    await own.findNear("cosy  bed ");
    expect(service.asked).toHaveLength(before + 1);
    expect(own.counts).toMatchObject({ asked: 1, remembered: 1 });
  });
});

const byId = (a: string, b: string) => ((id[a] ?? "") < (id[b] ?? "") ? -1 : 1);

describe("vectors of products", () => {
  it("are computed anew only for texts that have changed, and not at all while nothing has", async () => {
    await shop.pool.query("update products set description = 'For the bed' where name = 'Alder Camera'");
    const before = askedTexts().length;
    expect(await current()).toEqual({ embedded: 1, refused: 0, isDone: true });
    expect(askedTexts().slice(before)).toEqual(["product", expect.stringMatching(/^Alder Camera\n.*\nFor the bed$/s)]);
    await embedWhenDue(shop.db, meaning(), () => false);
    const after = askedTexts().length;
    await shop.pool.query("update products set count_in_stock = 9, price_cents = 100 where name = 'Alder Camera'");
    await shop.pool.query("delete from job_runs where job = 'product vectors'");
    expect(await embedWhenDue(shop.db, meaning(), () => false)).toBeUndefined();
    expect(askedTexts()).toHaveLength(after);
    await shop.pool.query("update products set description = '' where name = 'Alder Camera'");
    await current();
  });

  it("find nothing that is hidden or deleted, also before they are gone themselves", async () => {
    await shop.pool.query("update products set published_at = null where name = 'Eider Quilt'");
    await shop.pool.query("update products set deleted_at = now() where name = 'Alder Camera'");
    await shop.services.answers.feed.poll();
    expect(await namesFor("duvet")).toEqual(["Dune Blanket"]);
    expect(await namesFor("portrait")).toEqual([]);
    await current();
    expect(meaning().size).toBe(2);
    await shop.pool.query("update products set published_at = now(), deleted_at = null where name <> 'Cosy Robe'");
    await shop.pool.query("update products set published_at = null where name = 'Hidden Quilt'");
    expect(await current()).toMatchObject({ embedded: 2 });
    expect(meaning().size).toBe(4);
  });

  it("go on after faults: a refused text keeps no other from its vector, and a broken run is taken up again", async () => {
    await shop.pool.query("update products set description = 'poison' where name = 'Eider Quilt'");
    await shop.pool.query("update products set description = 'plain' where name = 'Dune Blanket'");
    service.behave({
      special: (input) => (input.some((each) => each.includes("poison")) ? { status: 400, body: "no" } : undefined),
    });
    expect(await embedProducts(shop.db, meaning())).toEqual({ embedded: 1, refused: 1, isDone: true });
    service.behave({ special: (input) => (input[0] === "product" ? undefined : { status: 500, body: "" }) });
    expect(await embedProducts(shop.db, meaning())).toEqual({ embedded: 0, refused: 0, isDone: false });
    service.behave({});
    expect(await embedProducts(shop.db, meaning())).toEqual({ embedded: 1, refused: 0, isDone: true });
  });

  it("are computed anew for another model, and for other numbers of the same", async () => {
    const other = { embed: openEmbeddings({ ...vectors, model: "large" }), model: "large" };
    expect(await embedProducts(shop.db, other)).toMatchObject({ embedded: 4 });
    await meaning().refresh(shop.db);
    expect(meaning().size).toBe(0);
    expect(await current()).toMatchObject({ embedded: 4 });
    service.behave({ extraDimensions: 3 });
    expect(await current()).toMatchObject({ embedded: 4 });
    expect(meaning().size).toBe(4);
    // A remembered vector of the former numbers finds nothing, and is no error.
    expect(await namesFor("duvet")).toEqual([]);
    expect(await (await another()).findNear("duvet")).toHaveLength(2);
    service.behave({});
    await current();
  });
});

describe("a service that fails", () => {
  it.each([
    ["an error", { status: 500, body: "" }],
    ["a redirect", { status: 302, body: "" }],
    ["no JSON", { body: "<html>" }],
    ["no vectors", { body: { data: "none" } }],
    ["too few vectors", { body: { data: [] } }],
    ["no numbers", { body: { data: [{ index: 0, embedding: [null, 1] }] } }],
    ["a vector of nothing", { body: { data: [{ index: 0, embedding: [0, 0, 0] }] } }],
    ["an endless number", { body: '{"data":[{"index":0,"embedding":[1e999,1]}]}' }],
    ["a vector of another length", { body: { data: [{ index: 0, embedding: [1, 2] }] } }],
  ])("with %s leaves the answer to the words", async (_what, answer) => {
    service.behave({ special: () => answer });
    const own = await another();
    expect(await own.findNear("duvet")).toEqual([]);
    service.behave({});
  });

  it("is left alone after some faults, and the shop goes on", async () => {
    service.behave({ special: () => ({ status: 503, body: "" }) });
    const own = await another();
    for (let n = 0; n < 8; n += 1) expect(await own.findNear(`duvet ${"x".repeat(n + 2)}`)).toEqual([]);
    expect(own.counts).toEqual({ asked: 5, failed: 5, late: 0, remembered: 0, spared: 3 });
    service.behave({});
  });

  it("late is not waited for, and what it said is known by the next search", async () => {
    service.behave({ delayMs: 400 });
    const own = await another({ deadlineMs: 20 });
    let isBetter = false;
    own.onBetter(() => {
      isBetter = true;
    });
    expect(await own.findNear("duvet")).toEqual([]);
    expect(own.counts).toMatchObject({ asked: 1, late: 1 });
    await expect.poll(() => own.findNear("duvet"), { timeout: 30_000 }).toHaveLength(2);
    expect(own.counts).toMatchObject({ asked: 1, late: 1, failed: 0 });
    await expect.poll(() => isBetter, { timeout: 30_000 }).toBe(true);
    service.behave({});
  });
});
