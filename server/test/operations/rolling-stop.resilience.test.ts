import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { insertCustomers } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { askSteadily, type Call, tally, time } from "../harness/load.ts";
import { waitForTableLock } from "../harness/locks.ts";
import { orderOf, ordersOf } from "../harness/ordering.ts";
import type { ShopProcess } from "../harness/process.ts";
import { openProxy } from "../harness/proxy.ts";
import { startTwoServers } from "../harness/two-servers.ts";

/** Longer than a busy machine needs to see that a server is not ready any more. */
const DRAIN_MS = "5000";
/** What the shipped services give a server beyond its drain before they kill it. */
const stopsWithinMs = Number(DRAIN_MS) + 20_000;
const servers = startTwoServers({ DRAIN_MS, LOG_LEVEL: "info" });
const perSecond = 50;
/** A host that is too slow for that many gets fewer, so that no server calls itself busy. */
const atMost = 20;
/** Less than a request waits for a lock. */
const lockWaitMs = 2_000;

/**
 * Asks a server to stop while a request to it waits for a locked table; the
 * request gets what it waits for after the signal. Gives the time until the
 * server has ended, in milliseconds.
 */
async function stopInTheMidst(leaving: ShopProcess): Promise<number> {
  const holder = new pg.Client({ connectionString: servers.databaseUrl });
  await holder.connect();
  await holder.query("begin; lock table categories in access exclusive mode");
  const asked = performance.now();
  const slow = time(`${leaving.origin}/api/categories`);
  await waitForTableLock(holder, "categories");
  const signalled = performance.now();
  leaving.kill("SIGTERM");
  // Not for ever: whoever waits for a lock is refused after a while.
  while ((await time(`${leaving.origin}/readyz`)).status === 200 && performance.now() - signalled < 1_000)
    await delay(10);
  await holder.query("commit");
  const heldMs = performance.now() - asked;
  await holder.end();
  // Where the host is too slow to let go in time, the request is refused for the lock and not for the stop.
  expect(heldMs < lockWaitMs ? [200] : [200, 503]).toContain((await slow).status);
  const { code } = await leaving.exited;
  expect(code, leaving.errors.join("\n")).toBe(0);
  expect(leaving.errors).toEqual([]);
  return performance.now() - signalled;
}

it("Servers that are replaced one after the other under load refuse nobody and cut no answer short", async () => {
  const [first, second] = servers.shops;
  const proxy = await openProxy([first.origin, second.origin]);
  const stock = 1_000_000;
  const product = await makeProduct(servers.db, { countInStock: stock });
  const customers = await insertCustomers(servers.db, 5);
  const order = (n: number): Promise<Call> =>
    time(`${proxy.origin}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: customers[n % customers.length]?.cookie ?? "" },
      body: JSON.stringify(orderOf([{ product, qty: 1 }])),
    });
  const paths = ["/api/products", `/api/products/${product}`, "/api/brands", "/trpc/catalog.featured"];
  const ask = (n: number) => (n % 5 === 0 ? order(n) : time(`${proxy.origin}${paths[n % paths.length]}`));
  const load = askSteadily(perSecond, ask, atMost);
  await delay(2_000);

  expect(await stopInTheMidst(first)).toBeLessThan(stopsWithinMs);
  const third = await servers.openAnother({ DRAIN_MS });
  proxy.add(third.origin);
  while (!proxy.sendsTo(third.origin)) await delay(20);
  await delay(1_000);
  expect(await stopInTheMidst(second)).toBeLessThan(stopsWithinMs);
  await delay(1_000);

  const calls = await load.stop();
  const ordered = calls.filter((_, n) => n % 5 === 0).length;
  expect(tally(calls)).toEqual({ 200: calls.length - ordered, 201: ordered });
  for (const { body } of calls) expect(() => JSON.parse(body)).not.toThrow();
  expect(await ordersOf(servers.pool, product)).toBe(ordered);
  await expectInvariants(servers.pool, { [product]: stock });
  await proxy.close();

  // Every line after the greeting is one event.
  const greeting = /^The shop is open at|^Its mails can be read at/;
  const events = first.output.slice(first.output.findLastIndex((line) => greeting.test(line)) + 1);
  expect(events.length).toBeGreaterThan(20);
  for (const line of events) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
});
