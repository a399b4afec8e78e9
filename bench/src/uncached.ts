import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type Asked, askEach } from "./ask-each.ts";
import { address } from "./bare-order.ts";
import { type Filled, productIds } from "./fill.ts";
import { createProducts, insertPastOrders, openPool, register } from "./orders.ts";
import { databaseProcessorMs, processorMsOf } from "./processor-time.ts";
import { trpcPath } from "./scenarios.ts";
import type { Server } from "./servers.ts";

/** Settings by which PostgreSQL counts statements. */
export const statementSettings = [
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track_planning=on",
];

/** The share of the requests before those that are measured, by which code is compiled and statements are prepared. */
const warmUpShare = 1 / 3;
const customerCount = 20;

/**
 * `share`: the least share of the bare server's processor time to the shop's, the database's included. `times`: how many
 * times as long as the bare server's an answer may take that has the machine for itself.
 */
type Floor = { share: number; times: number; statements: number };
type Kind = { name: string; bare: Asked[]; shop: Asked[]; floor: Floor };
/**
 * Of one request: processor time in milliseconds, the statements that PostgreSQL executed, and the time of a quick answer: of
 * requests one after the other the fastest tenth, which other work of the machine has hardly delayed.
 */
type Cost = { serverMs: number; databaseMs: number; statements: number; quickMs: number };

type Contenders = { bare: Server; shop: Server; postgresFolder: string };

/**
 * Asks the bare server and the shop for what neither has been asked before, every address once, and compares what each
 * request costs in processor time, which other work of the machine hardly changes. `part` scales the floors. Returns the
 * misses, one sentence each.
 */
export async function measureUncached(
  databaseUrl: string,
  { bare, shop, postgresFolder }: Contenders,
  { filled, part, requests }: { filled: Filled; part: number; requests: number },
): Promise<string[]> {
  const pool = openPool(databaseUrl);
  try {
    await pool.query("create extension if not exists pg_stat_statements");
    console.log("\nWhat was never asked: processor time of a request in ms, of the server and of PostgreSQL");
    printRow(["", "bare", "", "shop", "", "share", "floor", "answer", "limit", "statements", "limit"]);
    const misses: string[] = [];
    for (const kind of [
      ...readsOf(filled, await productIds(databaseUrl), requests),
      await ordersOf(pool, shop, requests),
    ]) {
      const ofBare = await costOf(bare, kind.bare, { pool, postgresFolder });
      const ofShop = await costOf(shop, kind.shop, { pool, postgresFolder });
      misses.push(...judge(kind, { ofBare, ofShop, part }));
    }
    return misses;
  } finally {
    await pool.end();
  }
}

function judge(
  { name, floor }: Kind,
  { ofBare, ofShop, part }: { ofBare: Cost; ofShop: Cost; part: number },
): string[] {
  const share = (ofBare.serverMs + ofBare.databaseMs) / (ofShop.serverMs + ofShop.databaseMs);
  const times = ofShop.quickMs / ofBare.quickMs;
  const needed = { share: part * floor.share, times: floor.times / part };
  const costs = [ofBare, ofShop].flatMap(({ serverMs, databaseMs }) => [serverMs.toFixed(2), databaseMs.toFixed(2)]);
  const cells = [percent(share), percent(needed.share), `${times.toFixed(1)}x`, `${needed.times.toFixed(1)}x`];
  printRow([name, ...costs, ...cells, ofShop.statements.toFixed(1), String(floor.statements)]);
  const misses = [
    share < needed.share && `${percent(share)} of bare by processor time, floor ${percent(needed.share)}`,
    times > needed.times && `an answer takes ${times.toFixed(1)} times as long, limit ${needed.times.toFixed(1)}`,
    // Besides whole ones there are those that look for changes, a few in a second.
    Math.floor(ofShop.statements) > floor.statements &&
      `${ofShop.statements.toFixed(1)} statements, limit ${floor.statements}`,
  ];
  return misses.flatMap((miss) => (miss === false ? [] : `${name}, never asked: ${miss}`));
}

