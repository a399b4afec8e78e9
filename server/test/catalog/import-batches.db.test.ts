import { setTimeout as wait } from "node:timers/promises";
import { eq, inArray } from "drizzle-orm";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { imports } from "../../src/db/schema/imports.ts";
import { orders } from "../../src/db/schema/orders.ts";
import { productEdits, productHistory } from "../../src/db/schema/product-history.ts";
import { products } from "../../src/db/schema/products.ts";
import { brands } from "../../src/db/schema/terms.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash, importing, makeKeyedProducts, unlikeTheDryRun } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop({ settings: issuer });
const changedRows = 250;
const newRows = 50;
let admin: Member;
let customer: Customer;
/** The products of the test, in the order of the file. */
let ids: string[];

beforeAll(async () => {
  admin = await makeAdmin(shop);
  customer = await insertCustomer(shop.db);
});
beforeEach(async () => {
  await shop.pool.query("delete from product_keys");
  await shop.pool.query("update products set deleted_at = now() where deleted_at is null");
  ids = await makeKeyedProducts(shop, changedRows);
});

const errors: unknown[] = [];
const run = (isStopping = () => false) =>
  runImports(shop.services.largeActs, { isStopping, onItemError: (error) => errors.push(error) });
const { call, read, upload, check, apply, undo } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookieHeader }),
  work: () => run(),
});
beforeEach(() => void errors.splice(0));

const idAt = (place: number) => ids.at(place) ?? "";
const hash = () => catalogHash(shop.pool);

/** A file of new products and of changed ones, which get another price and ten units more. */
function fileOf(price: string, brand = "Weaver"): string {
  const made = Array.from({ length: newRows }, (_, n) => `n${n},New ${n},${price},4,${brand}`);
  const changed = ids.map((_, n) => `k${n},,${price},1010,`);
  return ["Key,Name,Price,Stock,Brand", ...made, ...changed].join("\n");
}

async function checkedImport(price = "11.00", brand?: string): Promise<string> {
  const id = await upload(fileOf(price, brand));
  expect(await check(id)).toMatchObject({ counts: { new: newRows, changed: changedRows, refused: 0 } });
  return id;
}

/** Stops a work once it has asked so often whether it is to stop. */
function stoppingAfter(asked: number): () => boolean {
  let left = asked;
  return () => {
    left -= 1;
    return left < 0;
  };
}

/** Stops between the batches of a work, once it is in this state and this far. */
async function runUntil(id: string, isThere: (found: typeof imports.$inferSelect) => boolean): Promise<void> {
  for (let steps = 0; steps < 100; steps += 1) {
    const [found] = await shop.db.select().from(imports).where(eq(imports.id, id));
    if (found !== undefined && isThere(found)) return;
    await run(stoppingAfter(2));
  }
  throw new Error("the work does not get there");
}

/** Its changed rows come after the new ones. */
const half = ({ state, position }: typeof imports.$inferSelect) => state === "writing" && position > newRows + 25;

/** Does something while a work has done most of its batches and waits for a product that somebody else has locked. */
async function whileWaitingFor(productId: string, id: string, act: () => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from products where id = $1 for update", [productId]);
    const running = run();
    await vi.waitUntil(async () => (await read(id)).percent >= 40, { timeout: 60_000, interval: 20 });
    await act();
    await other.query("commit");
    await running;
  } finally {
    await other.end();
  }
}

