import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForStatus } from "../harness/load.ts";
import { orderOf, placedOrder, type SeenOrder, stockOf } from "../harness/ordering.ts";
import { actsOf, expectMoneyAgrees, pay, paymentsOf, seenOrder, start } from "../harness/paying.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { testLimits } from "../harness/test-limits.ts";
import { width } from "../harness/width.ts";

const rounds = width.paymentKillRounds;
const reconcileSeconds = 2;
/** How long a busy machine may take beyond that, in milliseconds. */
const timeoutMs = 30_000;

const processes = shopProcesses();
let cluster: Cluster;
let simulator: Simulator;
let opened: OpenedDb;
beforeAll(async () => {
  cluster = await startCluster(["fsync=off"]);
  simulator = await startSimulator();
});
afterAll(async () => {
  await opened?.close();
  await simulator?.close();
  await cluster?.discard();
});
beforeEach(() => simulator.faults.clear());

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

async function open(): Promise<ShopProcess> {
  const shop = await processes.open({
    DATABASE_URL: cluster.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    PAYMENTS: "simulator",
    PAYPAL_API_BASE: simulator.origin,
    RECONCILE_SECONDS: String(reconcileSeconds),
    ORDER_HOLD_SECONDS: "2",
    LOG_LEVEL: "warn",
  });
  opened ??= openDb({ url: cluster.url, poolMax: 4, limits: testLimits });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return shop;
}

/** An approved payment whose money the provider takes, but whose taker hears of it late; in milliseconds. */
async function captureThatTakes(shop: ShopProcess, ms: number) {
  const product = await makeProduct(opened.db, { countInStock: 3 });
  const customer = await insertCustomer(opened.db);
  const order = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]));
  const { content } = await start(shop, customer, order._id);
  const id = content?.id ?? "";
  simulator.bank.decide(id, "approve");
  simulator.faults.add("capture", { kind: "delay answer", ms });
  // Whatever becomes of the connection is no answer.
  const paying = pay(shop, customer, order._id, { id }).catch(() => undefined);
  await expect.poll(() => simulator.bank.read(id).status).toBe("COMPLETED");
  return { product, customer, order, id, paying };
}

async function untilPaid(shop: ShopProcess, customer: Customer, order: SeenOrder): Promise<SeenOrder> {
  const timeout = reconcileSeconds * 1_000 + timeoutMs;
  await expect
    .poll(async () => (await seenOrder(shop, customer, order._id)).isPaid, { timeout, interval: 100 })
    .toBe(true);
  return seenOrder(shop, customer, order._id);
}

async function expectPaidOnce({ order, id, product }: { order: SeenOrder; id: string; product: string }) {
  expect(simulator.bank.captures(id)).toHaveLength(1);
  expect(await paymentsOf(opened.pool, order._id)).toMatchObject([{ provider_order_id: id, status: "completed" }]);
  expect((await actsOf(opened.pool, order._id)).filter((act) => act === "paid")).toHaveLength(1);
  expect(await stockOf(opened.pool, product)).toBe(2);
  await expectInvariants(opened.pool, { [product]: 3 });
  await expectMoneyAgrees({ simulator, pool: opened.pool });
}

describe("a shop that ends after the money was taken and before it is written down", () => {
  it("by a kill, finds the payment when it is back", async () => {
    let shop = await open();
    for (let round = 0; round < rounds; round += 1) {
      const taken = await captureThatTakes(shop, 20_000);
      shop.kill("SIGKILL");
      expect(await shop.exited).toMatchObject({ signal: "SIGKILL" });
      await taken.paying;
      shop = await open();
      await untilPaid(shop, taken.customer, taken.order);
      await expectPaidOnce(taken);
    }
    shop.kill("SIGTERM");
    await shop.exited;
  });

  it("because it is asked to, pays the order first or finds the payment when it is back", async () => {
    const leaving = await open();
    const taken = await captureThatTakes(leaving, 2_000);
    leaving.kill("SIGTERM");
    expect((await leaving.exited).code, leaving.errors.join("\n")).toBe(0);
    await taken.paying;
    const shop = await open();
    await untilPaid(shop, taken.customer, taken.order);
    await expectPaidOnce(taken);
    shop.kill("SIGTERM");
    await shop.exited;
  });
});

describe("a shop whose database is gone when the money was taken", () => {
  it("says that it is not available, and finds the payment when the database is back", async () => {
    const shop = await open();
    const taken = await captureThatTakes(shop, 3_000);
    await cluster.stop();
    expect((await taken.paying)?.outcome).toBe("503 UNAVAILABLE");
    await cluster.start();
    await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
    await untilPaid(shop, taken.customer, taken.order);
    await expectPaidOnce(taken);
    shop.kill("SIGTERM");
    expect((await shop.exited).code).toBe(0);
  });
});

describe("two shops on one database", () => {
  it("release an order that nobody pays, and take its units again for its customer", async () => {
    const shops = await Promise.all([open(), open()]);
    const [one, two] = shops;
    if (one === undefined || two === undefined) throw new Error("two shops were started");
    const product = await makeProduct(opened.db, { countInStock: 1 });
    const [first, second] = [await insertCustomer(opened.db), await insertCustomer(opened.db)];
    const order = await placedOrder(one.origin, first, orderOf([{ product, qty: 1 }]));
    await expect.poll(() => stockOf(opened.pool, product), { timeout: timeoutMs, interval: 100 }).toBe(1);
    const { content } = await start(two, first, order._id);
    simulator.bank.decide(content?.id ?? "", "approve");
    // Nobody reports it: the browser was closed.
    await untilPaid(one, first, order);
    expect(await stockOf(opened.pool, product)).toBe(0);
    const late = await fetch(`${one.origin}/api/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: second.cookie },
      body: JSON.stringify(orderOf([{ product, qty: 1 }])),
    });
    expect(late.status).toBe(409);
    await expectInvariants(opened.pool, { [product]: 1 });
    for (const shop of shops) shop.kill("SIGTERM");
    for (const shop of shops) expect((await shop.exited).code).toBe(0);
  });
});
