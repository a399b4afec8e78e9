import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { bulkEdits } from "../../src/db/schema/bulk-edits.ts";
import { productKeys } from "../../src/db/schema/imports.ts";
import { orderItems } from "../../src/db/schema/orders.ts";
import { productAttributes, productImages, products } from "../../src/db/schema/products.ts";
import { later } from "../../src/db/time.ts";
import { deleteOldBulkEdits } from "../../src/domain/catalog/bulk-edit.ts";
import { actsOn } from "../harness/admin.ts";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct, makeReview } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, ordersOf, outcomes, sendOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { get } from "../harness/transports.ts";

const shop = startTestShop({ settings: issuer });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const edit = (id: string, change: Record<string, unknown>) =>
  admin.trpc("mutation", "admin.products.editField", { id, ...change });
const rowOf = async (id: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.id, id));
  if (row === undefined) throw new Error("the product is gone");
  return row;
};
const editedSchema = z.strictObject({
  price: z.number(),
  currentPrice: z.number(),
  countInStock: z.int(),
  sku: z.string(),
  version: z.int(),
  stockBefore: z.int(),
});

describe("a field that is edited in the list", () => {
  it("is saved and recorded alone, and leaves a draft a draft", async () => {
    const id = await makeProduct(shop.db, { priceCents: 1_000, countInStock: 4, publishedAt: null });
    const reply = await edit(id, { field: "price", seen: 10, value: 12.5 });
    expect(editedSchema.parse(reply.body)).toEqual({
      price: 12.5,
      currentPrice: 12.5,
      countInStock: 4,
      sku: "",
      version: 2,
      stockBefore: 4,
    });
    expect(await rowOf(id)).toMatchObject({ priceCents: 1_250, countInStock: 4, publishedAt: null });
    expect(await actsOn(shop, id)).toEqual([
      {
        user_id: admin.id,
        act: "updated",
        entity: "product",
        subject: `Product ${id}`,
        changes: { priceCents: [1_000, 1_250] },
      },
    ]);
  });

  it("refuses a price that someone else has changed since, and a wrong one, and changes nothing", async () => {
    const id = await makeProduct(shop.db, { priceCents: 1_000 });
    const stale = await edit(id, { field: "price", seen: 9, value: 12 });
    expect([stale.status, stale.code]).toEqual([409, "STALE"]);
    for (const value of [-1, 1.005, "1", null, 1_000_000]) {
      expect((await edit(id, { field: "price", seen: 10, value })).code).toBe("VALIDATION");
    }
    expect((await edit(uuidv7(), { field: "price", seen: 10, value: 11 })).status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ priceCents: 1_000, version: 1 });
  });

  it("is an SKU that no other product has and nobody has changed since", async () => {
    const [id, other] = [await makeProduct(shop.db), await makeProduct(shop.db)];
    expect((await edit(id, { field: "sku", seen: "", value: " LAMP-1 " })).body).toMatchObject({ sku: "LAMP-1" });
    const taken = await edit(other, { field: "sku", seen: "", value: "lamp-1" });
    expect([taken.status, complaintsOf(taken)]).toEqual([400, ["sku"]]);
    expect((await edit(id, { field: "sku", seen: "LAMP-0", value: "LAMP-2" })).code).toBe("STALE");
    expect((await edit(id, { field: "sku", seen: "LAMP-1", value: "" })).body).toMatchObject({ sku: "" });
    expect((await actsOn(shop, id)).map(({ changes }) => changes)).toEqual([
      { sku: ["", "LAMP-1"] },
      { sku: ["LAMP-1", ""] },
    ]);
    expect((await edit(other, { field: "sku", seen: "", value: "lamp-1" })).status).toBe(200);
  });

  it("takes a repeated save for done, without a second version", async () => {
    const id = await makeProduct(shop.db, { priceCents: 1_000 });
    for (let n = 0; n < 2; n += 1) {
      expect((await edit(id, { field: "price", seen: 10, value: 11 })).status).toBe(200);
    }
    expect(await rowOf(id)).toMatchObject({ priceCents: 1_100, version: 2 });
  });

  it("changes the stock by the difference to the seen one, and refuses one that was changed by hand", async () => {
    const id = await makeProduct(shop.db, { countInStock: 10 });
    await shop.db.update(products).set({ countInStock: 7 }).where(eq(products.id, id));
    const sold = await edit(id, { field: "countInStock", seen: 10, value: 15, version: 1 });
    expect(editedSchema.parse(sold.body)).toMatchObject({ countInStock: 12, stockBefore: 7, version: 2 });
    const stale = await edit(id, { field: "countInStock", seen: 10, value: 15, version: 1 });
    expect(stale.code).toBe("STALE");
    expect(await stockOf(shop.pool, id)).toBe(12);
  });

  it("loses no sale: stock and sold units add up however orders and edits meet", async () => {
    const customers = await insertCustomers(shop.db, 12);
    for (let round = 0; round < 5; round += 1) {
      const id = await makeProduct(shop.db, { countInStock: 100 });
      const body = orderOf([{ product: id, qty: 2 }]);
      const editing = async () => {
        let added = 0;
        for (let n = 0; n < 8; n += 1) {
          const { countInStock: seen, version } = await rowOf(id);
          const reply = await edit(id, { field: "countInStock", seen, value: seen + 10, version });
          expect(reply.status).toBe(200);
          added += 10;
        }
        return added;
      };
      const [attempts, added] = await Promise.all([
        Promise.all(customers.map((customer) => sendOrder(shop.origin, customer, body))),
        editing(),
      ]);
      expect(outcomes(attempts)).toEqual({ placed: customers.length });
      expect(await ordersOf(shop.pool, id)).toBe(customers.length);
      expect(await stockOf(shop.pool, id)).toBe(100 + added - 2 * customers.length);
      await expectInvariants(shop.pool, { [id]: 100 + added });
    }
  });
});

