import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import autocannon from "autocannon";
import pg from "pg";
import { address, type Line, placeBare } from "./bare-order.ts";
import { openDistantDatabase } from "./distant-database.ts";
import { type Figure, median } from "./rounds.ts";
import { poolMax, startShop } from "./servers.ts";

/** The minimum ratio of the shop's orders per second to those of bare SQL. */
const floor = 0.5;
/** The same where the database answers about a millisecond later, and round trips decide: 1.3 times the 75% without pipelining. */
const distantFloor = 0.98;
const distanceMs = 1;

const warmUpSeconds = 3;
const roundSeconds = 3;
const customerCount = 20;
const productCount = 1_000;
const pastOrdersPerCustomer = 500;
const plenty = 1_000_000;

type Customer = { id: string; cookie: string };
type Course = { name: string; clients: number; draw: () => Line[]; floor: number };
type Contenders = { pool: pg.Pool; shop: string; customers: Customer[]; rounds: number };

/**
 * Places orders of two lines through the shop's HTTP API, and the same transaction in bare SQL, with
 * equal numbers of clients and pooled connections; then the same where the database is farther away. Returns the
 * misses, one sentence each.
 */
export async function measureOrders(databaseUrl: string, shop: string, rounds: number): Promise<string[]> {
  const pool = openPool(databaseUrl);
  try {
    const customers = await registerAll(shop, "buyer");
    const products = await createProducts(pool);
    await insertPastOrders(pool, customers);
    const any = () => products[Math.floor(Math.random() * products.length)] ?? "";
    const spread = () => [any(), any()].map((product) => ({ product, qty: 1 }));
    const hot = products.slice(0, 2).map((product) => ({ product, qty: 1 }));
    const courses: Course[] = [
      { name: "orders, 10 clients", clients: 10, draw: spread, floor },
      { name: "orders, 20 clients", clients: 20, draw: spread, floor },
      { name: "same two products, 20", clients: 20, draw: () => hot, floor },
    ];
    console.log("\nPlacing orders of two lines, against the same transaction in bare SQL");
    const misses: string[] = [];
    for (const course of courses) misses.push(...(await compareCourse(course, { pool, shop, customers, rounds })));
    // With more clients the processors decide, and not the round trips.
    const distant: Course = { name: "farther database, 2", clients: 2, draw: spread, floor: distantFloor };
    misses.push(...(await compareDistant(databaseUrl, distant, rounds)));
    return misses;
  } finally {
    await pool.end();
  }
}

