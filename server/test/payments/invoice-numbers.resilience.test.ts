import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { waitForStatus } from "../harness/load.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { expectMoneyAgrees, pay, start } from "../harness/paying.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";

const payments = 50;
const kills = 5;
const timeoutMs = 60_000;

const processes = shopProcesses();
const database = startTestDatabase(4);
let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator?.close());

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

async function open(): Promise<ShopProcess> {
  const shop = await processes.open({
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    PAYMENTS: "simulator",
    PAYPAL_API_BASE: simulator.origin,
    RECONCILE_SECONDS: "2",
    LOG_LEVEL: "warn",
  });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return shop;
}

const rowsSchema = z.array(z.object({ kind: z.string(), number: z.number(), order_id: z.string() }));

it("Fifty payments at once on two servers that are killed meanwhile get one invoice each, numbered without a gap", async () => {
  const product = await makeProduct(database.db, { countInStock: payments });
  const customers = await insertCustomers(database.db, payments);
  let shops = [await open(), await open()];
  const [first] = shops;
  const orders: { customer: (typeof customers)[number]; orderId: string; id: string }[] = [];
  for (const customer of customers) {
    const { _id: orderId } = await placedOrder(first?.origin ?? "", customer, orderOf([{ product, qty: 1 }]));
    const { content } = await start({ origin: first?.origin ?? "" }, customer, orderId);
    const id = content?.id ?? "";
    simulator.bank.decide(id, "approve");
    orders.push({ customer, orderId, id });
  }
  const unpaid = async () => {
    const { rows } = await database.pool.query("select id from orders where paid_at is null");
    const ids = new Set(
      z
        .array(z.object({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => id),
    );
    return orders.filter(({ orderId }) => ids.has(orderId));
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const paying = (await unpaid()).map(({ customer, orderId, id }, place) =>
      // Whatever the kill leaves of a connection is no answer.
      pay({ origin: shops[place % 2]?.origin ?? "" }, customer, orderId, { id }).catch(() => undefined),
    );
    // In the middle of the work: a tenth of the payments is through.
    await expect
      .poll(async () => payments - (await unpaid()).length, { interval: 5, timeout: timeoutMs })
      .toBeGreaterThanOrEqual(Math.min(payments, (kill + 1) * 5));
    for (const shop of shops) shop.kill("SIGKILL");
    await Promise.all([...paying, ...shops.map(({ exited }) => exited)]);
    shops = [await open(), await open()];
  }
  await expect
    .poll(
      async () => {
        const left = await unpaid();
        await Promise.all(
          left.map(({ customer, orderId, id }, place) =>
            pay({ origin: shops[place % 2]?.origin ?? "" }, customer, orderId, { id }),
          ),
        );
        return left.length;
      },
      { timeout: timeoutMs, interval: 500 },
    )
    .toBe(0);
  const { rows } = await database.pool.query("select kind, number, order_id from invoices order by number");
  const written = rowsSchema.parse(rows);
  expect(written.map(({ number }) => number)).toEqual(orders.map((_, place) => place + 1));
  expect(written.map(({ order_id }) => order_id).sort()).toEqual(orders.map(({ orderId }) => orderId).sort());
  await expectMoneyAgrees({ simulator, pool: database.pool });
  for (const shop of shops) shop.kill("SIGTERM");
  await Promise.all(shops.map(({ exited }) => exited));
});
