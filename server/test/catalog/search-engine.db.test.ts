import { anyProduct, type ProductQuery, productSorts } from "@shop/shared/catalog/product-address";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { products } from "../../src/db/schema/products.ts";
import { searchEngine } from "../../src/db/schema/search.ts";
import { seedDemo } from "../../src/demo/seed.ts";
import { checkSearchEngine, tryEngine } from "../../src/doctor/search-engine.ts";
import { documentsVersion } from "../../src/domain/catalog/engine/documents.ts";
import { checkEngine, feedEngine, readEngineDrift, targetOf } from "../../src/domain/catalog/engine/feed-engine.ts";
import { letSearchesAsk, SearchEngine } from "../../src/domain/catalog/engine/of-database.ts";
import { holdState, readLag } from "../../src/domain/catalog/engine/state.ts";
import { productSearch } from "../../src/domain/catalog/search/product-search.ts";
import { foundField, openSearchEngine } from "../../src/infra/search-engine.ts";
import { openFolder, type Storage } from "../../src/infra/storage.ts";
import { openMetrics } from "../../src/metrics/registry.ts";
import { measureSearchEngine } from "../../src/metrics/search-engine.ts";
import { makeProduct } from "../harness/factories.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { pickFrom, randomFrom, wholeFrom } from "../harness/random.ts";
import { startEngineSimulator } from "../harness/search-engine/simulator.ts";
import { startTestShop } from "../harness/shop.ts";
import { timeLimit } from "../harness/time-limit.ts";

const simulator = await startEngineSimulator();
const settings = { url: simulator.url, alias: "shop-products", deadlineMs: 2_000, lagMs: 60_000 };
const shop = startTestShop({ settings: { searchEngine: settings } });
/** The same database, searched by PostgreSQL alone. */
const plain = startTestShop({ besides: shop });
afterAll(() => simulator.close());

/** Storing the images takes long, and nobody looks at one. */
const stocked: Storage = { ...openFolder("nowhere"), write: async () => undefined, has: async () => true };
const pageSize = 12;
const random = { cases: 60, seed: Number(process.env.ENGINE_SEED ?? Date.now() % 1_000_000) };

function engine(): SearchEngine {
  const { searchEngine: found } = shop.services;
  if (found === undefined) throw new Error("The shop has no engine");
  return found;
}

/** Gives the engine all changes, as the jobs do. */
async function feed() {
  const fed = await feedEngine(shop.db, engine().client);
  engine().noteLag(await readLag(shop.db, targetOf(engine().client), documentsVersion));
  return fed;
}

/** What both answer, and whether the engine did. */
async function both<Answer>(
  ask: (at: typeof shop) => Promise<Answer>,
): Promise<{ own: Answer; other: Answer; isOfEngine: boolean }> {
  const before = engine().counters.answered;
  const own = await ask(shop);
  return { own, other: await ask(plain), isOfEngine: engine().counters.answered > before };
}

const find = (query: Partial<ProductQuery>) => (at: typeof shop) =>
  productSearch.findProducts(at.db, { ...anyProduct, ...query }, pageSize);
const searchFor =
  (keyword: string, pageNumber = 1) =>
  (at: typeof shop) =>
    productSearch.searchProducts(at.db, { keyword, pageNumber, isQuestion: true }, pageSize);

/** Sorted, where PostgreSQL has an order of its own among equals. */
const facetsOf = ({ facets }: Awaited<ReturnType<ReturnType<typeof find>>>) => {
  const byValue = <Value extends { value: string }>(values: readonly Value[]) =>
    values.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  const attributes = facets.attributes?.map(({ name, values }) => ({ name, values: byValue(values) }));
  return { ...facets, brand: byValue(facets.brand), category: byValue(facets.category), attributes };
};

const judgementsSchema = z.object({ judgements: z.array(z.object({ query: z.string() })) });

async function judgedQueries(): Promise<string[]> {
  const place = new URL("../../../bench/src/relevance/judgements.ts", import.meta.url);
  const { judgements } = judgementsSchema.parse(await import(place.href));
  return judgements.map(({ query }) => query);
}

beforeAll(async () => {
  await seedDemo({ db: shop.db, url: shop.databaseUrl, storage: stocked, firstAdmin: undefined, log: () => undefined });
  await shop.db.execute(sql`analyze`);
});