/** The same with a shop whose database answers later. */
async function compareDistant(databaseUrl: string, course: Course, rounds: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-orders-"));
  const database = await openDistantDatabase(databaseUrl, distanceMs);
  try {
    const shop = await startShop(database.url, folder);
    const pool = openPool(database.url);
    try {
      const customers = await registerAll(shop.origin, "distant");
      return await compareCourse(course, { pool, shop: shop.origin, customers, rounds });
    } finally {
      await Promise.all([pool.end(), shop.stop()]);
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function registerAll(shop: string, as: string): Promise<Customer[]> {
  return Promise.all(Array.from({ length: customerCount }, (_, n) => register(shop, n, as)));
}

/** A pool that tolerates the loss of its database, because an interrupted run still cleans up. */
export function openPool(databaseUrl: string): pg.Pool {
  const ignore = () => undefined;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolMax });
  // Queries report lost connections themselves; these two listeners cover idle connections.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

async function compareCourse(
  { name, clients, draw, floor }: Course,
  { pool, shop, customers, rounds }: Contenders,
): Promise<string[]> {
  const contenders = {
    bare: (seconds: number) => loadBare(pool, { customers, connections: clients, draw, seconds }),
    shop: (seconds: number) => loadShop(shop, { customers, connections: clients, draw, seconds }),
  };
  const figures: Record<keyof typeof contenders, Figure[]> = { bare: [], shop: [] };
  const order = ["bare", "shop"] as const;
  const load = async (contender: (typeof order)[number], seconds: number) => {
    const figure = await contenders[contender](seconds);
    await payAll(pool);
    return figure;
  };
  for (const contender of order) await load(contender, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? order : order.toReversed()) {
      figures[contender].push(await load(contender, roundSeconds));
    }
  }
  const perSecond = (of: Figure[]) => median(of.map((figure) => figure.perSecond));
  const p99 = (of: Figure[]) => median(of.map((figure) => figure.p99)).toFixed(0);
  const ratio = perSecond(figures.shop) / perSecond(figures.bare);
  const share = `${Math.round(ratio * 100)}%`;
  const needed = `${Math.round(floor * 100)}%`;
  const bare = `${perSecond(figures.bare).toFixed(0)}/s in SQL (p99 ${p99(figures.bare)} ms)`;
  const ours = `${perSecond(figures.shop).toFixed(0)}/s over REST (p99 ${p99(figures.shop)} ms)`;
  console.log(`  ${name.padEnd(22)} ${ours}, ${bare}: ${share}, floor ${needed}`);
  return ratio < floor ? [`${name}: ${share} of bare SQL, floor ${needed}`] : [];
}

/** Marks orders as paid, because an account can hold only a limited number of unpaid units. */
async function payAll(pool: pg.Pool): Promise<void> {
  await pool.query("update orders set paid_at = now() where paid_at is null and is_stock_held");
}

/** How orders are placed for a while: by how many at once, of what, and for how many seconds. */
type Load = { customers: Customer[]; connections: number; draw: () => Line[]; seconds: number };

export async function loadShop(
  shop: string,
  { customers, connections, draw, seconds: duration }: Load,
): Promise<Figure> {
  let n = 0;
  const result = await autocannon({
    url: `${shop}/api/orders`,
    method: "POST",
    connections,
    duration,
    requests: [
      {
        setupRequest: (request) => {
          n += 1;
          return {
            ...request,
            headers: {
              "content-type": "application/json",
              "idempotency-key": randomUUID(),
              cookie: customers[n % customers.length]?.cookie,
            },
            body: JSON.stringify({ orderItems: draw(), shippingAddress: address, paymentMethod: "PayPal" }),
          };
        },
      },
    ],
  });
  if (result.errors + result.timeouts + result.non2xx > 0) throw new Error("Orders failed under load");
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

async function loadBare(pool: pg.Pool, { customers, connections, draw, seconds }: Load): Promise<Figure> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async (_, n) => {
      const customer = customers[n % customers.length];
      if (customer === undefined) throw new Error("no customer is registered");
      while (performance.now() < end) {
        const began = performance.now();
        await placeBare(pool, customer.id, draw());
        latencies.push(performance.now() - began);
      }
    }),
  );
  const sorted = latencies.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return { perSecond: (latencies.length / (performance.now() - started)) * 1_000, p99 };
}

export async function register(shop: string, n: number, as = "buyer"): Promise<Customer> {
  const response = await fetch(`${shop}/api/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: `Buyer ${n}`, email: `${as}${n}@example.com`, password: `a long password ${n}` }),
  });
  const body: unknown = await response.json();
  const id: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "_id") : undefined;
  const cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0];
  if (typeof id !== "string" || cookie === undefined) throw new Error(`Registration answers ${response.status}`);
  return { id, cookie };
}

/** Products with more units than one run can sell. */
export async function createProducts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `update products set count_in_stock = $1 where id in (select id from products order by id limit $2) returning id`,
    [plenty, productCount],
  );
  return rows.map((row) => String(row.id)).sort();
}

/**
 * Inserts past orders and updates the statistics. With empty tables, PostgreSQL would check foreign
 * keys by sequential scans, which slow down with each order and favour the contender that runs
 * first.
 */
export async function insertPastOrders(pool: pg.Pool, customers: Customer[]): Promise<void> {
  await pool.query(
    `with placed as (
      insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
        items_cents, shipping_cents, tax_cents, total_cents, created_at, paid_at, held_until)
      select uuidv7(), buyer.id, 'Buyer', 'buyer@example.com', $2, $3, $4, $5, 'PayPal',
        2000, 1000, 300, 3300, moment, moment, moment
      from unnest($1::uuid[]) buyer(id), (select now() - n * interval '1 minute' as moment from generate_series(1, $6::int) n) past
      returning id, user_id, created_at
    ), keys as (
      insert into idempotency_keys (user_id, key, request_hash, order_id, created_at)
      select user_id, id, 'none', id, created_at from placed
    ), events as (
      insert into order_events (id, order_id, act, user_id, created_at)
      select uuidv7(), id, 'placed', user_id, created_at from placed
    )
    insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
    select placed.id, position, products.id, name, image, 1000, 1
    from placed, (select row_number() over (order by id) - 1 as position, id, name, image from products limit 2) products`,
    [customers.map(({ id }) => id), ...Object.values(address), pastOrdersPerCustomer],
  );
  await pool.query("vacuum (analyze)");
}
