import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { imageAt, imageWidths } from "@shop/shared/catalog/image";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "../../src/backup/manifest.ts";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { deleteOldBackups, listBackups } from "../../src/backup/stored-backups.ts";
import { verifyBackup } from "../../src/backup/verify-backup.ts";
import { writeBackup } from "../../src/backup/write-backup.ts";
import { openDb } from "../../src/db/client.ts";
import { imageAddress } from "../../src/infra/image-names.ts";
import { storeImage } from "../../src/infra/images.ts";
import { openStorage } from "../../src/infra/open-storage.ts";
import { openFolder } from "../../src/infra/storage.ts";
import { type Customer, insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct, makeReview } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForTableLock } from "../harness/locks.ts";
import { migrations, migrationsWith } from "../harness/migrations.ts";
import { startObjectStore } from "../harness/object-store.ts";
import { type Attempt, orderOf, orderSchema, placedOrder, sendOrder } from "../harness/ordering.ts";
import { markPaid } from "../harness/paying.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";
import { testLimits } from "../harness/test-limits.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const processes = shopProcesses();
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "shop-backup-"));
  undo.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function database(kind: "migrated" | "empty") {
  const { url, drop } = await createDatabase(kind);
  const opened = openDb({ url, poolMax: 4, limits: testLimits });
  undo.push(drop, opened.close);
  return { url, db: opened.db, pool: opened.pool };
}

const secretKey = await generateX25519Identity();
const writingKey = await identityToRecipient(secretKey);

