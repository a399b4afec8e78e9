import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDb } from "../../src/db/migrate.ts";
import { isPgBouncer } from "../../src/db/pgbouncer.ts";
import { isLeftOut, runProgram } from "../harness/debian.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { freePort } from "../harness/free-port.ts";
import { migrations } from "../harness/migrations.ts";

const undo: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let pooledUrl = "";

/** PgBouncer in transaction mode in front of a server, as docs/scaling.md has it. */
async function startPgBouncer(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop-pgbouncer-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const { hostname, port: behind, username, password } = new URL(url);
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: join(folder, "users.txt"),
    pool_mode: "transaction",
    ignore_startup_parameters:
      "extra_float_digits,lock_timeout,statement_timeout,idle_in_transaction_session_timeout,options",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${hostname} port=${behind} user=${username} password=${password}`;
  await writeFile(join(folder, "users.txt"), `"${username}" "${password}"\n`);
  await writeFile(join(folder, "pgbouncer.ini"), ["[databases]", database, "[pgbouncer]", ...lines, ""].join("\n"));
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  await chmod(folder, 0o755);
  const { stop } = runProgram("pgbouncer", [...asNobody, join(folder, "pgbouncer.ini")]);
  undo.push(stop);
  const pooled = new URL(url);
  pooled.port = String(port);
  while (!(await answers(pooled.href))) await delay(100);
  return pooled.href;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query("select 1")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe.skipIf(isLeftOut("pgbouncer"))("behind PgBouncer", () => {
  beforeAll(async () => {
    cluster = await startCluster();
    undo.push(() => cluster.discard());
    pooledUrl = await startPgBouncer(cluster.url);
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
});
