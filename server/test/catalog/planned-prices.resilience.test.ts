import { setTimeout as delay } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { products } from "../../src/db/schema/products.ts";
import { insertCustomer } from "../harness/customers.ts";
import { makeBrand, makeCategory } from "../harness/factories.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers();
const productCount = 1_000;
const priceSchema = z.object({ price: z.number() });

const priceAt = async (origin: string, id: string) => {
  const response = await fetch(`${origin}/api/products/${id}`);
  return priceSchema.parse(await response.json()).price;
};

/** Products whose price of 10 becomes 7 some milliseconds from now. */
async function planned(count: number, inMs: number): Promise<{ ids: string[]; startsAt: Date }> {
  const { db } = servers;
  const userId = (await insertCustomer(db, { isAdmin: true })).id;
  const terms = { brandId: await makeBrand(db), categoryId: await makeCategory(db) };
  const ids = Array.from({ length: count }, () => uuidv7());
  const usual = { priceCents: 1_000, countInStock: 1_000, publishedAt: new Date() };
  await db.insert(products).values(ids.map((id) => ({ id, name: `Product ${id}`, ...terms, ...usual })));
  const startsAt = new Date(Date.now() + inMs);
  await db.insert(plannedPrices).values(ids.map((productId) => ({ productId, priceCents: 700, startsAt, userId })));
  return { ids, startsAt };
}

const changesOf = async (ids: readonly string[]) => {
  const { rows } = await servers.pool.query(
    `select product_id, count(*)::int as changes from product_history where product_id = any($1)
     group by 1 having count(*) <> 1`,
    [ids],
  );
  return rows;
};

it("Of two servers one begins each price, both show it, and orders meanwhile pay the old or the new one", async () => {
  const { ids } = await planned(20, 1_500);
  const customer = await insertCustomer(servers.db);
  const totals = new Set<number | undefined>();
  await vi.waitFor(
    async () => {
      const { status, order } = await sendOrder(
        servers.at(totals.size).origin,
        customer,
        orderOf([{ product: ids[0], qty: 1 }]),
      );
      expect(status).toBe(201);
      totals.add(order?.itemsPrice);
      expect(order?.itemsPrice).toBe(7);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect([...totals].filter((total) => total !== 10 && total !== 7)).toEqual([]);
  await vi.waitFor(
    async () => {
      for (const { origin } of servers.shops) for (const id of ids) expect(await priceAt(origin, id)).toBe(7);
    },
    { timeout: 60_000 },
  );
  expect(await changesOf(ids)).toEqual([]);
});

it("A server that is killed while it begins many prices leaves none half begun, and the other begins the rest", async () => {
  const { ids, startsAt } = await planned(productCount, 2_000);
  const [first, second] = servers.shops;
  await delay(Math.max(0, startsAt.getTime() - Date.now()) + 60);
  first.kill("SIGKILL");
  await first.exited;
  await vi.waitFor(
    async () => {
      const { rows } = await servers.pool.query(
        "select count(*)::int as left from products where id = any($1) and (price_cents, regular_price_cents) is distinct from (700, 1000)",
        [ids],
      );
      expect(rows).toEqual([{ left: 0 }]);
    },
    { timeout: 60_000 },
  );
  expect(await changesOf(ids)).toEqual([]);
  expect(await priceAt(second.origin, ids.at(-1) ?? "")).toBe(7);
});

it("A price whose time came while no server ran holds soon after one starts", async () => {
  const [, second] = servers.shops;
  second.kill("SIGKILL");
  await second.exited;
  const { ids } = await planned(5, -60_000);
  const { origin } = await servers.openAnother();
  await vi.waitFor(async () => expect(await priceAt(origin, ids[0] ?? "")).toBe(7), { timeout: 60_000 });
  expect(await changesOf(ids)).toEqual([]);
});