/** Everything that makes up a schema, in words. */
async function schemaOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'column' as kind, table_name || '.' || column_name as name,
        data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as definition
      from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text::text
      from pg_trigger where not tgisinternal
    union all select 'function', oid::regprocedure::text, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'options', relname, reloptions::text from pg_class where relnamespace = 'public'::regnamespace
    union all select 'migration', hash, created_at::text from drizzle.__drizzle_migrations
    order by 1, 2, 3`);
  return rows;
}

async function tableNames(pool: pg.Pool): Promise<unknown[]> {
  return (await pool.query("select table_name from information_schema.tables where table_schema = 'public'")).rows;
}

describe("a backup that is taken while two processes take orders", () => {
  const stock = 10_000;
  const password = "a password of some length";
  let origin = "";
  let customers: Customer[] = [];
  let products: string[] = [];
  const attempts: Attempt[] = [];
  let image = "";
  let restored: Awaited<ReturnType<typeof database>>;
  let source: Awaited<ReturnType<typeof database>>;
  let manifest: Manifest;
  let uploads = "";
  let shop: ShopProcess;

  beforeAll(async () => {
    source = await database("migrated");
    const env = { JWT_SECRET: issuer.jwtSecret, PUBLIC_ORIGIN: issuer.publicOrigin };
    const sourceUploads = await folder();
    const storage = openFolder(sourceUploads);
    const content = await sharp({ create: { width: 1_000, height: 700, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const imageId = "01890000-0000-7000-8000-000000000001";
    await storeImage(content, imageId, storage, { withMaster: true });
    image = imageAddress(imageId);
    products = [
      await makeProduct(source.db, { name: "Ångström lamp", image, countInStock: stock }),
      await makeProduct(source.db, { name: "Line\nbreak\tand \\ backslash", countInStock: stock }),
      await makeProduct(source.db, { name: "Draft", publishedAt: null, countInStock: stock }),
    ];
    for (let n = 0; n < 3; n += 1) await makeOrder(source.db, { stepsDone: n * 2 });
    const shops = await Promise.all([1, 2].map(() => processes.open({ ...env, DATABASE_URL: source.url })));
    customers = await insertCustomers(source.db, 8);
    origin = shops[0]?.origin ?? "";
    await register(origin);

    // Orders, payments and reviews go on before, during and after.
    let isOver = false;
    const buying = customers.map(async (customer, place) => {
      const at = shops[place % 2]?.origin ?? "";
      for (let n = 0; !isOver; n += 1) {
        const lines = products.slice(0, 2).map((product, line) => ({ product, qty: 1 + ((n + line) % 3) }));
        const attempt = await sendOrder(at, customer, orderOf(lines), { key: `${place}-${n}` });
        attempts.push(attempt);
        if (attempt.order !== undefined && n % 3 === 0) await markPaid(source.pool, attempt.order._id);
      }
    });
    const enough = async (count: number) => {
      while (attempts.length < count) await new Promise((done) => setImmediate(done));
    };
    await enough(60);
    const written = await writeBackup({ url: source.url, storage, folder: await folder(), key: writingKey });
    await enough(attempts.length + 20);
    isOver = true;
    await Promise.all(buying);
    for (const each of shops) each.kill("SIGTERM");

    restored = await database("empty");
    uploads = await folder();
    manifest = await restoreBackup({
      path: written.path,
      key: secretKey,
      url: restored.url,
      migrations,
      storage: openFolder(uploads),
      isReplacing: false,
    });
    expect(manifest).toEqual(written.manifest);
    shop = await processes.open({ ...env, DATABASE_URL: restored.url, UPLOADS_DIR: uploads });
  });

  async function register(at: string) {
    const response = await fetch(`${at}/api/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Kept", email: "kept@example.com", password }),
    });
    expect(response.status).toBe(201);
  }

  async function signIn(): Promise<string> {
    const response = await fetch(`${shop.origin}/api/users/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "kept@example.com", password }),
    });
    expect(response.status).toBe(200);
    return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  }

  it("holds one moment of the shop: every order whole, every unit accounted for, none of it halfway", async () => {
    const initial = Object.fromEntries(products.map((id) => [id, stock]));
    await expectInvariants(restored.pool, initial);
    const { rows } = await restored.pool.query("select count(*)::int as n from orders");
    const stored = rows[0]?.n;
    // Neither before the first of the concurrent orders nor after its last.
    expect(stored).toBeGreaterThanOrEqual(60);
    expect(stored).toBeLessThan(3 + attempts.filter(({ order }) => order !== undefined).length);
    for (const table of manifest.database.tables) {
      const count = await restored.pool.query(`select count(*)::int as n from ${table.name}`);
      expect(count.rows, table.name).toEqual([{ n: table.rows }]);
    }
  });

  it("brings back the very schema, with every index, reference and trigger in place", async () => {
    expect(await schemaOf(restored.pool)).toEqual(await schemaOf(source.pool));
  });

  it("lets a customer sign in and read, who was signed out", async () => {
    const [customer] = customers;
    const old = await fetch(`${shop.origin}/api/orders/mine`, { headers: { cookie: customer?.cookie ?? "" } });
    expect(old.status).toBe(401);
    const mine = await fetch(`${shop.origin}/api/orders/mine`, { headers: { cookie: await signIn() } });
    expect(await mine.json()).toEqual([]);
    // An acknowledged order of before the backup reads the same as when it was placed.
    const first = attempts.find(({ order }) => order !== undefined && !order.isPaid)?.order;
    const admin = await insertCustomer(restored.db, { isAdmin: true });
    const seen = await fetch(`${shop.origin}/api/orders/${first?._id}`, { headers: { cookie: admin.cookie } });
    const { isPaid, paidAt, paymentResult, capturedPrice, ...rest } = orderSchema.parse(await seen.json());
    const money = { isPaid, paidAt, paymentResult, capturedPrice };
    expect({ ...first, ...money }).toEqual({ ...rest, ...money });
  });

  it("brings back every image in every width", async () => {
    const original = openFolder(uploads);
    for (const width of imageWidths) {
      const address = imageAt(image, width);
      const response = await fetch(`${shop.origin}${address}`);
      expect(response.status, address).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(await original.read(address.slice("/uploads/".length)));
    }
  });

  it("goes on selling: orders, search and what the triggers keep", async () => {
    const [customer] = await insertCustomers(restored.db, 1);
    if (customer === undefined) throw new Error("nobody was made");
    await placedOrder(shop.origin, customer, orderOf([{ product: products[0], qty: 2 }]));
    const found = await fetch(`${shop.origin}/api/products?keyword=${encodeURIComponent("ÅNGSTRÖM")}`);
    expect(await found.text()).toContain("Ångström lamp");
    const size = async () => (await restored.pool.query("select visible from catalogue_size")).rows[0]?.visible;
    const before = await size();
    await makeProduct(restored.db, { name: "Quixotic kettle" });
    expect(await size()).toBe(before + 1);
    const words = await restored.pool.query("select from search_vocabulary where word = 'quixotic'");
    expect(words.rowCount).toBe(1);
    await expectInvariants(restored.pool);
  });
});

describe("a backup", () => {
  let shop: Awaited<ReturnType<typeof database>>;
  let uploads = "";
  let plain = "";
  let encrypted = "";
  const storage = () => openFolder(uploads);

  beforeAll(async () => {
    shop = await database("migrated");
    uploads = await folder();
    await storage().write("01890000-0000-7000-8000-000000000001.webp", Buffer.alloc(3_000, "picture"));
    // What others leave in the folder is nobody's image.
    await writeFile(join(uploads, ".hidden"), "x");
    await makeOrder(shop.db, { stepsDone: 1 });
    await makeReview(shop.db, await makeProduct(shop.db, { numReviews: 1, ratingSum: 5 }));
    const into = await folder();
    const common = { url: shop.url, storage: storage(), folder: into };
    plain = (await writeBackup({ ...common, key: undefined })).path;
    encrypted = (await writeBackup({ ...common, key: secretKey })).path;
  });

  const restore = (path: string, url: string, more: { key?: string | undefined; isReplacing?: boolean } = {}) =>
    restoreBackup({ path, url, key: undefined, migrations, storage: storage(), isReplacing: false, ...more });

  it.each(["readable", "encrypted"])("that is %s shows every flipped bit, and every cut", async (kind) => {
    const path = kind === "readable" ? plain : encrypted;
    const key = kind === "readable" ? undefined : secretKey;
    const whole = await readFile(path);
    await verifyBackup(path, key);
    const target = await database("empty");
    const damaged = join(await folder(), "damaged.backup");
    // The first and the last bytes, and every region between.
    const places = [
      ...Array(40).keys(),
      ...Array.from({ length: 120 }, (_, n) => Math.floor((n / 120) * whole.length)),
    ];
    for (const place of [...places, ...Array.from({ length: 40 }, (_, n) => whole.length - 1 - n)]) {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ (1 << (place % 8));
      await writeFile(damaged, copy);
      await expect(verifyBackup(damaged, key), `byte ${place}`).rejects.toMatchObject({ name: "BackupError" });
    }
    for (const length of [0, 1, 31, 32, 33, 512, 65_536, whole.length >> 1, whole.length - 33, whole.length - 1]) {
      await writeFile(damaged, whole.subarray(0, Math.min(length, whole.length - 1)));
      await expect(restore(damaged, target.url, { key }), `cut to ${length}`).rejects.toMatchObject({
        name: "BackupError",
        message: expect.stringMatching(/^[^\n]+$/),
      });
    }
    await writeFile(damaged, Buffer.concat([whole, Buffer.from("x")]));
    await expect(verifyBackup(damaged, key)).rejects.toMatchObject({ name: "BackupError" });
    expect(await tableNames(target.pool)).toEqual([]);
  });

  it("opens with its own secret key only, and says so", async () => {
    const target = await database("empty");
    const wrong = [
      [undefined, /BACKUP_KEY is needed/],
      [await generateX25519Identity(), /does not open this backup/],
      [writingKey, /the secret one is needed/],
    ] as const;
    for (const [key, message] of wrong) {
      await expect(restore(encrypted, target.url, { key })).rejects.toMatchObject({
        name: "BackupError",
        message: expect.stringMatching(message),
      });
    }
    expect(await tableNames(target.pool)).toEqual([]);
    await expect(verifyBackup(join(uploads, "absent"), undefined)).rejects.toThrow("There is no such backup");
  });

  it("keeps nothing readable when it is encrypted, and opens with the tools that people have", async () => {
    expect((await readFile(encrypted)).includes("Springfield")).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(secretKey);
    const opened = Buffer.from(await decrypter.decrypt(await readFile(encrypted)));
    for (const bytes of [opened, await readFile(plain)]) {
      const listed = spawn("tar", ["-t"], { stdio: ["pipe", "pipe", "inherit"] });
      const said: Buffer[] = [];
      listed.stdout.on("data", (chunk: Buffer) => said.push(chunk));
      listed.stdin.end(bytes);
      const [code] = await once(listed, "close");
      expect(code).toBe(0);
      const names = Buffer.concat(said).toString().trim().split("\n");
      expect(names).toContain("tables/orders/000001.copy.gz");
      expect(names).toContain("pictures/01890000-0000-7000-8000-000000000001.webp");
      expect(names.at(-1)).toBe("manifest.json");
    }
  });

  it("goes into an empty database only, unless the other is given up", async () => {
    const target = await database("migrated");
    const open = openDb({ url: target.url, poolMax: 1, limits: testLimits });
    const lost = await makeProduct(open.db, { name: "Lost" });
    await expect(restore(plain, target.url)).rejects.toThrow(/not empty/);
    await expect(restore(plain, target.url, { isReplacing: true })).rejects.toThrow(/is running on this database/);
    const names = "select name from products where id = $1";
    expect((await open.pool.query(names, [lost])).rowCount).toBe(1);
    // Within a transaction a connection of the shop is called after its request as well.
    await open.pool.query("set application_name = 'shop 0190c4de-0000-7000-8000-000000000000'");
    await expect(restore(plain, target.url, { isReplacing: true })).rejects.toThrow(/is running on this database/);
    await open.close();
    await restore(plain, target.url, { isReplacing: true });
    expect((await target.pool.query(names, [lost])).rowCount).toBe(0);
    expect(await schemaOf(target.pool)).toEqual(await schemaOf(shop.pool));
  });

  it("is restored in one go or not at all", async () => {
    const target = await database("empty");
    const full = { ...storage(), write: () => Promise.reject(new Error("the disk is full")) };
    await expect(
      restoreBackup({ path: plain, key: undefined, url: target.url, migrations, storage: full, isReplacing: false }),
    ).rejects.toThrow("the disk is full");
    expect(await tableNames(target.pool)).toEqual([]);
    // The journal of a schema that somebody has dropped.
    await target.pool.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('of old', 1)`);
    await restore(plain, target.url);
    await expectInvariants(target.pool);
    expect(await schemaOf(target.pool)).toEqual(await schemaOf(shop.pool));
  });

  it("of an older release is brought to the newest schema, and of a newer one is refused", async () => {
    const newer = await migrationsWith(await folder(), { "9999_newer": "alter table brands add column country text" });
    const target = await database("empty");
    await restoreBackup({
      path: plain,
      key: undefined,
      url: target.url,
      migrations: newer,
      storage: storage(),
      isReplacing: false,
    });
    expect((await target.pool.query("select country from brands")).rowCount).toBeGreaterThan(0);
    const { path } = await writeBackup({ url: target.url, storage: undefined, folder: await folder(), key: undefined });
    await expect(restore(path, (await database("empty")).url)).rejects.toThrow(/newer release/);
  });

  it("without images, of a folder without images, and of an empty shop is one too", async () => {
    const empty = await database("migrated");
    const into = await folder();
    const nothing = openFolder(join(into, "absent"));
    for (const each of [nothing, undefined]) {
      const { path, manifest } = await writeBackup({ url: empty.url, storage: each, folder: into, key: undefined });
      expect(manifest.hasPictures).toBe(each !== undefined);
      await restore(path, (await database("empty")).url);
    }
  });

  it("takes images out of an object store, and puts them into one", async () => {
    const store = await startObjectStore();
    undo.push(store.discard);
    const bucket = await openStorage(store.settings, () => undefined);
    const name = "01890000-0000-7000-8000-00000000000f.webp";
    await bucket.write(name, Buffer.from("in the store"));
    const common = { url: shop.url, folder: await folder(), key: undefined };
    const { path } = await writeBackup({ ...common, storage: bucket });
    await bucket.remove(name);
    await restoreBackup({
      path,
      key: undefined,
      url: (await database("empty")).url,
      migrations,
      storage: bucket,
      isReplacing: false,
    });
    expect(await bucket.read(name)).toEqual(Buffer.from("in the store"));
  });

  it("makes way for newer ones, and for nothing else in its folder", async () => {
    const into = await folder();
    const days = ["01", "02", "03"].map((day) => `shop-2026-01-${day}T03-00-00-000Z.backup`);
    const others = ["notes.txt", "shop-2026-01-01T03-00-00-000Z.backup.partial", "shop-copy.backup"];
    for (const name of [...days, ...others]) await copyFile(plain, join(into, name));
    expect((await listBackups(into)).map(({ takenAt }) => takenAt.toISOString())[0]).toBe("2026-01-03T03:00:00.000Z");
    expect(await deleteOldBackups(into, 2)).toEqual([join(into, days[0] ?? "")]);
    expect((await readdir(into)).sort()).toEqual([...days.slice(1), ...others].sort());
  });
});

