import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobLimits, type OpenedDb, openDb, requestLimits } from "../../src/db/client.ts";
import { migrateDb } from "../../src/db/migrate.ts";
import { isPgBouncer } from "../../src/db/pgbouncer.ts";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { isLeftOut } from "../harness/debian.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { migrations } from "../harness/migrations.ts";
import { type PgBouncer, pgBouncerAtLeast, startPgBouncer } from "../harness/pgbouncer.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { described, expectNoneLostOrDoubled, orderSteadily } from "../harness/steady-orders.ts";
import { testLimits } from "../harness/test-limits.ts";

const run = promisify(execFile);
const project = fileURLToPath(new URL("../../..", import.meta.url));
const stock = 1_000_000;

/** Tests of the suite that run once more, with the shop behind PgBouncer: `THROUGH_PGBOUNCER=1 pnpm test:resilience` runs all. */
const repeated = [
  "operations/two-servers",
  "operations/processes",
  "operations/rolling-stop",
  "operations/webhooks-crash",
  "orders/order-crash",
  "orders/order-races",
  "payments/payment-crash",
  "catalog/large-terms",
  "catalog/import-crash",
];

const undo: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let pooler: PgBouncer;
let pooledUrl = "";

describe.skipIf(isLeftOut("pgbouncer", { atLeast: pgBouncerAtLeast }))("behind PgBouncer as it is shipped", () => {
  const processes = shopProcesses();
  let direct: OpenedDb;
  let shops: ShopProcess[] = [];

  beforeAll(async () => {
    cluster = await startCluster(["fsync=off"]);
    undo.push(() => cluster.discard());
    pooler = await startPgBouncer(cluster.url);
    undo.push(() => pooler.stop());
    pooledUrl = await pooler.through(cluster.url);
    direct = openDb({ url: cluster.url, poolMax: 2, limits: testLimits });
    undo.push(() => direct.close());
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  it("it is told from PostgreSQL itself", async () => {
    expect(await isPgBouncer(pooledUrl)).toBe(true);
    expect(await isPgBouncer(cluster.url)).toBe(false);
  });

  it("a migration is refused before it takes a lock, and runs with the address of PostgreSQL", async () => {
    await expect(migrateDb(pooledUrl, migrations)).rejects.toThrow(/address of PostgreSQL, not of PgBouncer/);
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    expect((await client.query("select from pg_locks where locktype = 'advisory'")).rowCount).toBe(0);
    await client.end();
    await migrateDb(cluster.url, migrations);
  });

  it("everybody has the limits of requests, and jobs their own within their transactions", async () => {
    const requests = openDb({ url: pooledUrl, poolMax: 1 });
    const jobs = openDb({ url: pooledUrl, poolMax: 1, limits: jobLimits });
    undo.push(requests.close, jobs.close);
    const limits = sql`select (select setting::int from pg_settings where name = 'lock_timeout') as "lockMs",
      (select setting::int from pg_settings where name = 'statement_timeout') as "statementMs",
      (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as "idleMs"`;
    const { lockMs, statementMs, idleInTransactionMs: idleMs } = requestLimits;
    for (let round = 0; round < 20; round += 1) {
      expect((await requests.db.execute(limits)).rows).toEqual([{ lockMs, statementMs, idleMs }]);
      const ofJobs = await jobs.db.transaction((tx) => tx.execute(limits));
      expect(ofJobs.rows).toEqual([{ lockMs: jobLimits.lockMs, statementMs: jobLimits.statementMs, idleMs }]);
      expect((await jobs.db.execute(limits)).rows).toEqual([{ lockMs, statementMs, idleMs }]);
    }
  });

  const startShops = async () => {
    if (shops.length > 0) return;
    const variables = { DATABASE_URL: pooledUrl, MIGRATE: "0", JWT_SECRET: issuer.jwtSecret, LOG_LEVEL: "error" };
    const open = () => processes.open({ ...variables, PUBLIC_ORIGIN: issuer.publicOrigin });
    shops = await Promise.all([open(), open()]);
  };

  it.each([
    ["PgBouncer that is killed and back after three seconds", () => pooler.restart(3_000)],
    ["PostgreSQL that is killed behind it", () => cluster.restart("immediate")],
  ])("%s costs customers a wait, and loses or doubles no order", async (_, fault) => {
    await startShops();
    const product = await makeProduct(direct.db, { countInStock: stock });
    const customers = await insertCustomers(direct.db, 50);
    const origins = shops.map(({ origin }) => origin);
    const load = orderSteadily({ origins, customers, product, perSecond: 20, giveUpMs: 30_000 });
    while (load.acknowledged.length < 60) await delay(20);
    await fault();
    const before = load.acknowledged.length;
    while (load.acknowledged.length < before + 100) await delay(20);
    const ordered = await load.stop();
    console.log(described(ordered));
    // Refused with a sentence, or without an answer at all; no bug's 500.
    expect(Object.keys(ordered.tally).filter((status) => status !== "503")).toEqual([]);
    expect(ordered.troubledMs).toBeLessThan(20_000);
    await expectNoneLostOrDoubled(direct.pool, product, ordered);
    await expectInvariants(direct.pool, { [product]: stock });
  });

  it("the tests of crashes, races and restarts hold", async () => {
    const files = repeated.map((name) => `server/test/${name}.resilience.test.ts`);
    const options = ["vitest", "run", "--project", "resilience", "--maxWorkers", "2", "--reporter", "dot", ...files];
    await run("npx", options, {
      cwd: project,
      env: { TEST_WIDTH: "usual", ...process.env, THROUGH_PGBOUNCER: "1" },
      maxBuffer: 64_000_000,
    }).catch((error: unknown) => {
      throw new Error(`${Reflect.get(Object(error), "stdout")}${Reflect.get(Object(error), "stderr")}`);
    });
  }, 3_600_000);
});
