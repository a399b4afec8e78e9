import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openDb } from "../../src/db/client.ts";
import { knownMigrations, migrateDb } from "../../src/db/migrate.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { migrations, migrationsWith } from "../harness/migrations.ts";
import { orderOf, orderSchema, placedOrder } from "../harness/ordering.ts";
import { shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";
import { testLimits } from "../harness/test-limits.ts";

const processes = shopProcesses();
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const firstRelease = join(fileURLToPath(import.meta.url), "../fixtures/first-release.sql");

async function database() {
  const { url, drop } = await createDatabase("empty");
  const { pool, close } = openDb({ url, poolMax: 4, limits: testLimits });
  undo.push(drop, close);
  return { url, pool };
}

async function countsOf(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = (await pool.query(`select from ${name}`)).rowCount ?? 0;
  return counts;
}

type Column = { table: string; name: string; type: string; takesNothing: boolean };

/** Columns, and whether a row may come without naming them. */
async function columnsOf(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select table_name as table, column_name as name, data_type as type,
       is_nullable = 'YES' or column_default is not null or is_generated = 'ALWAYS' or is_identity = 'YES' as "takesNothing"
     from information_schema.columns where table_schema = 'public'`,
  );
  return rows;
}

/** The first thing each table says of itself: its rows, in the columns that it had. */
async function rowsOf(pool: pg.Pool, columns: Column[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of new Set(columns.map((column) => column.table))) {
    const names = columns.filter((column) => column.table === table).map(({ name }) => name);
    const { rows } = await pool.query(`select row(${names.join(", ")})::text as row from ${table} order by 1`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

describe("a shop of the first release", () => {
  it("is brought to the newest schema with every row as it was, and its release can go on meanwhile", async () => {
    const { url, pool } = await database();
    await pool.query(await readFile(firstRelease, "utf8"));
    const counts = await countsOf(pool);
    for (const [table, count] of Object.entries(counts)) expect(count, table).toBeGreaterThan(0);
    const before = await columnsOf(pool);
    // When a payment is asked for next is no knowledge but a plan, which every release makes anew.
    const stored = before.filter(({ table, name }) => `${table}.${name}` !== "payments.ask_again_at");
    const rows = await rowsOf(pool, stored);

    await migrateDb(url, migrations);
    const journal = await pool.query(
      "select count(*)::int as n, count(distinct hash)::int as d from drizzle.__drizzle_migrations",
    );
    const known = await knownMigrations(migrations);
    expect(journal.rows).toEqual([{ n: known, d: known }]);
    await expectInvariants(pool);
    expect(await countsOf(pool)).toMatchObject(counts);

    // What the first release reads and writes is still there, of the same type, and nothing new is asked of it.
    const after = await columnsOf(pool);
    for (const column of before) {
      const now = after.find(({ table, name }) => table === column.table && name === column.name);
      expect(now, `${column.table}.${column.name}`).toMatchObject({ type: column.type });
      expect(now?.takesNothing || !column.takesNothing, `${column.table}.${column.name} was optional`).toBe(true);
    }
    for (const { table, name, takesNothing } of after) {
      const isOld = before.some((column) => column.table === table && column.name === name);
      const isOldTable = before.some((column) => column.table === table);
      expect(isOld || !isOldTable || takesNothing, `${table}.${name} is asked of the first release`).toBe(true);
    }
    expect(await rowsOf(pool, stored)).toEqual(rows);
    for (const table of ["brands", "categories"]) {
      const { rowCount } = await pool.query(`select from ${table} where slug = '' or slug <> lower(slug)`);
      expect(rowCount, `${table} without an address`).toBe(0);
    }
  });

  it("has a matter for whatever needed a person, also while the release before still serves", async () => {
    const { url, pool } = await database();
    await pool.query(await readFile(firstRelease, "utf8"));
    await migrateDb(url, migrations);
    const open = async () =>
      (
        await pool.query(
          `select o.id, o.attention, m.kind from orders o full join order_matters m on m.order_id = o.id and m.resolved_at is null
           where o.attention is not null or m.id is not null order by 1`,
        )
      ).rows;
    const found = await open();
    expect(found.length).toBeGreaterThan(3);
    for (const { attention, kind } of found) expect(kind).toBe(attention);

    // What that release writes now is taken over, again and again.
    const { id } = (await pool.query("select id from orders where attention is null and paid_at is not null")).rows[0];
    const flag = (attention: string | null) =>
      pool.query("update orders set attention = $2 where id = $1", [id, attention]);
    const kinds = async () => (await open()).filter((row) => row.id === id).map(({ kind }) => kind);
    for (const attention of ["paid twice", null, "refunded", "refunded", null, "paid twice"]) {
      await flag(attention);
      expect(await kinds()).toEqual(attention === null ? [] : [attention]);
    }
  });

  it("sells on after the upgrade: people sign in, read what they had, and order", async () => {
    const { url, pool } = await database();
    await pool.query(await readFile(firstRelease, "utf8"));
    const shop = await processes.open({ DATABASE_URL: url });
    const signedIn = await fetch(`${shop.origin}/api/users/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "person2@example.com", password: "a password of some length" }),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const mine = await pool.query(
      "select o.id from orders o join users u on u.id = o.user_id where u.email = 'person2@example.com'",
    );
    expect(mine.rowCount).toBeGreaterThan(5);
    for (const { id } of mine.rows) {
      const answer = await fetch(`${shop.origin}/api/orders/${id}`, { headers: { cookie } });
      expect(answer.status).toBe(200);
      expect(orderSchema.parse(await answer.json())._id).toBe(id);
    }
    const lamp = (await pool.query("select id from products where name like 'Quiet %'")).rows[0]?.id;
    const customer = { id: "", name: "", email: "", cookie };
    await placedOrder(shop.origin, customer, orderOf([{ product: lamp, qty: 1 }]));
    const found = await fetch(`${shop.origin}/api/products?keyword=${encodeURIComponent("ÅNGSTRÖM")}`);
    expect(await found.text()).toContain("Quiet 'lamp'");
    await expectInvariants(pool);
    shop.kill("SIGTERM");
  });
});