describe("the built command", () => {
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill("SIGKILL");
  });

  function command(name: "backup" | "restore", args: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, [join(project, `server/dist/${name}.js`), ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    const ended = once(child, "close").then(() => {
      running.delete(child);
      return { code: child.exitCode, output: Buffer.concat(output).toString() };
    });
    const said = async (pattern: RegExp) => {
      while (!pattern.test(Buffer.concat(output).toString())) {
        if (child.exitCode !== null) throw new Error(`ended without saying ${pattern}: ${Buffer.concat(output)}`);
        await delay(20);
      }
    };
    return { child, ended, said };
  }

  it("writes, verifies and restores, and keeps what it is told to keep", async () => {
    const shop = await database("migrated");
    await makeOrder(shop.db);
    const into = await folder();
    const names = await folder();
    const folders = { BACKUP_DIR: into, BACKUP_NAMES_DIR: names, UPLOADS_DIR: await folder() };
    const env = { DATABASE_URL: shop.url, ...folders, BACKUP_KEY: writingKey };
    const first = await command("backup", ["--keep", "1"], env).ended;
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^Wrote and verified .*: 1 orders/) });
    const second = await command("backup", [], { ...env, BACKUP_KEEP: "1" }).ended;
    expect(second.output).toContain("Removed ");
    const [path = ""] = (await listBackups(into)).map((stored) => stored.path);
    expect(await readdir(into)).toHaveLength(1);
    // What watches their age needs to read none of them.
    expect(await readdir(names)).toEqual(await readdir(into));
    expect((await stat(join(names, (await readdir(names))[0] ?? ""))).size).toBe(0);

    const target = await database("empty");
    const opening = { ...env, DATABASE_URL: target.url, BACKUP_KEY: secretKey };
    const [verified, fresh, old, wrong, restored] = await Promise.all([
      command("backup", ["--verify", path], opening).ended,
      command("backup", ["--newest-within", "1h"], opening).ended,
      command("backup", ["--newest-within", "1h"], { ...opening, BACKUP_DIR: await folder() }).ended,
      command("restore", [path], { ...opening, BACKUP_KEY: writingKey }).ended,
      command("restore", [path], opening).ended,
    ]);
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining("is whole: 1 orders") });
    expect(fresh.code).toBe(0);
    expect(old).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no backup in .*\n$/) });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^This BACKUP_KEY .*\n$/) });
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^The shop is as it was/) });
    await expectInvariants(target.pool);
  });

  it("that stays writes one whenever it is due, and none before, however often it is started", async () => {
    const shop = await database("migrated");
    const into = await folder();
    const env = { DATABASE_URL: shop.url, BACKUP_DIR: into };
    const often = command("backup", ["--every", "1s", "--keep", "2", "--no-pictures"], env);
    await often.said(/(Removed [\s\S]*){2}/);
    often.child.kill("SIGTERM");
    expect((await often.ended).code).toBe(0);
    const before = await readdir(into);
    // Or three, when it was stopped between writing one and removing another.
    expect([2, 3]).toContain((await listBackups(into)).length);
    const daily = command("backup", ["--every", "1d"], env);
    await daily.said(/^The next backup is due at \d{4}-/);
    daily.child.kill("SIGTERM");
    expect((await daily.ended).output).not.toContain("Wrote");
    expect(await readdir(into)).toEqual(before);
  });

  it("that stays outlives a database that is away, and says so each time", async () => {
    const env = { DATABASE_URL: "postgres://shop:marker-password@127.0.0.1:1/shop", BACKUP_DIR: await folder() };
    const often = command("backup", ["--every", "1s"], env);
    await often.said(/(The command failed: unavailable ECONNREFUSED[\s\S]*){2}/);
    often.child.kill("SIGTERM");
    const { code, output } = await often.ended;
    expect(code).toBe(0);
    expect(output).not.toContain("marker-password");
  });

  it("that is killed leaves nothing that passes for a backup", async () => {
    const shop = await database("migrated");
    const into = await folder();
    const holder = new pg.Client({ connectionString: shop.url });
    await holder.connect();
    await holder.query("begin; lock table users in access exclusive mode");
    const { child, ended } = command("backup", [], { DATABASE_URL: shop.url, BACKUP_DIR: into });
    await waitForTableLock(holder, "users");
    // The file is opened while the database is asked.
    await expect.poll(() => readdir(into), { timeout: 60_000 }).toHaveLength(1);
    child.kill("SIGKILL");
    await ended;
    await holder.end();
    const [left, ...more] = await readdir(into);
    expect(more).toEqual([]);
    expect(left).toMatch(/\.backup\.partial$/);
    expect(await listBackups(into)).toEqual([]);
    await expect(verifyBackup(join(into, left ?? ""), undefined)).rejects.toMatchObject({ name: "BackupError" });
  });
});
