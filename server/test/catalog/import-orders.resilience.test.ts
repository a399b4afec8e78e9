import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { type Customer, insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { importing, makeKeyedProducts, unlikeTheDryRun, waitForImport } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Attempt, orderOf, outcomes, sendOrder } from "../harness/ordering.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { startTwoServers } from "../harness/two-servers.ts";
import { width } from "../harness/width.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 });

const servers = startTwoServers();
const customers = 4;
/** So many of the imported products are bought and edited, all over the file. */
const boughtProducts = 40;
const seed = Number(process.env.IMPORT_SEED ?? Date.now() % 100_000);

let admin: Customer;
let customerCount: Customer[];
let ids: string[];
let bought: string[];
/** Those of them whose stock the file leaves alone, because an admin adds to it: what a person counts is no difference. */
let stocked: Set<string>;

beforeAll(async () => {
  admin = await insertCustomer(servers.db, { isAdmin: true });
  customerCount = await insertCustomers(servers.db, customers);
  ids = await makeKeyedProducts(servers, width.importedPrices);
  const every = Math.floor(ids.length / boughtProducts);
  bought = ids.filter((_, place) => place % every === 0);
  stocked = new Set(bought.filter((_, place) => place % 2 === 1));
});

const shop = importing({
  shop: () => ({ origin: servers.shops[0].origin, cookie: admin.cookie }),
  work: (id) => waitForImport(() => shop.read(id)),
});

async function act(origin: string, name: string, input?: unknown): Promise<number> {
  const response = await fetch(`${origin}/trpc/admin.${name}`, {
    method: "POST",
    headers: { cookie: admin.cookie, "content-type": "application/json", origin: issuer.publicOrigin },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  });
  await response.arrayBuffer();
  return response.status;
}

type Seen = { orders: Attempt[]; acts: Record<string, number[]>; added: Map<string, number> };

/** Customers who order and an admin who edits, publishes, deletes and makes brands until a work is done. */
async function meanwhile(work: Promise<unknown>): Promise<Seen> {
  const seen: Seen = { orders: [], acts: {}, added: new Map() };
  let isDone = false;
  const buy = async (customer: Customer, place: number) => {
    const next = randomFrom(seed + place);
    while (!isDone) {
      const product = bought[wholeFrom(next, 0, bought.length - 1)];
      const { origin } = servers.at(place);
      seen.orders.push(await sendOrder(origin, customer, orderOf([{ product, qty: wholeFrom(next, 1, 3) }])));
    }
  };
  const edit = async () => {
    const next = randomFrom(seed);
    const note = async (name: string, status: Promise<number>) => {
      const statuses = seen.acts[name] ?? [];
      seen.acts[name] = statuses;
      statuses.push(await status);
    };
    for (let turn = 0; !isDone; turn += 1) {
      const { origin } = servers.at(turn);
      const draft = await makeProduct(servers.db, { publishedAt: null });
      const bulk = (id: string, change: unknown) =>
        act(origin, "products.bulkEdit", { key: uuidv7(), rows: [{ id }], act: change });
      await note("publish", bulk(draft, { kind: "state", state: "published" }));
      await note("withdraw", bulk(draft, { kind: "state", state: "draft" }));
      await note("delete", act(origin, "products.delete", { id: draft }));
      await note("make a brand", act(origin, "brands.create"));
      const id = [...stocked][wholeFrom(next, 0, stocked.size - 1)] ?? "";
      await note("add stock", bulk(id, { kind: "addStock", units: 2 }));
      seen.added.set(id, (seen.added.get(id) ?? 0) + 2);
    }
  };
  const all = Promise.all([...customerCount.map(buy), edit()]);
  // A failure of the others ends the work's loop, too.
  await Promise.race([work, all]);
  isDone = true;
  await all;
  await work;
  return seen;
}

let units = 1_000;
const stock = new Map<string, number>();

async function expectAllWent({ orders, acts, added }: Seen): Promise<void> {
  expect(outcomes(orders)).toEqual({ placed: orders.length });
  expect(orders.length).toBeGreaterThan(10);
  for (const [name, statuses] of Object.entries(acts)) expect(new Set(statuses), name).toEqual(new Set([200]));
  expect(Object.keys(acts)).toHaveLength(5);
  for (const [id, more] of added) stock.set(id, (stock.get(id) ?? 0) + more);
  const expected = Object.fromEntries(bought.map((id) => [id, stocked.has(id) ? 1_000 + (stock.get(id) ?? 0) : units]));
  await expectInvariants(servers.pool, expected);
}

const isWhole = async (id: string) => {
  expect(await shop.read(id)).toMatchObject({ state: "applied", problem: "" });
};
afterEach(({ task }) => {
  if (task.result?.state === "fail") process.stdout.write(`seed ${seed}\n`);
});

it(`every order and every act of an admin succeeds while ${width.importedPrices} prices are imported and undone`, async () => {
  const rows = ids.map((id, n) => `k${n},11.00,${stocked.has(id) ? "" : 1010}`);
  const id = await shop.upload(["Key,Price,Stock", ...rows].join("\n"));
  expect(await shop.check(id)).toMatchObject({ counts: { changed: ids.length, refused: 0 } });
  units = 1_010;
  await expectAllWent(await meanwhile(shop.apply(id)));
  await isWhole(id);
  const { rows: prices } = await servers.pool.query(
    "select price_cents, count(*)::int as n from products where id = any ($1) group by 1",
    [ids],
  );
  expect(prices).toEqual([{ price_cents: 1_100, n: ids.length }]);
  const { rows: history } = await servers.pool.query(
    `select count(*)::int as n, count(distinct edit_id)::int as edits from product_history h
     join product_edits e on e.id = h.edit_id where e.source = 'import'`,
  );
  expect(history).toEqual([{ n: ids.length, edits: 1 }]);

  units = 1_000;
  await expectAllWent(await meanwhile(shop.undo(id)));
  expect(await shop.read(id)).toMatchObject({ state: "undone" });
  const { rows: restored } = await servers.pool.query(
    "select price_cents, count(*)::int as n from products where id = any ($1) group by 1",
    [ids],
  );
  expect(restored).toEqual([{ price_cents: 1_000, n: ids.length }]);
});

it(`every order and every act of an admin succeeds while ${width.importedProducts} new products are imported`, async () => {
  const rows = Array.from({ length: width.importedProducts }, (_, n) => `n${n},Novelty ${n},5.00,4,Maker ${n % 50}`);
  const id = await shop.upload(["Key,Name,Price,Stock,Brand", ...rows].join("\n"));
  expect(await shop.check(id)).toMatchObject({ counts: { new: rows.length, refused: 0 } });
  await expectAllWent(await meanwhile(shop.apply(id)));
  await isWhole(id);
  expect(await unlikeTheDryRun(servers.pool, id)).toEqual([]);
  const { rows: made } = await servers.pool.query(
    `select count(*)::int as n from products where name like 'Novelty %' and published_at is not null
     and deleted_at is null`,
  );
  expect(made).toEqual([{ n: rows.length }]);
});
