import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { actsOn, termDetailSchema } from "../harness/admin.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, successOf, transports } from "../harness/test-client.ts";
import { get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

/** Both kinds of terms: everything below holds for each. */
const taxonomies = [
  {
    taxonomy: "brand",
    word: "Brand",
    path: "/api/brands",
    router: "admin.brands",
    bodyId: "brandId",
    acts: { create: "createBrand", update: "updateBrand", remove: "deleteBrand" },
    make: makeBrand,
    used: (id: string) => ({ brandId: id }),
  },
  {
    taxonomy: "category",
    word: "Category",
    path: "/api/categories",
    router: "admin.categories",
    bodyId: "categoryId",
    acts: { create: "createCategory", update: "updateCategory", remove: "deleteCategory" },
    make: makeCategory,
    used: (id: string) => ({ categoryId: id }),
  },
] as const;
const cases = taxonomies.flatMap((taxonomy) => transports.map((transport) => ({ ...taxonomy, transport })));

const unlike = ["Quorum", "Zephyr", "Obelisk", "Marzipan", "Turnip", "Gazebo", "Kayak", "Vellum"];

const namedSchema = z.array(z.strictObject({ _id: z.uuid(), name: z.string() }));
const pageSchema = z.strictObject({
  rows: z.array(z.strictObject({ _id: z.uuid(), name: z.string(), products: z.int(), createdAt: z.iso.datetime() })),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
});

describe.each(cases)(
  "a $taxonomy through $transport",
  ({ taxonomy, word, path, router, bodyId, acts, make, used, transport }) => {
    const namesNow = async () => namedSchema.parse((await get(shop, path)).body).map(({ name }) => name);

    it("is made with a name of its own each time, however many are made at once", async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => admin.does(transport, acts.create)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => successOf(transport, acts.create)));
      const made = replies.map(({ body }) => termDetailSchema.parse(body));
      for (const { name } of made) expect(name).toMatch(new RegExp(`^New ${taxonomy}( \\d+)?$`));
      expect(new Set(made.map(({ name }) => name)).size).toBe(12);
      expect(await namesNow()).toEqual(expect.arrayContaining(made.map(({ name }) => name)));
      const [first] = made;
      expect(await actsOn(shop, first?._id ?? "")).toMatchObject([
        { user_id: admin.id, act: "created", entity: taxonomy },
      ]);
    });

    it("takes the first free number", async () => {
      await shop.pool.query(`delete from ${taxonomy === "brand" ? "brands" : "categories"} where name ilike 'new %'`);
      const make1 = async () => termDetailSchema.parse((await admin.does(transport, acts.create)).body);
      const [first, second] = [await make1(), await make1()];
      expect([first.name, second.name]).toEqual([`New ${taxonomy}`, `New ${taxonomy} 2`]);
      await admin.does(transport, acts.update, { id: first._id, body: { name: `NEW ${taxonomy.toUpperCase()} 3` } });
      expect((await make1()).name).toBe(`New ${taxonomy}`);
      expect((await make1()).name).toBe(`New ${taxonomy} 4`);
    });

    it("is renamed; its products show the new name at once and are found by it", async () => {
      // Nothing alike, or the search would take one for a misspelling of the other.
      const [oldName = "", newName = ""] = unlike.splice(0, 2);
      const id = await make(shop.db, oldName);
      const other = await make(shop.db);
      const product = await makeProduct(shop.db, used(id));
      const reply = await admin.does(transport, acts.update, {
        id,
        body: { [bodyId]: other, _id: other, name: `  ${newName} `, createdAt: "2001-01-01" },
      });
      expect(reply.status).toBe(200);
      expect(termDetailSchema.parse(reply.body)).toMatchObject({ _id: id, name: newName, version: 2 });
      expect((await get(shop, `${path}/${id}`)).body).toEqual({ _id: id, name: newName });
      expect((await get(shop, `${path}/${other}`)).body).not.toMatchObject({ name: newName });
      expect((await get(shop, `/api/products/${product}`)).body).toMatchObject({ [taxonomy]: newName });
      expect((await productPageOf(shop, { keyword: newName })).products.map(({ _id }) => _id)).toEqual([product]);
      expect((await productPageOf(shop, { keyword: oldName })).products).toEqual([]);
      expect(await actsOn(shop, id)).toEqual([
        {
          user_id: admin.id,
          act: "updated",
          entity: taxonomy,
          subject: newName,
          changes: { name: [oldName, newName] },
        },
      ]);
    });

    it("keeps its name to itself, in any case and with spaces around it", async () => {
      const name = `Ñandú ${uuidv7()}`;
      const id = await make(shop.db, name);
      const other = await make(shop.db);
      for (const taken of [name, name.toUpperCase(), name.toLowerCase(), `  ${name} `]) {
        const reply = await admin.does(transport, acts.update, { id: other, body: { name: taken } });
        expect(reply).toMatchObject({ status: 409, code: "NAME_TAKEN", body: { message: `${word} already exists` } });
        expect(complaintsOf(reply)).toEqual(["name"]);
      }
      const own = await admin.does(transport, acts.update, { id, body: { name: name.toUpperCase() } });
      expect(own).toMatchObject({ status: 200, body: { name: name.toUpperCase() } });
    });

    it("goes to one of those who rename to the same name at once", async () => {
      const name = `Wanted ${uuidv7()}`;
      const ids = await Promise.all(Array.from({ length: 6 }, () => make(shop.db)));
      const replies = await Promise.all(ids.map((id) => admin.does(transport, acts.update, { id, body: { name } })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      expect((await namesNow()).filter((each) => each === name)).toHaveLength(1);
    });

    it("refuses a name that is none, and a change that starts from an old state", async () => {
      const id = await make(shop.db, `Firm ${uuidv7()}`);
      for (const name of [
        undefined,
        null,
        "",
        "  ",
        "\u200b",
        5,
        true,
        ["x"],
        {},
        "x".repeat(101),
        "a\u0000b",
        "a\nb",
        "\ud800",
      ]) {
        const reply = await admin.does(transport, acts.update, { id, body: { name } });
        expect(reply, JSON.stringify(name)).toMatchObject({ status: 400, code: "VALIDATION" });
        expect(complaintsOf(reply)).toEqual(["name"]);
      }
      const longest = "x".repeat(64) + uuidv7();
      expect((await admin.does(transport, acts.update, { id, body: { name: longest, version: 1 } })).status).toBe(200);
      const stale = await admin.does(transport, acts.update, { id, body: { name: "Stale", version: 1 } });
      expect(stale).toMatchObject({ status: 409, code: "STALE" });
      expect((await get(shop, `${path}/${id}`)).body).toMatchObject({ name: longest });
    });

    it("cannot be deleted while a product uses it, be it a draft; a deleted product does not hold it", async () => {
      const id = await make(shop.db, `In use ${uuidv7()}`);
      const product = await makeProduct(shop.db, used(id));
      const draft = await makeProduct(shop.db, { ...used(id), publishedAt: null });
      const two = await admin.does(transport, acts.remove, { id });
      expect(two).toMatchObject({ status: 409, code: "IN_USE", body: { message: "Used by 2 products" } });
      await admin.does(transport, "deleteProduct", { id: draft });
      const one = await admin.does(transport, acts.remove, { id });
      expect(one).toMatchObject({ status: 409, code: "IN_USE", body: { message: "Used by 1 product" } });
      await admin.does(transport, "deleteProduct", { id: product });
      const deleted = await admin.does(transport, acts.remove, { id });
      expect(deleted).toMatchObject({ status: 200, body: { message: `${word} deleted` } });
      expect((await get(shop, `${path}/${id}`)).status).toBe(404);
      for (const again of [
        await admin.does(transport, acts.remove, { id }),
        await admin.does(transport, acts.update, { id, body: { name: "Back" } }),
      ]) {
        expect(again).toMatchObject({ status: 404, code: "NOT_FOUND", body: { message: `${word} not found` } });
      }
      expect((await actsOn(shop, id)).map(({ act }) => act)).toEqual(["deleted"]);
    });

    it("is listed for the admin with its living products, searched, sorted and paged", async () => {
      const mark = uuidv7();
      const [one, two, three] = [
        await make(shop.db, `alpha ${mark}`),
        await make(shop.db, `Beta 100% ${mark}`),
        await make(shop.db, `gamma ${mark}`),
      ];
      await makeProduct(shop.db, used(two));
      await makeProduct(shop.db, { ...used(two), publishedAt: null });
      await makeProduct(shop.db, { ...used(two), deletedAt: new Date() });
      await makeProduct(shop.db, used(three));
      const page = async (input: Record<string, unknown>) =>
        pageSchema.parse((await admin.trpc("query", `${router}.page`, { search: mark, ...input })).body);
      const all = await page({});
      expect(all).toMatchObject({ page: 1, pages: 1, total: 3 });
      expect(all.rows.map(({ _id, products }) => [_id, products])).toEqual([
        [one, 0],
        [two, 2],
        [three, 1],
      ]);
      expect((await page({ sort: "-products" })).rows.map(({ _id }) => _id)).toEqual([two, three, one]);
      expect((await page({ sort: "-name" })).rows.map(({ _id }) => _id)).toEqual([three, two, one]);
      expect((await page({ search: `BETA 100% ${mark}` })).rows.map(({ _id }) => _id)).toEqual([two]);
      expect((await page({ search: `Beta 100_ ${mark}` })).rows).toEqual([]);
      expect(await page({ pageNumber: 9 })).toMatchObject({ rows: [], page: 9, pages: 1, total: 3 });
      const { body } = await admin.trpc("query", `${router}.byId`, { id: two });
      expect(body).toMatchObject({ _id: two, name: `Beta 100% ${mark}`, version: 1 });
    });
  },
);
