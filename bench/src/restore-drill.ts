import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { migrateDb } from "@shop/server/db/migrate";
import { startEmbeddedPostgres } from "@shop/server/infra/embedded-postgres";
import { generateX25519Identity } from "age-encryption";
import pg from "pg";
import buildWhenChanged from "../../scripts/build-when-changed.ts";
import { project } from "../../scripts/project.ts";
import { fill } from "./fill.ts";
import { startShop } from "./servers.ts";

/**
 * Measures a restore drill with the built commands: back up a filled shop, restore the backup into
 * an empty database, and start the shop on it.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: "string", default: "100000" },
    products: { type: "string", default: "10000" },
    images: { type: "string", default: "2000" },
  },
});
/** The limit of the whole drill with 100,000 orders, in milliseconds. */
const budgetMs = 300_000;
const linesPerOrder = 3;
const imageBytes = 60_000;

await buildWhenChanged();
const folder = await mkdtemp(join(project, "node_modules/.drill-"));
const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres"), log: () => undefined });
try {
  await drill();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function drill(): Promise<void> {
  await migrateDb(postgres.url, join(project, "drizzle"));
  await fill(postgres.url, Number(options.products));
  await insertOrders(Number(options.orders));
  const uploads = join(folder, "uploads");
  await drawImages(uploads, Number(options.images));
  const key = await generateX25519Identity();
  const backups = join(folder, "backups");
  const common = { NODE_ENV: "production", BACKUP_DIR: backups, BACKUP_KEY: key };

  const backup = await timed("backup", [], { ...common, DATABASE_URL: postgres.url, UPLOADS_DIR: uploads });
  const [name = ""] = await readdir(backups);
  const path = join(backups, name);
  const { size } = await stat(path);

  const restoredUrl = new URL(postgres.url);
  restoredUrl.pathname = "/restored";
  await onServer("create database restored");
  const into = join(folder, "restored");
  const restore = await timed("restore", [path], { ...common, DATABASE_URL: restoredUrl.href, UPLOADS_DIR: into });
  const started = performance.now();
  const shop = await startShop(restoredUrl.href, folder);
  const boot = performance.now() - started;
  await shop.stop();

  const all = backup.ms + restore.ms + boot;
  console.log(
    `${options.orders} orders, ${options.products} products, ${options.images} picture files; ${inMb(size)} MB encrypted`,
  );
  console.log(`  backup, verified   ${inSeconds(backup.ms)} s, at most ${inMb(backup.peakBytes)} MB of memory`);
  console.log(`  restore, verified  ${inSeconds(restore.ms)} s, at most ${inMb(restore.peakBytes)} MB of memory`);
  console.log(`  boot               ${inSeconds(boot)} s`);
  console.log(`  all                ${inSeconds(all)} s, budget ${inSeconds(budgetMs)} s`);
  if (all > budgetMs) process.exitCode = 1;
}

/** Runs a built command; returns its duration and its peak memory. */
async function timed(name: "backup" | "restore", args: string[], env: Record<string, string>) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(project, `server/dist/${name}.js`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  let peakBytes = 0;
  const look = setInterval(() => {
    // Available on Linux only.
    readFile(`/proc/${child.pid}/status`, "utf8").then(
      (status) => {
        peakBytes = Math.max(peakBytes, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024);
      },
      () => undefined,
    );
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(look);
  if (code !== 0) throw new Error(`${name} failed`);
  return { ms: performance.now() - started, peakBytes };
}

/** Orders in every state with payments and history, and a proportional number of customers. */
async function insertOrders(orders: number): Promise<void> {
  await onServer(
    `insert into users (id, name, email, password_hash)
     select gen_random_uuid(), 'Buyer ' || n, 'buyer' || n || '@example.com', 'none' from generate_series(1, ${Math.ceil(orders / 5)}) n`,
    `create temporary table buyer as select id, row_number() over () as n from users where email like 'buyer%'`,
    `create temporary table ware as select id, name, image, row_number() over () as n from products`,
    "create index on buyer (n)",
    "create index on ware (n)",
    `insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
       items_cents, shipping_cents, tax_cents, total_cents, created_at, held_until, paid_at, confirmed_at)
     select gen_random_uuid(), b.id, 'Buyer ' || b.n, 'buyer' || b.n || '@example.com', '1 Main St', 'Springfield', '12345', 'USA',
       'PayPal', 3000, 1000, 450, 4450, at, at, at, at
     from generate_series(1, ${orders}) sold join buyer b on b.n = 1 + sold % (select count(*) from buyer),
       lateral (select now() - sold * interval '1 minute' as at) placed`,
    `insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
     select o.id, line, w.id, w.name, w.image, 1000, 1
     from (select id, row_number() over () as n from orders) o, generate_series(0, ${linesPerOrder - 1}) line
     join lateral (select * from ware where ware.n = 1 + (o.n * 7 + line) % (select count(*) from ware)) w on true`,
    `insert into order_events (id, order_id, act, user_id, created_at)
     select gen_random_uuid(), o.id, act, o.user_id, o.created_at from orders o, unnest(array['placed', 'paid', 'confirmed']) act`,
    `insert into payments (id, order_id, provider_order_id, capture_id, status, amount_cents, currency, is_settling, settled_at)
     select gen_random_uuid(), id, 'ORDER-' || id, 'CAPTURE-' || id, 'completed', total_cents, 'USD', true, paid_at from orders`,
  );
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Files with the size of images and incompressible content. */
async function drawImages(into: string, count: number): Promise<void> {
  await mkdir(into, { recursive: true });
  for (let n = 0; n < count; n += 1) await writeFile(join(into, `${randomUUID()}.webp`), randomBytes(imageBytes));
}

function inMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
