import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { writeBackup } from "../../src/backup/write-backup.ts";
import { countMigrations, knownMigrations, migrateDb } from "../../src/db/migrate.ts";
import { releaseExpiredHolds } from "../../src/domain/payment/release-holds.ts";
import { openFolder } from "../../src/infra/storage.ts";
import { register } from "../harness/accounts.ts";
import { createRoles } from "../harness/database-roles.ts";
import { startCluster } from "../harness/embedded.ts";
import { migrations, migrationsWith } from "../harness/migrations.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { decided, pay } from "../harness/paying.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

// An existing shop, whose superuser owns everything, gets the roles, and then the newest migration by its new owner.
const cluster = await startCluster();
const folder = await mkdtemp(join(tmpdir(), "shop-roles-"));
const known = await knownMigrations(migrations);
await migrateDb(cluster.url, await migrationsWith(folder, {}, known - 1));
const urls = await createRoles(cluster.url);
await migrateDb(urls.owner, migrations);
const shop = startTestShop({ servers: { url: urls.app, replicaUrls: [] }, takesPayments: true });
afterAll(async () => {
  await cluster.discard();
  await rm(folder, { recursive: true, force: true });
});

/** Runs statements as a role; returns the SQLSTATE of the failure, or "done". */
async function tryAs(url: string, statements: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
    return "done";
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? "";
    throw error;
  } finally {
    await client.end();
  }
}

/** SQLSTATE: insufficient privilege. */
const denied = "42501";

const changes = [
  "drop table reviews",
  "alter table orders add column note text",
  "create table mine (a int)",
  "create schema mine",
  "create temporary table mine (a int)",
  "create extension hstore",
  "create function mine() returns int language sql return 1",
  "truncate orders cascade",
  "alter table products disable trigger all",
  "drop function catalogue_version_change() cascade",
  "create index on orders (city)",
  "update drizzle.__drizzle_migrations set hash = ''",
  "create role mine",
  "alter role shop_app superuser",
  "copy orders to program 'cat'",
  "set role shop_owner",
];

describe("the shop's role", () => {
  it("serves a sale from the catalog to the paid and confirmed order", async () => {
    const admin = await register(shop, "admin");
    const headers = { cookie: admin.cookie, "content-type": "application/json" };
    const created = await send(shop.origin, { method: "POST", path: "/api/products", headers, body: "" });
    expect(created.status, created.body).toBe(201);
    const { _id: product, ...draft } = JSON.parse(created.body);
    const lamp = { ...draft, name: "Lamp", price: 20, countInStock: 3 };
    const saved = await send(shop.origin, {
      method: "PUT",
      path: `/api/products/${product}`,
      headers,
      body: JSON.stringify(lamp),
    });
    expect(saved.status, saved.body).toBe(200);
    for (const path of ["/api/products?keyword=lamp", "/api/products/top", `/api/products/${product}`]) {
      const { status, body } = await send(shop.origin, { path });
      expect({ status, isFound: body.includes("Lamp") }, path).toEqual({ status: 200, isFound: true });
    }
    const customer = { ...(await register(shop)), name: "Customer" };
    const order = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]), { key: "sale" });
    const paid = await pay(shop, customer, order._id, { id: await decided(shop, customer, order._id) });
    expect(paid).toMatchObject({ outcome: "200", content: { isPaid: true } });
    const confirmed = await send(shop.origin, { method: "PUT", path: `/api/orders/${order._id}/confirm`, headers });
    expect(confirmed.status, confirmed.body).toBe(200);
    await releaseExpiredHolds(shop.db, 10);
  });

  it.each(changes)("cannot change more than rows: %s", async (statement) => {
    expect(await tryAs(urls.app, statement)).toBe(denied);
  });
});

describe("the backup's role", () => {
  it.each([
    ...changes,
    "insert into brands (id, name) values (gen_random_uuid(), 'Mine')",
    "update users set is_admin = true",
    "delete from sessions",
    "select nextval('drizzle.__drizzle_migrations_id_seq')",
  ])("cannot write: %s", async (statement) => {
    expect(await tryAs(urls.backup, statement)).toBe(denied);
  });

  it("writes a backup, which the owner restores for the shop's role", async () => {
    const storage = openFolder(join(folder, "uploads"));
    const { path, manifest } = await writeBackup({ url: urls.backup, storage, key: undefined, folder });
    expect(manifest.database.tables.find(({ name }) => name === "orders")?.rows).toBe(1);
    const restore = (url: string, isReplacing: boolean) =>
      restoreBackup({ path, key: undefined, url, migrations, storage, isReplacing });
    await expect(restore(urls.owner, true)).rejects.toThrow(/shop is running/);

    expect(await tryAs(cluster.url, "create database restored")).toBe("done");
    const other = new URL(cluster.url);
    other.pathname = "/restored";
    const restored = await createRoles(other.href);
    await restore(restored.owner, false);
    await restore(restored.owner, true);
    const opened = new pg.Pool({ connectionString: restored.app, max: 1 });
    expect(await countMigrations(opened)).toBe(known);
    expect((await opened.query("select name from products")).rows).toEqual([{ name: "Lamp" }]);
    await opened.query("update products set count_in_stock = 2");
    await opened.end();
    expect(await tryAs(restored.app, "drop table reviews")).toBe(denied);
    expect(await tryAs(restored.backup, "select from drizzle.__drizzle_migrations")).toBe("done");
  });
});

describe("the roles' script", () => {
  it("can be repeated, and covers the tables of later migrations", async () => {
    expect(await createRoles(cluster.url)).toEqual(urls);
    const later = await migrationsWith(folder, {
      "9998_later": "create table later (id bigserial primary key, note text);",
    });
    await migrateDb(urls.owner, later);
    expect(await tryAs(urls.app, "insert into later (note) values ('a'); delete from later")).toBe("done");
    expect(await tryAs(urls.app, "drop table later")).toBe(denied);
    expect(await tryAs(urls.backup, "select * from later")).toBe("done");
    expect(await tryAs(urls.backup, "delete from later")).toBe(denied);
  });

  it("needs no superuser where a role owns the database and may create roles and databases, as on hosted servers", async () => {
    expect(await tryAs(cluster.url, "create role hosted login createrole createdb password 'marker-hosted'")).toBe(
      "done",
    );
    expect(await tryAs(cluster.url, "create database hosted owner hosted")).toBe("done");
    const hosted = new URL(cluster.url);
    Object.assign(hosted, { username: "hosted", password: "marker-hosted", pathname: "/hosted" });
    // The roles of this server were created by its superuser, who lets the other one manage them.
    expect(await tryAs(cluster.url, "grant shop_owner, shop_app, shop_backup to hosted with admin option")).toBe(
      "done",
    );
    const made = await createRoles(hosted.href);
    await migrateDb(made.owner, migrations);
    expect(await tryAs(made.app, "select * from products")).toBe("done");
  });
});
