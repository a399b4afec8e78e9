import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shopAccount } from "@shop/paypal-simulator/bank";
import { startSimulator } from "@shop/paypal-simulator/server";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDb } from "../../src/db/client.ts";
import { migrateDb } from "../../src/db/migrate.ts";
import { settingSecrets, settingsVersions } from "../../src/db/schema/settings.ts";
import { openSealing } from "../../src/infra/sealed-text.ts";
import { createRoles } from "../harness/database-roles.ts";
import { type Cluster, startCluster } from "../harness/embedded.ts";
import { freePort } from "../harness/free-port.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { migrations } from "../harness/migrations.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const undo: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let folder = "";
let appUrl = "";
let simulatorOrigin = "";
beforeAll(async () => {
  cluster = await startCluster();
  undo.push(() => cluster.discard());
  const urls = await createRoles(cluster.url);
  appUrl = urls.app;
  await migrateDb(urls.owner, migrations);
  folder = await mkdtemp(join(tmpdir(), "shop-doctor-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "backups"));
  const takenAt = new Date().toISOString().replace(/[:.]/g, "-");
  await writeFile(join(folder, "backups", `shop-${takenAt}.backup`), "age-encryption.org/v1\n");
  const simulator = await startSimulator();
  undo.push(simulator.close);
  simulatorOrigin = simulator.origin;
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/** The built doctor's exit code and lines. The variables are those of a shop in order, changed as given. */
function examine(changes: Record<string, string> = {}): Promise<{ code: number; lines: string[] }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: appUrl,
    MIGRATE: "0",
    PUBLIC_ORIGIN: "https://shop.example.com",
    JWT_SECRET: "marker-0123456789abcdefghijklmnop",
    TRUSTED_PROXIES: "loopback",
    ADMIN_EMAIL: "boss@example.com",
    ADMIN_PASSWORD: "marker lively horses",
    UPLOADS_DIR: join(folder, "uploads"),
    BACKUP_DIR: join(folder, "backups"),
    ...changes,
  };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(project, "server/dist/doctor.js")],
      { env, cwd: folder },
      (failure, out, errors) => {
        expect(out + errors).not.toContain("marker");
        done({ code: Number(failure?.code ?? 0), lines: (out + errors).trimEnd().split("\n") });
      },
    );
  });
}

const problemsIn = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("ok "));

it("A shop in order gets a line for each part, and exit code 0", async () => {
  const { code, lines } = await examine();
  expect(lines.map((line) => /^ok +([\w ]+): \S/.exec(line)?.[1] ?? line)).toEqual([
    // Nobody owns the name, and the line of this process's Node may be out of support.
    ...[expect.stringMatching(/^node$|^warning +node: .*no security updates/), "origin"],
    ...[expect.stringMatching(/^warning +domain: shop\.example\.com does not resolve/), "secrets"],
    ...["database version", "database changes", "database role", "extensions", "migrations", "accounts", "clock"],
    ...["connections", "images", expect.stringMatching(/^warning +payments: .*takes no online payments/)],
    ...[expect.stringMatching(/^warning +mail: .*No mail goes out/), "disk", "disk", "backups"],
  ]);
  expect(code).toBe(0);
});

it("Every invalid variable is named at once", async () => {
  const { code, lines } = await examine({ PUBLIC_ORIGIN: "http://shop.example.com", JWT_SECRET: "", PAYMENTS: "live" });
  expect(lines.map((line) => /^error +settings: (\w+): /.exec(line)?.[1])).toEqual([
    ...["JWT_SECRET", "PUBLIC_ORIGIN", "PAYPAL_CLIENT_ID"],
  ]);
  expect(code).toBe(1);
});

it("A superuser is a warning, and a database without migrations or with the wrong password an error", async () => {
  const superuser = await examine({ DATABASE_URL: cluster.url });
  expect(problemsIn(superuser.lines)).toContainEqual(expect.stringMatching(/^warning +database role: .*superuser/));
  expect(superuser.code).toBe(0);

  const empty = new URL(cluster.url);
  empty.pathname = "/template1";
  const unmigrated = await examine({ DATABASE_URL: empty.href });
  expect(problemsIn(unmigrated.lines)).toContainEqual(expect.stringMatching(/^error +migrations: .*migrate\.js/));
  expect(unmigrated.code).toBe(1);

  const wrong = new URL(appUrl);
  wrong.password = "marker-wrong";
  const locked = await examine({ DATABASE_URL: wrong.href });
  expect(problemsIn(locked.lines)).toContainEqual(expect.stringMatching(/^error +database: .*password/));
  const absent = await examine({ DATABASE_URL: `postgres://marker:marker@127.0.0.1:${await freePort()}/shop` });
  expect(problemsIn(absent.lines)).toContainEqual(expect.stringMatching(/^error +database: Nothing listens/));
});

