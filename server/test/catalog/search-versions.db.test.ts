import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { brands, categories, products } from "../../src/db/schema.ts";
import { findMatches } from "../../src/domain/catalog/search/find-matches.ts";
import { matchCache } from "../../src/domain/catalog/search/match-cache.ts";
import type { Matches } from "../../src/domain/catalog/search/matches.ts";
import { searchProducts } from "../../src/domain/catalog/search/search-products.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, productPageOf } from "../harness/transports.ts";

const pageSize = 3;
const shop = startTestShop({ pageSize, settings: { jwtSecret: issuer.jwtSecret } });
const other = startTestShop({ pageSize, besides: shop });

/** What both instances find, which must be the same. */
async function found(keyword: string) {
  const [here, there] = await Promise.all([shop, other].map((instance) => productPageOf(instance, { keyword })));
  expect(there).toEqual(here);
  return here?.products ?? [];
}

const namesFor = async (keyword: string) => (await found(keyword)).map(({ name }) => name);

async function version(): Promise<string> {
  const { rows } = await shop.pool.query("select version from catalogue_version");
  return rows[0].version;
}

const someoneWaits = () => waitForLock(shop.pool);

describe("a search that was made before", () => {
  it("shows every change of the catalog to the next reader on every instance", async () => {
    const brandId = await makeBrand(shop.db, "Fernbank");
    const otherBrandId = await makeBrand(shop.db, "Overbeck");
    const categoryId = await makeCategory(shop.db, "Kites");
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const shared = { brandId, categoryId, description: "Zephyr proof." };
    const one = await makeProduct(shop.db, { name: "One", ...shared, createdAt: day(1) });
    const two = await makeProduct(shop.db, { name: "Two", ...shared, createdAt: day(2) });
    const steps: [change: string, keyword: string, names: string[]][] = [
      ["select 1", "zephyr", ["Two", "One"]],
      ["select 1", "fernbank", ["Two", "One"]],
      [`update products set name = 'One zephyr' where id = '${one}'`, "zephyr", ["One zephyr", "Two"]],
      [`update products set name = 'One' where id = '${one}'`, "zephyr", ["Two", "One"]],
      [`update products set created_at = now() where id = '${one}'`, "zephyr", ["One", "Two"]],
      [`update products set published_at = null where id = '${one}'`, "zephyr", ["Two"]],
      [`update products set published_at = now() where id = '${one}'`, "zephyr", ["One", "Two"]],
      [`update products set deleted_at = now() where id = '${two}'`, "zephyr", ["One"]],
      [`update products set deleted_at = null where id = '${two}'`, "zephyr", ["One", "Two"]],
      [`update products set description = 'Plain.' where id = '${two}'`, "zephyr", ["One"]],
      ["update brands set name = 'Zephyr House' where name = 'Fernbank'", "zephyr", ["One", "Two"]],
      ["update categories set name = 'Plain' where name = 'Kites'", "kites", []],
      [`update products set brand_id = '${otherBrandId}' where id = '${one}'`, "zephyr house", ["Two"]],
      ["update brands set name = 'Breeze' where name = 'Zephyr House'", "zephyr", ["One"]],
      [`delete from products where id = '${one}'`, "zephyr", []],
    ];
    for (const [change, keyword, names] of steps) {
      await found(keyword);
      await shop.pool.query(change);
      expect(await namesFor(keyword), change).toEqual(names);
    }
  });

  it("shows a product for a misspelt word as soon as there is one, and for what is written first", async () => {
    expect(await namesFor("hurricn lamp")).toEqual([]);
    const id = await makeProduct(shop.db, { name: "Hurricane Lamp" });
    expect(await namesFor("hurricn lamp")).toEqual(["Hurricane Lamp"]);
    await makeProduct(shop.db, { name: "Hurricn Lamp" });
    expect(await namesFor("hurricn lamp")).toEqual(["Hurricn Lamp"]);
    await shop.pool.query("update products set published_at = null where id = $1", [id]);
    expect(await namesFor("hurricane")).toEqual(["Hurricn Lamp"]);
  });

  it("shows prices, stock and ratings of now, which leave the catalog's version alone", async () => {
    const id = await makeProduct(shop.db, { name: "Priced gadget", priceCents: 1_000, countInStock: 10 });
    await found("priced gadget");
    const before = await version();
    await shop.pool.query(
      "update products set price_cents = 1250, count_in_stock = 4, rating_sum = 9, num_reviews = 2 where id = $1",
      [id],
    );
    expect(await found("priced gadget")).toMatchObject([{ price: 12.5, countInStock: 4 }]);
    expect(await version()).toBe(before);
  });

  it("names brand and category as they are now, however fast they are renamed and products change between them", async () => {
    const keyword = "drifting sextant";
    const [brandId, otherBrandId] = [await makeBrand(shop.db, "Drift 0a"), await makeBrand(shop.db, "Drift 0b")];
    const categoryId = await makeCategory(shop.db, "Drifting 0");
    const id = await makeProduct(shop.db, { name: "Drifting sextant", brandId, categoryId });
    const numberIn = (name: string | undefined) => Number(/\d+/.exec(name ?? "")?.[0]);
    let renamed = 0;
    let isRenaming = true;
    const read = async (instance: typeof shop) => {
      let reads = 0;
      while (isRenaming) {
        const before = renamed;
        const { products } = await productPageOf(instance, { keyword });
        const after = renamed;
        const [brand, category] = [numberIn(products[0]?.brand), numberIn(products[0]?.category)];
        expect(category, "brand and category are of one moment").toBe(brand);
        expect(brand).toBeGreaterThanOrEqual(before);
        // The next rename may have been made and not been told yet.
        expect(brand).toBeLessThanOrEqual(after + 1);
        reads += 1;
      }
      return reads;
    };
    const readers = [read(shop), read(other), read(shop), read(other)];
    for (let n = 1; n <= 40; n += 1) {
      await shop.db.transaction(async (tx) => {
        await tx
          .update(brands)
          .set({ name: `Drift ${n}a` })
          .where(eq(brands.id, brandId));
        await tx
          .update(brands)
          .set({ name: `Drift ${n}b` })
          .where(eq(brands.id, otherBrandId));
        await tx
          .update(categories)
          .set({ name: `Drifting ${n}` })
          .where(eq(categories.id, categoryId));
        const next = n % 2 === 0 ? brandId : otherBrandId;
        await tx.update(products).set({ brandId: next }).where(eq(products.id, id));
      });
      renamed = n;
    }
    isRenaming = false;
    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(0);
    expect(await found(keyword)).toMatchObject([{ brand: "Drift 40a", category: "Drifting 40" }]);
  });

  it("is followed by suggestions, of names without products too", async () => {
    const names = async (keyword: string) => {
      const [here, there] = await Promise.all(
        [shop, other].map(async (instance) => (await askTrpc(instance, "catalog.suggest", { keyword })).body),
      );
      expect(there).toEqual(here);
      return here;
    };
    const id = await makeProduct(shop.db, { name: "Gingko Tray", priceCents: 100 });
    const tray = { _id: id, name: "Gingko Tray", image: "", price: 1 };
    expect(await names("ging")).toEqual({ products: [tray], brands: [], categories: [] });
    await makeBrand(shop.db, "Gingko & Co");
    await makeCategory(shop.db, "Gingkos");
    await shop.pool.query("update products set price_cents = 250 where id = $1", [id]);
    const suggested = { products: [{ ...tray, price: 2.5 }], brands: ["Gingko & Co"], categories: ["Gingkos"] };
    expect(await names("ging")).toEqual(suggested);
    await shop.pool.query("update products set published_at = null where id = $1", [id]);
    await shop.pool.query("update brands set name = 'Ash' where name = 'Gingko & Co'");
    await shop.pool.query("delete from categories where name = 'Gingkos'");
    expect(await names("ging")).toEqual({ products: [], brands: [], categories: [] });
  });

  it("is not answered with what a run finds that began before the last change", async () => {
    const id = await makeProduct(shop.db, { name: "Typhon Glider", publishedAt: null });
    const search = () => searchProducts(shop.db, { keyword: "typhon glider", pageNumber: 1 }, pageSize);
    const holder = await shop.pool.connect();
    try {
      await holder.query("begin");
      // Nothing is called so yet: the search goes on to the words that it knows, and waits here.
      await holder.query("lock table search_words in access exclusive mode");
      const early = search();
      await someoneWaits();
      await shop.pool.query("update products set published_at = now() where id = $1", [id]);
      const late = search();
      await holder.query("commit");
      expect((await late).products).toMatchObject([{ _id: id }]);
      expect((await early).pages).toBeLessThanOrEqual(1);
    } finally {
      holder.release();
    }
  });

  it("is counted and paged exactly while products come and go", async () => {
    const shared = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
    const make = (n: number) => makeProduct(shop.db, { name: `Restless lantern ${n}`, ...shared });
    const steady = await Promise.all(Array.from({ length: 7 }, (_, n) => make(n)));
    const pages = async (instance: typeof shop) => {
      const first = await productPageOf(instance, { keyword: "restless" });
      expect(first.products).toHaveLength(pageSize);
      return first.pages;
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 5; n += 1) {
        const instance = n % 2 === 0 ? shop : other;
        const keyword = `Restless lantern ${100 * (writer + 1) + n}`;
        const id = await make(100 * (writer + 1) + n);
        expect((await productPageOf(instance, { keyword })).products).toMatchObject([{ _id: id }]);
        expect(await pages(instance)).toBeGreaterThanOrEqual(3);
        await shop.pool.query("update products set deleted_at = now() where id = $1", [id]);
        expect((await productPageOf(instance, { keyword })).products.map(({ _id }) => _id)).not.toContain(id);
      }
    });
    await Promise.all(writers);
    const all: string[] = [];
    for (let pageNumber = 1; pageNumber <= 4; pageNumber += 1) {
      const page = await productPageOf(shop, { keyword: "restless", pageNumber });
      expect(page.pages).toBe(3);
      all.push(...page.products.map(({ _id }) => _id));
    }
    expect(all.toSorted()).toEqual(steady.toSorted());
  });

  it("goes on beyond the matches that are found at once, however they are put in order", async () => {
    const shared = [await makeBrand(shop.db), await makeCategory(shop.db)];
    await shop.pool.query(
      `insert into products (id, name, description, brand_id, category_id, price_cents, count_in_stock, published_at, created_at)
       select gen_random_uuid(), case n % 3 when 0 then 'Pebble' else 'Stone' end, 'A pebble.', $1, $2, 100, 1, now(),
         now() - n % 7 * interval '1 day' from generate_series(1, 2700) n`,
      shared,
    );
    const { rows } = await shop.pool.query<{ id: string }>(
      "select id from products where description = 'A pebble.' order by name, created_at desc, id desc",
    );
    const all = rows.map(({ id }) => id);
    const atPlace = async (pageNumber: number) => {
      const page = await productPageOf(shop, { keyword: "pebble", pageNumber });
      expect(page.pages).toBe(all.length / pageSize);
      return page.products.map(({ _id }) => _id);
    };
    const byName = all.length / pageSize / 3;
    for (const pageNumber of [1, 2, 20, 21, byName, byName + 1, 3 * byName - 1, 3 * byName, 3 * byName + 1]) {
      const expected = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
      expect(await atPlace(pageNumber), `page ${pageNumber}`).toEqual(expected);
    }
    await shop.pool.query("delete from products where description = 'A pebble.' and name = 'Stone'");
    expect(await productPageOf(shop, { keyword: "pebble", pageNumber: 3 * byName })).toMatchObject({
      products: [],
      pages: byName,
    });
  });
});

