import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { migrateDb } from "../../src/db/migrate.ts";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { isLeftOut } from "../harness/debian.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForStatus } from "../harness/load.ts";
import { migrations } from "../harness/migrations.ts";
import { type PatroniCluster, patroniAtLeast, startPatroni } from "../harness/patroni.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { described, expectNoneLostOrDoubled, orderSteadily } from "../harness/steady-orders.ts";
import { testLimits } from "../harness/test-limits.ts";

const stock = 1_000_000;
const undo: (() => Promise<unknown>)[] = [];
const isMissing = [
  isLeftOut("patroni", { atLeast: patroniAtLeast }),
  isLeftOut("etcd"),
  isLeftOut("haproxy"),
  isLeftOut("postgres", { atLeast: "17" }),
].some((isLeft) => isLeft);

describe.skipIf(isMissing)("Behind HAProxy, with PostgreSQL under Patroni as they are shipped", () => {
  const processes = shopProcesses();
  let cluster: PatroniCluster;
  let shops: ShopProcess[] = [];
  let own: OpenedDb;

  beforeAll(async () => {
    cluster = await startPatroni();
    undo.push(cluster.discard);
    await migrateDb(cluster.url, migrations);
    own = openDb({ url: cluster.url, poolMax: 2, limits: testLimits });
    undo.push(own.close);
    const variables = { DATABASE_URL: cluster.url, MIGRATE: "0", JWT_SECRET: issuer.jwtSecret, LOG_LEVEL: "error" };
    const open = () => processes.open({ ...variables, PUBLIC_ORIGIN: issuer.publicOrigin });
    shops = await Promise.all([open(), open()]);
    undo.push(async () => shops.map((shop) => shop.kill("SIGKILL")));
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  /** Orders before, during and after a fault, none of which may be lost or doubled. */
  async function orderThrough(fault: () => Promise<void>) {
    const product = await makeProduct(own.db, { countInStock: stock });
    const customers = await insertCustomers(own.db, 50);
    const origins = shops.map(({ origin }) => origin);
    const load = orderSteadily({ origins, customers, product, perSecond: 10, giveUpMs: 240_000 });
    while (load.acknowledged.length < 50) await delay(20);
    await fault();
    const before = load.acknowledged.length;
    while (load.acknowledged.length < before + 100) await delay(20);
    const ordered = await load.stop();
    await expectNoneLostOrDoubled(own.pool, product, ordered);
    await expectInvariants(own.pool, { [product]: stock });
    // No bug's 500, and both instances are back by themselves.
    expect(Object.keys(ordered.tally).filter((status) => status !== "503")).toEqual([]);
    for (const origin of origins) await waitForStatus(`${origin}/readyz`, 200, 30_000);
    return ordered;
  }

  it("the leader's machine is lost under orders: none is lost or doubled, and the instances come back by themselves", async () => {
    const former = await cluster.leader();
    const ordered = await orderThrough(former.lose);
    console.log(`leader lost: ${described(ordered)}`);
    expect((await cluster.leader()).name).not.toBe(former.name);
    expect(ordered.tally[503] ?? 0).toBeGreaterThan(0);
    expect(ordered.troubledMs).toBeLessThan(120_000);
    former.start();
    await cluster.untilSynchronous();
  });

  it("the lead is handed over under orders, as for an upgrade of the machine", async () => {
    const former = await cluster.leader();
    const ordered = await orderThrough(cluster.switchOver);
    console.log(`lead handed over: ${described(ordered)}`);
    expect((await cluster.leader()).name).not.toBe(former.name);
    expect(ordered.troubledMs).toBeLessThan(60_000);
    await cluster.untilSynchronous();
  });
});
