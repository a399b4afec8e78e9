// @module-tag wide

import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { actsOn, createdProduct, fieldsOf, savedProduct, statusCounts } from "../harness/admin.ts";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, ordersOf, outcomes, sendOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
import { type Member, makeAdmin, TestClient } from "../harness/test-client.ts";
import { get } from "../harness/transports.ts";

const shop = startTestShop({ settings: issuer });
/** A second instance on the same database. */
const twin = startTestShop({ settings: issuer, besides: shop });

/** The same person at another instance. */
function at(other: TestShop, member: Member): TestClient {
  const client = new TestClient(other);
  for (const [name, value] of member.cookies) client.cookies.set(name, value);
  return client;
}

describe("a product that is deleted while people order it", () => {
  it("is in whole orders or in none, twenty times over", async () => {
    const admin = await makeAdmin(shop);
    const customers = await insertCustomers(shop.db, 20);
    for (let round = 0; round < 20; round += 1) {
      const id = await makeProduct(shop.db, { countInStock: 50 });
      const beside = await makeProduct(shop.db, { countInStock: 50 });
      const body = orderOf([
        { product: id, qty: 1 },
        { product: beside, qty: 1 },
      ]);
      const [attempts, deleted] = await Promise.all([
        Promise.all(customers.map((customer, n) => sendOrder((n % 2 === 0 ? shop : twin).origin, customer, body))),
        admin.does("REST", "deleteProduct", { id }),
      ]);
      expect(deleted.status).toBe(200);
      const { placed = 0, NOT_FOUND: refused = 0, ...others } = outcomes(attempts);
      expect(others).toEqual({});
      expect(placed + refused).toBe(customers.length);
      expect([await ordersOf(shop.pool, id), await ordersOf(shop.pool, beside)]).toEqual([placed, placed]);
      expect([await stockOf(shop.pool, id), await stockOf(shop.pool, beside)]).toEqual([50 - placed, 50 - placed]);
      await expectInvariants(shop.pool, { [id]: 50, [beside]: 50 });
    }
  });

  it("is deleted once, whoever is first", async () => {
    const admin = await makeAdmin(shop);
    const product = await createdProduct(admin);
    const other = at(twin, admin);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? admin : other).does("REST", "deleteProduct", { id: product._id })),
    );
    expect(statusCounts(replies)).toEqual({ 200: 1, 404: 9 });
    expect((await actsOn(shop, product._id)).filter(({ act }) => act === "deleted")).toHaveLength(1);
  });
});

describe("a brand or category that is deleted while a product is saved with it", () => {
  it.each([
    { taxonomy: "brand", make: makeBrand, remove: "deleteBrand", path: "/api/brands" },
    { taxonomy: "category", make: makeCategory, remove: "deleteCategory", path: "/api/categories" },
  ] as const)("is gone or used, and never both: $taxonomy", async ({ taxonomy, make, remove, path }) => {
    const admin = await makeAdmin(shop);
    const other = at(twin, admin);
    let product = await savedProduct(admin, await createdProduct(admin));
    const outcomesSeen = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const name = `Contested ${taxonomy} ${round}`;
      const id = await make(shop.db, name);
      const body = { ...fieldsOf(product), [taxonomy]: name };
      const [saved, removed] = await Promise.all([
        other.does("REST", "updateProduct", { id: product._id, body }),
        admin.does("tRPC", remove, { id }),
      ]);
      outcomesSeen.add(`${saved.status} ${removed.status}`);
      const { status, body: found } = await get(shop, `/api/products/${product._id}`);
      expect(status).toBe(200);
      const shown = Reflect.get(z.looseObject({}).parse(found), taxonomy);
      const isThere = (await get(shop, `${path}/${id}`)).status === 200;
      expect({ isUsed: shown === name, isThere }).toEqual(
        saved.status === 200 ? { isUsed: true, isThere: true } : { isUsed: false, isThere: false },
      );
      if (saved.status === 200) product = { ...product, [taxonomy]: name };
    }
    // The save came first and the name is in use, or the name was gone already.
    for (const outcome of outcomesSeen) expect(["200 409", "400 200"]).toContain(outcome);
  });

  it("does not leave a product without one when products are made meanwhile", async () => {
    const admin = await makeAdmin(shop);
    // The first of the list, which every new product takes.
    for (let round = 0; round < 15; round += 1) {
      const id = await makeBrand(shop.db, `000 first ${round}`);
      const [made, removed] = await Promise.all([
        at(twin, admin).does("REST", "createProduct"),
        admin.does("REST", "deleteBrand", { id }),
      ]);
      expect(made.status).toBe(201);
      expect([200, 409]).toContain(removed.status);
    }
    const { rowCount } = await shop.pool.query(
      `select from products p where deleted_at is null
         and not (exists (select from brands b where b.id = p.brand_id) and exists (select from categories c where c.id = p.category_id))`,
    );
    expect(rowCount).toBe(0);
  });
});