const noMatches: Matches = {
  version: "",
  versionNumber: 0,
  isLiteral: false,
  total: 0,
  rankedFirst: 0,
  offset: 0,
  ids: [],
};

describe("the cache of matches", () => {
  it("stays below ten megabytes, and is what was asked for last", async () => {
    const cache = matchCache(shop.db);
    const matches: Matches = { ...noMatches, total: 240, ids: Array.from({ length: 240 }, () => crypto.randomUUID()) };
    for (let n = 0; n < 2_000; n += 1) {
      await cache.loadOnce(`common ${n}`, async () => matches);
      expect(cache.get("common 0")).toBeDefined();
    }
    expect(cache.bytes).toBeLessThan(10_000_000);
    expect(cache.get("common 1")).toBeUndefined();
    expect(cache.get("common 1999")).toBeDefined();
  });

  it("is nothing of what fails, so that the next search tries again", async () => {
    const cache = matchCache(shop.db);
    const failing = async () => Promise.reject(new Error("No"));
    await expect(cache.loadOnce("failing", failing)).rejects.toThrow("No");
    await expect(cache.loadOnce("failing", async () => noMatches)).resolves.toBeDefined();
  });

  it("holds nothing of a transaction that may still be rolled back", async () => {
    const keyword = "phantom kettle";
    const search = { keyword, pageNumber: 1 };
    await expect(
      shop.db.transaction(async (tx) => {
        await makeProduct(tx, { name: "Phantom Kettle" });
        expect((await searchProducts(tx, search, pageSize)).products).toHaveLength(1);
        throw new Error("No");
      }),
    ).rejects.toThrow("No");
    expect(await found(keyword)).toEqual([]);
  });
});

