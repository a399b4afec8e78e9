import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { migrateDb } from "../../src/db/migrate.ts";
import { products } from "../../src/db/schema/products.ts";
import { startCluster } from "../harness/embedded.ts";
import { makeProduct } from "../harness/factories.ts";
import { startReplica } from "../harness/replica.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeCustomer } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const primary = await startCluster();
await migrateDb(primary.url, join(fileURLToPath(import.meta.url), "../../../../drizzle"));
const replica = await startReplica(primary);
let onReplica = new pg.Pool({ connectionString: replica.url, max: 1 });
onReplica.on("error", () => undefined);
const shop = startTestShop({ servers: { url: primary.url, replicaUrls: [replica.url] } });
afterAll(async () => {
  await onReplica.end();
  await replica.discard();
  await primary.discard();
});

/** How many of the shop's readings the replica has answered since it started. */
async function readings(): Promise<number> {
  const { rows } = await onReplica.query(
    "select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables where relname in ('products', 'product_search')",
  );
  return rows[0].n;
}
async function priceSeen(id: string, cookie = ""): Promise<number> {
  const response = await fetch(`${shop.origin}/api/products/${id}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return Reflect.get(Object(await response.json()), "price");
}
const setPrice = (id: string, priceCents: number) =>
  shop.db.update(products).set({ priceCents }).where(eq(products.id, id));
const isRead = () =>
  vi.waitUntil(
    async () => {
      const before = await readings();
      // Cached answers are not read again, so each round asks for another.
      await fetch(`${shop.origin}/api/products?keyword=${randomUUID()}`);
      // Figures of a connection are told about once a second.
      await onReplica.query("select pg_sleep(1.1)");
      return (await readings()) > before;
    },
    { timeout: 60_000, interval: 50 },
  );

it("Reads of the catalog go to the replica, and everybody sees their own writes at once", async () => {
  const id = await makeProduct(shop.db, { priceCents: 10_00 });
  await isRead();
  for (const path of ["/api/products?keyword=product", "/api/products/top", `/api/products/${id}`, "/api/brands"]) {
    expect((await fetch(shop.origin + path)).status, path).toBe(200);
  }
  const { rows } = await onReplica.query(
    "select count(*)::int as n from pg_stat_activity where application_name = 'shop reader'",
  );
  expect(rows[0].n).toBeGreaterThan(0);
  const { states, counters } = shop.services.replicas ?? {};
  expect(states?.()).toEqual([{ host: new URL(replica.url).host, isUsed: true, lagMs: expect.any(Number) }]);
  expect(counters?.byReplica).toBeGreaterThan(0);

  // What the replica does not know yet is no secret to whoever wrote it.
  const customer = await makeCustomer(shop);
  await onReplica.query("select pg_wal_replay_pause()");
  const review = { rating: 4, comment: "Seen at once" };
  const written = await fetch(`${shop.origin}/api/products/${id}/reviews`, {
    method: "POST",
    headers: { cookie: customer.cookieHeader, "content-type": "application/json" },
    body: JSON.stringify(review),
  });
  expect(written.status).toBe(201);
  const [wrote] = written.headers.getSetCookie();
  expect(wrote).toMatch(/^wrote=1; Max-Age=5; Path=\/; HttpOnly; SameSite=Strict/);
  const own = await fetch(`${shop.origin}/api/products/${id}`, { headers: { cookie: "wrote=1" } });
  expect(await own.json()).toMatchObject({ reviews: [review] });
  await onReplica.query("select pg_wal_replay_resume()");
});

it("A replica that stands still is read no longer than a second, and again when it goes on", {
  tags: "wide",
}, async () => {
  const id = await makeProduct(shop.db, { priceCents: 10_00 });
  await isRead();
  await onReplica.query("select pg_wal_replay_pause()");
  await setPrice(id, 20_00);
  const changed = performance.now();
  await vi.waitUntil(async () => (await priceSeen(id)) === 20, { timeout: 60_000, interval: 20 });
  expect(performance.now() - changed).toBeLessThan(timeLimit(2_500));
  for (let round = 0; round < 20; round += 1) {
    await setPrice(id, 30_00 + round * 1_00);
    expect(await priceSeen(id)).toBe(30 + round);
  }
  await onReplica.query("select pg_wal_replay_resume()");
  await isRead();
});

it("A replica that is killed costs no request, and is read again when it is back", { tags: "wide" }, async () => {
  const id = await makeProduct(shop.db);
  await isRead();
  let isKilled = false;
  const statuses = new Map<number, number>();
  const asking = Array.from({ length: 4 }, async () => {
    while (!isKilled) {
      for (const path of [`/api/products/${id}`, "/api/products", "/api/products?keyword=product", "/api/brands"]) {
        const { status } = await fetch(shop.origin + path);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  });
  await replica.restart("immediate").finally(() => {
    isKilled = true;
  });
  await Promise.all(asking);
  expect([...statuses.keys()]).toEqual([200]);
  await onReplica.end();
  onReplica = new pg.Pool({ connectionString: replica.url, max: 1 });
  onReplica.on("error", () => undefined);
  await isRead();
});
