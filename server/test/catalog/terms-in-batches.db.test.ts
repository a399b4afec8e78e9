import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { deriveRenamed } from "../../src/domain/catalog/derive-renamed.ts";
import { continueMerges } from "../../src/domain/catalog/merge-terms.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeManyRows, makeProduct } from "../harness/factories.ts";
import { holdProduct } from "../harness/held-product.ts";
import { importing } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc, get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir(), pageSize: 50, settings: issuer });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const kinds = [
  { kind: "brand", router: "admin.brands", make: makeBrand, used: (id: string) => ({ brandId: id }) },
  { kind: "category", router: "admin.categories", make: makeCategory, used: (id: string) => ({ categoryId: id }) },
] as const;

const fail = (error: unknown) => {
  throw error;
};
/** A round of the job; `batches`: after as many the instance is stopped. */
const round = (work: typeof deriveRenamed, batches = Number.POSITIVE_INFINITY) => {
  let asked = 0;
  const isStopping = () => {
    asked += 1;
    return asked > batches;
  };
  return work(shop.services.largeActs, { isStopping, onItemError: fail });
};
const { upload, check, apply, undo } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookieHeader }),
  work: () => runImports(shop.services.largeActs, { isStopping: () => false, onItemError: fail }),
});
const mergesSchema = z.array(
  z.strictObject({
    _id: z.uuid(),
    name: z.string(),
    into: z.strictObject({ _id: z.uuid(), name: z.string() }),
    left: z.int(),
  }),
);

/** Products of a term, by the statements that importing uses. */
async function makeProducts(count: number, kind: "brand" | "category", termId: string): Promise<void> {
  const other = kind === "brand" ? await makeCategory(shop.db) : await makeBrand(shop.db);
  const [brandId, categoryId] = kind === "brand" ? [termId, other] : [other, termId];
  await makeManyRows(
    shop.pool,
    `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
     select gen_random_uuid(), 'Widget ' || n, $2, $3, 1000, 10, now() from generate_series(1, $1::int) n`,
    [count, brandId, categoryId],
  );
}

