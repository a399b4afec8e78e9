import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Customer, insertCustomer } from "../harness/customers.ts";
import { type OrderStream, openOrderStream } from "../harness/order-stream.ts";
import { decided, orderToPay, pay } from "../harness/paying.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers({ LOG_LEVEL: "error" });

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(servers.db, { isAdmin: true });
});

const open: OrderStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) {
    stream.close();
    await stream.ended;
  }
});
async function openStream(origin: string): Promise<OrderStream> {
  const stream = await openOrderStream(origin, admin);
  open.push(stream);
  await vi.waitFor(() => expect(stream.reloads()).toBe(1), { timeout: 60_000 });
  return stream;
}

/** Pays an order on the first server; gives its id and when it was paid. */
async function payOnFirst(): Promise<{ id: string; at: number }> {
  const { origin } = servers.shops[0];
  const { simulator, db } = servers;
  const { customer, order } = await orderToPay({ origin, db });
  const providerOrder = await decided({ origin, simulator }, customer, order._id);
  expect(await pay({ origin }, customer, order._id, { id: providerOrder })).toMatchObject({ status: 200 });
  return { id: order._id, at: performance.now() };
}

/** How long after an order was paid a list was told of it, in milliseconds. */
async function delayOf(stream: OrderStream, { id, at }: { id: string; at: number }): Promise<number> {
  await vi.waitFor(() => expect(stream.ids()).toContain(id), { timeout: 60_000, interval: 5 });
  return performance.now() - at;
}

describe("an order that is paid on one server", () => {
  it("shows on the open lists of the other within a second, a hundred of a hundred", async () => {
    const stream = await openStream(servers.shops[1].origin);
    const delays: number[] = [];
    for (let batch = 0; batch < 20; batch += 1) {
      const paid = await Promise.all(Array.from({ length: 5 }, async () => delayOf(stream, await payOnFirst())));
      delays.push(...paid);
    }
    expect(Math.max(...delays)).toBeLessThan(timeLimit(1_000));
    expect(new Set(stream.ids()).size).toBe(100);
    expect(stream.ids()).toHaveLength(100);
  });

  it("shows within a second on a list that has been open while nobody else asked its server for anything", async () => {
    const stream = await openStream(servers.shops[1].origin);
    await delay(15_000);
    expect(await delayOf(stream, await payOnFirst())).toBeLessThan(timeLimit(1_000));
  });

  it("shows there within five seconds after the connections to the database were cut", async () => {
    const stream = await openStream(servers.shops[1].origin);
    const paid = await payOnFirst();
    await servers.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(await delayOf(stream, paid)).toBeLessThan(timeLimit(5_000));
    expect(await delayOf(stream, await payOnFirst())).toBeLessThan(timeLimit(1_000));
  });

  it("shows on the list of a reader whose server stops, once it has gone to another", async () => {
    const third = await servers.openAnother({ DRAIN_MS: "60000" });
    const stream = await openStream(third.origin);
    third.kill("SIGTERM");
    // The stream ends as the server begins to stop, long before it closes its port.
    await stream.ended;
    expect((await openOrderStream(third.origin, admin)).status).toBe(503);
    const next = await openStream(servers.shops[1].origin);
    await delayOf(next, await payOnFirst());
    third.kill("SIGKILL");
  });
});
