import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { actsOn, termDetailSchema } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir(), pageSize: 50 });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

let made = 0;
/** Categories of new names, each below the one before. */
async function makeChain(...words: string[]) {
  made += 1;
  const names = words.map((word) => `${word}${made}`);
  const ids: string[] = [];
  for (const name of names) {
    const id = await makeCategory(shop.db, name);
    const [above] = ids.slice(-1);
    if (above !== undefined) expect((await place(id, above)).status).toBe(200);
    ids.push(id);
  }
  return { names, ids };
}

const detailOf = async (id: string) =>
  termDetailSchema.parse((await admin.trpc("query", "admin.categories.byId", { id })).body);
async function place(id: string, parentId: string | null) {
  const { name, version } = await detailOf(id);
  return admin.trpc("mutation", "admin.categories.update", { id, name, parentId, version });
}
const found = async (keyword: string) => (await productPageOf(shop, { keyword })).products.map(({ _id }) => _id);
const listedIn = async (category: string) => {
  const { body } = await get(shop, `/api/products?category=${category}`);
  return z
    .object({ products: z.array(z.object({ _id: z.uuid() })) })
    .parse(body)
    .products.map(({ _id }) => _id);
};
const pageOf = async (slug: string) => (await send(shop.origin, { path: `/category/${slug.toLowerCase()}` })).body;
const parentOf = async (id: string) =>
  (await shop.pool.query("select parent_id from categories where id = $1", [id])).rows[0].parent_id;

