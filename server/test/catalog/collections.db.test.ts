import type { saveCollectionSchema } from "@shop/shared/catalog/collection";
import { anyProduct, type ProductQuery, productQueryText } from "@shop/shared/catalog/product-address";
import { foundProductsSchema } from "@shop/shared/catalog/product-query";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { announceAged } from "../../src/domain/catalog/collection/announce-aged.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc, get } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir(), pageSize: 50 });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

type Fields = Omit<z.input<typeof saveCollectionSchema>, "version">;
const detailSchema = z.looseObject({
  _id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  isPublished: z.boolean(),
  products: z.array(z.looseObject({ _id: z.uuid(), name: z.string() })),
  version: z.int(),
});

const plain: Fields = {
  name: "Plain",
  description: "",
  image: "",
  imageAlt: "",
  menuPosition: null,
  isPublished: true,
  kind: "hand",
  productIds: [],
  brandIds: [],
  categoryIds: [],
  attributes: [],
  minPrice: null,
  maxPrice: null,
  newWithinDays: null,
  isOnSale: false,
};
/** A rule that finds nothing else of this file. */
const rule = (more: Partial<Fields>): Partial<Fields> => ({ kind: "rule", ...more });

async function create() {
  const reply = await admin.trpc("mutation", "admin.collections.create", undefined);
  expect(reply.status).toBe(200);
  return detailSchema.parse(reply.body);
}
const save = (id: string, fields: Partial<Fields>, version?: number) =>
  admin.trpc("mutation", "admin.collections.update", { ...plain, ...fields, id, version });

let made = 0;
/** A published collection with a name of its own. */
async function makeCollection(fields: Partial<Fields>) {
  made += 1;
  const { _id, version } = await create();
  const reply = await save(_id, { name: `Picks ${made}`, ...fields }, version);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return detailSchema.parse(reply.body);
}

async function listed(slug: string, more: Partial<ProductQuery> = {}) {
  const query = { ...anyProduct, ...more, collection: slug };
  const { status, body } = await get(shop, `/api/products${productQueryText(query)}`);
  expect(status).toBe(200);
  return foundProductsSchema.parse(body);
}
const idsIn = async (slug: string, more?: Partial<ProductQuery>) =>
  (await listed(slug, more)).products.map(({ _id }) => _id);
const menu = async () => JSON.stringify((await askTrpc(shop, "catalog.menu")).body);

describe("a collection that is chosen by hand", () => {
  it("has its products in their order, on its page, in lists, the menu, Home and the sitemap", async () => {
    const ids = [];
    for (const name of ["Anvil", "Bellows", "Crucible", "Drill"]) ids.push(await makeProduct(shop.db, { name }));
    const [a = "", b = "", c = "", other = ""] = ids;
    const { _id, slug, name, version } = await makeCollection({
      productIds: [c, a, b],
      menuPosition: 1,
      description: "For the smithy",
      image: "https://images.example/smithy.jpg",
    });
    expect(await idsIn(slug)).toEqual([c, a, b]);
    expect(await idsIn(slug, { sort: "newest" })).toEqual([c, b, a]);
    expect(await idsIn(slug, { keyword: "bellows" })).toEqual([b]);
    expect(await idsIn(slug, { price: ["500-"] })).toEqual([]);
    const found = await listed(slug);
    expect(found.total).toBe(3);
    expect(found.facets.brand).toHaveLength(3);
    const page = await send(shop.origin, { path: `/collection/${slug}` });
    expect(page.status).toBe(200);
    for (const text of ["Crucible", "For the smithy", '"numberOfItems":3', "CollectionPage"])
      expect(page.body).toContain(text);
    expect(page.body).not.toContain("Drill");
    expect(await menu()).toContain(`"collections":[{"_id":"${_id}","name":"${name}","slug":"${slug}"}]`);
    expect(JSON.stringify((await askTrpc(shop, "catalog.entrances")).body)).toContain(
      `"kind":"collection","name":"${name}"`,
    );
    expect((await get(shop, "/api/collections")).body).toMatchObject([
      { _id, name, slug, description: "For the smithy" },
    ]);
    const sitemap = (await send(shop.origin, { path: "/sitemap.xml" })).body;
    expect(sitemap).toContain(`/collection/${slug}<`);

    expect((await save(_id, { name, productIds: [other], isPublished: true }, version)).status).toBe(200);
    expect(await idsIn(slug)).toEqual([other]);
    await admin.trpc("mutation", "admin.products.delete", { id: other });
    expect(await idsIn(slug)).toEqual([]);
    expect((await send(shop.origin, { path: `/collection/${slug}` })).status).toBe(200);
  });

  it("is not seen before it is published, and its former address leads to the current one", async () => {
    const id = await makeProduct(shop.db, { name: "Easel" });
    const { _id, slug, version } = await makeCollection({ productIds: [id], isPublished: false });
    expect(await idsIn(slug)).toEqual([]);
    expect((await send(shop.origin, { path: `/collection/${slug}` })).status).toBe(404);
    expect(await menu()).not.toContain(slug);
    const renamed = await save(_id, { name: "Atelier", productIds: [id] }, version);
    expect(renamed.body).toMatchObject({ slug: "atelier" });
    const { status, headers } = await send(shop.origin, { path: `/collection/${slug}?sort=newest` });
    expect([status, headers.location]).toEqual([301, "/collection/atelier?sort=newest"]);
    expect(await idsIn(slug)).toEqual([id]);
    expect((await actsOn(shop, _id)).map(({ act }) => act)).toEqual(["created", "updated", "published"]);
  });

  it("has all of a group for one of its products, shows the one that was chosen, and counts the group once", async () => {
    const [red = "", green = "", single = ""] = await Promise.all([
      makeProduct(shop.db, { name: "Kimono" }),
      makeProduct(shop.db, { name: "Kimono" }),
      makeProduct(shop.db, { name: "Obi" }),
    ]);
    await makeGroup(shop.db, {
      options: [{ name: "Shade", values: ["Red", "Green"] }],
      variants: [
        { productId: red, values: [0] },
        { productId: green, values: [1] },
      ],
    });
    const { slug } = await makeCollection({ productIds: [single, green] });
    const found = await listed(slug);
    expect(found.products.map(({ _id }) => _id)).toEqual([single, green]);
    expect(found.total).toBe(2);
    expect(found.facets.attributes).toEqual([
      {
        name: "Shade",
        values: [
          { value: "Red", count: 1, hasMore: false },
          { value: "Green", count: 1, hasMore: false },
        ],
      },
    ]);
    expect(await idsIn(slug, { attribute: ["Shade:Red"] })).toEqual([red]);
  });
});