const productAt = async (id: string) => {
  const [row] = await shop.db.select().from(products).where(eq(products.id, id));
  if (row === undefined) throw new Error("there is no such product");
  return row;
};
/** The products of the file that nobody buys or changes in the test. */
const untouched = async () => {
  const rows = await shop.db
    .select()
    .from(products)
    .where(inArray(products.id, ids.slice(2, -1)))
    .orderBy(products.id);
  return rows.map(({ updatedAt: _updatedAt, version: _version, ...row }) => row);
};
const madeByImport = () => shop.db.select().from(products).where(eq(products.userId, admin.id));
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe("while an import waits for one of its products", () => {
  it("its other products are ordered and edited, others published and deleted, brands made and holds released", async () => {
    const expired = await placedOrder(shop.origin, customer, orderOf([{ product: idAt(2), qty: 3 }]));
    const id = await checkedImport();
    await shop.db
      .update(orders)
      .set({ heldUntil: new Date(0) })
      .where(eq(orders.id, expired._id));
    await call("start", { id });
    await whileWaitingFor(idAt(-1), id, async () => {
      await placedOrder(shop.origin, customer, orderOf([{ product: idAt(0), qty: 7 }]));
      await ok(
        admin.trpc("mutation", "admin.products.bulkEdit", {
          key: uuidv7(),
          rows: [{ id: idAt(1) }],
          act: { kind: "addStock", units: 5 },
        }),
      );
      expect(await releaseExpiredHolds(shop.db, 10)).toBe(1);
      const draft = await makeProduct(shop.db, { publishedAt: null });
      await ok(
        admin.trpc("mutation", "admin.products.bulkEdit", {
          key: uuidv7(),
          rows: [{ id: draft }],
          act: { kind: "state", state: "published" },
        }),
      );
      await ok(admin.trpc("mutation", "admin.products.delete", { id: draft }));
      await ok(admin.trpc("mutation", "admin.brands.create"));
    });
    expect(errors).toEqual([]);
    expect(await read(id)).toMatchObject({ state: "applied", problem: "" });
    expect(await Promise.all([0, 1, 2, 3].map((place) => stockOf(shop.pool, idAt(place))))).toEqual([
      1_003, 1_015, 1_013, 1_010,
    ]);
    expect((await productAt(idAt(-1))).priceCents).toBe(1_100);
    await expectInvariants(shop.pool);
  });

  it("customers see none of its new products, and all of them once it has written the last row", async () => {
    const id = await checkedImport();
    await call("start", { id });
    const found = async () => {
      const answer = await fetch(`${shop.origin}/api/products?keyword=${encodeURIComponent("New 7")}`);
      return JSON.stringify(await answer.json());
    };
    await whileWaitingFor(idAt(-1), id, async () => {
      expect(await found()).not.toContain('"New 7"');
    });
    expect(await found()).toContain('"New 7"');
    const made = (await madeByImport()).filter(({ deletedAt }) => deletedAt === null);
    expect(made.filter(({ publishedAt }) => publishedAt !== null)).toHaveLength(newRows);
  });

  it("the brands of its batch can be neither renamed nor deleted", async () => {
    const id = await checkedImport();
    const first = await upload(`Key,Brand\nk0,Loom\n`);
    await check(first);
    await apply(first);
    const [loom] = await shop.db.select().from(brands).where(eq(brands.name, "Loom"));
    const second = await upload(`Key,Brand\nk1,Loom\n`);
    await check(second);
    await call("discard", { id });
    await call("start", { id: second });
    const [other, third] = [0, 1].map(() => new pg.Client({ connectionString: shop.databaseUrl }));
    await Promise.all([other?.connect(), third?.connect()]);
    await other?.query("begin");
    await other?.query("select from products where id = $1 for update", [idAt(1)]);
    const running = run();
    await vi.waitUntil(
      async () => {
        const locking = third?.query("select from brands where id = $1 for no key update nowait", [loom?.id]);
        return (await locking?.then(() => undefined).catch((error: pg.DatabaseError) => error.code)) === "55P03";
      },
      { timeout: 30_000, interval: 5 },
    );
    await other?.query("commit");
    await running;
    await Promise.all([other?.end(), third?.end()]);
    expect((await productAt(idAt(1))).brandId).toBe(loom?.id);
  });

  it("an undo of it goes on beside orders as well", async () => {
    const before = await hash();
    const id = await checkedImport();
    await apply(id);
    await call("undo", { id, overwrite: [] });
    await whileWaitingFor(idAt(0), id, async () => {
      await placedOrder(shop.origin, customer, orderOf([{ product: idAt(-1), qty: 6 }]));
    });
    expect(errors).toEqual([]);
    expect(await read(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await stockOf(shop.pool, idAt(-1))).toBe(994);
    await shop.pool.query("update products set count_in_stock = 1000 where id = $1", [idAt(-1)]);
    expect(await hash()).toBe(before);
    await expectInvariants(shop.pool);
  });
});

describe("an import that meets a change when it has written most of its rows", () => {
  it("is taken back as a whole: sales stay sold, and what somebody changed meanwhile stays", async () => {
    const before = await untouched();
    const id = await checkedImport();
    await call("start", { id });
    await runUntil(id, half);
    expect((await productAt(idAt(0))).priceCents).toBe(1_100);
    await placedOrder(shop.origin, customer, orderOf([{ product: idAt(0), qty: 7 }]));
    await shop.pool.query("update products set price_cents = 777 where id = $1", [idAt(1)]);
    await shop.pool.query("update products set name = 'Kept' where name = 'New 3'");
    await shop.pool.query("update products set price_cents = 999 where id = $1", [idAt(-1)]);
    await run();
    const reverting = await read(id);
    expect(reverting.state).toBe("reverting");
    expect(reverting.problem).toContain(`Keyed ${changedRows - 1} (line ${newRows + changedRows + 1})`);
    await run();
    expect(errors).toEqual([]);
    const found = await read(id);
    expect(found).toMatchObject({ state: "checked", percent: 0 });
    expect(found.problem).toBe(`${reverting.problem} 2 products keep what somebody changed meanwhile.`);
    expect(await stockOf(shop.pool, idAt(0))).toBe(993);
    expect(await Promise.all([0, 1, -1].map(async (place) => (await productAt(idAt(place))).priceCents))).toEqual([
      1_000, 777, 999,
    ]);
    const stays = (await madeByImport()).filter(({ deletedAt }) => deletedAt === null);
    expect(stays).toMatchObject([{ name: "Kept", publishedAt: null }]);
    expect(await untouched()).toEqual(before);
    await expectInvariants(shop.pool);
  });

  it("leaves no trace in the history of products that nobody else touched, and begins anew after another check", async () => {
    const id = await checkedImport();
    const before = await hash();
    await call("start", { id });
    await runUntil(id, half);
    await shop.pool.query("update products set price_cents = 999 where id = $1", [idAt(-1)]);
    await run();
    await run();
    expect(await read(id)).toMatchObject({ state: "checked" });
    const history = await shop.db
      .select()
      .from(productHistory)
      .where(inArray(productHistory.productId, ids.slice(0, -1)));
    expect(history).toEqual([]);
    await shop.pool.query("update products set price_cents = 1000 where id = $1", [idAt(-1)]);
    expect(await hash()).toBe(before);
    // The check still holds.
    expect(await apply(id)).toMatchObject({ state: "applied", problem: "" });
    expect(await undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await hash()).toBe(before);
  });
});

describe("the work of an import", () => {
  it("is one edit of the history, by the admin, however many batches it had", async () => {
    const id = await checkedImport();
    await apply(id);
    const edits = await shop.db
      .selectDistinct({ id: productEdits.id, userId: productEdits.userId, source: productEdits.source })
      .from(productEdits)
      .innerJoin(productHistory, eq(productHistory.editId, productEdits.id))
      .where(inArray(productHistory.productId, ids));
    expect(edits).toMatchObject([{ userId: admin.id, source: "import" }]);
    const acts = await shop.pool.query("select act, changes from admin_acts where entity_id = $1", [id]);
    expect(acts.rows).toEqual([
      { act: "imported", changes: { newProducts: [0, newRows], changedProducts: [0, changedRows] } },
    ]);
  });

  it("goes on after any number of orderly stops, and writes each row once", async () => {
    const before = await hash();
    const id = await checkedImport();
    await call("start", { id });
    let stops = 0;
    for (; (await read(id)).state !== "applied"; stops += 1) await run(stoppingAfter(2));
    expect(stops).toBeGreaterThan(3);
    expect(await unlikeTheDryRun(shop.pool, id)).toEqual([]);
    await call("undo", { id, overwrite: [] });
    for (stops = 0; (await read(id)).state !== "undone"; stops += 1) await run(stoppingAfter(2));
    expect(stops).toBeGreaterThan(3);
    expect(await hash()).toBe(before);
    expect(errors).toEqual([]);
  });

  it("is checked after any number of orderly stops", async () => {
    const id = await upload(fileOf("12.00"));
    const { mapping, options } = await read(id);
    await call("check", { id, mapping, options });
    for (let stops = 0; stops < 5; stops += 1) await run(stoppingAfter(2));
    expect(await read(id)).toMatchObject({ state: "checking" });
    await run();
    expect(await read(id)).toMatchObject({ state: "checked", counts: { new: newRows, changed: changedRows } });
  });

  it("is given up after three attempts that ended their process, and then taken back", async () => {
    const before = await hash();
    const id = await checkedImport();
    await call("start", { id });
    await runUntil(id, half);
    // As three processes leave it that were killed by the next batch.
    await shop.pool.query("update imports set attempts = 3, leased_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    await run();
    expect(errors).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: "reverting" });
    await run();
    expect(await read(id)).toMatchObject({
      state: "checked",
      problem: "The import did not succeed and is taken back as a whole. Please try again later.",
    });
    expect(await hash()).toBe(before);
  });

  it("is left alone by another instance while the first one is alive, and taken over when it is not", async () => {
    const id = await checkedImport();
    await call("start", { id });
    await runUntil(id, half);
    await shop.pool.query("update imports set worker = $2, leased_until = now() + interval '1 minute' where id = $1", [
      id,
      uuidv7(),
    ]);
    await run();
    expect(await read(id)).toMatchObject({ state: "writing" });
    await shop.pool.query("update imports set leased_until = now() - interval '1 second' where id = $1", [id]);
    await run();
    expect(await read(id)).toMatchObject({ state: "applied" });
  });

  it("writes nothing more once another instance has taken it over", async () => {
    const id = await checkedImport();
    await call("start", { id });
    let position = 0;
    await whileWaitingFor(idAt(-1), id, async () => {
      const taken = await shop.pool.query(
        "update imports set worker = $2, leased_until = now() + interval '1 minute' where id = $1 returning position",
        [id, uuidv7()],
      );
      position = taken.rows[0].position;
    });
    expect(errors).toEqual([]);
    const [there] = await shop.db.select().from(imports).where(eq(imports.id, id));
    expect(there).toMatchObject({ state: "writing", position });
    await shop.pool.query("update imports set leased_until = now() - interval '1 second' where id = $1", [id]);
    await run();
    expect(await read(id)).toMatchObject({ state: "applied" });
    expect(await unlikeTheDryRun(shop.pool, id)).toEqual([]);
  });

  it("runs beside the work of another import on another instance, with the same new brand", async () => {
    const file = (prefix: string) =>
      [
        "Key,Name,Price,Brand",
        ...Array.from({ length: 250 }, (_, n) => `${prefix}${n},Side ${n},5,Shared ${n % 7}`),
      ].join("\n");
    const both = [await upload(file("a")), await upload(file("b"))];
    for (const id of both) await check(id);
    for (const id of both) await call("start", { id });
    while (!(await Promise.all(both.map(read))).every(({ state }) => state === "applied")) {
      await Promise.all([
        run(),
        runImports(shop.db, { isStopping: () => false, onItemError: (error) => errors.push(error) }),
      ]);
      await wait(10);
    }
    expect(errors).toEqual([]);
    const { rows } = await shop.pool.query(
      "select count(*)::int as n, count(distinct brand_id)::int as brands from products where deleted_at is null and name like 'Side %' and published_at is not null",
    );
    expect(rows).toEqual([{ n: 500, brands: 7 }]);
  });
});