describe("a shop with a search engine", () => {
  it("is answered by PostgreSQL until the engine has all products", async () => {
    expect((await both(searchFor("boots"))).isOfEngine).toBe(false);
    expect(simulator.asked).toEqual([]);
    const { own, other, isOfEngine } = await both(find({ keyword: "boots" }));
    expect({ own, isOfEngine }).toEqual({ own: other, isOfEngine: false });
    expect(await feed()).toMatchObject({ changed: 0, isSwapped: true });
    expect(simulator.indexes()).toHaveLength(1);
    expect(engine().lagMs).toBeLessThan(60_000);
  });

  it("finds for every judged query what PostgreSQL finds, in the same order", async () => {
    const queries = await judgedQueries();
    expect(queries.length).toBeGreaterThan(100);
    let answered = 0;
    const different: string[] = [];
    for (const query of queries) {
      const { own, other, isOfEngine } = await both(searchFor(query));
      if (isOfEngine) answered += 1;
      expect({ ...own, products: ids(own).toSorted() }, query).toEqual({ ...other, products: ids(other).toSorted() });
      if (JSON.stringify(ids(own)) !== JSON.stringify(ids(other))) different.push(query);
    }
    // The others are questions, or no product has all of their words.
    expect(answered).toBeGreaterThan(queries.length / 2);
    expect(different).toEqual([]);
  });

  it(`counts and finds with random choices what PostgreSQL counts and finds, from seed ${random.seed}`, async () => {
    const next = randomFrom(random.seed);
    const all = await find({})(plain);
    const some = <Value>(values: readonly Value[], max: number): Value[] =>
      values.filter(() => next() < max / Math.max(1, values.length));
    const attributes =
      all.facets.attributes?.flatMap(({ name, values }) => values.map(({ value }) => `${name}:${value}`)) ?? [];
    let answered = 0;
    for (let n = 0; n < random.cases; n += 1) {
      const query: Partial<ProductQuery> = {
        keyword:
          next() < 0.4
            ? pickFrom(next, ["leather", "black", "lamp", "watch", "linen shirt", "wood", "camera", "smal"])
            : "",
        brand: next() < 0.3 ? some(all.facets.brand, 2).map(({ value }) => value) : [],
        category: next() < 0.4 ? some(all.facets.category, 2).map(({ value }) => value) : [],
        price:
          next() < 0.3
            ? [pickFrom(next, ["0-24.99", "25-99.99", "100-", "-60"]), ...(next() < 0.3 ? ["200-499.99"] : [])]
            : [],
        attribute: next() < 0.3 ? some(attributes, 2) : [],
        rating: next() < 0.2 ? wholeFrom(next, 1, 4) : 0,
        inStock: next() < 0.3,
        onSale: next() < 0.1,
        sort: pickFrom(next, productSorts),
        pageNumber: next() < 0.2 ? 2 : 1,
      };
      const { own, other, isOfEngine } = await both(find(query));
      if (isOfEngine) answered += 1;
      const said = JSON.stringify(query);
      expect(facetsOf(own), said).toEqual(facetsOf(other));
      expect({ total: own.total, hasMore: own.hasMore, pages: own.pages }, said).toEqual({
        total: other.total,
        hasMore: other.hasMore,
        pages: other.pages,
      });
      expect(ids(own), said).toEqual(ids(other));
    }
    expect(answered).toBeGreaterThan(random.cases / 2);
  });
});

