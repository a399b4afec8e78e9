import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrateDb } from "@shop/server/db/migrate";
import { startEmbeddedPostgres } from "@shop/server/infra/embedded-postgres";
import pg from "pg";
import { project } from "../../scripts/project.ts";
import { type Filled, fill } from "./fill.ts";
import { insertOrders } from "./order-list.ts";
import { registerAdmin } from "./register-admin.ts";
import { startShop } from "./servers.ts";

/** The maximum ratio of a page's time in the large shop to that in the small one. */
const growthMax = 3;
const smallRows = 10_000;
const requests = 60;

type Question = {
  name: string;
  procedure: "admin.products.page" | "admin.orders.page";
  input: Record<string, unknown>;
};

/** Pages that administrators open every day, none of which should grow with the shop. */
function questionsOf({ keyword }: Filled): Question[] {
  const products = (name: string, input: Record<string, unknown>): Question => ({
    name: `products, ${name}`,
    procedure: "admin.products.page",
    input,
  });
  return [
    products("newest", {}),
    products("a rare word", { search: keyword }),
    products("by price", { sort: "price" }),
    products("by price, highest", { sort: "-price" }),
    products("by name", { sort: "name" }),
    products("by rating", { sort: "-rating" }),
    { name: "orders, an id's end", procedure: "admin.orders.page", input: { search: "abcdef" } },
    { name: "orders, a product's name", procedure: "admin.orders.page", input: { search: keyword } },
  ];
}

/**
 * Measures lists of administrators in a shop with as many orders as products, and in one with ten thousand of each. Returns
 * the misses, one sentence each.
 */
export async function measureGrowth(
  databaseUrl: string,
  shop: string,
  { filled, rows, folder }: { filled: Filled; rows: number; folder: string },
): Promise<string[]> {
  const small = await timesOfSmall(join(folder, "small"));
  const large = await timesOf(databaseUrl, shop, { filled, rows });
  console.log(
    `\nLists of administrators with ${smallRows} products and orders, then with ${rows}; a quick answer in ms`,
  );
  const misses: string[] = [];
  for (const [name, ms] of large) {
    const ratio = ms / (small.get(name) ?? Number.NaN);
    console.log(
      `  ${name.padEnd(26)} ${small.get(name)?.toFixed(1).padStart(7)} ${ms.toFixed(1).padStart(7)}  ${ratio.toFixed(1)} times, limit ${growthMax}`,
    );
    if (!(ratio <= growthMax)) misses.push(`${name}: ${ratio.toFixed(1)} times as long, limit ${growthMax}`);
  }
  return misses;
}

async function timesOfSmall(folder: string): Promise<Map<string, number>> {
  const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), log: () => undefined });
  try {
    await migrateDb(postgres.url, join(project, "drizzle"));
    const filled = await fill(postgres.url, smallRows);
    const shop = await startShop(postgres.url, join(folder, "data"));
    try {
      return await timesOf(postgres.url, shop.origin, { filled, rows: smallRows });
    } finally {
      await shop.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timesOf(
  databaseUrl: string,
  shop: string,
  { filled, rows }: { filled: Filled; rows: number },
): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Pool errors are ignored: an interrupted run stops the database before it closes its connections.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const cookie = await registerAdmin(client, shop, `desk-${randomUUID()}@example.com`);
    const { rows: found } = await client.query<{ orders: string }>("select count(*) as orders from orders");
    if (Number(found[0]?.orders) < rows) await insertOrders(client, rows);
    const times = new Map<string, number>();
    for (const question of questionsOf(filled)) times.set(question.name, await timeOf(shop, cookie, question));
    return times;
  } finally {
    await client.end();
  }
}

/** Of the answers in milliseconds the fastest tenth, which other work of the machine has hardly delayed. */
async function timeOf(shop: string, cookie: string, { procedure, input }: Question): Promise<number> {
  const address = `${shop}/trpc/${procedure}?${new URLSearchParams({ input: JSON.stringify(input) })}`;
  const times: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const started = performance.now();
    const response = await fetch(address, { headers: { cookie } });
    await response.text();
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[requests / 10] ?? Number.NaN;
}