function readsOf({ words }: Filled, ids: readonly string[], requests: number): Kind[] {
  const asked = (paths: string[]) => paths.slice(0, requests).map((path): Asked => ({ path }));
  const same = (paths: string[]) => ({ bare: asked(paths), shop: asked(paths) });
  const lists = Array.from({ length: Math.floor(ids.length / 12) }, (_, n) => `/api/products?pageNumber=${n + 1}`);
  const searched = words.slice(100);
  const details = asked(ids.slice(-requests).map((id) => `/api/products/${id}`));
  return [
    { name: "list", ...same(lists), floor: { share: 1, times: 1.5, statements: 7 } },
    { name: "product", bare: details, shop: details, floor: { share: 0.3, times: 3, statements: 1 } },
    {
      name: "search",
      ...same(searched.map((word) => `/api/products?${new URLSearchParams({ keyword: word })}`)),
      floor: { share: 0.3, times: 5, statements: 8 },
    },
    {
      name: "suggestions",
      bare: asked(searched.map((word) => `/suggestions?${new URLSearchParams({ keyword: word })}`)),
      shop: asked(searched.map((keyword) => trpcPath("catalog.suggest", { keyword }))),
      floor: { share: 0.35, times: 4, statements: 15 },
    },
    {
      name: "page of a product",
      bare: details,
      shop: asked(ids.map((id) => `/product/${id}`)),
      floor: { share: 0.04, times: 40, statements: 6 },
    },
  ];
}

async function ordersOf(pool: pg.Pool, shop: Server, requests: number): Promise<Kind> {
  const run = randomUUID();
  const customers: Awaited<ReturnType<typeof register>>[] = [];
  for (let n = 0; n < customerCount; n += 1) customers.push(await register(shop.origin, n, `uncached-${run}-`));
  const products = await createProducts(pool);
  await insertPastOrders(pool, customers);
  const orders = Array.from({ length: requests }, (_, n): Asked => {
    const { id = "", cookie = "" } = customers[n % customers.length] ?? {};
    const orderItems = [n, 7 * n + 1].map((place) => ({ product: products[place % products.length], qty: 1 }));
    return {
      path: "/api/orders",
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID(), cookie, "x-customer": id },
      body: JSON.stringify({ orderItems, shippingAddress: address, paymentMethod: "PayPal" }),
    };
  });
  return { name: "order", bare: orders, shop: orders, floor: { share: 0.4, times: 3, statements: 10 } };
}

async function costOf(
  { origin, pid }: Server,
  asked: readonly Asked[],
  { pool, postgresFolder }: { pool: pg.Pool; postgresFolder: string },
): Promise<Cost> {
  const begin = Math.floor(asked.length * warmUpShare);
  const alone = Math.floor(begin / 2);
  await askEach(origin, asked.slice(0, begin));
  const times = (await askEach(origin, asked.slice(begin, begin + alone), 1)).toSorted((a, b) => a - b);
  const counted = asked.slice(begin + alone);
  await pool.query("select pg_stat_statements_reset()");
  const [server, database] = [await processorMsOf(pid), await databaseProcessorMs(postgresFolder)];
  await askEach(origin, counted);
  const [serverAfter, databaseAfter] = [await processorMsOf(pid), await databaseProcessorMs(postgresFolder)];
  const { rows } = await pool.query<{ calls: number }>(
    "select sum(calls)::float8 as calls from pg_stat_statements where query not like '%pg_stat_statements%'",
  );
  return {
    serverMs: (serverAfter - server) / counted.length,
    databaseMs: (databaseAfter - database) / counted.length,
    statements: (rows[0]?.calls ?? 0) / counted.length,
    quickMs: times[Math.floor(times.length / 10)] ?? Number.NaN,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(0)}%`;

const widths = [18, 6, 6, 6, 6, 6, 6, 7, 6, 11, 6];

function printRow(row: string[]): void {
  console.log(row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(" "));
}
