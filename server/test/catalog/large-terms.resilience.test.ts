import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Customer, insertCustomer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { askSteadily, type Call, time } from "../harness/load.ts";
import { orderOf } from "../harness/ordering.ts";
import type { ShopProcess } from "../harness/process.ts";
import { startTwoServers } from "../harness/two-servers.ts";
import { width } from "../harness/width.ts";

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 1_800_000 });

const servers = startTwoServers();
const count = width.termProducts;
/** What sells meanwhile: some of the category, with units enough. */
const soldCount = 40;
const stock = 100_000;

let admin: Customer;
let customer: Customer;
let brandId = "";
let from = "";
let into = "";
let sold: string[] = [];
/** The servers that run. One that is killed has left it before. */
let running: ShopProcess[] = [];

beforeAll(async () => {
  const { db, pool } = servers;
  running = [...servers.shops];
  [admin, customer] = [await insertCustomer(db, { isAdmin: true }), await insertCustomer(db)];
  [from, into] = [await makeCategory(db, "Quorum"), await makeCategory(db, "Zephyr")];
  brandId = await makeBrand(db, "Marzipan");
  const made = { brandId, categoryId: from, countInStock: stock };
  sold = await Promise.all(Array.from({ length: soldCount }, () => makeProduct(db, made)));
  for (let n = soldCount; n < count; n += 500) {
    await pool.query(
      `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
       select gen_random_uuid(), 'Widget ' || n, $1, $2, 1000, 10, now() from generate_series($3::int, $4::int) n`,
      [brandId, from, n + 1, Math.min(count, n + 500)],
    );
  }
});
afterAll(() => expectInvariants(servers.pool, Object.fromEntries(sold.map((id) => [id, stock]))));

const server = (n: number) => running[n % running.length] ?? servers.shops[1];

const trpc = (n: number, procedure: string, input: unknown): Promise<Call> =>
  time(`${server(n).origin}/trpc/admin.${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: admin.cookie },
    body: JSON.stringify(input),
  });

/** Orders of two products, and every fifth time a new product that is published in the category that sells. */
function work(n: number): Promise<Call> {
  if (n % 5 === 4) return publish(n);
  const lines = [0, 1].map((place) => ({ product: sold[(n * 7 + place) % sold.length], qty: 1 }));
  return time(`${server(n).origin}/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: customer.cookie, "idempotency-key": `large-${n}` },
    body: JSON.stringify(orderOf(lines)),
  });
}

let published = 0;
async function publish(n: number): Promise<Call> {
  const created = await trpc(n, "products.create", undefined);
  const id = /"_id":"([^"]+)"/.exec(created.body)?.[1];
  if (created.status !== 200 || id === undefined) return created;
  const product = { id, name: `Novelty ${n}`, price: 5, brand: "Marzipan", countInStock: 1 };
  for (;;) {
    const category = await categoryName();
    const saved = await trpc(n, "products.update", { ...product, category });
    if (saved.status === 200) published += 1;
    // Its name is another one since it was read: whoever saves chooses again.
    if (saved.status !== 400 || category === (await categoryName())) return saved;
  }
}

async function categoryName(): Promise<string> {
  const { rows } = await servers.pool.query(
    "select name from categories where id = any($1) order by id = $2 desc limit 1",
    [[from, into], from],
  );
  return rows[0].name;
}

/** Kills a server once some of the work is done and some is left; another one takes its place. */
async function killWhen(isBegun: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isBegun, { timeout: 1_800_000, interval: 50 });
  const [killed] = running.splice(0, 1);
  killed?.kill("SIGKILL");
  await killed?.exited;
  running.push(await servers.openAnother());
}

const numberOf = async (statement: string, values: unknown[] = []) =>
  Number((await servers.pool.query(statement, values)).rows[0].n);
const stale = () =>
  numberOf(`select count(*) as n from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
    where p.search_name <> lower(concat_ws(chr(31), p.name, b.name, c.name))`);
