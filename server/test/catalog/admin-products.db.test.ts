import { once } from "node:events";
import { createServer } from "node:net";
import { noImage } from "@shop/shared/catalog/image";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { actsOn, createdProduct, fieldsOf, productDetailSchema, savedProduct } from "../harness/admin.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct, makeReview } from "../harness/factories.ts";
import { orderOf, placedOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, makeCustomer, TestClient, transports } from "../harness/test-client.ts";
import { get, productPageOf } from "../harness/transports.ts";

const shop = startTestShop({ settings: issuer });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  await makeBrand(shop.db, "Aardvark");
  await makeCategory(shop.db, "Apparel");
});

const isListed = async (name: string) =>
  (await productPageOf(shop, { keyword: name })).products.some((product) => product.name === name);
const countVisible = async () => {
  const { rows } = await shop.pool.query("select visible from catalogue_size");
  return z.object({ visible: z.number() }).parse(rows[0]).visible;
};

describe.each(transports)("making a product through %s", (transport) => {
  it("makes a draft with the default values, once a call, and needs no body", async () => {
    const first = await createdProduct(admin, transport);
    expect(first).toMatchObject({
      name: "Sample name",
      price: 0,
      countInStock: 0,
      image: noImage,
      description: "",
      brand: "Aardvark",
      category: "Apparel",
      rating: 0,
      numReviews: 0,
      reviews: [],
      user: admin.id,
      isDraft: true,
      version: 1,
    });
    expect((await createdProduct(admin, transport))._id).not.toBe(first._id);
    expect(await actsOn(shop, first._id)).toEqual([
      { user_id: admin.id, act: "created", entity: "product", subject: "Sample name", changes: {} },
    ]);
  });

  it("shows the draft to administrators alone, until its first save", async () => {
    const visible = await countVisible();
    const draft = await createdProduct(admin, transport);
    const accounts = [new TestClient(shop), await makeCustomer(shop)];
    const seenBy = async (client: TestClient) =>
      (await client.does(transport, "readProduct", { id: draft._id })).status;
    expect(await seenBy(admin)).toBe(200);
    for (const client of accounts) expect(await seenBy(client)).toBe(404);
    expect(await countVisible()).toBe(visible);

    const name = `Published ${draft._id}`;
    const saved = await savedProduct(admin, draft, { name }, transport);
    expect(saved).toMatchObject({ name, isDraft: false, version: 2 });
    for (const client of accounts) expect(await seenBy(client)).toBe(200);
    expect(await isListed(name)).toBe(true);
    expect(await countVisible()).toBe(visible + 1);
    await savedProduct(admin, saved, { price: 2 }, transport);
    expect(await countVisible()).toBe(visible + 1);
    expect((await actsOn(shop, draft._id)).map(({ act }) => act)).toEqual(["created", "published", "updated"]);
  });
});

