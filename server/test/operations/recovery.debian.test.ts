import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { migrateDb } from "../../src/db/migrate.ts";
import {
  type ArchivedPostgres,
  pgBackRestAtLeast,
  postgresAtLeast,
  startArchivedPostgres,
} from "../harness/archived-postgres.ts";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { isLeftOut } from "../harness/debian.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { migrations } from "../harness/migrations.ts";
import { decided, orderToPay, pay, seenOrder } from "../harness/paying.ts";
import { shopProcesses } from "../harness/process.ts";
import { orderSteadily } from "../harness/steady-orders.ts";
import { testLimits } from "../harness/test-limits.ts";

const run = promisify(execFile);
const project = fileURLToPath(new URL("../../..", import.meta.url));
const stock = 1_000_000;
const undo: (() => Promise<unknown>)[] = [];
const isMissing = [
  isLeftOut("pgbackrest", { atLeast: pgBackRestAtLeast }),
  isLeftOut("postgres", { atLeast: postgresAtLeast }),
].some((isLeft) => isLeft);

describe.skipIf(isMissing)("A drill with pgBackRest as it is shipped", () => {
  const processes = shopProcesses();
  let postgres: ArchivedPostgres;
  let simulator: Simulator;
  let own: OpenedDb;
  let variables: Record<string, string> = {};

  beforeAll(async () => {
    postgres = await startArchivedPostgres();
    undo.push(postgres.discard);
    await migrateDb(postgres.url, migrations);
    simulator = await startSimulator();
    undo.push(simulator.close);
    own = openDb({ url: postgres.url, poolMax: 2, limits: testLimits });
    undo.push(async () => own.pool.ended || own.close());
    variables = {
      DATABASE_URL: postgres.url,
      MIGRATE: "0",
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      PAYMENTS: "simulator",
      PAYPAL_API_BASE: simulator.origin,
      RECONCILE_SECONDS: "2",
      LOG_LEVEL: "fatal",
    };
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  /** Numbers that show whether a shop is the same. */
  async function numbers(): Promise<unknown> {
    const { rows } = await own.pool.query(`select
      (select count(*) from orders) as orders, (select sum(total_cents) from orders) as totals,
      (select count(*) from orders where paid_at is not null) as paid,
      (select md5(string_agg(o::text, '' order by o.id)) from orders o) as "digest of orders",
      (select md5(string_agg(i::text, '' order by i.order_id, i.position)) from order_items i) as "digest of items",
      (select md5(string_agg(p::text, '' order by p.id)) from payments p) as "digest of payments",
      (select sum(count_in_stock) from products) as stock`);
    return rows;
  }

  /** A command of the built shop: its output, with its exit code where that is not 0. */
  async function command(name: string, args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const env = { PATH: process.env.PATH, NODE_ENV: "test", ...variables, ...more };
    const file = join(project, "server/dist", `${name}.js`);
    return run(process.execPath, [file, ...args], { env }).then(
      ({ stdout }) => stdout,
      (error: unknown) => `${Reflect.get(Object(error), "stdout")}exit ${Reflect.get(Object(error), "code")}`,
    );
  }

  it("goes back to the time before an accident, and says which payments the shop then does not know", async () => {
    let shop = await processes.open(variables);
    const seconds: Record<string, number> = {};
    const timed = async (what: string, work: () => Promise<void>) => {
      const since = performance.now();
      await work();
      seconds[what] = Math.round((performance.now() - since) / 100) / 10;
    };
    await postgres.pgBackRest("stanza-create");
    await postgres.pgBackRest("check");
    await timed("full backup", () => postgres.pgBackRest("--type=full", "backup"));

    // Orders after the backup, which only the log has; of these one is paid, and one waits for its customer.
    const product = await makeProduct(own.db, { countInStock: stock });
    const customers = await insertCustomers(own.db, 20);
    const at = { origin: shop.origin, db: own.db, simulator };
    const load = orderSteadily({ origins: [shop.origin], customers, product, perSecond: 20, giveUpMs: 30_000 });
    while (load.acknowledged.length < 100) await delay(20);
    await load.stop();
    const paid = await orderToPay(at);
    const approved = await decided(at, paid.customer, paid.order._id);
    expect((await pay(shop, paid.customer, paid.order._id, { id: approved })).outcome).toBe("200");
    const waiting = await orderToPay(at);
    await delay(1_500);
    const { rows } = await own.pool.query<{ now: Date }>("select now()");
    const goodUntil = rows[0]?.now ?? new Date();
    const before = await numbers();
    await delay(1_500);

    // What happens after that is lost: a payment of an order from before, and a paid order; then the accident.
    const late = await decided(at, waiting.customer, waiting.order._id);
    expect((await pay(shop, waiting.customer, waiting.order._id, { id: late })).outcome).toBe("200");
    const lost = await orderToPay(at);
    const ofLost = await decided(at, lost.customer, lost.order._id);
    expect((await pay(shop, lost.customer, lost.order._id, { id: ofLost })).outcome).toBe("200");
    await own.pool.query("drop table orders cascade");

    await own.pool.query("select pg_switch_wal()");
    shop.kill("SIGTERM");
    await shop.exited;
    await own.close();
    await timed("restore", async () => {
      await postgres.stop();
      const target = goodUntil.toISOString().replace("T", " ").replace("Z", "+00");
      await postgres.pgBackRest("--delta", "--type=time", `--target=${target}`, "--target-action=promote", "restore");
      await postgres.start();
    });
    own = openDb({ url: postgres.url, poolMax: 2, limits: testLimits });
    expect(await numbers()).toEqual(before);
    await expectInvariants(own.pool, { [product]: stock });

    const folder = await processes.folder();
    await mkdir(join(folder, "backups"));
    const stamp = new Date().toISOString().replace(/[:.]/g, "-");
    await writeFile(join(folder, "backups", `shop-${stamp}.backup`), "age-encryption.org/v1\n");
    const doctor = await command("doctor", [], { DATA_DIR: folder, BACKUP_DIR: join(folder, "backups") });
    expect(doctor.split("\n").filter((line) => /^error|^exit/.test(line))).toEqual([]);

    const since = ["--since", goodUntil.toISOString()];
    const listed = await command("unknown-payments", since);
    expect(listed).toContain(`1 × lost order`);
    expect(listed).toContain(`order ${lost.order._id}`);
    expect(listed).toContain(`1 × unrecorded`);
    expect(listed).toContain(`order ${waiting.order._id}`);
    shop = await processes.open(variables);
    expect(await command("unknown-payments", [...since, "--record"])).toContain("looks up 1 of them");
    await expect.poll(async () => (await seenOrder(shop, waiting.customer, waiting.order._id)).isPaid).toBe(true);
    const left = await command("unknown-payments", since);
    expect(left).not.toContain("unrecorded");
    expect(left).toContain(`1 × lost order`);
    console.log(seconds);
  });
});