const left = (id: string) => numberOf("select count(*) as n from products where category_id = $1", [id]);
/** Those that customers see. A product whose server is killed before it is published stays a draft. */
const visible = (id: string) =>
  numberOf("select count(*) as n from products where category_id = $1 and published_at is not null", [id]);

/**
 * A kill ends the connections of the answers under way, and a busy machine lets one of fifty try again later; everything else
 * succeeds.
 */
function expectServed(calls: Call[]): void {
  const refused = calls.filter(({ status }) => ![200, 201, 0, 503].includes(status));
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual([]);
  expect(calls.filter(({ status }) => status === 503).length).toBeLessThanOrEqual(calls.length / 50);
  expect(calls.filter(({ status }) => status === 0).length).toBeLessThan(calls.length / 2);
}

it(`A category of ${count} products is renamed twice while they sell and others are published, with a kill in the middle`, async () => {
  const load = askSteadily(5, work, 4);
  expect(await trpc(1, "categories.update", { id: from, name: "Obelisk" })).toMatchObject({ status: 200 });
  await killWhen(async () => (await stale()) < count * 0.9);
  expect(await trpc(0, "categories.update", { id: from, name: "Turnip" })).toMatchObject({ status: 200 });
  await vi.waitUntil(async () => (await numberOf("select count(*) as n from renamed_terms")) === 0, {
    timeout: 1_800_000,
    interval: 500,
  });
  expectServed(await load.stop());
  expect(await stale()).toBe(0);
  const finds = (lexeme: string) =>
    numberOf("select count(*) as n from product_search where lexemes @@ $1::tsquery", [lexeme]);
  expect(await finds("'Cturnip'")).toBe(await visible(from));
  expect([await finds("'Cquorum'"), await finds("'Cobelisk'")]).toEqual([0, 0]);
});

it(`A category of ${count} products is merged into another one while they sell and others are published, with a kill and a rename in the middle`, async () => {
  // As an admin leaves it who stops in the middle. It moves too, and customers are told of it nowhere.
  await makeProduct(servers.db, { brandId, categoryId: from, publishedAt: null });
  const before = await left(from);
  const publishedBefore = published;
  const load = askSteadily(5, work, 4);
  expect(await trpc(0, "categories.merge", { id: from, into })).toMatchObject({ status: 200 });
  await killWhen(async () => (await left(from)) < before * 0.9);
  expect(await trpc(1, "categories.update", { id: into, name: "Gazebo" })).toMatchObject({ status: 200 });
  await vi.waitUntil(async () => (await numberOf("select count(*) as n from categories where id = $1", [from])) === 0, {
    timeout: 1_800_000,
    interval: 500,
  });
  await vi.waitUntil(async () => (await numberOf("select count(*) as n from renamed_terms")) === 0, {
    timeout: 1_800_000,
    interval: 500,
  });
  expectServed(await load.stop());
  const all = await left(into);
  expect(all).toBeGreaterThanOrEqual(before + published - publishedBefore);
  expect(await stale()).toBe(0);
  // What customers are told, by both servers.
  for (const { origin } of running) {
    await vi.waitFor(
      async () => {
        const { body } = await time(`${origin}/trpc/catalog.menu`);
        expect(body).toContain(`"name":"Gazebo","slug":"gazebo","products":${await visible(into)}`);
      },
      { timeout: 60_000, interval: 500 },
    );
    const response = await fetch(`${origin}/category/turnip`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([301, "/category/gazebo"]);
  }
  const edits = await numberOf(
    `select count(distinct h.edit_id) as n from product_history h join products p on p.id = h.product_id
     where p.name like 'Widget %' and h.changes->'category'->>0 = 'Turnip'`,
  );
  expect(edits).toBe(1);
  expect(await numberOf("select count(*) as n from admin_acts where act = 'merged'")).toBe(1);
});
