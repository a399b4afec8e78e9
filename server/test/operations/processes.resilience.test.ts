import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { knownMigrations, migrateDb } from "../../src/db/migrate.ts";
import { devSecret } from "../../src/infra/dev-secret.ts";
import { freePort } from "../harness/free-port.ts";
import { time, waitForStatus } from "../harness/load.ts";
import { waitForTableLock } from "../harness/locks.ts";
import { migrations, migrationsWith } from "../harness/migrations.ts";
import { shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";

const processes = shopProcesses();
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
});

async function database(kind: "migrated" | "empty"): Promise<string> {
  const { url, drop } = await createDatabase(kind);
  drops.push(drop);
  return url;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a start that must fail said, and how it ended. */
async function failure(env: Record<string, string>) {
  const shop = await processes.spawn(env);
  const { code } = await shop.exited;
  return { code, errors: shop.errors, opened: shop.output.filter((line) => line.includes("is open")) };
}

// A start takes about a second, and many times that on a machine that is busy with something else.
const readyMs = 60_000;

describe("starting", () => {
  it("three at once on an empty database works for all, with each migration done once and one secret", async () => {
    const shared = {
      DATABASE_URL: await database("empty"),
      DATA_DIR: await processes.folder(),
      PUBLIC_ORIGIN: "http://localhost:3000",
    };
    const shops = await Promise.all([processes.open(shared), processes.open(shared), processes.open(shared)]);
    for (const { origin } of shops) await waitForStatus(`${origin}/readyz`, 200, readyMs);
    const known = await knownMigrations(migrations);
    expect(
      await ask(
        shared.DATABASE_URL,
        "select count(*)::int as n, count(distinct hash)::int as d from drizzle.__drizzle_migrations",
      ),
    ).toEqual([{ n: known, d: known }]);

    const registered = await fetch(`${shops[0]?.origin}/api/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "One", email: "one@example.com", password: "a password of some length" }),
    });
    const cookie = registered.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    for (const { origin } of shops) {
      expect((await time(`${origin}/api/users/profile`, { headers: { cookie } })).status).toBe(200);
    }
    for (const shop of shops) shop.kill("SIGTERM");
    for (const shop of shops) expect((await shop.exited).code).toBe(0);
  });

  it("three at once on the previous release's schema works for all, with the new migration done once", async () => {
    const url = await database("empty");
    const known = await knownMigrations(migrations);
    await migrateDb(url, await migrationsWith(await processes.folder(), {}, known - 1));
    const env = { DATABASE_URL: url, DATA_DIR: await processes.folder() };
    const shops = await Promise.all([processes.open(env), processes.open(env), processes.open(env)]);
    for (const { origin } of shops) await waitForStatus(`${origin}/readyz`, 200, readyMs);
    const done = "select count(*)::int as n, count(distinct hash)::int as d from drizzle.__drizzle_migrations";
    expect(await ask(url, done)).toEqual([{ n: known, d: known }]);
    for (const shop of shops) shop.kill("SIGTERM");
    for (const shop of shops) expect((await shop.exited).code).toBe(0);
  });

  it("makes one secret, however many ask for it at the same moment", async () => {
    for (let round = 0; round < 10; round += 1) {
      const folder = await processes.folder();
      const secrets = await Promise.all(Array.from({ length: 20 }, () => devSecret(folder)));
      expect(new Set(secrets).size).toBe(1);
      expect(secrets[0]).toHaveLength(64);
      expect(await readdir(folder)).toEqual(["jwt-secret"]);
    }
  });

  it("with a setting that is wrong ends with one line that names it", async () => {
    const url = await database("migrated");
    const wrong: Record<string, Record<string, string>> = {
      PORT: { PORT: "abc", DATABASE_URL: url },
      PUBLIC_ORIGIN: { PUBLIC_ORIGIN: "shop.example.com/shop", DATABASE_URL: url },
      NODE_ENV: { NODE_ENV: "staging", DATABASE_URL: url },
      DATABASE_URL: { NODE_ENV: "production", JWT_SECRET: "0123456789abcdef0123456789abcdef" },
    };
    const ends = await Promise.all(
      Object.entries(wrong).map(async ([name, env]) => ({ name, ...(await failure(env)) })),
    );
    for (const { name, code, errors, opened } of ends) {
      expect({ name, code, opened }).toEqual({ name, code: 1, opened: [] });
      expect(errors).toEqual([expect.stringMatching(new RegExp(`^${name}: \\S`))]);
    }
  });

  it("without its database, or with its port taken, ends with one line and nothing secret in it", async () => {
    const taken = createServer();
    taken.listen({ port: 0, host: "127.0.0.1" });
    await once(taken, "listening");
    const address = z.object({ port: z.number() }).parse(taken.address());
    const nowhere = `postgres://shop:marker-password@localhost:${await freePort()}/shop`;
    const since = Date.now();
    const ends = await Promise.all([
      failure({ DATABASE_URL: nowhere }),
      failure({ DATABASE_URL: await database("migrated"), PORT: String(address.port), DRAIN_MS: "60000" }),
    ]);
    taken.close();
    // There are no open requests to wait for, however long it would wait for them.
    expect(Date.now() - since).toBeLessThan(30_000);
    for (const { code, errors, opened } of ends) {
      expect(opened).toEqual([]);
      expect(code).toBe(1);
      expect(errors).toEqual([expect.stringMatching(/^The shop could not start\. .*\S/)]);
      expect(errors.join()).not.toContain("marker-password");
    }
    expect(ends[1]?.errors[0]).toContain(String(address.port));
  });

  it("on a database that it cannot migrate ends, and leaves it as it was", async () => {
    const url = await database("empty");
    await ask(url, "create table brands (mine text)");
    const { code, errors, opened } = await failure({ DATABASE_URL: url });
    expect({ code, opened }).toEqual({ code: 1, opened: [] });
    expect(errors).toEqual([expect.stringMatching(/^The shop could not start\. /)]);
    expect(await ask(url, "select table_name from information_schema.tables where table_schema = 'public'")).toEqual([
      { table_name: "brands" },
    ]);
  });

  it("makes the first administrator once, and tells nobody the password when that fails", async () => {
    const url = await database("migrated");
    const env = { DATABASE_URL: url, ADMIN_EMAIL: "Boss@Example.com", ADMIN_PASSWORD: "marker password" };
    await ask(url, "alter table users rename column password_hash to hidden");
    const broken = await failure(env);
    expect(broken.code).toBe(1);
    expect(broken.errors).toHaveLength(1);
    expect(broken.errors.join()).not.toMatch(/boss@example\.com|argon2|insert into/i);
    await ask(url, "alter table users rename column hidden to password_hash");
    const shop = await processes.open(env);
    expect(await ask(url, "select email, is_admin from users")).toEqual([
      { email: "boss@example.com", is_admin: true },
    ]);
    shop.kill("SIGTERM");
  });

  it("that loses its connection halfway ends with one line", async () => {
    const url = await database("migrated");
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin; lock table users in access exclusive mode");
    const start = failure({ DATABASE_URL: url, ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "marker password" });
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'shop%' and datname = current_database() and wait_event_type = 'Lock'`;
    while ((await ask(url, cut)).length === 0) await delay(20);
    const { code, errors } = await start;
    await holder.end();
    expect(code).toBe(1);
    expect(errors).toEqual([expect.stringMatching(/^The shop could not start\. /)]);
  });
});

describe("a broken migration", () => {
  it("changes nothing, and hinders no later one", async () => {
    const url = await database("migrated");
    const known = await knownMigrations(migrations);
    const folder = await migrationsWith(await processes.folder(), {
      "9999_broken":
        "create table half_done (a int);\n--> statement-breakpoint\nalter table imports drop column file_name;\n--> statement-breakpoint\nalter table nowhere add column b int;",
    });
    await expect(migrateDb(url, folder)).rejects.toThrow(/9999_broken failed: .*nowhere/);
    expect(await ask(url, "select to_regclass('half_done') as t")).toEqual([{ t: null }]);
    expect(await ask(url, "select count(*)::int as n from drizzle.__drizzle_migrations")).toEqual([{ n: known }]);

    expect(await ask(url, "select file_name from imports")).toEqual([]);
    // The lock of the failed migration is free again.
    await migrateDb(url, migrations);
  });
});

describe("a bug that nobody waits for", () => {
  it.each(["Promise.reject(new Error('oops'))", "setTimeout(() => { throw new Error('oops'); })"])(
    "is written down, and ends the process by the way that every end takes: %s",
    async (bug) => {
      const url = await database("migrated");
      const breaking = `data:text/javascript,process.on("SIGUSR2", () => { ${bug} })`;
      const shop = await processes.open({ DATABASE_URL: url }, ["--import", breaking]);
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query("begin; lock table categories in access exclusive mode");
      const slow = time(`${shop.origin}/api/categories`);
      await waitForTableLock(holder, "categories");
      shop.kill("SIGUSR2");
      await shop.said(/"msg":"the shop gives up"/);
      await holder.query("commit");
      await holder.end();
      // Whoever was being served is served.
      expect((await slow).status).toBe(200);
      expect(await shop.exited).toEqual({ code: 1, signal: null });
      expect(shop.errors).toEqual([]);
      const event: unknown = JSON.parse(shop.output.find((line) => line.includes("gives up")) ?? "");
      expect(event).toMatchObject({ level: 60, err: { message: "oops" } });
    },
  );
});

describe("the embedded database", () => {
  /** Whether a PostgreSQL runs on the cluster in a data folder. */
  async function isRunning(folder: string): Promise<boolean> {
    const lines = await readFile(join(folder, "postgres/cluster/postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(lines.split("\n", 1)[0]);
    if (!(pid > 0)) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  it("starts with the shop and stops with it, and keeps what was in it", async () => {
    const folder = await processes.folder();
    const first = await processes.open({ DATA_DIR: folder });
    expect(await isRunning(folder)).toBe(true);
    const registered = await time(`${first.origin}/api/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Kept", email: "kept@example.com", password: "a password of some length" }),
    });
    expect(registered.status).toBe(201);
    first.kill("SIGINT");
    expect((await first.exited).code, first.errors.join("\n")).toBe(0);
    expect(await isRunning(folder)).toBe(false);

    const second = await processes.open({ DATA_DIR: folder });
    const entered = await time(`${second.origin}/api/users/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "kept@example.com", password: "a password of some length" }),
    });
    expect(entered.status).toBe(200);
    second.kill("SIGTERM");
    expect((await second.exited).code).toBe(0);
    expect(await isRunning(folder)).toBe(false);
  });

  it("does not outlive a first start that is interrupted", async () => {
    const folder = await processes.folder();
    const shop = await processes.spawn({ DATA_DIR: folder });
    await shop.said(/^Starting PostgreSQL$/);
    // While the server comes up, nothing but the call that starts it knows of it.
    while (!(await isRunning(folder))) await delay(5);
    shop.kill("SIGTERM");
    await shop.exited;
    expect(shop.output.some((line) => line.includes("is open"))).toBe(false);
    for (let look = 0; look < 10; look += 1) {
      expect(await isRunning(folder)).toBe(false);
      await delay(100);
    }
  });

  it("does not outlive a start that fails", async () => {
    const taken = createServer();
    taken.listen({ port: 0, host: "127.0.0.1" });
    await once(taken, "listening");
    const { port } = z.object({ port: z.number() }).parse(taken.address());
    const folder = await processes.folder();
    const { code, errors } = await failure({ DATA_DIR: folder, PORT: String(port) });
    taken.close();
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(await isRunning(folder)).toBe(false);
  });
});
