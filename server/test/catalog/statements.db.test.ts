import pg from "pg";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { makeClientDir } from "../harness/client-files.ts";
import { makeManyProducts, makeProduct } from "../harness/factories.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeCustomer } from "../harness/test-client.ts";

/** Caches nothing, so that each request asks the database. */
const answers = { maxBytes: 1, maxAgeMs: 3_600_000, outdatedMs: 0, staleMs: 0 };
const shop = startTestShop({ clientDir: makeClientDir(), settings: { answers } });

let product: string;
beforeAll(async () => {
  product = await makeProduct(shop.db, { name: "Marigold lamp", countInStock: 1_000 });
  await makeManyProducts(shop.pool, { count: 40, description: "A lamp." });
});

/** How many statements some work sends to PostgreSQL. Those that are sent once for each process were sent before. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  await work();
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => void query.mockRestore());
  await work();
  const sent = query.mock.calls.length;
  query.mockRestore();
  return sent;
}

const trpc = (path: string, input: unknown) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;

/** One more is one more round trip for every request that nobody asked before. Fewer are welcome: lower the number then. */
it.each([
  ["the list", "/api/products", 6],
  ["a search", "/api/products?keyword=marigold", 7],
  ["a search with a misspelt word", "/api/products?keyword=marigodl", 11],
  ["a product", () => `/api/products/${product}`, 1],
  ["reviews", () => `/api/products/${product}/reviews`, 1],
  ["suggestions", trpc("catalog.suggest", { keyword: "marig" }), 15],
  ["the page of a product", () => `/product/${product}`, 5],
  ["Home", "/", 15],
])("%s that nobody asked before takes no more statements than it did", async (_name, path, statements) => {
  const address = shop.origin + (typeof path === "string" ? path : path());
  const sent = await statementsOf(async () => {
    const response = await fetch(address);
    expect(response.status).toBe(200);
    await response.text();
  });
  expect(sent).toBeLessThanOrEqual(statements);
});

it("An order takes no more statements than it did", async () => {
  const { cookieHeader } = await makeCustomer(shop);
  const headers = { "content-type": "application/json", cookie: cookieHeader };
  const body = JSON.stringify(orderOf([{ product, qty: 1 }]));
  const sent = await statementsOf(async () => {
    expect((await fetch(`${shop.origin}/api/orders`, { method: "POST", headers, body })).status).toBe(201);
  });
  expect(sent).toBeLessThanOrEqual(9);
});