it("A draft is in the REST list of administrators alone, first as the newest, and found by its words", async () => {
  const draft = await createdProduct(admin);
  const customer = await insertCustomer(shop.db);
  const boss = await insertCustomer(shop.db, { isAdmin: true });
  const listSchema = z.object({ products: z.array(z.object({ _id: z.string() })), pages: z.number() });
  const listed = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${shop.origin}/api/products${query}`, { headers });
    return listSchema.parse(await response.json());
  };
  const pages: string[] = [];
  const { pages: count, products } = await listed("", { cookie: boss.cookie });
  expect(products[0]?._id).toBe(draft._id);
  for (let page = 1; page <= count; page += 1) {
    pages.push(...(await listed(`?pageNumber=${page}`, { cookie: boss.cookie })).products.map(({ _id }) => _id));
  }
  const { rows } = await shop.pool.query(
    "select id from products where deleted_at is null order by created_at desc, id desc",
  );
  expect(pages).toEqual(rows.map(({ id }) => id));
  expect((await listed("?keyword=sample%20NAME", { cookie: boss.cookie })).products.map(({ _id }) => _id)).toContain(
    draft._id,
  );
  for (const headers of [{}, { cookie: customer.cookie }]) {
    for (const query of ["", "?keyword=sample%20name"]) {
      expect((await listed(query, headers)).products.map(({ _id }) => _id)).not.toContain(draft._id);
    }
  }
});

describe("making a product", () => {
  it.each([
    ["no content type", {}, undefined],
    ["a JSON content type and no body", { "content-type": "application/json" }, undefined],
    ["a JSON content type and blanks", { "content-type": "application/json; charset=utf-8" }, "  "],
    ["a body that nobody asked for", { "content-type": "application/json" }, '{"name":"Mine","isDraft":false}'],
  ])("works with %s", async (_what, headers, body) => {
    for (const path of ["/api/products", "/api/brands", "/api/categories"]) {
      const response = await admin.send(path, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
      expect(response.status, path).toBe(201);
      expect(await response.json()).not.toMatchObject({ name: "Mine" });
    }
  });
});

describe("the first product of an empty shop", () => {
  const empty = startTestShop();
  it("brings a brand and a category with it, however many are made at once", async () => {
    const first = await makeAdmin(empty);
    const made = await Promise.all(Array.from({ length: 5 }, () => createdProduct(first)));
    for (const product of made) {
      expect(product.brand).toMatch(/^New brand/);
      expect(product.category).toMatch(/^New category/);
    }
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(5);
  });
});

describe.each(transports)("saving a product through %s", (transport) => {
  it("changes exactly the documented fields, writes down which, and nothing that a caller may not touch", async () => {
    const [brand, category] = [`Brand ${uuidv7()}`, `Category ${uuidv7()}`];
    await makeBrand(shop.db, brand);
    await makeCategory(shop.db, category);
    const id = await makeProduct(shop.db, { name: "Before", priceCents: 1_050, ratingSum: 8, numReviews: 2 });
    await makeReview(shop.db, id, { rating: 4 });
    const other = await makeProduct(shop.db);
    const { body: before } = await get(shop, `/api/products/${id}`);
    const reply = await admin.does(transport, "updateProduct", {
      id,
      body: {
        productId: other,
        _id: other,
        name: "  After ",
        price: 19.99,
        image: "https://pictures.example.com/a.jpg?x=1#y",
        brand: brand.toUpperCase(),
        category,
        description: "Two\nlines",
        countInStock: 7,
        rating: 5,
        numReviews: 999,
        reviews: [{ name: "Me", rating: 5, comment: "!" }],
        user: admin.id,
        createdAt: "2001-01-01T00:00:00Z",
        deletedAt: "2001-01-01T00:00:00Z",
        publishedAt: null,
        searchText: "stolen words",
      },
    });
    expect(reply.status).toBe(200);
    const saved = productDetailSchema.parse(reply.body);
    expect(saved).toMatchObject({
      _id: id,
      name: "After",
      price: 19.99,
      image: "https://pictures.example.com/a.jpg?x=1#y",
      brand,
      category,
      description: "Two\nlines",
      countInStock: 7,
      rating: 4,
      numReviews: 2,
      user: null,
      isDraft: false,
      version: 2,
    });
    const { body: after } = await get(shop, `/api/products/${id}`);
    const { imageAlt: _alt, isDraft: _d, version: _v, createdAt: _c, updatedAt: _u, ...shown } = saved;
    const { editedPrice, trade: _t, isStockCounted: _s, ...documented } = shown;
    expect(editedPrice).toBe(19.99);
    expect(after).toEqual({
      ...documented,
      slug: expect.stringMatching(/^after(-2)?$/),
      brandSlug: expect.any(String),
      categorySlug: expect.any(String),
    });
    expect(await isListed("After")).toBe(true);
    expect((await productPageOf(shop, { keyword: "stolen words" })).products).toEqual([]);
    expect((await productPageOf(shop, { keyword: brand })).products.map(({ _id }) => _id)).toEqual([id]);
    expect((await get(shop, `/api/products/${other}`)).body).toMatchObject({ name: `Product ${other}` });
    const [act] = await actsOn(shop, id);
    const { brand: oldBrand, category: oldCategory } = z
      .looseObject({ brand: z.string(), category: z.string() })
      .parse(before);
    expect(act).toEqual({
      user_id: admin.id,
      act: "updated",
      entity: "product",
      subject: "After",
      changes: {
        name: ["Before", "After"],
        priceCents: [1_050, 1_999],
        image: ["", "https://pictures.example.com/a.jpg?x=1#y"],
        brand: [oldBrand, brand],
        category: [oldCategory, category],
        description: ["", "Two\nlines"],
        countInStock: [10, 7],
      },
    });
  });

  it("refuses what is wrong field by field, and changes nothing", async () => {
    const product = await savedProduct(admin, await createdProduct(admin));
    const wrong: Record<string, unknown[]> = {
      name: [
        undefined,
        null,
        "",
        "   ",
        "\u00a0",
        "\u200b",
        5,
        true,
        ["x"],
        {},
        "x".repeat(201),
        "a\u0000b",
        "a\nb",
        "\ud800",
      ],
      price: [undefined, null, "5 ", -1, -0.01, 1.005, 19.999, 1e-7, 1_000_000, 1e21, 2 ** 53, true, [1], {}],
      countInStock: [undefined, null, "+5", -1, 0.5, 1_000_001, 2 ** 31, 2 ** 53, true, [1], {}],
      seenCountInStock: [null, "5", -1, 0.5, 1_000_001],
      brand: [undefined, null, "", "  ", "No such brand", 5, {}, "x".repeat(101), "a\u0000b"],
      category: [undefined, null, "", "  ", "No such category", 5, {}, "x".repeat(101)],
      description: [null, 5, {}, "x".repeat(5_001), "a\u0000b", "\udc00"],
      version: [null, "1", 0, -1, 1.5],
      image: [
        ...[
          null,
          5,
          {},
          `/${"x".repeat(500)}`,
          "x onerror=alert(1)",
          "a.png",
          "./a.png",
          "../a.png",
          "/a b.png",
          "/a\nb",
        ],
        ...[
          "javascript:alert(1)",
          "JaVaScRiPt:alert(1)",
          "data:text/html,<script>",
          "data:image/png;base64,x",
          "blob:x",
        ],
        ...["//evil.example/x", "/\\evil.example", "\\\\evil.example", "http://evil.example/x", "https:evil.example"],
        ...["https://", "https:///x", "https://user@evil.example/x", "ftp://x/y", 'https://x/"onerror="', "/<script>"],
        ...["https://x/\u202egnp.exe", "https://x/\u0000"],
      ],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const reply = await admin.does(transport, "updateProduct", {
          id: product._id,
          body: { ...fieldsOf(product), [field]: value },
        });
        expect({ status: reply.status, code: reply.code }, `${field} ${JSON.stringify(value)}`).toEqual({
          status: 400,
          code: "VALIDATION",
        });
        expect(complaintsOf(reply)).toContain(field);
      }
    }
    const both = { ...fieldsOf(product), brand: "No such brand", category: "No such category" };
    const reply = await admin.does(transport, "updateProduct", { id: product._id, body: both });
    expect(complaintsOf(reply)).toEqual(["brand", "category"]);
    expect((await admin.does(transport, "updateProduct", { id: product._id, body: [] })).status).toBe(400);
    expect((await get(shop, `/api/products/${product._id}`)).body).toMatchObject({ name: "Sample name", price: 0 });
    expect(await actsOn(shop, product._id)).toHaveLength(2);
  });

  it("takes the edges of what is allowed as they are", async () => {
    let product = await createdProduct(admin);
    const right: Record<string, [sent: unknown, stored: unknown][]> = {
      name: [
        ["n".repeat(200), "n".repeat(200)],
        [
          "<script>alert(1)</script> & \"quotes\" 'n' {{7*7}} $& \u202e",
          "<script>alert(1)</script> & \"quotes\" 'n' {{7*7}} $& \u202e",
        ],
      ],
      price: [0, 0.01, 0.29, 1.15, 4.35, 19.99, 999_999.99].map((price) => [price, price]),
      countInStock: [0, 1, 1_000_000].map((count) => [count, count]),
      description: [
        ["d".repeat(5_000), "d".repeat(5_000)],
        ["", ""],
        [undefined, ""],
      ],
      image: ["/uploads/a.webp", `/${"x".repeat(499)}`, "https://x.example/é.png", "HTTPS://X.example", ""].map(
        (image) => [image, image],
      ),
    };
    for (const [field, pairs] of Object.entries(right)) {
      for (const [sent, stored] of pairs) {
        product = await savedProduct(admin, product, { [field]: sent }, transport);
        expect(Reflect.get(product, field), `${field} ${JSON.stringify(sent)}`).toEqual(stored);
      }
    }
    const nought = await savedProduct(admin, product, { price: -0, countInStock: -0 }, transport);
    expect([Object.is(nought.price, 0), Object.is(nought.countInStock, 0)]).toEqual([true, true]);
  });

  it("refuses a change that starts from a state which another has changed, unless it names none", async () => {
    const colleague = await makeAdmin(shop);
    const seen = await createdProduct(admin);
    await savedProduct(colleague, seen, { name: "First", version: seen.version }, transport);
    const stale = { ...fieldsOf(seen), name: "Second", version: seen.version };
    const reply = await admin.does(transport, "updateProduct", { id: seen._id, body: stale });
    expect(reply).toMatchObject({ status: 409, code: "STALE" });
    expect((await get(shop, `/api/products/${seen._id}`)).body).toMatchObject({ name: "First" });
    expect(await savedProduct(admin, seen, { name: "Third" }, transport)).toMatchObject({ name: "Third" });
  });

  it("does not undo what was sold since it was looked at", async () => {
    const customer = await insertCustomer(shop.db);
    const draft = await createdProduct(admin);
    const seen = await savedProduct(admin, draft, { countInStock: 10, price: 5 });
    await placedOrder(shop.origin, customer, orderOf([{ product: seen._id, qty: 3 }]));
    const named = { name: "Renamed", seenCountInStock: 10, version: seen.version };
    const renamed = await savedProduct(admin, seen, named, transport);
    expect(renamed).toMatchObject({ name: "Renamed", countInStock: 7 });

    await placedOrder(shop.origin, customer, orderOf([{ product: seen._id, qty: 2 }]));
    const restocked = { countInStock: 12, seenCountInStock: 7, version: renamed.version };
    expect((await savedProduct(admin, renamed, restocked, transport)).countInStock).toBe(10);

    await placedOrder(shop.origin, customer, orderOf([{ product: seen._id, qty: 1 }]));
    expect(
      (await savedProduct(admin, renamed, { countInStock: 0, seenCountInStock: 10 }, transport)).countInStock,
    ).toBe(0);
    // A caller who does not say what it saw has the last word.
    expect((await savedProduct(admin, renamed, { countInStock: 4 }, transport)).countInStock).toBe(4);
    expect(await stockOf(shop.pool, seen._id)).toBe(4);
  });
});

describe("an image's address", () => {
  it("is never fetched by the shop", async () => {
    let visits = 0;
    const server = createServer(() => {
      visits += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const product = await createdProduct(admin);
    for (const image of [`https://127.0.0.1:${port}/x.png`, `https://localhost:${port}/`]) {
      await savedProduct(admin, product, { image });
      await get(shop, `/api/products/${product._id}`);
    }
    expect(visits).toBe(0);
  });
});