describe("a shop from before the first release", () => {
  it("whose schema knew no payments yet is brought to the newest, with what came later worked out", async () => {
    const { url, pool } = await database();
    await migrateDb(url, await migrationsWith(await processes.folder(), {}, 6));
    await pool.query(`
      insert into users (id, name, email, password_hash) values ('01890000-0000-7000-8000-00000000000a', 'Ada', 'ada@example.com', 'none');
      insert into brands (id, name) values ('01890000-0000-7000-8000-00000000000b', 'Ångström');
      insert into categories (id, name) values ('01890000-0000-7000-8000-00000000000c', 'Lamps');
      insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
        values ('01890000-0000-7000-8000-00000000000d', 'Quiet lamp', '01890000-0000-7000-8000-00000000000b',
          '01890000-0000-7000-8000-00000000000c', 1000, 9, now());
      insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
          items_cents, shipping_cents, tax_cents, total_cents, held_until)
        values ('01890000-0000-7000-8000-00000000000e', '01890000-0000-7000-8000-00000000000a', 'Ada', 'ada@example.com',
          '1 Main St', 'Springfield', '12345', 'USA', 'PayPal', 1000, 1000, 150, 2150, now());
      insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
        values ('01890000-0000-7000-8000-00000000000e', 0, '01890000-0000-7000-8000-00000000000d', 'Quiet lamp', '', 1000, 1)`);
    await migrateDb(url, migrations);
    await expectInvariants(pool, { "01890000-0000-7000-8000-00000000000d": 10 });
    const found = await pool.query("select from product_search where lexemes @@ 'Nquiet & Clamp & Bangstrom'::tsquery");
    expect(found.rowCount).toBe(1);
    expect((await pool.query("select visible from catalogue_size")).rows).toEqual([{ visible: 1 }]);
    expect((await pool.query("select attention, version from orders, brands")).rows).toEqual([
      { attention: null, version: 1 },
    ]);
  });
});
