import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { products } from "../../src/db/schema/products.ts";
import { brands, categories } from "../../src/db/schema/terms.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
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
      [`update products set count_in_stock = 0 where id = '${two}'`, "zephyr", ["One", "Two"]],
      [`update products set count_in_stock = 1 where id = '${two}'`, "zephyr", ["Two", "One"]],
      [
        "insert into search_synonyms (id, words) values (gen_random_uuid(), '{mistral,zephyr}')",
        "mistral",
        ["Two", "One"],
      ],
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
      await finishTermWork(shop.services.largeActs);
      expect(await namesFor(keyword), change).toEqual(names);
    }
  });

  it("shows a product for a misspelt word as soon as there is one, and for what is written first", async () => {
    expect(await namesFor("hurricn lamp")).toEqual([]);
    await makeProduct(shop.db, { name: "Hurricane Lamp" });
    expect(await namesFor("hurricn lamp")).toEqual(["Hurricane Lamp"]);
    await makeProduct(shop.db, { name: "Hurricn Lamp" });
    expect(await namesFor("hurricn lamp")).toEqual(["Hurricn Lamp"]);
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
    const noTerms = { brands: [], categories: [], brandSlugs: [], categorySlugs: [], searches: [] };
    const id = await makeProduct(shop.db, { name: "Gingko Tray", priceCents: 100 });
    const tray = { _id: id, name: "Gingko Tray", image: "", price: 1 };
    expect(await names("ging")).toEqual({ products: [tray], ...noTerms, total: 1 });
    await makeBrand(shop.db, "Gingko & Co");
    await makeCategory(shop.db, "Gingkos");
    await shop.pool.query("update products set price_cents = 250 where id = $1", [id]);
    const suggested = {
      products: [{ ...tray, price: 2.5 }],
      brands: ["Gingko & Co"],
      categories: ["Gingkos"],
      brandSlugs: ["gingko-co"],
      categorySlugs: ["gingkos"],
      searches: [],
      total: 1,
    };
    expect(await names("ging")).toEqual(suggested);
    await shop.pool.query("update products set published_at = null where id = $1", [id]);
    await shop.pool.query("update brands set name = 'Ash' where name = 'Gingko & Co'");
    await shop.pool.query("delete from categories where name = 'Gingkos'");
    expect(await names("ging")).toEqual({ products: [], ...noTerms, total: 0 });
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
});

describe("the catalog's version", () => {
  it("is no concern of those who order, price or rate", async () => {
    const product = await makeProduct(shop.db);
    const customer = await insertCustomer(shop.db);
    const editor = await shop.pool.connect();
    try {
      await editor.query("begin");
      await editor.query("select from catalogue_version, catalogue_size for update");
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
    const editors = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const mine = [await makeProduct(shop.db, shared), await makeProduct(shop.db, shared)];
        return { n, mine, client: await shop.pool.connect() };
      }),
    );
    const before = await version();
    const edit = async ({ n, mine, client }: (typeof editors)[number]) => {
      // Every other one brings the same words in the opposite order.
      const names = n % 2 === 0 ? ["circle first", "circle second"] : ["circle second", "circle first"];
      await client.query("begin");
      for (const [place, name] of names.entries()) {
        await client.query("update products set name = $2 where id = $1", [mine[place], `${name} ${n}`]);
      }
      await client.query("commit");
    };
    try {
      await Promise.all(editors.map(edit));
    } finally {
      for (const { client } of editors) {
        await client.query("rollback");
        client.release();
      }
    }
    expect(await version()).not.toBe(before);
    expect((await productPageOf(shop, { keyword: "circle" })).pages).toBe(3);
  });
});
