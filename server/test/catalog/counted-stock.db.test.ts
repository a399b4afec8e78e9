import type { BulkAct } from "@shop/shared/catalog/product-editing";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readProductAsOf } from "../../src/domain/catalog/history/product-as-of.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash, importing } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop({ settings: issuer, poolMax: 5 });
let admin: Member;
let boss: Customer;
let customer: Customer;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  boss = await insertCustomer(shop.db, { isAdmin: true });
  customer = await insertCustomer(shop.db);
});

const { upload, check, apply, undo, conflictsOf, rowsOf } = importing({
  shop: () => ({ origin: shop.origin, cookie: boss.cookie }),
  work: async () => {
    await runImports(shop.db, {
      isStopping: () => false,
      onItemError: (error) => {
        throw error;
      },
    });
  },
});

async function ok(call: ReturnType<Member["trpc"]>): Promise<unknown> {
  const { status, body } = await call;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const seenSchema = z.looseObject({ version: z.int(), countInStock: z.int(), isStockCounted: z.boolean() });
const seen = async (id: string) => seenSchema.parse(await ok(admin.trpc("query", "admin.products.byId", { id })));

/** Sets the stock as somebody who has counted it. */
async function count(id: string, value: number): Promise<void> {
  const { version, countInStock } = await seen(id);
  await ok(
    admin.trpc("mutation", "admin.products.editField", {
      id,
      field: "countInStock",
      seen: countInStock,
      version,
      value,
    }),
  );
}
const sell = (product: string, qty: number) => placedOrder(shop.origin, customer, orderOf([{ product, qty }]));
const stock = (id: string) => stockOf(shop.pool, id);
const bulk = async (id: string, act: BulkAct) => {
  const key = uuidv7();
  await ok(admin.trpc("mutation", "admin.products.bulkEdit", { key, rows: [{ id }], act }));
  return key;
};

async function imported(id: string, units: number | string): Promise<string> {
  const file = await upload(`ID,Stock\n${id},${units}\n`);
  expect(await check(file)).toMatchObject({ format: "own", counts: { changed: 1 } });
  expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
  return file;
}

describe("the undo of an import of stock", () => {
  it("leaves what somebody has counted since, and lists it", async () => {
    const id = await makeProduct(shop.db, { countInStock: 20 });
    const file = await imported(id, 50);
    await sell(id, 2);
    await count(id, 77);
    await sell(id, 1);
    expect(await conflictsOf(file)).toMatchObject([{ changes: { countInStock: [50, 76] } }]);
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 1 });
    expect(await stock(id)).toBe(76);
  });

  it("puts it back where it is chosen, and what was sold stays sold", async () => {
    const id = await makeProduct(shop.db, { countInStock: 20 });
    const file = await imported(id, 50);
    await sell(id, 2);
    await count(id, 77);
    await sell(id, 1);
    await undo(file, "all");
    expect(await stock(id)).toBe(17);
  });

  it("goes by the difference where it has only sold, and where somebody counted back what the import said", async () => {
    const id = await makeProduct(shop.db, { countInStock: 20 });
    const file = await imported(id, 50);
    await sell(id, 3);
    await count(id, 60);
    await count(id, 47);
    expect(await conflictsOf(file)).toEqual([]);
    await undo(file);
    expect(await stock(id)).toBe(17);
  });

  it("takes a later import and a bulk act for counts of others", async () => {
    const [first, second] = [
      await makeProduct(shop.db, { countInStock: 5 }),
      await makeProduct(shop.db, { countInStock: 5 }),
    ];
    const files = [await imported(first, 8), await imported(second, 8)];
    await imported(first, 30);
    await bulk(second, { kind: "addStock", units: 4 });
    for (const file of files) await undo(file);
    expect([await stock(first), await stock(second)]).toEqual([30, 12]);
  });
});

it("A stock that somebody counts after the check is a change of the shop, and the import writes nothing", async () => {
  const id = await makeProduct(shop.db, { countInStock: 20 });
  const file = await upload(`ID,Stock\n${id},50\n`);
  await check(file);
  await sell(id, 1);
  await count(id, 77);
  expect((await apply(file)).problem).toContain("the shop has changed since the check");
  expect(await stock(id)).toBe(77);
  await check(file);
  expect(await apply(file)).toMatchObject({ state: "applied" });
  expect(await stock(id)).toBe(50);
});