describe("matches that were counted before", () => {
  const keyword = "teal";
  const window = { offset: 0, limit: 1_000 };
  const look = (previous?: Matches) =>
    shop.db.transaction((tx) => findMatches(tx, keyword, window, previous), { isolationLevel: "repeatable read" });
  /** So many more than there are, which shows that a number was updated: counting would put it right. */
  const more = 5_000;
  const inflated = (matches: Matches): Matches => ({ ...matches, total: matches.total + more });
  const statement = (text: string, values: unknown[] = []) => shop.pool.query(text, values);
  let teal = "";
  let shared = { brandId: "", categoryId: "" };
  beforeAll(async () => {
    shared = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
    teal = await makeProduct(shop.db, { name: "Teal Mug", ...shared });
  });

  it("are updated exactly, whatever is changed, a transaction at a time or many", async () => {
    const next = randomFrom(7);
    const pick = <Value>(values: Value[]) => values[wholeFrom(next, 0, values.length - 1)];
    const names = ["Teal Mug", "Grey Mug", "Steal Tray", "Tray"];
    const texts = ["Plain.", "In teal.", "Teal, teal."];
    const ids = await Promise.all(
      Array.from({ length: 12 }, () =>
        makeProduct(shop.db, { name: pick(names) ?? "", description: pick(texts) ?? "", ...shared }),
      ),
    );
    const acts: [act: string, values: string[]][] = [
      ["update products set name = $2 where id = $1", names],
      ["update products set description = $2 where id = $1", texts],
      [
        "update products set published_at = case when published_at is null then $2::timestamptz end where id = $1",
        ["now"],
      ],
      ["update products set deleted_at = case when deleted_at is null then $2::timestamptz end where id = $1", ["now"]],
      ["update products set created_at = $2 where id = $1", ["2026-01-01", "now"]],
      ["update brands set name = $2 where id = (select brand_id from products where id = $1)", ["Teal", "Grey"]],
      ["update products set price_cents = price_cents + $2 where id = $1", ["1"]],
    ];
    const client = await shop.pool.connect();
    const someActs = async (most: number) => {
      await client.query("begin");
      for (let left = wholeFrom(next, 1, most); left > 0; left -= 1) {
        const [act, values] = pick(acts) ?? ["", []];
        await client.query(act, [pick(ids), pick(values)]);
      }
      await client.query("commit");
    };
    let previous = inflated(await look());
    let updated = 0;
    for (let round = 0; round < 40; round += 1) {
      for (let left = wholeFrom(next, 1, 3); left > 0; left -= 1) await someActs(2);
      const now = await look();
      const then = await look(previous);
      const isUpdated = then.total === now.total + more;
      if (isUpdated) updated += 1;
      expect(then).toEqual({ ...now, total: now.total + (isUpdated ? more : 0) });
      previous = isUpdated ? then : inflated(now);
    }
    client.release();
    expect(updated).toBeGreaterThan(25);
  });

  it("are left as they are by changes of other products", async () => {
    const names = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
    const previous = { ...(await look()), ids: ["unread"] };
    const id = await makeProduct(shop.db, { name: "Grey Bowl", ...names });
    await statement("update products set published_at = null where id = $1", [id]);
    expect(await look(previous)).toEqual({
      ...previous,
      version: await version(),
      versionNumber: previous.versionNumber + 2,
    });
  });

  it("serve any page of the same keyword", async () => {
    const now = await look();
    expect(now.total).toBeGreaterThan(1);
    const next = { offset: 1, limit: 1_000 };
    const page = await shop.db.transaction((tx) => findMatches(tx, keyword, next, inflated(now)));
    expect(page).toEqual({ ...inflated(now), offset: 1, ids: now.ids.slice(1) });
  });

  it("are counted anew when more has changed than is remembered", async () => {
    const previous = inflated(await look());
    await statement("update products set description = description || '!' where published_at is not null");
    expect(await look(previous)).toMatchObject({ total: previous.total - more });
    const later = inflated(await look());
    await statement("update products set description = description || '!' where id = $1", [teal]);
    await statement("delete from catalogue_changes where number = $1", [later.versionNumber]);
    expect(await look(later)).toMatchObject({ total: later.total - more });
  });

  it("are counted anew in a database that was put back and has gone another way since", async () => {
    const previous = inflated(await look());
    await statement("update catalogue_changes set version = gen_random_uuid() where number = $1", [
      previous.versionNumber,
    ]);
    await statement("update products set description = 'Other.' where id = $1", [teal]);
    expect(await look(previous)).toMatchObject({ total: previous.total - more });
  });

  it("cost no more room than for the latest thousand changes, and twenty products of each", async () => {
    await statement(
      "insert into catalogue_changes (number, place, version) select n, 0, gen_random_uuid() from generate_series(-3000, -1000) n",
    );
    await statement(
      `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
       select gen_random_uuid(), 'Teal Crowd', $1, $2, 100, 1, now() from generate_series(1, 100)`,
      [shared.brandId, shared.categoryId],
    );
    const { rows } = await statement(
      `select count(*) filter (where number = (select number from catalogue_version))::int as latest,
         count(*) filter (where number < 0)::int as old from catalogue_changes`,
    );
    expect(rows).toEqual([{ latest: 21, old: 0 }]);
  });
});

