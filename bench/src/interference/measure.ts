import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { migrateDb } from "@shop/server/db/migrate";
import pg from "pg";
import { project } from "../../../scripts/project.ts";
import { quantile } from "../../../server/test/harness/load.ts";
import { fill } from "../fill.ts";
import { insertPastOrders, openPool, register } from "../orders.ts";
import { registerAdmin } from "../register-admin.ts";
import { startShop } from "../servers.ts";
import { type Act, acts, type MeasuredShop } from "./acts.ts";
import { catalogActs } from "./catalog-acts.ts";
import { type Latencies, type LoadWindow, type SteadyLoad, startSteadyLoad } from "./steady-load.ts";

/** How much longer the slowest hundredth of requests may take beside an act than without one. */
const limit = 2;
const customerCount = 20;
const soldCount = 1_000;
const readCount = 200;
const plenty = 1_000_000;
const rates = { ordersPerSecond: 10, readsPerSecond: 40 };
/**
 * In milliseconds: each quiet window, the shortest window of an act, which is begun anew until then, and the longest that
 * an act may take. A window has 600 orders, so that its p99 is not that of a single one.
 */
const quietMs = 30_000;
const actMs = 60_000;
const longestMs = 900_000;

type Row = { name: string; seconds: number; window: LoadWindow };

/**
 * Measures how much customers notice of what others do: orders and reads at a fixed rate, without anything beside them
 * and then beside each act in turn. Returns the misses, one sentence each: a failed order, or a p99 above the limit.
 * `names` chooses acts by a part of their name; fewer products make a short run.
 */
export async function measureInterference(
  clusterUrl: string,
  folder: string,
  { products, names, undo }: { products: number; names: string[]; undo: (step: () => Promise<void>) => void },
): Promise<string[]> {
  const databaseUrl = await createDatabase(clusterUrl);
  await migrateDb(databaseUrl, join(project, "drizzle"));
  console.log(`\nFilling a shop with ${products} products for the acts of others`);
  const { productId, keyword } = await fill(databaseUrl, products);
  const shop = await startShop(databaseUrl, join(folder, "interference"));
  undo(shop.stop);
  const pool = openPool(databaseUrl);
  undo(() => pool.end());
  const { measured, plan } = await prepare({ pool, databaseUrl, folder, origin: shop.origin, productId, keyword });
  const load = await startSteadyLoad(plan);
  undo(async () => load.stop());
  const chosen = [...acts, ...catalogActs].filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  return measureActs(load, measured, chosen);
}

async function measureActs(load: SteadyLoad, measured: MeasuredShop, chosen: Act[]): Promise<string[]> {
  const quiet: LoadWindow[] = [];
  const rows: Row[] = [];
  await wait(quietMs);
  await load.takeWindow();
  for (const act of chosen) {
    await act.prepare?.(measured);
    await load.takeWindow();
    await wait(quietMs);
    quiet.push(await load.takeWindow());
    const began = performance.now();
    let seconds = 0;
    do {
      await act.run(measured, AbortSignal.timeout(longestMs));
      seconds ||= (performance.now() - began) / 1_000;
    } while (act.isOnce === undefined && performance.now() - began < actMs);
    const window = await load.takeWindow();
    rows.push({ name: act.name, seconds, window });
    console.log(`  ${act.name} took ${seconds.toFixed(0)} s, orders ${p99(window.orders).toFixed(0)} ms`);
  }
  return report(quiet, rows);
}

function report(quiet: LoadWindow[], rows: Row[]): string[] {
  const all = (kind: keyof LoadWindow): Latencies => ({
    ms: quiet.flatMap((window) => window[kind].ms),
    errors: quiet.flatMap((window) => window[kind].errors),
  });
  const calm = { orders: p99(all("orders")), reads: p99(all("reads")) };
  console.log(
    `\n  quiet: p99 of orders ${calm.orders.toFixed(0)} ms, of reads ${calm.reads.toFixed(0)} ms (limit ${limit} times)`,
  );
  const misses = all("orders").errors.map((error) => `quiet: an order failed: ${error}`);
  for (const { name, seconds, window } of rows) {
    const cells: string[] = [];
    for (const kind of ["orders", "reads"] as const) {
      const ratio = p99(window[kind]) / calm[kind];
      const { errors, ms } = window[kind];
      cells.push(
        `${kind} ${p99(window[kind]).toFixed(0)} ms, ${ratio.toFixed(2)}, ${errors.length} of ${ms.length} failed`,
      );
      if (ratio > limit) misses.push(`${name}: p99 of ${kind} ${ratio.toFixed(2)} times the quiet one, limit ${limit}`);
      const [first] = errors;
      if (first !== undefined) misses.push(`${name}: ${errors.length} ${kind} failed: ${first}`);
    }
    console.log(`  ${name.padEnd(28)} ${seconds.toFixed(0).padStart(4)} s   ${cells.join("   ")}`);
  }
  return misses;
}

const p99 = ({ ms }: Latencies) => quantile(ms, 0.99);

async function createDatabase(clusterUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query("drop database if exists interference");
  await client.query("create database interference");
  await client.end();
  return Object.assign(new URL(clusterUrl), { pathname: "/interference" }).href;
}

type Opened = {
  pool: pg.Pool;
  databaseUrl: string;
  folder: string;
  origin: string;
  productId: string;
  keyword: string;
};

/** The accounts and orders that the acts need, and what customers ask for. */
async function prepare({ pool, databaseUrl, folder, origin, productId, keyword }: Opened) {
  const customers = await Promise.all(Array.from({ length: customerCount }, (_, n) => register(origin, n)));
  await insertPastOrders(pool, customers);
  const client = await pool.connect();
  const cookie = await registerAdmin(client, origin, "interference@example.com");
  client.release();
  const { rows } = await pool.query<{ id: string }>("select id from products order by id");
  const productIds = rows.map(({ id }) => id);
  const every = (count: number) => productIds.filter((_, place) => place % Math.floor(productIds.length / count) === 0);
  const products = every(soldCount);
  await pool.query("update products set count_in_stock = $1 where id = any ($2)", [plenty, products]);
  await pool.query("vacuum (analyze)");
  const reads = [
    ...every(readCount).flatMap((id) => [`/api/products/${id}`, `/product/${id}`]),
    ...[`/api/products?keyword=${keyword}`, `/search/${keyword}`, "/", "/page/2", `/product/${productId}`],
  ];
  const accounts = customers.map((_, n) => ({ email: `buyer${n}@example.com`, password: `a long password ${n}` }));
  const measured: MeasuredShop = {
    pool,
    databaseUrl,
    folder,
    accounts,
    productIds,
    admin: { origin, cookie },
    customer: customers[0]?.cookie ?? "",
  };
  return { measured, plan: { origin, cookies: customers.map((each) => each.cookie), products, reads, ...rates } };
}
