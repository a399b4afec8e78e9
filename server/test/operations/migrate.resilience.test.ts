import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { migrateDb } from "../../src/db/migrate.ts";
import { keepAsking, tally, time, waitForStatus } from "../harness/load.ts";
import { waitForTableLock } from "../harness/locks.ts";
import { migrations, migrationsWith } from "../harness/migrations.ts";
import { shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";

const processes = shopProcesses();
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function database(kind: "migrated" | "empty" = "migrated") {
  const { url, drop } = await createDatabase(kind);
  undo.push(drop);
  return { url, client: await connect(url) };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  undo.push(() => client.end());
  return client;
}

const journal = "select hash, created_at from drizzle.__drizzle_migrations order by created_at";
const timeoutMs = { lockMs: 200, pauseMs: 50, giveUpMs: 60_000 };

describe("a migration that needs a table which is in use", () => {
  it("lets the others through again and again, and is done as soon as the table is free", async () => {
    const { url, client: holder } = await database();
    const folder = await migrationsWith(await processes.folder(), {
      "9999_wanting": "alter table brands add column wanted integer",
    });
    const reader = await connect(url);
    await reader.query("set statement_timeout = 2000");
    await holder.query("begin; select from brands");
    const migrating = migrateDb(url, folder, timeoutMs);
    for (let seen = 0; seen < 3; seen += 1) {
      await waitForTableLock(reader, "brands");
      // Queued behind the migration, which gives way.
      await reader.query("select from brands");
    }
    await holder.query("commit");
    await migrating;
    expect((await reader.query("select wanted from brands")).rows).toEqual([]);
  });

  it("gives up in the end, with its name and the reason, and leaves everything as it was", async () => {
    const { url, client } = await database();
    const folder = await migrationsWith(await processes.folder(), {
      "9998_first": "alter table categories add column wanted integer",
      "9999_second": "alter table users add column wanted integer;alter table brands add column wanted integer",
    });
    await client.query("begin; select from brands");
    await expect(migrateDb(url, folder, { ...timeoutMs, giveUpMs: 300 })).rejects.toThrow(
      /^Migration 9999_second failed: .*lock timeout/,
    );
    await client.query("commit");
    const columns = await client.query(
      "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'wanted'",
    );
    // Each migration is whole by itself, and the release that still serves can live with each.
    expect(columns.rows).toEqual([{ table_name: "categories" }]);
    await migrateDb(url, folder, timeoutMs);
  });
});

describe("a migration outside a transaction", () => {
  const sql = `-- outside a transaction
create index concurrently if not exists "brands_by_age" on brands (created_at);
--> statement-breakpoint
create index concurrently if not exists categories_by_age on categories (created_at);`;

  it("is done once by however many start at once, and noted once", async () => {
    const { url, client } = await database();
    const folder = await migrationsWith(await processes.folder(), { "9999_indexes": sql });
    await Promise.all([1, 2, 3].map(() => migrateDb(url, folder, timeoutMs)));
    const indexes = "select indexname from pg_indexes where indexname like '%_by_age' order by 1";
    expect((await client.query(indexes)).rows).toEqual([
      { indexname: "brands_by_age" },
      { indexname: "categories_by_age" },
    ]);
    const noted = (await client.query(journal)).rows;
    expect(new Set(noted.map(({ hash }) => hash)).size).toBe(noted.length);
  });

  it("lets people write meanwhile", async () => {
    const { url, client: holder } = await database();
    const folder = await migrationsWith(await processes.folder(), { "9999_indexes": sql });
    await holder.query("insert into brands (id, name) values (gen_random_uuid(), 'Earlier')");
    await holder.query("begin; insert into brands (id, name) values (gen_random_uuid(), 'Under way')");
    const migrating = migrateDb(url, folder, timeoutMs);
    const writer = await connect(url);
    await writer.query("set statement_timeout = 2000");
    const building = "select from pg_stat_progress_create_index where datname = current_database()";
    while ((await writer.query(building)).rowCount === 0) await delay(5);
    // Not another new brand: those wait for each other, because their slugs may not be the same.
    await writer.query("update brands set created_at = now() where name = 'Earlier'");
    await holder.query("commit");
    await migrating;
  });

  it("builds anew what a broken-off try has left unfinished", async () => {
    const { url, client } = await database();
    const folder = await migrationsWith(await processes.folder(), { "9999_indexes": sql });
    await client.query("insert into brands (id, name) values (gen_random_uuid(), 'One'), (gen_random_uuid(), 'Two')");
    // Fails after the index is there, as a cut connection does.
    const clash = "create unique index concurrently brands_by_age on brands (created_at)";
    await expect(client.query(clash)).rejects.toThrow(/unique/);
    const state = "select indisvalid, indisunique from pg_index where indexrelid = 'brands_by_age'::regclass";
    expect((await client.query(state)).rows).toEqual([{ indisvalid: false, indisunique: true }]);
    await migrateDb(url, folder, timeoutMs);
    expect((await client.query(state)).rows).toEqual([{ indisvalid: true, indisunique: false }]);
  });
});

describe("a start that does not migrate", () => {
  it("listens only when somebody else has migrated, so that a proxy asks another instance meanwhile", async () => {
    const { url, client } = await database("empty");
    const env = { DATABASE_URL: url, MIGRATE: "0", ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "marker password" };
    const shops = await Promise.all([processes.spawn(env), processes.spawn(env)]);
    for (const shop of shops) {
      await shop.said(/^Waiting until the database has the newest schema$/);
      await expect(fetch(`${shop.origin}/healthz`)).rejects.toThrow();
    }
    expect((await client.query("select to_regclass('users') as t")).rows).toEqual([{ t: null }]);
    const load = keepAsking(1, () => time(`${shops[0]?.origin}/api/products`), 20);
    await migrateDb(url, migrations);
    for (const shop of shops) {
      await shop.said(/^The shop is open at /);
      expect(await waitForStatus(`${shop.origin}/readyz`, 200, 5_000)).toBeLessThan(5_000);
      expect((await time(`${shop.origin}/api/products`)).status).toBe(200);
    }
    // Never a half-made shop: a connection that is refused, or an answer.
    expect(Object.keys(tally(await load.stop())).sort()).toEqual(["0", "200"]);
    expect((await client.query("select email from users")).rows).toEqual([{ email: "boss@example.com" }]);
    for (const shop of shops) shop.kill("SIGTERM");
    for (const shop of shops) expect((await shop.exited).code, shop.errors.join("\n")).toBe(0);
  });

  it("can be stopped while it waits", async () => {
    const { url } = await database("empty");
    const shop = await processes.spawn({ DATABASE_URL: url, MIGRATE: "0" });
    await shop.said(/^Waiting until/);
    shop.kill("SIGTERM");
    expect((await shop.exited).code, shop.errors.join("\n")).toBe(0);
  });
});
