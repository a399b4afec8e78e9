import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorBodySchema } from "@shop/shared/errors";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { askSteadily, type Call, keepAsking, median, quantile, tally, time, waitForStatus } from "../harness/load.ts";
import { residentMegabytes, type ShopProcess, shopProcesses } from "../harness/process.ts";
import { testLimits } from "../harness/test-limits.ts";
import { width } from "../harness/width.ts";

const processes = shopProcesses();
const stock = 1_000_000;
/** How long somebody holds a table, in milliseconds. */
const lockedMs = 10_000;
let cluster: Cluster;
let shop: ShopProcess;
let own: OpenedDb;
let product: string;
let cookie: string;
/** Orders that the shop said it has taken. */
const promised: string[] = [];
let keys = 0;

beforeAll(async () => {
  // A commit must mean one here: only a crash of the whole machine is none of these tests' business.
  cluster = await startCluster(["fsync=off"]);
  shop = await processes.open({ DATABASE_URL: cluster.url });
  own = openDb({ url: cluster.url, poolMax: 2, limits: testLimits });
  product = await makeProduct(own.db, { countInStock: stock });
  const response = await fetch(`${shop.origin}/api/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Buyer", email: "buyer@example.com", password: "a password of some length" }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
});
afterAll(async () => {
  await own?.close();
  await cluster?.discard();
});

/** Places an order, which takes a transaction of several statements. */
async function order(): Promise<Call> {
  keys += 1;
  const call = await time(`${shop.origin}/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, "idempotency-key": `order-${keys}` },
    body: JSON.stringify({
      orderItems: [{ product, qty: 1 }],
      shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
      paymentMethod: "PayPal",
    }),
  });
  if (call.status === 201) promised.push(z.object({ _id: z.string() }).parse(JSON.parse(call.body))._id);
  return call;
}

/** What a shop is busy with: lists, products, and every third call an order. */
function ask(n: number): Promise<Call> {
  if (n % 3 === 0) return order();
  return time(`${shop.origin}${n % 3 === 1 ? "/api/products" : `/api/products/${product}`}`);
}

/** Expects that every call was answered, and that each failure was a 503 that says so. */
function expectOnlyOutages(calls: Call[], longestMs: number) {
  for (const { status, body, type, ms } of calls) {
    expect([200, 201, 503], body).toContain(status);
    expect(ms, `${status} ${body}`).toBeLessThan(longestMs);
    if (status !== 503) continue;
    expect(type).toBe("application/json; charset=utf-8");
    expect(errorBodySchema.parse(JSON.parse(body)).code).toBe("UNAVAILABLE");
  }
}

vi.setConfig({ testTimeout: 60_000 + width.stoppedMs });