describe.each(kinds)("a $kind with products", ({ kind, router, make, used }) => {
  const column = `${kind}_id`;
  const call = (procedure: string, input: unknown) => admin.trpc("mutation", `${router}.${procedure}`, input);
  const merge = (id: string, into: string) => call("merge", { id, into });
  const merges = async () => mergesSchema.parse((await admin.trpc("query", `${router}.merges`, undefined)).body);
  const found = async (keyword: string) => (await productPageOf(shop, { keyword })).products.map(({ _id }) => _id);
  const countOf = async (slug: string) =>
    z.object({ products: z.int() }).parse((await askTrpc(shop, "catalog.term", { kind, slug })).body).products;
  const termOf = async (id: string) =>
    (await shop.pool.query(`select ${column} as term from products where id = $1`, [id])).rows[0].term;
  const idOf = async (termName: string) =>
    (await shop.pool.query(`select id from ${kind === "brand" ? "brands" : "categories"} where name = $1`, [termName]))
      .rows[0].id;
  const leadsTo = async (termName: string) =>
    (await send(shop.origin, { path: `/${kind}/${termName.toLowerCase()}` })).headers.location;
  const name = (word: string) => `${word}${kind}`;

  it("is renamed while one of them is locked: the name shows at once, and all are found, by the former name or the new one", async () => {
    const id = await make(shop.db, name("Quibble"));
    const held = await makeProduct(shop.db, { ...used(id), name: "Samovar" });
    const free = await makeProduct(shop.db, { ...used(id), name: "Lantern" });
    const release = await holdProduct(shop.databaseUrl, held);
    expect((await call("update", { id, name: name("Zephyr") })).status).toBe(200);
    expect((await get(shop, `/api/products/${held}`)).body).toMatchObject({ [kind]: name("Zephyr") });
    expect(await found(name("Zephyr"))).toEqual([free]);
    expect(await found(name("Quibble"))).toEqual([held]);
    // A second name before the first one has reached all.
    expect((await call("update", { id, name: name("Obelisk") })).status).toBe(200);
    await round(deriveRenamed);
    expect(await found(name("Obelisk"))).toEqual([free]);
    expect(await found(name("Quibble"))).toEqual([held]);
    await release();
    await round(deriveRenamed);
    expect((await found(name("Obelisk"))).toSorted()).toEqual([held, free].toSorted());
    for (const word of ["Quibble", "Zephyr"]) expect(await found(name(word))).toEqual([]);
    expect((await shop.pool.query("select from renamed_terms")).rowCount).toBe(0);
  });

  it("is renamed while the instance stops in the middle: another one goes on, and both at once do no harm", async () => {
    const id = await make(shop.db, name("Marzipan"));
    await makeProducts(350, kind, id);
    await shop.pool.query(`update ${kind === "brand" ? "brands" : "categories"} set name = $2 where id = $1`, [
      id,
      name("Turnip"),
    ]);
    const stale = async () => {
      const { rows } = await shop.pool.query(
        `select count(*)::int as n from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
         where p.search_name <> lower(concat_ws(chr(31), p.name, b.name, c.name))`,
      );
      return rows[0].n;
    };
    expect(await stale()).toBe(350);
    await round(deriveRenamed, 2);
    // Two batches.
    expect(await stale()).toBe(300);
    // One that is written meanwhile has the new name already.
    await makeProduct(shop.db, used(id));
    await vi.waitFor(
      async () => {
        await Promise.all([round(deriveRenamed), round(deriveRenamed)]);
        expect(await stale()).toBe(0);
        expect((await shop.pool.query("select from renamed_terms")).rowCount).toBe(0);
      },
      { timeout: 60_000 },
    );
    expect(await countOf(name("turnip"))).toBe(351);
  });

  it("is merged while one of them is locked: it is in progress, gets no product any more, and is done afterwards", async () => {
    const [from, into, third] = await Promise.all(
      ["000 Gazebo", "Kayak", "Vellum"].map((word) => make(shop.db, name(word))),
    );
    if (from === undefined || into === undefined || third === undefined) throw new Error("three were made");
    const held = await makeProduct(shop.db, used(from));
    const free = await makeProduct(shop.db, used(from));
    const release = await holdProduct(shop.databaseUrl, held);
    const begun = await merge(from, into);
    expect(begun).toMatchObject({ status: 200, body: { term: { _id: into }, products: 2, isDone: false } });
    expect(await merges()).toEqual([
      { _id: from, name: name("000 Gazebo"), into: { _id: into, name: name("Kayak") }, left: 1 },
    ]);
    expect([await termOf(held), await termOf(free)]).toEqual([from, into]);
    expect([await countOf(name("000-gazebo")), await countOf(name("kayak"))]).toEqual([1, 1]);

    // Whoever writes a product with it gives it the one that stays; new ones do not begin with it.
    const made = await makeProduct(shop.db, used(from));
    const saved = await makeProduct(shop.db, used(third));
    const { body } = await admin.trpc("query", "admin.products.byId", { id: saved });
    const { price, brand, category, countInStock, version } = z
      .looseObject({
        price: z.number(),
        brand: z.string(),
        category: z.string(),
        countInStock: z.int(),
        version: z.int(),
      })
      .parse(body);
    const edited = await admin.trpc("mutation", "admin.products.update", {
      id: saved,
      name: "Saved",
      price,
      brand,
      category,
      countInStock,
      version,
      [kind]: name("000 Gazebo"),
    });
    expect(edited).toMatchObject({ status: 200, body: { [kind]: name("Kayak") } });
    const created = await admin.trpc("mutation", "admin.products.create", undefined);
    expect(created.body).not.toMatchObject({ [kind]: name("000 Gazebo") });
    expect([await termOf(made), await termOf(saved)]).toEqual([into, into]);

    // The same merge again is the same; others with one of the two wait.
    expect(await merge(from, into)).toMatchObject({ status: 200, body: { products: 1, isDone: false } });
    expect(await merge(from, third)).toMatchObject({ status: 409, code: "IN_USE" });
    expect(await merge(into, third)).toMatchObject({ status: 409, code: "IN_USE" });
    expect(await merge(third, from)).toMatchObject({ status: 400, code: "VALIDATION" });
    for (const id of [from, into]) expect(await call("delete", { id })).toMatchObject({ status: 409, code: "IN_USE" });
    expect((await call("update", { id: into, name: name("Kaiak") })).status).toBe(200);

    await release();
    await round(deriveRenamed);
    await round(continueMerges);
    expect(await merges()).toEqual([]);
    expect(await termOf(held)).toBe(into);
    expect((await admin.trpc("query", `${router}.byId`, { id: from })).status).toBe(404);
    const { status, headers } = await send(shop.origin, { path: `/${kind}/${name("000-gazebo")}` });
    expect({ status, to: headers.location }).toEqual({ status: 301, to: `/${kind}/${name("kaiak")}` });
    expect((await found(name("Kaiak"))).toSorted()).toEqual([held, free, made, saved].toSorted());
    expect(await countOf(name("kaiak"))).toBe(4);
    expect((await actsOn(shop, from)).filter(({ act }) => act === "merged")).toHaveLength(1);
  });

  it("is merged into one that an import made, also if that import is undone meanwhile", async () => {
    const imported = await upload(`key,name,price,stock,${kind}\n${kind},Trivet,9.00,1,${name("Pewter")}`);
    await check(imported);
    expect(await apply(imported)).toMatchObject({ state: "applied" });
    const id = await make(shop.db, name("Tinplate"));
    const into = await idOf(name("Pewter"));
    const product = await makeProduct(shop.db, used(id));
    const release = await holdProduct(shop.databaseUrl, product);
    expect((await merge(id, into)).body).toMatchObject({ isDone: false });
    expect(await undo(imported)).toMatchObject({ state: "undone" });
    await release();
    await round(continueMerges);
    expect(await merges()).toEqual([]);
    expect(await termOf(product)).toBe(into);
    expect(await leadsTo(name("Tinplate"))).toBe(`/${kind}/${name("Pewter").toLowerCase()}`);
  });

  it("is merged away although an import made it and is undone meanwhile, and its address leads to the other one", async () => {
    const imported = await upload(`key,name,price,stock,${kind}\n${kind}2,Colander,9.00,1,${name("Enamel")}`);
    await check(imported);
    expect(await apply(imported)).toMatchObject({ state: "applied" });
    const id = await idOf(name("Enamel"));
    const into = await make(shop.db, name("Ceramic"));
    await makeProduct(shop.db, used(into));
    // As the merge begins, before a batch.
    await shop.pool.query(
      `update ${kind === "brand" ? "brands" : "categories"} set merging_into_id = $2, merging_edit_id = product_edit_id() where id = $1`,
      [id, into],
    );
    expect(await undo(imported)).toMatchObject({ state: "undone" });
    await round(continueMerges);
    expect(await merges()).toEqual([]);
    expect(await leadsTo(name("Enamel"))).toBe(`/${kind}/${name("Ceramic").toLowerCase()}`);
  });

  it("is merged in batches that are one edit by one admin, also if the instance stops in the middle", async () => {
    const [from, into] = await Promise.all(["Abacus", "Bellows"].map((word) => make(shop.db, name(word))));
    if (from === undefined || into === undefined) throw new Error("two were made");
    await makeProducts(350, kind, from);
    const { rows } = await shop.pool.query(`select id from products where ${column} = $1 order by id limit 1`, [from]);
    const release = await holdProduct(shop.databaseUrl, rows[0].id);
    await merge(from, into);
    const left = async () => (await merges()).find(({ _id }) => _id === from)?.left ?? 0;
    await release();
    await vi.waitFor(
      async () => {
        await Promise.all([round(continueMerges, 2), round(continueMerges, 2)]);
        expect(await left()).toBe(0);
        expect(await merges()).toEqual([]);
      },
      { timeout: 60_000 },
    );
    const edits = await shop.pool.query(
      `select h.edit_id, count(*)::int as products, min(e.user_id::text) as by from product_history h
       join product_edits e on e.id = h.edit_id where h.changes->'${kind}'->>0 = $1 group by 1`,
      [name("Abacus")],
    );
    expect(edits.rows).toMatchObject([{ products: 350, by: admin.id }]);
    expect(await countOf(name("bellows"))).toBe(350);
  });

  it("is renamed and merged while its products sell, and every order is placed", async () => {
    const [from, into] = await Promise.all(["Crampon", "Dulcimer"].map((word) => make(shop.db, name(word))));
    if (from === undefined || into === undefined) throw new Error("two were made");
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => makeProduct(shop.db, { ...used(from), countInStock: 100 })),
    );
    const customer = await insertCustomer(shop.db);
    const order = (n: number) =>
      sendOrder(shop.origin, customer, orderOf(ids.slice(n % 4, (n % 4) + 4).map((product) => ({ product, qty: 1 }))));
    const orders = Array.from({ length: 12 }, (_, n) => order(n));
    const renamed = await call("update", { id: from, name: name("Crampons") });
    const merged = await merge(from, into);
    expect([renamed.status, merged.status]).toEqual([200, 200]);
    for (const { status } of await Promise.all(orders)) expect(status).toBe(201);
    await vi.waitFor(
      async () => {
        await round(deriveRenamed);
        await round(continueMerges);
        expect(await merges()).toEqual([]);
      },
      { timeout: 60_000 },
    );
    expect(await countOf(name("dulcimer"))).toBe(8);
    await expectInvariants(shop.pool, Object.fromEntries(ids.map((id) => [id, 100])));
  });
});

it("A brand is deleted with all the deleted products that had it", async () => {
  const id = await makeBrand(shop.db, "Forgotten");
  await makeProducts(250, "brand", id);
  await shop.pool.query("update products set deleted_at = now() where brand_id = $1", [id]);
  expect((await admin.trpc("mutation", "admin.brands.delete", { id })).status).toBe(200);
  expect((await shop.pool.query("select from products where brand_id = $1", [id])).rowCount).toBe(0);
});