type Act = Record<string, unknown>;
const bulk = (ids: readonly string[], act: Act, more: { key?: string; seen?: number } = {}) =>
  admin.trpc("mutation", "admin.products.bulkEdit", {
    key: more.key ?? uuidv7(),
    rows: ids.map((id) => ({ id, ...(more.seen === undefined ? {} : { seenCountInStock: more.seen }) })),
    act,
  });
const undo = (key: string) => admin.trpc("mutation", "admin.products.undoBulkEdit", { key });
const make = (count: number, more: Parameters<typeof makeProduct>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => makeProduct(shop.db, more)));
const percent = (value: number, direction = "up", rounding = "cent") => ({
  kind: "price",
  change: { direction, by: "percent", value, rounding },
});

describe("an act on several products", () => {
  it.each<[string, Act, (row: Awaited<ReturnType<typeof rowOf>>) => unknown, unknown]>([
    ["withdraws", { kind: "state", state: "draft" }, ({ publishedAt }) => publishedAt, null],
    ["raises prices by percent", percent(10), ({ priceCents }) => priceCents, 1_100],
    ["rounds prices to .99", percent(10, "up", "99"), ({ priceCents }) => priceCents, 1_099],
    [
      "lowers prices by an amount",
      { kind: "price", change: { direction: "down", by: "amount", value: 2.5, rounding: "cent" } },
      ({ priceCents }) => priceCents,
      750,
    ],
    ["adds stock", { kind: "addStock", units: -4 }, ({ countInStock }) => countInStock, 6],
    ["sets stock", { kind: "setStock", units: 50 }, ({ countInStock }) => countInStock, 50],
    ["deletes", { kind: "delete" }, ({ deletedAt }) => deletedAt !== null, true],
  ])("%s, records each and is undone as it was", async (_what, act, read, expected) => {
    const ids = await make(3);
    const before = await Promise.all(ids.map(rowOf));
    const key = uuidv7();
    const reply = await bulk(ids, act, { key });
    expect(reply.body).toEqual({ changed: 3, unchanged: 0 });
    for (const id of ids) {
      expect(read(await rowOf(id))).toEqual(expected);
      expect(await actsOn(shop, id)).toHaveLength(1);
    }
    expect((await undo(key)).body).toEqual({ restored: 3, left: [] });
    // Once only, however often it is asked for.
    expect((await undo(key)).body).toEqual({ restored: 3, left: [] });
    const after = await Promise.all(ids.map(rowOf));
    const plain = ({ version: _v, updatedAt: _u, ...row }: (typeof before)[number]) => row;
    expect(after.map(plain)).toEqual(before.map(plain));
    for (const id of ids) expect(await actsOn(shop, id)).toHaveLength(2);
  });

  it("publishes drafts, and counts what is published already as unchanged", async () => {
    const [draft = "", shown = ""] = [...(await make(1, { publishedAt: null })), ...(await make(1))];
    const reply = await bulk([draft, shown], { kind: "state", state: "published" });
    expect(reply.body).toEqual({ changed: 1, unchanged: 1 });
    expect((await get(shop, `/api/products/${draft}`)).status).toBe(200);
    expect((await actsOn(shop, draft)).map(({ act }) => act)).toEqual(["published"]);
    expect(await actsOn(shop, shown)).toEqual([]);
  });

  it("sets brand and category by name, and the undo leaves what lost its brand or was changed since", async () => {
    const name = `Brand ${uuidv7()}`;
    const brandId = await makeBrand(shop.db, name);
    const [first = "", second = ""] = await make(2);
    const oldBrand = (await rowOf(first)).brandId ?? "";
    const key = uuidv7();
    expect((await bulk([first, second], { kind: "brand", name: name.toUpperCase() }, { key })).status).toBe(200);
    expect((await rowOf(first)).brandId).toBe(brandId);
    expect((await admin.does("tRPC", "deleteBrand", { id: oldBrand })).status).toBe(200);
    await bulk([second], { kind: "brand", name: (await makeNamedBrand()).name });
    expect((await undo(key)).body).toEqual({
      restored: 0,
      left: expect.arrayContaining([
        { id: first, name: `Product ${first}`, reason: "its brand was deleted" },
        { id: second, name: `Product ${second}`, reason: "it was changed since" },
      ]),
    });
    const category = `Category ${uuidv7()}`;
    const categoryId = await makeCategory(shop.db, category);
    await bulk([first], { kind: "category", name: category });
    expect((await rowOf(first)).categoryId).toBe(categoryId);
    expect((await bulk([first], { kind: "category", name: "No such" })).body).toMatchObject({
      code: "VALIDATION",
      errors: [{ path: "act.name", message: "This category does not exist" }],
    });
  });

  it("gives them an image, whose words are its own, and puts the former ones back", async () => {
    const [id, other] = [
      await makeProduct(shop.db, { image: "/static/a.webp", imageAlt: "From the front" }),
      await makeProduct(shop.db, { image: "/static/b.webp" }),
    ];
    const key = uuidv7();
    const image = { kind: "image", image: "/static/b.webp" };
    expect((await bulk([id, other], image, { key })).body).toEqual({ changed: 1, unchanged: 1 });
    expect(await rowOf(id)).toMatchObject({ image: "/static/b.webp", imageAlt: "" });
    expect((await undo(key)).body).toMatchObject({ restored: 1 });
    expect(await rowOf(id)).toMatchObject({ image: "/static/a.webp", imageAlt: "From the front" });
    expect((await bulk([id], { kind: "image", image: "javascript:alert(1)" })).status).toBe(400);
  });

  it("is refused for all when one product refuses, with a reason for each of them by name", async () => {
    const [cheap = "", dear = "", gone = ""] = [
      ...(await make(1, { priceCents: 100, name: "Cheap" })),
      ...(await make(1, { priceCents: 500 })),
      ...(await make(1, { deletedAt: new Date() })),
    ];
    const change = { direction: "down", by: "amount", value: 2, rounding: "cent" };
    const reply = await bulk([cheap, dear, gone], { kind: "price", change });
    expect(reply.status).toBe(400);
    const { errors } = z.looseObject({ errors: z.array(z.unknown()) }).parse(reply.body);
    expect(errors).toHaveLength(2);
    expect(errors).toEqual(
      expect.arrayContaining([
        { path: cheap, message: "Cheap would be -$1.00; the lowest price is $0.01" },
        { path: gone, message: "A product was deleted meanwhile" },
      ]),
    );
    expect((await rowOf(dear)).priceCents).toBe(500);
    expect((await bulk([dear], { kind: "addStock", units: -11 })).body).toMatchObject({
      errors: [{ path: dear, message: `Product ${dear} has only 10 in stock` }],
    });
  });

  it("is executed once for a key, and a key is for one request", async () => {
    const ids = await make(2);
    const key = uuidv7();
    const replies = await Promise.all(Array.from({ length: 6 }, () => bulk(ids, percent(10), { key })));
    for (const reply of replies) expect(reply.body).toEqual({ changed: 2, unchanged: 0 });
    for (const id of ids) expect((await rowOf(id)).priceCents).toBe(1_100);
    expect((await bulk(ids, percent(20), { key })).code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("keeps what sells meanwhile when it sets or puts back the stock", async () => {
    const [id = ""] = await make(1, { countInStock: 7 });
    const key = uuidv7();
    await bulk([id], { kind: "setStock", units: 50 }, { key, seen: 10 });
    expect(await stockOf(shop.pool, id)).toBe(47);
    await shop.db.update(products).set({ countInStock: 45 }).where(eq(products.id, id));
    await undo(key);
    expect(await stockOf(shop.pool, id)).toBe(5);
  });

  it("brings deleted products back with images, facts and reviews, but not one whose brand is gone", async () => {
    const [bare = ""] = await make(1);
    const whole = await makeProduct(shop.db, { ratingSum: 5, numReviews: 1 });
    await shop.db.insert(productImages).values({ productId: whole, position: 1, image: "/uploads/a.webp" });
    await shop.db.insert(productAttributes).values({ productId: whole, position: 1, name: "Weight", value: "1" });
    await makeReview(shop.db, whole);
    const { body: before } = await get(shop, `/api/products/${whole}`);
    const key = uuidv7();
    await bulk([whole, bare], { kind: "delete" }, { key });
    expect((await get(shop, `/api/products/${whole}`)).status).toBe(404);
    const brand = (await rowOf(bare)).brandId ?? "";
    expect((await admin.does("tRPC", "deleteBrand", { id: brand })).status).toBe(200);
    expect((await undo(key)).body).toMatchObject({ restored: 1, left: [{ id: bare }] });
    expect((await get(shop, `/api/products/${whole}`)).body).toEqual(before);
  });

  it("takes a hundred products at most, each once, and the key of an unknown act undoes nothing", async () => {
    const ids = Array.from({ length: 101 }, () => uuidv7());
    expect((await bulk(ids, percent(10))).code).toBe("VALIDATION");
    const [id = ""] = ids;
    expect((await bulk([id, id], percent(10))).code).toBe("VALIDATION");
    for (const value of [0, -5, 1.001, 1_001]) expect((await bulk([id], percent(value))).code).toBe("VALIDATION");
    expect((await bulk([id], percent(100, "down"))).code).toBe("VALIDATION");
    expect((await undo(uuidv7())).status).toBe(404);
  });

  it("can be undone for two days", async () => {
    const [id = ""] = await make(1);
    const [old, young] = [uuidv7(), uuidv7()];
    await bulk([id], percent(10), { key: old });
    await bulk([id], percent(10), { key: young });
    await shop.db
      .update(bulkEdits)
      .set({ createdAt: later(-172_801_000) })
      .where(eq(bulkEdits.key, old));
    await deleteOldBulkEdits(shop.db);
    expect((await undo(old)).status).toBe(404);
    expect((await undo(young)).status).toBe(200);
  });

  it("ends in one order with orders of the same products, without a lost unit", async () => {
    const customers = await insertCustomers(shop.db, 10);
    const ids = await make(4, { countInStock: 100 });
    const body = orderOf(ids.map((product) => ({ product, qty: 1 })));
    const [attempts, replies] = await Promise.all([
      Promise.all(customers.map((customer) => sendOrder(shop.origin, customer, body))),
      Promise.all(Array.from({ length: 5 }, () => bulk(ids.toReversed(), { kind: "addStock", units: 10 }))),
    ]);
    expect(outcomes(attempts)).toEqual({ placed: 10 });
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const id of ids) expect(await stockOf(shop.pool, id)).toBe(140);
    await expectInvariants(shop.pool, Object.fromEntries(ids.map((id) => [id, 150])));
  });
});

async function makeNamedBrand() {
  const name = `Brand ${uuidv7()}`;
  return { id: await makeBrand(shop.db, name), name };
}

describe("products that match a filter", () => {
  it("come in batches in the order of their ids, all of them and no other", async () => {
    const brand = await makeBrand(shop.db);
    const ids = (await make(5, { brandId: brand })).toSorted();
    await make(1, { brandId: brand, deletedAt: new Date() });
    const seen: string[] = [];
    for (;;) {
      const input = { brand, limit: 2, after: seen.at(-1) };
      const { body } = await admin.trpc("query", "admin.products.matching", input);
      const rows = z.array(
        z.strictObject({ _id: z.string(), name: z.string(), price: z.number(), countInStock: z.int() }),
      );
      const batch = rows.parse(body);
      seen.push(...batch.map(({ _id }) => _id));
      if (batch.length < 2) break;
      expect(batch[0]).toMatchObject({ price: 10, countInStock: 10 });
    }
    expect(seen).toEqual(ids);
  });
});

describe("a duplicated product", () => {
  it("is a draft with the same fields, images and facts, without stock and key", async () => {
    const id = await makeProduct(shop.db, { name: "L".repeat(200), image: "/uploads/x.webp", description: "Bright" });
    await shop.db.insert(productImages).values({ productId: id, position: 1, image: "/uploads/a.webp", alt: "Side" });
    await shop.db.insert(productAttributes).values({ productId: id, position: 1, name: "Weight", value: "1" });
    await shop.db.insert(productKeys).values({ productId: id, key: `key-${id}` });
    const reply = await admin.trpc("mutation", "admin.products.duplicate", { id });
    const copy = z.looseObject({ _id: z.string(), name: z.string() }).parse(reply.body);
    expect(copy).toMatchObject({
      isDraft: true,
      version: 1,
      price: 10,
      countInStock: 0,
      description: "Bright",
      image: "/uploads/x.webp",
      images: [{ image: "/uploads/x.webp" }, { image: "/uploads/a.webp", alt: "Side" }],
      attributes: [{ name: "Weight", value: "1" }],
    });
    expect(copy.name).toBe(`Copy of ${"L".repeat(192)}`);
    expect(copy._id).not.toBe(id);
    expect((await admin.trpc("query", "admin.products.record", { id: copy._id })).body).toMatchObject({
      importKey: null,
    });
    expect((await admin.trpc("mutation", "admin.products.duplicate", { id: uuidv7() })).status).toBe(404);
  });

  it("costs what the product costs without its reduction", async () => {
    const id = await makeProduct(shop.db, { priceCents: 5_000 });
    const planned = { id, price: 40, from: "2020-01-01T00:00", until: null };
    expect((await admin.trpc("mutation", "admin.plannedPrices.create", planned)).status).toBe(200);
    expect((await get(shop, `/api/products/${id}`)).body).toMatchObject({ price: 40, regularPrice: 50 });
    expect((await admin.trpc("mutation", "admin.products.duplicate", { id })).body).toMatchObject({ price: 50 });
  });
});

describe("what is known of a product besides its fields", () => {
  it("has its key, and the units and money of its paid orders alone", async () => {
    const recent = await makeOrder(shop.db, { stepsDone: 1, qty: 3, priceCents: 1_250 });
    const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, recent));
    const id = line?.productId ?? "";
    const attach = async (order: string) =>
      shop.db
        .update(orderItems)
        .set({ productId: id })
        .where(and(eq(orderItems.orderId, order)));
    const longAgo = new Date(Date.now() - 40 * 86_400_000);
    await attach(await makeOrder(shop.db, { qty: 2, priceCents: 1_000, paidAt: longAgo }));
    await attach(await makeOrder(shop.db, { qty: 9 }));
    await shop.db.insert(productKeys).values({ productId: id, key: `sku-${id}` });
    const { body } = await admin.trpc("query", "admin.products.record", { id });
    expect(body).toEqual({
      importKey: `sku-${id}`,
      sales: {
        recent: { units: 3, revenue: 37.5 },
        all: { units: 5, revenue: 57.5 },
        lastSoldAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
  });
});

it("An update says whether a product is shown; without a word the first one publishes a draft", async () => {
  const id = await makeProduct(shop.db, { publishedAt: null });
  const { body } = await admin.trpc("query", "admin.products.byId", { id });
  const { name, brand, category } = z
    .looseObject({ name: z.string(), brand: z.string(), category: z.string() })
    .parse(body);
  const fields = { name, brand, category, price: 5, countInStock: 1 };
  const save = (more: Record<string, unknown>) =>
    admin.does("REST", "updateProduct", { id, body: { ...fields, ...more } });
  expect((await save({ state: "draft" })).body).toMatchObject({ isDraft: true });
  expect((await save({})).body).toMatchObject({ isDraft: false });
  expect((await save({ state: "draft" })).body).toMatchObject({ isDraft: true });
  expect((await save({ state: "gone" })).status).toBe(400);
  expect((await actsOn(shop, id)).map(({ act }) => act)).toEqual(["updated", "published", "withdrew"]);
});
