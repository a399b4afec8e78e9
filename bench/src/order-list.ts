import { performance } from "node:perf_hooks";
import pg from "pg";
import { registerAdmin } from "./register-admin.ts";

/** The time limit of one page of orders, in milliseconds. */
const budgetMs = 300;
const orderCount = 10_000;
const requestsPerRound = 20;

/** Queries of the admin's order list, from the first page to filters that no index supports. */
const queries: Record<string, Record<string, unknown>> = {
  "newest page": {},
  "last page of 100": { pageSize: 100, pageNumber: orderCount / 100 },
  "by total": { sort: "-total" },
  "by customer": { sort: "user" },
  "what is to be sent": { state: "to-ship" },
  "delivered in a month": { state: "delivered", from: "2025-11-01", to: "2025-11-30" },
  "a customer's name": { search: "buyer 77" },
  "an id's end": { search: "abcde" },
};

/** Measures the admin's order list with ten thousand orders. Returns the misses, one sentence each. */
export async function measureOrderList(databaseUrl: string, shop: string, rounds: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Pool errors are ignored: an interrupted run stops the database before it closes its connections.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const cookie = await registerAdmin(client, shop, "desk@example.com");
    await insertOrders(client, orderCount);
    console.log(
      `\nThe admin's order list with ${orderCount} orders, p95 of ${requestsPerRound * rounds} requests each`,
    );
    const misses: string[] = [];
    for (const [name, input] of Object.entries(queries)) {
      const address = `${shop}/trpc/admin.orders.page?input=${encodeURIComponent(JSON.stringify(input))}`;
      const p95 = await timesOf(address, cookie, requestsPerRound * rounds);
      console.log(`  ${name.padEnd(22)} ${p95.toFixed(0)} ms, budget ${budgetMs} ms`);
      if (p95 > budgetMs) misses.push(`order list, ${name}: ${p95.toFixed(0)} ms, budget ${budgetMs} ms`);
    }
    return misses;
  } finally {
    await client.end();
  }
}

/** The 95th percentile in milliseconds, after a warm-up request that plans the query and fills the caches. */
async function timesOf(address: string, cookie: string, count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n <= count; n += 1) {
    const started = performance.now();
    const response = await fetch(address, { headers: { cookie } });
    await response.text();
    if (!response.ok) throw new Error(`The order list answers ${response.status}`);
    if (n > 0) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Inserts orders with two lines each, most of them delivered, and updates the statistics. */
export async function insertOrders(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `with sold as (
       insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
         items_cents, shipping_cents, tax_cents, total_cents, created_at, held_until,
         paid_at, confirmed_at, processed_at, shipped_at, delivered_at)
       select gen_random_uuid(), u.id, 'Buyer ' || n % 2000, n % 2000 || '@buyers.example.com', '1 Main St',
         'Springfield', '12345', 'USA', 'PayPal', items, 1000, tax, items + 1000 + tax, at, at,
         case when n % 20 > 0 then at end, case when n % 20 > 0 and n > 40 then at end,
         case when n % 20 > 0 and n > 80 then at end, case when n % 20 > 0 and n > 160 then at end,
         case when n % 20 > 0 and n > 300 then at end
       from (select id from users where is_admin order by id limit 1) u,
         generate_series(1, $1::int) n,
         lateral (select 1000 + n * 7919 % 8000 as items, timestamptz '2026-01-01' - n * interval '50 minutes' as at) a,
         lateral (select (items * 15 + 50) / 100 as tax) b
       returning id, items_cents),
     -- The hundredth part of them has a seventh of all sales.
     bestsellers as (
       select id, name, image, row_number() over (order by id) - 1 as number from (
         select id, name, image from products where deleted_at is null order by id limit 1000) p)
     insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
     select sold.id, place, p.id, p.name, p.image, case place when 0 then sold.items_cents - 500 else 500 end, 1
     from (select *, row_number() over (order by id) as n from sold) sold, generate_series(0, 1) place
       join bestsellers p on true
     where p.number = case when sold.n % 7 = 0 then sold.n % 10 else (sold.n * 13 + place * 101) % (select count(*) from bestsellers) end`,
    [count],
  );
  await client.query("vacuum (analyze)");
}