describe("the index of a search engine", () => {
  const named = async (keyword: string) =>
    (await both(searchFor(keyword))).own.products.map(({ name, price, countInStock }) => [name, price, countInStock]);
  const make = (name: string, more: Partial<typeof products.$inferInsert> = {}) =>
    makeProduct(shop.db, { name, description: "", priceCents: 2_000, countInStock: 3, ...more });
  /** What the engine itself has, whatever PostgreSQL shows of it. */
  const heldBy = async (id: string) => {
    const body = { query: { terms: { products: [id] } }, track_total_hits: true };
    const answer = z.object({ [foundField]: z.object({ total: z.object({ value: z.int() }) }) });
    return answer.parse(await engine().client.search(body, 5_000))[foundField].total.value;
  };

  it("has a new product, its changes and its end, each with the next round", async () => {
    const id = await make("Zanthic Lantern");
    expect(await feed()).toMatchObject({ changed: 1, isSwapped: false });
    expect(await named("zanthic lantern")).toEqual([["Zanthic Lantern", 20, 3]]);
    await shop.db.update(products).set({ name: "Zanthic Beacon" }).where(eq(products.id, id));
    await feed();
    const { own, isOfEngine } = await both(searchFor("zanthic beacon"));
    expect([own.products.map(({ name }) => name), isOfEngine]).toEqual([["Zanthic Beacon"], true]);
    await shop.db.update(products).set({ publishedAt: null }).where(eq(products.id, id));
    await feed();
    expect(await heldBy(id)).toBe(0);
    // Nothing is left to write, although the feed tells the caches of its own work.
    expect(await feed()).toMatchObject({ changed: 0 });
  });

  it("shows no price and no stock of its own, and nothing that is not on sale any more, while it is behind", async () => {
    const id = await make("Quorkish Kettle");
    await feed();
    await shop.db.update(products).set({ priceCents: 7_700, countInStock: 0 }).where(eq(products.id, id));
    expect(await named("quorkish kettle")).toEqual([["Quorkish Kettle", 77, 0]]);
    await shop.db.update(products).set({ publishedAt: null }).where(eq(products.id, id));
    expect(await heldBy(id)).toBe(1);
    const { own, isOfEngine } = await both(searchFor("quorkish kettle"));
    expect([own.products, isOfEngine]).toEqual([[], true]);
    await feed();
  });

  it("moves products with the groups that they enter and leave", async () => {
    const small = await make("Blivet Robe", { priceCents: 1_000 });
    const large = await make("Blivet Robe", { priceCents: 3_000 });
    await feed();
    expect((await find({ keyword: "blivet robe" })(shop)).total).toBe(2);
    await makeGroup(shop.db, {
      options: [{ name: "Size", values: ["S", "L"] }],
      variants: [
        { productId: small, values: [0] },
        { productId: large, values: [1] },
      ],
    });
    await feed();
    const { own, other, isOfEngine } = await both(find({ keyword: "blivet robe", price: ["20-"] }));
    expect([ids(own), own.total, isOfEngine]).toEqual([[large], 1, true]);
    expect(facetsOf(own)).toEqual(facetsOf(other));
    await shop.db.execute(sql`delete from product_variants where product_id = ${large}`);
    await feed();
    const apart = await both(find({ keyword: "blivet robe", sort: "price-down" }));
    expect([ids(apart.own), apart.isOfEngine]).toEqual([[large, small], true]);
    expect(ids(apart.other)).toEqual([large, small]);
  });

  it("is given changes by one instance at a time", async () => {
    const held = await holdState(shop.db, targetOf(engine().client), documentsVersion);
    await make("Twofold Vase");
    expect(await feedEngine(shop.db, engine().client)).toBeUndefined();
    await held?.release();
    expect(await feed()).toMatchObject({ changed: 1 });
    // One that was away too long has lost it to another one.
    await expect(held?.save({ filledUntil: null })).rejects.toThrow("Another instance");
  });

  it.each([
    ["was deleted", async () => simulator.deleteAll()],
    ["may lack changes that are not recorded any more", () => setState({ readAt: new Date(Date.now() - 3_600_000) })],
    ["was filled from another server of PostgreSQL", () => setState({ startedAt: "before" })],
    ["has another form", () => setState({ documentsVersion: 0 })],
    ["is another engine's", () => setState({ target: "http://elsewhere/shop-products" })],
    [
      "misses a change of very many products",
      () =>
        shop.db.execute(sql`
      insert into product_changes (product_id, affects_ranking) values (null, true)`),
    ],
  ])("is filled anew where it %s, while PostgreSQL answers", async (_how, harm: () => Promise<unknown>) => {
    const [before] = simulator.indexes();
    await harm();
    const fed = await feedEngine(shop.db, engine().client, () => true);
    expect(fed).toEqual({ changed: 0, filled: 0, isSwapped: false });
    engine().noteLag(await readLag(shop.db, targetOf(engine().client), documentsVersion));
    expect((await both(searchFor("boots"))).isOfEngine).toBe(false);
    expect(await feed()).toMatchObject({ isSwapped: true });
    expect(simulator.indexes()).toHaveLength(1);
    expect(simulator.indexes()).not.toContain(before);
    const { own, other, isOfEngine } = await both(searchFor("boots"));
    expect([ids(own), isOfEngine]).toEqual([ids(other), true]);
  });

  it("goes on where an interrupted filling was, with what changed meanwhile", async () => {
    await shop.db.execute(sql`
      insert into products (id, name, description, image, brand_id, category_id, price_cents, count_in_stock, published_at)
      select gen_random_uuid(), 'Product ' || n, '', '', (select id from brands limit 1), (select id from categories limit 1),
        n, 1, now() from generate_series(1, 450) n`);
    await setState({ indexName: null, fillingName: null });
    let rounds = 0;
    const isStopping = () => {
      rounds += 1;
      return rounds > 1;
    };
    expect(await feedEngine(shop.db, engine().client, isStopping)).toMatchObject({ filled: 200, isSwapped: false });
    const [row] = await shop.db.select().from(searchEngine);
    const before = sql`${products.id} <= ${row?.filledUntil ?? ""}::uuid`;
    await shop.db.update(products).set({ priceCents: 4_321 }).where(before);
    const late = await make("Meanwhile Mirror");
    expect(await feed()).toMatchObject({ changed: 0, isSwapped: true });
    expect(simulator.indexes()).toEqual([row?.fillingName]);
    expect(await heldBy(late)).toBe(1);
    expect(await checkEngine(shop.db, engine().client)).toBe(0);
    const { own, other, isOfEngine } = await both(find({ price: ["43.21-43.21"], sort: "price-up" }));
    expect([own.total, isOfEngine]).toEqual([other.total, true]);
  });

  it("is compared with PostgreSQL's numbers, and filled anew beside the present one where it lost products", async () => {
    expect(await readEngineDrift(shop.db, engine().client)).toBe(0);
    simulator.lose(3);
    expect(await readEngineDrift(shop.db, engine().client)).toBeGreaterThan(0);
    expect(await tryEngine(shop.db, settings)).toMatchObject({ version: "3.1.0", drift: expect.any(Number) });
    expect(await checkEngine(shop.db, engine().client)).toBeGreaterThan(0);
    expect(simulator.indexes()).toHaveLength(2);
    expect((await both(searchFor("boots"))).isOfEngine).toBe(true);
    expect(await feed()).toMatchObject({ isSwapped: true });
    expect(simulator.indexes()).toHaveLength(1);
    expect(await checkEngine(shop.db, engine().client)).toBe(0);
  });
});