it("The undo of a bulk act leaves a stock that was counted since, and names it", async () => {
  const [counted, sold] = [
    await makeProduct(shop.db, { countInStock: 11 }),
    await makeProduct(shop.db, { countInStock: 11 }),
  ];
  const keys = [
    await bulk(counted, { kind: "setStock", units: 50 }),
    await bulk(sold, { kind: "addStock", units: 39 }),
  ];
  await count(counted, 77);
  await sell(sold, 2);
  expect(await ok(admin.trpc("mutation", "admin.products.undoBulkEdit", { key: keys[0] }))).toMatchObject({
    restored: 0,
    left: [{ id: counted, reason: "its stock was counted since" }],
  });
  expect(await ok(admin.trpc("mutation", "admin.products.undoBulkEdit", { key: keys[1] }))).toMatchObject({
    restored: 1,
  });
  expect([await stock(counted), await stock(sold)]).toEqual([77, 9]);
});

it("The undo of one change asks before it overwrites a count of somebody else", async () => {
  const id = await makeProduct(shop.db, { countInStock: 5 });
  await count(id, 20);
  const page = z.object({ entries: z.array(z.object({ number: z.int() })) });
  const { entries } = page.parse(await ok(admin.trpc("query", "admin.productHistory.page", { id })));
  const number = entries[0]?.number;
  await count(id, 33);
  await sell(id, 3);
  const asked = await ok(admin.trpc("mutation", "admin.productHistory.undo", { id, number }));
  expect(asked).toMatchObject({ isUndone: false, since: [{ field: "countInStock", before: 20, after: 30 }] });
  const { newest } = z.object({ newest: z.int() }).parse(asked);
  expect(await ok(admin.trpc("mutation", "admin.productHistory.undo", { id, number, newest }))).toEqual({
    isUndone: true,
  });
  expect(await stock(id)).toBe(2);
});

describe("a product whose stock is not counted", () => {
  const uncounted = () => makeProduct(shop.db, { countInStock: 1_000_000, isStockCounted: false });
  const save = async (id: string, change: Record<string, unknown>) => {
    const { name, price, brand, category, ...found } = z
      .looseObject({ name: z.string(), price: z.number(), brand: z.string(), category: z.string() })
      .parse(await seen(id));
    const { countInStock, version } = seenSchema.parse(found);
    const fields = { name, price, brand, category, countInStock, seenCountInStock: countInStock };
    return seenSchema.parse(
      await ok(admin.trpc("mutation", "admin.products.update", { id, ...fields, version, ...change })),
    );
  };

  it("sells as many as a line can have, and a cancelled hold returns nothing", async () => {
    const id = await uncounted();
    await sell(id, 10);
    expect(await stock(id)).toBe(1_000_000);
    await expectInvariants(shop.pool);
  });

  it("stays so with other edits, is counted with a number, and is not counted again when its admin says so", async () => {
    const id = await uncounted();
    expect(await save(id, { name: "Other name" })).toMatchObject({ countInStock: 1_000_000, isStockCounted: false });
    expect(await save(id, { countInStock: 12, isStockCounted: true })).toMatchObject({
      countInStock: 12,
      isStockCounted: true,
    });
    await sell(id, 2);
    expect(await save(id, { isStockCounted: false })).toMatchObject({
      countInStock: 1_000_000,
      isStockCounted: false,
    });
    await bulk(id, { kind: "addStock", units: -5 });
    expect(await seen(id)).toMatchObject({ countInStock: 1_000_000, isStockCounted: false });
    const key = await bulk(id, { kind: "setStock", units: 7 });
    expect(await seen(id)).toMatchObject({ countInStock: 7, isStockCounted: true });
    await ok(admin.trpc("mutation", "admin.products.undoBulkEdit", { key }));
    expect(await seen(id)).toMatchObject({ countInStock: 1_000_000, isStockCounted: false });
  });

  it("is imported from a file that says so, comes back the same, and an undo counts it again", async () => {
    const id = await makeProduct(shop.db, { countInStock: 20 });
    const before = await catalogHash(shop.pool);
    const file = await imported(id, "not counted");
    expect(await seen(id)).toMatchObject({ countInStock: 1_000_000, isStockCounted: false });
    const csv = await (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: boss.cookie } })).text();
    expect(csv).toContain("not counted");
    expect((await check(await upload(csv))).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    await sell(id, 5);
    await undo(file);
    expect(await seen(id)).toMatchObject({ countInStock: 20, isStockCounted: true });
    expect(await catalogHash(shop.pool)).toBe(before);
    const again = await imported(id, "Not Counted");
    const counted = await imported(id, 9);
    expect(await seen(id)).toMatchObject({ countInStock: 9, isStockCounted: true });
    await undo(counted);
    await undo(again);
    expect(await catalogHash(shop.pool)).toBe(before);
  });

  it("is named in the history, which puts the number back without what was sold uncounted", async () => {
    const id = await makeProduct(shop.db, { countInStock: 20 });
    await sell(id, 2);
    const counted = new Date();
    await save(id, { isStockCounted: false });
    const uncountedAt = new Date();
    await sell(id, 4);
    await save(id, { isStockCounted: true, countInStock: 30 });
    await sell(id, 1);
    const page = z.object({ entries: z.array(z.object({ number: z.int(), changes: z.unknown() })) });
    const { entries } = page.parse(await ok(admin.trpc("query", "admin.productHistory.page", { id })));
    expect(entries.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: "countInStock", before: "not counted", after: 30 }],
      [{ field: "countInStock", before: 18, after: "not counted" }],
    ]);
    const actor = adminActor(
      { id: boss.id, name: "Boss", email: "boss@example.com" },
      {
        id: boss.id,
        expiresAt: new Date("2040-01-01"),
        hasSecondFactor: true,
      },
    );
    expect(await readProductAsOf(shop.db, actor, id, counted)).toMatchObject({
      countInStock: 18,
      isStockCounted: true,
    });
    expect(await readProductAsOf(shop.db, actor, id, uncountedAt)).toMatchObject({
      countInStock: 1_000_000,
      isStockCounted: false,
    });
  });

  it("refuses what is neither yes nor no", async () => {
    const id = await uncounted();
    const found = await seen(id);
    const reply = await admin.trpc("mutation", "admin.products.update", { id, ...found, isStockCounted: "no" });
    expect([reply.status, complaintsOf(reply)]).toEqual([400, ["isStockCounted"]]);
  });
});