describe.each(transports)("deleting a product through %s", (transport) => {
  it("hides it everywhere, and answers a second time that there is none", async () => {
    const visible = await countVisible();
    const name = `Doomed ${uuidv7()}`;
    const product = await savedProduct(admin, await createdProduct(admin), { name, countInStock: 3, price: 1 });
    expect(await isListed(name)).toBe(true);
    const deleted = await admin.does(transport, "deleteProduct", { id: product._id });
    expect(deleted).toMatchObject({ status: 200, body: { message: "Product deleted" } });
    for (const client of [admin, new TestClient(shop)]) {
      expect((await client.does(transport, "readProduct", { id: product._id })).status).toBe(404);
    }
    expect(await isListed(name)).toBe(false);
    expect(await countVisible()).toBe(visible);
    const page = await admin.trpc("query", "admin.products.page", { search: name });
    expect(page.body).toMatchObject({ rows: [], total: 0 });
    expect((await admin.trpc("query", "admin.products.byId", { id: product._id })).status).toBe(404);
    for (const again of [
      await admin.does(transport, "deleteProduct", { id: product._id }),
      await admin.does(transport, "updateProduct", { id: product._id, body: fieldsOf(product) }),
    ]) {
      expect(again).toMatchObject({ status: 404, code: "NOT_FOUND", body: { message: "Product not found" } });
    }
    expect((await actsOn(shop, product._id)).map(({ act }) => act)).toEqual(["created", "published", "deleted"]);
  });

  it("leaves orders as they were, and refuses new ones by its name", async () => {
    const customer = await insertCustomer(shop.db);
    const product = await savedProduct(admin, await createdProduct(admin), {
      name: "Once sold",
      countInStock: 5,
      price: 12.5,
      image: "/uploads/once.webp",
    });
    const order = await placedOrder(shop.origin, customer, orderOf([{ product: product._id, qty: 2 }]));
    await admin.does(transport, "deleteProduct", { id: product._id });
    for (const cookie of [customer.cookie, admin.cookieHeader]) {
      const response = await fetch(`${shop.origin}/api/orders/${order._id}`, { headers: { cookie } });
      expect(await response.json()).toEqual(order);
    }
    const { body } = await admin.rest("GET", "/api/orders");
    expect(
      z
        .array(z.looseObject({ _id: z.string() }))
        .parse(body)
        .map(({ _id }) => _id),
    ).toContain(order._id);
    const late = await fetch(`${shop.origin}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: customer.cookie },
      body: JSON.stringify(orderOf([{ product: product._id, qty: 1 }])),
    });
    expect(late.status).toBe(404);
    expect(await late.json()).toMatchObject({ message: "Once sold is no longer available" });
    expect(await stockOf(shop.pool, product._id)).toBe(3);
  });
});
