import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { type Db, jobLimits, openDb } from "../../src/db/client.ts";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, outcomes, sendOrder, stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, TestClient } from "../harness/test-client.ts";

const requestConnections = 10;
const largeActConnections = 2;
const shop = startTestShop({ settings: issuer, poolMax: requestConnections });

/** Holds some connections of a pool. The returned function gives them back. */
async function holdConnections(db: Db, count: number): Promise<() => Promise<void>> {
  let go = () => {};
  const opened = new Promise<void>((open) => {
    go = open;
  });
  let held = 0;
  const holding = Array.from({ length: count }, () =>
    db.transaction(async () => {
      held += 1;
      await opened;
    }),
  );
  await expect.poll(() => held).toBe(count);
  return async () => {
    go();
    await Promise.all(holding);
  };
}

const setPrices = (admin: Member, products: readonly string[], act: Record<string, unknown>) =>
  admin.trpc("mutation", "admin.products.bulkEdit", {
    key: uuidv7(),
    act,
    rows: products.map((id) => ({ id, seenCountInStock: 1_000 })),
  });

it("While large acts use all their connections, others wait for them, and customers for nothing", async () => {
  const admin = await makeAdmin(shop);
  const customer = await insertCustomer(shop.db);
  const product = await makeProduct(shop.db, { countInStock: 1_000 });
  const paid = await makeOrder(shop.db, { userId: customer.id, stepsDone: 1 });
  const release = await holdConnections(shop.services.largeActs, largeActConnections);
  const acts: Record<string, () => Promise<{ status: number }>> = {
    "a bulk edit": () => setPrices(admin, [product], { kind: "addStock", units: 1 }),
    "the products of a filter": () => admin.trpc("query", "admin.products.matching", { limit: 10 }),
    "steps of many orders": () => admin.trpc("mutation", "admin.orders.advanceMany", { ids: [paid], to: "confirmed" }),
    "packing slips": () => admin.trpc("query", "admin.orders.papers", { kind: "packing-slips", ids: [paid] }),
    "orders as a file": () => admin.send("/api/orders.csv"),
    "products as a file": () => admin.send("/api/products.csv"),
    "users as a file": () => admin.send("/api/users.csv"),
    "all orders": () => admin.send("/api/orders"),
    "all users": () => admin.send("/api/users"),
    "own data": () => admin.send("/api/users/profile/data"),
    "the figures of a dashboard": () => admin.trpc("query", "admin.dashboard.figures", { days: 30 }),
    "the lists of a dashboard": () => admin.trpc("query", "admin.dashboard.home", {}),
  };
  const ended: string[] = [];
  const waiting = Object.entries(acts).map(async ([name, act]) => {
    const { status } = await act();
    ended.push(name);
    return [name, status];
  });
  const attempts = [];
  for (let count = 0; count < 3; count += 1) {
    expect((await new TestClient(shop).send(`/api/products/${product}`)).status).toBe(200);
    attempts.push(await sendOrder(shop.origin, customer, orderOf([{ product, qty: 1 }])));
  }
  expect(outcomes(attempts)).toEqual({ placed: 3 });
  expect(ended).toEqual([]);
  await release();
  expect(Object.fromEntries(await Promise.all(waiting))).toEqual(
    Object.fromEntries(Object.keys(acts).map((name) => [name, 200])),
  );
});

it("While requests use all their connections, jobs go on", async () => {
  const customer = await insertCustomer(shop.db);
  const product = await makeProduct(shop.db, { countInStock: 5 });
  const { order } = await sendOrder(shop.origin, customer, orderOf([{ product, qty: 2 }]));
  await shop.pool.query("update orders set held_until = now() - interval '1 minute' where id = $1", [order?._id]);
  await shop.pool.query("update mails set send_at = now() where send_at is not null");
  const jobs = openDb({ url: shop.databaseUrl, poolMax: 4, name: "shop jobs", limits: jobLimits });
  const release = await holdConnections(shop.db, requestConnections);
  const started = startJobs({ ...shop.services, db: jobs.db }, shop.app.log);
  await expect.poll(() => stockOf(jobs.pool, product)).toBe(5);
  await expect.poll(async () => (await jobs.pool.query("select 1 from mails where send_at <= now()")).rowCount).toBe(0);
  await release();
  await started.stop();
  await jobs.close();
});

it("Orders of the products of a bulk edit succeed beside it, and lose no unit", async () => {
  const admin = await makeAdmin(shop);
  const customers = await Promise.all(Array.from({ length: 4 }, () => insertCustomer(shop.db)));
  const products: string[] = [];
  for (let count = 0; count < 100; count += 1) {
    products.push(await makeProduct(shop.db, { countInStock: 1_000, priceCents: 1_000 }));
  }
  let isOver = false;
  const editing = (async () => {
    for (let round = 0; round < 5; round += 1) {
      const change = { kind: "addStock", units: 1 };
      expect(await setPrices(admin, products, change)).toMatchObject({ status: 200, body: { changed: 100 } });
    }
    isOver = true;
  })();
  const buying = customers.map(async (customer, n) => {
    const attempts = [];
    while (!isOver) {
      const bought = [0, 33, 66].map((from) => ({ product: products[(from + n * 7 + attempts.length) % 100], qty: 1 }));
      attempts.push(await sendOrder(shop.origin, customer, orderOf(bought)));
    }
    return attempts;
  });
  const attempts = (await Promise.all(buying)).flat();
  await editing;
  expect(outcomes(attempts)).toEqual({ placed: attempts.length });
  const { rows } = await shop.pool.query("select sum(count_in_stock)::int as n from products where id = any($1)", [
    products,
  ]);
  expect(rows).toEqual([{ n: 100 * 1_005 - attempts.length * 3 }]);
  await expectInvariants(shop.pool);
});