it("A server that takes no changes is an error, and a broken index and a slot that nobody reads are warnings", async () => {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query("select pg_create_physical_replication_slot('forgotten', true)");
  await client.query("update pg_index set indisvalid = false where indexrelid = 'orders_pkey'::regclass");
  await client.query("alter role shop_app set default_transaction_read_only = on");
  const { code, lines } = await examine();
  await client.query("alter role shop_app reset default_transaction_read_only");
  await client.query("update pg_index set indisvalid = true where indexrelid = 'orders_pkey'::regclass");
  await client.query("select pg_drop_replication_slot('forgotten')");
  await client.end();
  expect(lines).toContainEqual(expect.stringMatching(/^error +database changes: .*default_transaction_read_only/));
  expect(lines).toContainEqual(expect.stringMatching(/^warning +indexes: .*orders_pkey/));
  expect(lines).toContainEqual(expect.stringMatching(/^warning +replication slots: .*forgotten/));
  expect(code).toBe(1);
});

it("A primary that is named as a replica, another server's data and a dead replica are told apart", async () => {
  const other = await startCluster();
  const dead = `postgres://marker:marker@127.0.0.1:${await freePort()}/shop`;
  const { lines } = await examine({ DATABASE_REPLICA_URLS: [appUrl, other.url, dead].join(",") });
  await other.discard();
  const replicas = lines.filter((line) => line.includes("replica"));
  expect(replicas).toEqual([
    expect.stringMatching(/^warning +replica: .* is a primary/),
    expect.stringMatching(/^error +replica: .* other data/),
    expect.stringMatching(/^warning +replica: .* does not answer \(ECONNREFUSED\)/),
  ]);
});

it("Folders that cannot be written, equal ports and metrics for everybody are named", async () => {
  const closed = join(folder, "closed");
  await mkdir(closed);
  await writeFile(join(closed, "file"), "");
  const { lines } = await examine({ STATIC_DIR: join(closed, "file"), METRICS_PORT: "3000", PORT: "3000" });
  expect(lines).toContainEqual(expect.stringMatching(/^error +folders: .*closed\/file cannot be written/));
  expect(lines).toContainEqual(expect.stringMatching(/^error +ports: .*3000/));
  const seen = await examine({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" });
  expect(seen.lines).toContainEqual(expect.stringMatching(/^warning +metrics: .*0\.0\.0\.0/));
});

it("The payment provider is asked whether it accepts the credentials", async () => {
  const simulated = { DEMO: "1", PAYMENTS: "simulator", PAYPAL_API_BASE: simulatorOrigin, PAYPAL_WEBHOOK_ID: "HOOK" };
  const accepted = await examine(simulated);
  expect(accepted.lines).toContainEqual(expect.stringMatching(/^warning +payments: .*accepts .*simulator/));
  expect(accepted.lines).toContainEqual(expect.stringMatching(/^ok +clock: .*payment provider/));
  expect(accepted.code).toBe(0);
  const strict = await startSimulator({ credentials: { clientId: shopAccount.merchant_id, clientSecret: "other" } });
  const refused = await examine({ ...simulated, PAYPAL_API_BASE: strict.origin });
  await strict.close();
  expect(refused.lines).toContainEqual(expect.stringMatching(/^error +payments: .*refuses/));
  const gone = await examine({ ...simulated, PAYPAL_API_BASE: strict.origin });
  expect(gone.lines).toContainEqual(expect.stringMatching(/^error +payments: .*no usable answer/));
  expect(gone.code).toBe(1);
});

it("The mail server is asked whether it accepts the credentials, and sent no mail", async () => {
  const server = await startMailServer();
  undo.push(server.close);
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "shop@example.com" };
  const accepted = await examine(settings);
  expect(accepted.lines).toContainEqual(expect.stringMatching(/^ok +mail: The mail server 127\.0\.0\.1:\d+ accepts/));
  expect(server.received).toEqual([]);
  const closed = { ...settings, SMTP_URL: `smtp://shop:marker-password@127.0.0.1:${await freePort()}` };
  const gone = await examine(closed);
  expect(gone.lines).toContainEqual(expect.stringMatching(/^error +mail: .*cannot be used: ESOCKET/));
  expect(gone.code).toBe(1);
});

it("A folder of images that cannot be written is an error", async () => {
  await writeFile(join(folder, "file"), "");
  const { code, lines } = await examine({ UPLOADS_DIR: join(folder, "file/uploads") });
  expect(lines).toContainEqual(expect.stringMatching(/^error +images: .*ENOTDIR/));
  expect(code).toBe(1);
});

it("Secrets that the owner saved under another JWT_SECRET are an error", async () => {
  const { db, close } = openDb({ url: cluster.url, poolMax: 1 });
  const sealing = openSealing("another secret of some length entirely", "shop settings");
  await db.insert(settingsVersions).values({ version: 1, settings: {} });
  await db.insert(settingSecrets).values({ name: "mailPassword", sealed: sealing.encrypt("marker", "mailPassword") });
  const { code, lines } = await examine();
  await db.delete(settingSecrets);
  await close();
  expect(lines).toContainEqual(expect.stringMatching(/^error +secrets: mailPassword .*another JWT_SECRET/));
  expect(code).toBe(1);
});