describe("a shop whose database goes away", () => {
  afterEach(async () => {
    expect(shop.isRunning()).toBe(true);
    await waitForStatus(`${shop.origin}/api/products`, 200, 5_000);
    // Nothing that was promised is lost, and no connection either: as many orders as the pool has places.
    const calls = await Promise.all(Array.from({ length: 12 }, order));
    expect(tally(calls)).toEqual({ 201: 12 });
    const { rows } = await own.pool.query("select count(*)::int as n from orders where id = any($1)", [promised]);
    expect(rows).toEqual([{ n: promised.length }]);
    await expectInvariants(own.pool, { [product]: stock });
  });

  it.each(["fast", "immediate"] as const)(
    "outlives a restart of PostgreSQL that is %s, in the midst of orders",
    async (mode) => {
      const load = keepAsking(6, ask, 5);
      while (load.calls.length < 60) await delay(20);
      // Orders are in the midst of their transactions, and wait there.
      const holder = new pg.Client({ connectionString: cluster.url });
      holder.on("error", () => undefined);
      await holder.connect();
      await holder.query("begin");
      await holder.query("select from products where id = $1 for update", [product]);
      const stuck = Array.from({ length: 4 }, order);
      const waiters = `select from pg_stat_activity
        where application_name like 'shop%' and xact_start is not null and wait_event_type = 'Lock'`;
      // Asked elsewhere: within a transaction the answer would stay what it was.
      while ((await own.pool.query(waiters)).rowCount === 0) await delay(10);
      // And so does one of this process, which is between two statements.
      const open = own.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await cluster.restart(mode);
        await tx.execute(sql`select 1`);
      });
      await expect(open).rejects.toThrow();
      const recovery = await waitForStatus(`${shop.origin}/api/products`, 200, 5_000);
      const calls = [...(await load.stop()), ...(await Promise.all(stuck))];
      expect(recovery).toBeLessThan(5_000);
      expect(tally(calls)[503], "refusals during the restart").toBeGreaterThan(0);
      expectOnlyOutages(calls, 5_000);
    },
  );

  it("refuses orders at once while PostgreSQL is stopped, answers what it knows, and says that it lives but is not ready", async () => {
    await waitForStatus(`${shop.origin}/readyz`, 200, 2_000);
    await Promise.all([ask(1), ask(2)]);
    await cluster.stop();
    await waitForStatus(`${shop.origin}/readyz`, 503, 2_000);
    const before = residentMegabytes(shop.pid);
    const load = askSteadily(100, ask);
    const health = keepAsking(1, () => time(`${shop.origin}/healthz`), 50);
    await delay(width.stoppedMs);
    const calls = await load.stop();
    const healthy = await health.stop();
    const after = residentMegabytes(shop.pid);
    await cluster.start();
    await waitForStatus(`${shop.origin}/readyz`, 200, 2_000);

    expect(calls.length).toBeGreaterThan(width.stoppedMs / 20);
    // Every third call is an order.
    expect(Object.keys(tally(calls))).toEqual(["200", "503"]);
    expect(tally(calls)[503] ?? 0).toBeGreaterThanOrEqual(Math.floor(calls.length / 3));
    expectOnlyOutages(calls, 5_000);
    // Once in a hundred times it may be the machine that has no time.
    expect(
      quantile(
        calls.map((call) => call.ms),
        0.99,
      ),
    ).toBeLessThan(3_500);
    expect(Object.keys(tally(healthy))).toEqual(["200"]);
    expect(median(healthy.map((call) => call.ms))).toBeLessThan(50);
    expect(after - before).toBeLessThan(100);
  });

  it("shows what it sells and refuses orders while the database takes no changes, and is not ready then", async () => {
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    const readOnly = async (state: "on" | "off") => {
      await admin.query("set default_transaction_read_only = off");
      await admin.query(`alter system set default_transaction_read_only = ${state}`);
      await admin.query("select pg_reload_conf()");
    };
    await waitForStatus(`${shop.origin}/readyz`, 200, 5_000);
    await readOnly("on");
    await waitForStatus(`${shop.origin}/readyz`, 503, 5_000);
    const readiness = await time(`${shop.origin}/readyz`);
    const refused = await Promise.all(Array.from({ length: 6 }, order));
    const pages = [
      "/",
      `/api/products/${product}`,
      `/product/${product}`,
      "/api/products?pageNumber=2",
      "/search/lamp",
    ];
    const shown = await Promise.all(pages.map((path) => time(`${shop.origin}${path}`)));
    await readOnly("off");
    await admin.end();
    await waitForStatus(`${shop.origin}/readyz`, 200, 5_000);

    expect(JSON.parse(readiness.body)).toMatchObject({ missing: "the database takes no changes" });
    expect(tally(refused)).toEqual({ 503: 6 });
    expectOnlyOutages(refused, 5_000);
    expect(tally(shown)).toEqual({ 200: pages.length });
    // Also the connections that were refused take orders again.
    expect(tally(await Promise.all(Array.from({ length: 12 }, order)))).toEqual({ 201: 12 });
  });

  it("outlives that its connections are cut again and again", async () => {
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    const load = keepAsking(6, ask, 5);
    let cut = 0;
    for (let round = 0; round < width.terminationRounds; round += 1) {
      await delay(1_000);
      const { rowCount } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'shop%' and datname = 'shop'",
      );
      cut += rowCount ?? 0;
    }
    const calls = await load.stop();
    await admin.end();
    expect(cut).toBeGreaterThanOrEqual(width.terminationRounds);
    expect((tally(calls)[200] ?? 0) + (tally(calls)[201] ?? 0)).toBeGreaterThan(0);
    expectOnlyOutages(calls, 5_000);
  });

  it("refuses in time whoever waits for a locked table, and goes on as soon as it is free", async () => {
    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query("begin; lock table products in access exclusive mode");
    const health = keepAsking(1, () => time(`${shop.origin}/healthz`), 50);
    const started = performance.now();
    const waiting = Promise.all(Array.from({ length: 200 }, () => time(`${shop.origin}/api/products`)));
    const calls = await waiting;
    expect(performance.now() - started).toBeLessThan(6_500);
    // Held for as long as a long migration holds it; whoever comes is refused all the time.
    while (performance.now() - started < lockedMs) {
      const late = await time(`${shop.origin}/api/products`);
      calls.push(late);
    }
    const healthy = await health.stop();
    await holder.query("commit");
    const recovery = await waitForStatus(`${shop.origin}/api/products`, 200, 5_000);
    await holder.end();

    expect(tally(calls)).toEqual({ 503: calls.length });
    expectOnlyOutages(calls, 6_000);
    expect(recovery).toBeLessThan(1_000);
    expect(Object.keys(tally(healthy))).toEqual(["200"]);
    expect(median(healthy.map((call) => call.ms))).toBeLessThan(50);

    // Whoever reads the answer can find its cause in the log.
    const { requestId } = errorBodySchema.parse(JSON.parse(calls[0]?.body ?? ""));
    const lines = shop.output.filter((line) => line.includes(requestId));
    expect(lines.some((line) => /55P03|CONNECTION/.test(line))).toBe(true);
  });

  it("refuses in time when PostgreSQL falls silent without hanging up", async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask(1)));
    const { rows } = await own.pool.query("select pid from pg_stat_activity where application_name like 'shop%'");
    const postmaster = Number((await readFile(join(cluster.folder, "cluster/postmaster.pid"), "utf8")).split("\n")[0]);
    const pids = [postmaster, ...rows.map((row) => Number(row.pid))];
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    let calls: Call[];
    try {
      const load = keepAsking(15, ask, 50);
      await waitForStatus(`${shop.origin}/readyz`, 503, 2_500);
      await waitForStatus(`${shop.origin}/healthz`, 200, 500);
      while ((tally(load.calls)[503] ?? 0) < 20) await delay(50);
      calls = await load.stop();
    } finally {
      for (const pid of pids.reverse()) process.kill(pid, "SIGCONT");
    }
    expect(tally(calls)[503] ?? 0).toBeGreaterThanOrEqual(20);
    expectOnlyOutages(calls, 8_500);
  });
});

describe("a transaction that breaks at its very beginning", () => {
  it("does not take its connection with it", async () => {
    const { db, pool, close } = openDb({ url: cluster.url, poolMax: 1, limits: testLimits });
    try {
      await makeBrand(db);
      const { rows } = await pool.query("select pg_backend_pid() as pid");
      // While this process stands still it cannot learn that the connection is gone, as in a busy moment.
      const cut = `
        const { Client } = require("pg");
        const client = new Client({ connectionString: process.argv[1] });
        client.connect().then(() => client.query("select pg_terminate_backend($1)", [process.argv[2]])).then(() => client.end());`;
      execFileSync(process.execPath, ["-e", cut, cluster.url, String(rows[0]?.pid)], { cwd: import.meta.dirname });
      await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
      expect(await makeBrand(db)).toMatch(/^[0-9a-f-]{36}$/);
      await db.transaction((tx) => tx.execute(sql`select 1`));
    } finally {
      await close();
    }
  });
});