it("What a check finds strange is counted, and each warning names its rows", async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `w${n},Thing ${n},${10 + n},5,`);
  const file = await upload(
    [
      "Key,Name,Price,Stock,Image",
      ...rows,
      "free,Free,0,5,",
      "dear,Dear,9000,5,",
      "cheap,Cheap,0.10,5,",
      "empty,Empty,12,0,",
      "odd,Od\ufffdd,12,5,",
      `long,Long,12,5,https://images.example/${"i".repeat(500)}.png`,
      "path,Path,12,5,C:\\images\\1.png",
      "quote,Quote,12,5,https://images.example/o'hara | one.png",
      "vague,Vague,12,5,https://images.example/42",
    ].join("\n"),
  );
  const found = await check(file);
  expect(found.counts).toMatchObject({ new: 21, refused: 0 });
  expect(found.warnings).toEqual({
    free: 1,
    "far-from-usual": 2,
    "without-stock": 1,
    "unreadable-characters": 1,
    "image-ignored": 2,
    "image-unclear": 1,
  });
  const byName = new Map((await rowsOf(file)).map((row) => [row.name, row]));
  expect(byName.get("Dear")?.warnings).toEqual([{ kind: "far-from-usual", about: "9000.00, others about 13.00" }]);
  expect(byName.get("Path")?.warnings).toEqual([{ kind: "image-ignored", about: "C:\\images\\1.png" }]);
  expect(byName.get("Quote")?.changes.image?.[1]).toBe("https://images.example/o%27hara%20%7C%20one.png");
  const page = z.object({ rows: z.array(z.object({ name: z.string() })) });
  const address = { id: file, warning: "image-ignored" };
  const listed = await fetch(
    `${shop.origin}/trpc/admin.imports.rows?input=${encodeURIComponent(JSON.stringify(address))}`,
    { headers: { cookie: boss.cookie } },
  );
  const { result } = z.object({ result: z.object({ data: page }) }).parse(await listed.json());
  expect(result.data.rows.map(({ name }) => name)).toEqual(["Long", "Path"]);
});