describe("the catalog's version", () => {
  it("is no concern of those who order, price or rate", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const editor = await shop.pool.connect();
    try {
      await editor.query("begin");
      await editor.query("select from catalogue_version for update");
      const attempt = await sendOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]));
      expect(attempt.status).toBe(201);
      await shop.pool.query("update products set price_cents = 1, rating_sum = 5, num_reviews = 1 where id = $1", [
        product,
      ]);
    } finally {
      await editor.query("rollback");
      editor.release();
    }
  });

  it("makes editors of several products wait for each other in no circle", async () => {
    const shared = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
    // New words are another matter: two who bring the same one wait for each other.
    await makeProduct(shop.db, { name: "Circle editor", ...shared });
    const before = await version();
    const editors = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const mine = [await makeProduct(shop.db, shared), await makeProduct(shop.db, shared)];
        const client = await shop.pool.connect();
        await client.query("begin");
        return { n, mine, client };
      }),
    );
    try {
      // All have changed their first product before any goes on to the second: nobody holds the version yet.
      for (const place of [0, 1]) {
        for (const { n, mine, client } of editors) {
          await client.query("update products set name = $2 where id = $1", [mine[place], `Editor ${n} circle`]);
        }
      }
      await Promise.all(editors.map(({ client }) => client.query("commit")));
    } finally {
      for (const { client } of editors) {
        await client.query("rollback");
        client.release();
      }
    }
    expect(await version()).not.toBe(before);
    expect((await productPageOf(shop, { keyword: "circle" })).pages).toBe(3);
  });

  it("changes with nothing of a draft but its new words, which a misspelt one may stand for", async () => {
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const before = await version();
    await shop.pool.query("update products set description = 'Another.' where id = $1", [draft]);
    expect(await version()).toBe(before);
    await shop.pool.query("update products set name = 'Quixotism' where id = $1", [draft]);
    expect(await version()).not.toBe(before);
  });
});