describe("a search engine that does not answer", () => {
  /** An instance of its own, with a breaker that knows of no failure. */
  const another = async (limits: { deadlineMs?: number; lagMs?: number } = {}) => {
    const own = new SearchEngine(openSearchEngine(settings), { ...settings, ...limits });
    letSearchesAsk(shop.db, own);
    own.noteLag(await readLag(shop.db, targetOf(own.client), documentsVersion));
    return own;
  };
  const found = async () => ids(await searchFor("boots")(shop));
  afterEach(() => {
    simulator.behave({});
    letSearchesAsk(shop.db, engine());
  });

  it("is waited for no longer than the deadline, and left alone after several failures", async () => {
    const expected = ids(await searchFor("boots")(plain));
    const own = await another({ deadlineMs: 50 });
    simulator.behave({ delayMs: 1_500, at: /_search/ });
    const began = performance.now();
    for (let n = 0; n < 7; n += 1) expect(await found()).toEqual(expected);
    expect(own.counters).toMatchObject({ answered: 0, late: 5, resting: 2 });
    expect(performance.now() - began).toBeLessThan(timeLimit(10_000));
  });

  it.each([500, 503, 429, 401, 404])("is no failure of the shop: status %i", async (status) => {
    const own = await another();
    simulator.behave({ status, at: /_search/ });
    expect(await found()).toEqual(ids(await searchFor("boots")(plain)));
    expect(own.counters).toMatchObject({ answered: 0, failed: 1 });
    simulator.behave({});
    await found();
    expect(own.counters.answered).toBe(1);
  });

  it("is not asked while it is further behind than allowed", async () => {
    const own = await another({ lagMs: 5_000 });
    own.noteLag(6_000);
    const before = simulator.asked.length;
    expect(await found()).toEqual(ids(await searchFor("boots")(plain)));
    expect(simulator.asked).toHaveLength(before);
    expect(own.counters.behind).toBe(1);
  });

  it("fails the job that feeds it, which loses nothing", async () => {
    const id = await makeProduct(shop.db, { name: "Patient Pitcher", description: "" });
    simulator.behave({ status: 503, at: /_bulk/ });
    await expect(feedEngine(shop.db, engine().client)).rejects.toThrow("status 503");
    simulator.behave({});
    await feed();
    expect(ids((await both(searchFor("patient pitcher"))).own)).toEqual([id]);
    expect(await checkEngine(shop.db, engine().client)).toBe(0);
  });

  it("is counted in the metrics, and told of by the doctor without its password", async () => {
    const metrics = openMetrics();
    measureSearchEngine(metrics, { searchEngine: engine() });
    const text = await metrics.text();
    expect(text).toMatch(/^shop_search_engine_searches_total\{outcome="answered"\} [1-9]/m);
    expect(text).toMatch(/^shop_search_engine_lag_seconds \d/m);
    simulator.behave({ status: 503 });
    const tried = await tryEngine(shop.db, settings);
    expect(tried).toEqual({ problem: "status 503 simulated_exception" });
    const [finding] = checkSearchEngine(settings, tried);
    expect(finding).toMatchObject({ level: "error", about: "search engine" });
    expect(finding?.text).not.toContain("engine-password");
    expect(checkSearchEngine(undefined, undefined)).toEqual([]);
    expect(checkSearchEngine(settings, { version: "3", ms: 9, drift: 0 })).toMatchObject([{ level: "ok" }]);
    expect(checkSearchEngine(settings, { version: "3", ms: 9, drift: 2 })).toMatchObject([{ level: "warning" }]);
    expect(checkSearchEngine(settings, { version: "3", ms: 9, drift: undefined })).toMatchObject([
      { level: "warning" },
    ]);
  });
});

const setState = (changed: Partial<typeof searchEngine.$inferInsert>) => shop.db.update(searchEngine).set(changed);

const ids = ({ products: found }: { products: readonly { _id: string }[] }) => found.map(({ _id }) => _id);