describe("a collection that is chosen by a rule", () => {
  it("has what meets all conditions, one of the named ones of each, also what comes later", async () => {
    const [brand, otherBrand] = [await makeBrand(shop.db, "Ruled"), await makeBrand(shop.db, "Unruled")];
    const above = await makeCategory(shop.db, "Above");
    const category = await makeCategory(shop.db, "Beneath");
    await shop.pool.query("update categories set parent_id = $2 where id = $1", [category, above]);
    const make = (more: Parameters<typeof makeProduct>[1]) =>
      makeProduct(shop.db, { brandId: brand, categoryId: category, priceCents: 2_000, ...more });
    const id = await make({ name: "Fits" });
    await make({ name: "Other brand", brandId: otherBrand });
    await make({ name: "Dear", priceCents: 2_001 });
    await make({ name: "Elsewhere", categoryId: await makeCategory(shop.db, "Elsewhere") });
    await make({ name: "Old", createdAt: new Date(Date.now() - 8 * 86_400_000) });
    await make({ name: "Draft", publishedAt: null });
    const { slug } = await makeCollection(
      rule({ brandIds: [brand], categoryIds: [above], minPrice: 20, maxPrice: 20, newWithinDays: 7 }),
    );
    expect(await idsIn(slug)).toEqual([id]);
    const later = await make({ name: "Comes later" });
    expect(await idsIn(slug)).toEqual([later, id]);
    await shop.pool.query("update products set price_cents = 100 where id = $1", [id]);
    expect(await idsIn(slug)).toEqual([later]);
    const found = await listed(slug, { brand: ["Unruled"] });
    expect([found.total, found.facets.brand]).toEqual([
      0,
      [
        { value: "Ruled", count: 1, hasMore: false },
        { value: "Unruled", count: 0, hasMore: false },
      ],
    ]);
    const preview = await admin.trpc("query", "admin.collections.preview", {
      brandIds: [brand],
      categoryIds: [],
      attributes: [],
      minPrice: null,
      maxPrice: null,
      newWithinDays: 7,
      isOnSale: false,
    });
    expect(preview.body).toMatchObject({ total: 4, hasMore: false });
  });

  it("has what is on sale, as long as it is", async () => {
    const brandId = await makeBrand(shop.db, "Bargains");
    const id = await makeProduct(shop.db, { name: "Reduced", brandId, priceCents: 5_000 });
    await makeProduct(shop.db, { name: "Usual", brandId, priceCents: 5_000 });
    const { slug } = await makeCollection(rule({ brandIds: [brandId], isOnSale: true }));
    expect(await idsIn(slug)).toEqual([]);
    const planned = await admin.trpc("mutation", "admin.plannedPrices.create", {
      id,
      price: 40,
      from: "2020-01-01T00:00",
      until: null,
    });
    expect(planned.status, JSON.stringify(planned.body)).toBe(200);
    expect(await idsIn(slug)).toEqual([id]);
  });

  it("has the products with a fact or an option", async () => {
    const id = await makeProduct(shop.db, { name: "Leather bag" });
    await shop.pool.query(
      "insert into product_attributes (product_id, position, name, value) values ($1, 1, 'Stuff', 'Hide')",
      [id],
    );
    const { slug } = await makeCollection(rule({ attributes: ["Stuff:Hide", "Stuff:Felt"] }));
    expect(await idsIn(slug)).toEqual([id]);
  });

  it("drops cached lists when a product is not new any more", async () => {
    const brandId = await makeBrand(shop.db, "Ageing");
    const createdAt = new Date(Date.now() - 86_400_000 + 1_500);
    const id = await makeProduct(shop.db, { name: "Nearly old", brandId, createdAt });
    const { slug } = await makeCollection(rule({ brandIds: [brandId], newWithinDays: 1 }));
    expect(await idsIn(slug)).toEqual([id]);
    await expect
      .poll(
        async () => {
          await shop.pool.query("delete from job_runs where job = 'aged products'");
          await announceAged(shop.db, () => false);
          return idsIn(slug);
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
  });

  it("follows its brands and categories through a merge, and keeps them from being deleted", async () => {
    const [from, into] = [await makeBrand(shop.db, "Leaving"), await makeBrand(shop.db, "Staying")];
    const id = await makeProduct(shop.db, { name: "Moved", brandId: from });
    const category = await makeCategory(shop.db, "Only named");
    const { slug } = await makeCollection(rule({ brandIds: [from] }));
    await makeCollection(rule({ categoryIds: [category] }));
    const refused = await admin.trpc("mutation", "admin.categories.delete", { id: category });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining("names it")]);
    expect((await admin.trpc("mutation", "admin.brands.merge", { id: from, into })).status).toBe(200);
    await finishTermWork(shop.db);
    expect(await idsIn(slug)).toEqual([id]);
    const { rows } = await shop.pool.query("select term_id from collection_brands where term_id = any($1)", [
      [from, into],
    ]);
    expect(rows).toEqual([{ term_id: into }]);
  });

  it("finds nothing when it asks for nothing", async () => {
    const { _id, slug } = await makeCollection(rule({ isOnSale: true }));
    // As a row that another release left.
    await shop.pool.query("update collections set is_on_sale = false where id = $1", [_id]);
    expect(await idsIn(slug)).toEqual([]);
  });
});