describe("a brand or category that is renamed", () => {
  it("while products move, sell and are saved stays true everywhere", async () => {
    const admin = await makeAdmin(shop);
    const other = at(twin, admin);
    const [one, two, category] = [
      await makeBrand(shop.db, "One of two"),
      await makeBrand(shop.db, "Two of two"),
      await makeCategory(shop.db, "Of both"),
    ];
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.push(await makeProduct(shop.db, { brandId: n % 2 ? one : two, categoryId: category, countInStock: 100 }));
    }
    const customers = await insertCustomers(shop.db, 6);
    for (let round = 0; round < 8; round += 1) {
      const names = { one: `One ${round}`, two: `Two ${round}`, category: `Both ${round}` };
      const replies = await Promise.all([
        admin.does("REST", "updateBrand", { id: one, body: { name: names.one } }),
        other.does("REST", "updateBrand", { id: two, body: { name: names.two } }),
        other.does("tRPC", "updateCategory", { id: category, body: { name: names.category } }),
        ...customers.map((customer, n) =>
          sendOrder(
            (n % 2 ? shop : twin).origin,
            customer,
            orderOf([...ids].sort(() => (n % 2 ? 1 : -1)).map((product) => ({ product, qty: 1 }))),
          ),
        ),
      ]);
      for (const { status } of replies) expect([200, 201]).toContain(status);
    }
    await finishTermWork(shop.services.largeActs);
    const { rows } = await shop.pool.query(
      `select p.id from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
       where p.search_name <> lower(concat_ws(chr(31), p.name, b.name, c.name))`,
    );
    expect(rows).toEqual([]);
    await expectInvariants(shop.pool, Object.fromEntries(ids.map((id) => [id, 100])));
  });
});

describe("a product that is saved", () => {
  it("while it sells loses no sale, when the editor says what it saw", async () => {
    const admin = await makeAdmin(shop);
    const product = await savedProduct(admin, await createdProduct(admin), { countInStock: 100, price: 1 });
    const customers = await insertCustomers(shop.db, 20);
    const [attempts, saves] = await Promise.all([
      Promise.all(
        customers.map((customer) => sendOrder(shop.origin, customer, orderOf([{ product: product._id, qty: 2 }]))),
      ),
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          at(n % 2 ? shop : twin, admin).does("REST", "updateProduct", {
            id: product._id,
            body: { ...fieldsOf(product), name: `Name ${n}`, seenCountInStock: 100 },
          }),
        ),
      ),
    ]);
    expect(outcomes(attempts)).toEqual({ placed: 20 });
    expect(statusCounts(saves)).toEqual({ 200: 10 });
    expect(await stockOf(shop.pool, product._id)).toBe(60);
    await expectInvariants(shop.pool, { [product._id]: 100 });
  });

  it("while people review it keeps every review in its mean", async () => {
    const admin = await makeAdmin(shop);
    const product = await savedProduct(admin, await createdProduct(admin), { price: 1 });
    const customers = await insertCustomers(shop.db, 20);
    const reviews = customers.map((customer, n) =>
      fetch(`${(n % 2 ? shop : twin).origin}/api/products/${product._id}/reviews`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: customer.cookie },
        body: JSON.stringify({ rating: 1 + (n % 5), comment: "Seen" }),
      }).then(({ status }) => status),
    );
    const saves = Array.from({ length: 10 }, (_, n) =>
      admin.does("tRPC", "updateProduct", { id: product._id, body: { ...fieldsOf(product), price: n, rating: 5 } }),
    );
    expect(new Set(await Promise.all(reviews))).toEqual(new Set([201]));
    expect(statusCounts(await Promise.all(saves))).toEqual({ 200: 10 });
    expect((await get(shop, `/api/products/${product._id}`)).body).toMatchObject({ rating: 3, numReviews: 20 });
    await expectInvariants(shop.pool);
  });

  it("by two who saw the same state is saved for one and refused for the other, twenty times over", async () => {
    const admin = await makeAdmin(shop);
    const other = at(twin, admin);
    let product = await savedProduct(admin, await createdProduct(admin));
    for (let round = 0; round < 20; round += 1) {
      const change = (name: string) => ({ ...fieldsOf(product), name, version: product.version });
      const replies = await Promise.all([
        admin.does("REST", "updateProduct", { id: product._id, body: change("Mine") }),
        other.does("tRPC", "updateProduct", { id: product._id, body: change("Theirs") }),
      ]);
      expect(statusCounts(replies)).toEqual({ 200: 1, 409: 1 });
      const refused = replies.find(({ status }) => status === 409);
      expect(errorBodySchema.parse(refused?.body).code).toBe("STALE");
      product = { ...product, version: product.version + 1 };
    }
  });
});

describe("an act and its record", () => {
  it("are both there or neither", async () => {
    const admin = await makeAdmin(shop);
    const product = await savedProduct(admin, await createdProduct(admin), { name: "Steady" });
    const brand = await makeBrand(shop.db, "Steady brand");
    await shop.pool.query(`alter table admin_acts add constraint no_more check (user_id <> '${admin.id}') not valid`);
    try {
      for (const [act, ask] of [
        ["createProduct", {}],
        ["updateProduct", { id: product._id, body: { ...fieldsOf(product), name: "Changed" } }],
        ["deleteProduct", { id: product._id }],
        ["createBrand", {}],
        ["updateBrand", { id: brand, body: { name: "Changed brand" } }],
        ["deleteBrand", { id: brand }],
      ] as const) {
        const before = await shop.pool.query("select id, name, version, deleted_at from products order by id");
        expect((await admin.does("REST", act, ask)).status, act).toBe(500);
        const after = await shop.pool.query("select id, name, version, deleted_at from products order by id");
        expect(after.rows).toEqual(before.rows);
      }
    } finally {
      await shop.pool.query("alter table admin_acts drop constraint no_more");
    }
    expect((await get(shop, `/api/brands/${brand}`)).body).toMatchObject({ name: "Steady brand" });
    expect((await get(shop, `/api/products/${product._id}`)).body).toMatchObject({ name: "Steady" });
  });
});