describe("a category below another one", () => {
  it("lists its products in those above as well: pages, counts, menu, filters, breadcrumbs and the feed", async () => {
    const { names, ids } = await makeChain("Apparel", "Shirts", "Oxfords");
    const [top = "", middle = "", bottom = ""] = names;
    const inTop = await makeProduct(shop.db, { categoryId: ids[0], name: "Scarf" });
    const inBottom = await makeProduct(shop.db, { categoryId: ids[2], name: "Oxford shirt" });
    await makeProduct(shop.db, { name: "Kettle" });
    expect((await listedIn(top)).toSorted()).toEqual([inTop, inBottom].toSorted());
    expect(await listedIn(middle)).toEqual([inBottom]);
    const page = await pageOf(top);
    for (const text of ["Scarf", "Oxford shirt", "2 products in"]) expect(page).toContain(text);
    expect(page).not.toContain("Kettle");
    expect(page).toContain(`"name":"${middle}","slug":"${middle.toLowerCase()}","products":1`);

    const menu = z
      .object({
        categories: z.array(z.object({ name: z.string(), products: z.int(), parentId: z.string().optional() })),
      })
      .parse((await askTrpc(shop, "catalog.menu")).body);
    const lines = menu.categories.filter(({ name }) => names.includes(name));
    expect(lines.map(({ name, products, parentId }) => [name, products, parentId])).toEqual(
      expect.arrayContaining([
        [top, 2, undefined],
        [middle, 1, ids[0]],
        [bottom, 1, ids[1]],
      ]),
    );
    const { body: facets } = await get(shop, `/api/products?category=${bottom}&category=${top}`);
    expect(JSON.stringify(facets)).toContain(`{"value":"${bottom}","count":1,"hasMore":false,"parent":"${middle}"}`);

    expect((await get(shop, `/api/products/${inBottom}`)).body).toMatchObject({
      category: bottom,
      categoriesAbove: [{ name: top }, { name: middle }],
    });
    expect((await get(shop, `/api/products/${inTop}`)).body).not.toHaveProperty("categoriesAbove");
    const html = (await send(shop.origin, { path: `/product/${inBottom}` })).body;
    const at = [top, middle, bottom].map((name) => html.indexOf(`"name":"${name}"`));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect((await send(shop.origin, { path: "/feeds/google-merchant.xml" })).body).toContain(
      `<g:product_type>${top} &gt; ${middle} &gt; ${bottom}</g:product_type>`,
    );
    expect((await send(shop.origin, { path: "/sitemap.xml" })).status).toBe(200);
    expect((await get(shop, "/api/categories")).body).toEqual(
      expect.arrayContaining([
        { _id: ids[0], name: top },
        { _id: ids[2], name: bottom, parentId: ids[1] },
      ]),
    );
    const rows = (await admin.trpc("query", "admin.products.page", { category: ids[0] })).body;
    expect(rows).toMatchObject({ total: 2 });
  });

  it("is found by the names of those above, also after these were renamed or it was moved", async () => {
    const { ids, names } = await makeChain("Footwear", "Boots", "Wellingtons");
    const [top = "", middle = "", bottom = ""] = ids;
    const id = await makeProduct(shop.db, { categoryId: bottom, name: "Puddle jumper" });
    for (const name of names) expect(await found(name)).toEqual([id]);
    const { version } = await detailOf(top);
    const name = `Trodden${made}`;
    expect((await admin.trpc("mutation", "admin.categories.update", { id: top, name, version })).status).toBe(200);
    expect(await found(name)).toEqual([id]);
    expect(await found(names[0] ?? "")).toEqual([]);
    expect((await place(middle, null)).status).toBe(200);
    expect(await found(name)).toEqual([]);
    expect(await found(names[1] ?? "")).toEqual([id]);
    const before = (await shop.pool.query("select lexemes::text from product_search where product_id = $1", [id])).rows;
    await shop.pool.query("delete from product_search");
    await shop.pool.query("call product_search_fill()");
    const after = (await shop.pool.query("select lexemes::text from product_search where product_id = $1", [id])).rows;
    expect(after).toEqual(before);
  });

  it("is at most on the third level, and never below itself", async () => {
    const { ids } = await makeChain("Garden", "Tools", "Spades");
    const [top = "", middle = "", bottom = ""] = ids;
    const other = await makeChain("Barn", "Stable");
    const refusals = [
      await place(top, top),
      await place(top, bottom),
      await place(other.ids[0] ?? "", middle),
      await place(other.ids[1] ?? "", bottom),
      await place(top, "0190d0a0-0000-7000-8000-000000000000"),
      await place(top, "x"),
    ];
    for (const refusal of refusals) {
      expect(refusal.status).toBe(400);
      expect(complaintsOf(refusal)).toEqual(["parentId"]);
    }
    expect([await parentOf(top), await parentOf(middle), await parentOf(bottom)]).toEqual([null, top, middle]);
    // The database refuses what the domain does not ask.
    await expect(shop.pool.query("update categories set parent_id = $2 where id = $1", [top, bottom])).rejects.toThrow(
      /three levels/,
    );
  });

  it("makes no circle when two are put below each other at once", async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await makeCategory(shop.db, `Left ${round}`), await makeCategory(shop.db, `Right ${round}`)];
      const statuses = (await Promise.all([place(a, b), place(b, a)])).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 400]);
      expect([await parentOf(a), await parentOf(b)].filter((parent) => parent !== null)).toHaveLength(1);
    }
  });

  it("keeps its place when a change leaves it out, and the audit names where it was and is", async () => {
    const { ids, names } = await makeChain("Music", "Strings");
    const [top = "", below = ""] = ids;
    const { version } = await detailOf(below);
    await admin.trpc("mutation", "admin.categories.update", { id: below, name: names[1], version });
    expect(await parentOf(below)).toBe(top);
    expect((await place(below, null)).status).toBe(200);
    const acts = await actsOn(shop, below);
    expect(acts.at(-1)).toMatchObject({ act: "updated", changes: { parent: [names[0], null] } });
    const brand = await makeBrand(shop.db);
    const saved = await admin.trpc("mutation", "admin.brands.update", {
      id: brand,
      name: "Acme Strings",
      parentId: top,
    });
    expect(saved.status).toBe(200);
    expect(saved.body).not.toHaveProperty("parentId");
  });

  it("cannot lose the one above by its deletion, and moves with a merge", async () => {
    const { ids, names } = await makeChain("Office", "Desks");
    const [top = "", below = ""] = ids;
    const refused = await admin.trpc("mutation", "admin.categories.delete", { id: top });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("1 category is below it");
    expect((await admin.trpc("mutation", "admin.categories.merge", { id: top, into: below })).status).toBe(400);
    const id = await makeProduct(shop.db, { categoryId: below, name: "Standing desk" });
    const into = await makeCategory(shop.db, `Study${made}`);
    expect((await admin.trpc("mutation", "admin.categories.merge", { id: top, into })).status).toBe(200);
    await finishTermWork(shop.db);
    expect(await parentOf(below)).toBe(into);
    expect(await found(`Study${made}`)).toEqual([id]);
    expect(await found(names[0] ?? "")).toEqual([]);
    // One that has a level too many for the other one stays.
    const deep = await makeChain("Kitchen", "Pots", "Lids");
    const [, middle = ""] = deep.ids;
    const third = (await makeChain("Bath", "Towels", "Hand towels")).ids[2] ?? "";
    expect((await admin.trpc("mutation", "admin.categories.merge", { id: middle, into: third })).status).toBe(400);
    expect(await parentOf(deep.ids[2] ?? "")).toBe(middle);
  });

  it("gives every product the names of its categories, whoever renames, moves and writes at the same time", async () => {
    const { ids } = await makeChain("Toys", "Games", "Puzzles");
    const other = await makeCategory(shop.db, "Leisure");
    const [top = "", middle = "", bottom = ""] = ids;
    const rename = async (id: string, name: string) => {
      const { version, parentId } = await detailOf(id);
      await admin.trpc("mutation", "admin.categories.update", { id, name, parentId, version });
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        ...[top, middle, bottom].map((id, n) => rename(id, `Level ${n} of ${round}`)),
        place(middle, round % 2 === 0 ? other : top),
        ...Array.from({ length: 4 }, () => makeProduct(shop.db, { categoryId: bottom, name: "Puzzle" })),
        shop.pool.query("update products set description = $1 where category_id = $2", [`Round ${round}`, bottom]),
      ]);
    }
    await finishTermWork(shop.db);
    const { rows } = await shop.pool.query(
      `select p.id from products p join brands b on b.id = p.brand_id
       where p.search_name <> lower(concat_ws(chr(31), p.name, b.name, category_names(p.category_id)))`,
    );
    expect(rows).toEqual([]);
  });
});