describe("a change of a collection", () => {
  it("is refused with the field that is wrong, and changes nothing then", async () => {
    const { _id, version } = await makeCollection({ name: "Taken" });
    const mine = await create();
    const gone = "0190d0a0-0000-7000-8000-000000000000";
    const wrong: [Partial<Fields>, string[]][] = [
      [{ name: "" }, ["name"]],
      [{ name: "tAKEN" }, ["name"]],
      [rule({}), ["kind"]],
      [rule({ minPrice: 10, maxPrice: 5 }), ["maxPrice"]],
      [rule({ newWithinDays: 0 }), ["newWithinDays"]],
      [rule({ attributes: ["no colon"] }), ["attributes.0"]],
      [{ productIds: [gone] }, ["productIds"]],
      [{ productIds: ["x"] }, ["productIds"]],
      [rule({ brandIds: [gone] }), ["brandIds"]],
      [rule({ categoryIds: [gone] }), ["categoryIds"]],
      [{ productIds: Array.from({ length: 501 }, () => crypto.randomUUID()) }, ["productIds"]],
    ];
    const stored = async () => (await shop.pool.query("select * from collections order by id")).rows;
    const before = await stored();
    for (const [fields, paths] of wrong) {
      const reply = await save(mine._id, { name: "Mine", ...fields }, mine.version);
      expect(reply.status, JSON.stringify(fields)).toBeGreaterThanOrEqual(400);
      expect(complaintsOf(reply), JSON.stringify(fields)).toEqual(paths);
    }
    expect((await save(_id, { name: "Taken" }, version - 1)).status).toBe(409);
    expect((await save(gone, {}, 1)).status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it("keeps its parts together, whoever saves at the same time", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => makeProduct(shop.db)));
    const { _id, version } = await makeCollection({ name: "Raced" });
    const replies = await Promise.all(
      ids.map((_, n) => save(_id, { name: "Raced", description: `${n}`, productIds: ids.slice(0, n) }, version)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { rows } = await shop.pool.query(
      `select description::int = (select count(*) from collection_products where collection_id = c.id) as is_whole
       from collections c where id = $1`,
      [_id],
    );
    expect(rows).toEqual([{ is_whole: true }]);
  });

  it("deletes it without its products", async () => {
    const id = await makeProduct(shop.db, { name: "Survivor" });
    const { _id, slug } = await makeCollection({ productIds: [id] });
    expect((await admin.trpc("mutation", "admin.collections.delete", { id: _id })).status).toBe(200);
    expect((await send(shop.origin, { path: `/collection/${slug}` })).status).toBe(404);
    expect((await get(shop, `/api/products/${id}`)).status).toBe(200);
    expect((await admin.trpc("mutation", "admin.collections.delete", { id: _id })).status).toBe(404);
  });
});
