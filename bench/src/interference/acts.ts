import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bulkRowsAtOnce } from "@shop/shared/catalog/product-editing";
import type pg from "pg";
import { project } from "../../../scripts/project.ts";
import { type AdminClient, applyImport, mutate, uploadImport } from "./shop-client.ts";

/** What the acts work on. */
export type MeasuredShop = {
  pool: pg.Pool;
  databaseUrl: string;
  folder: string;
  admin: AdminClient;
  /** The session cookie of a customer with many orders. */
  customer: string;
  /** The accounts that sign in. */
  accounts: { email: string; password: string }[];
  /** Every product, in the order of the ids. */
  productIds: string[];
};

/**
 * Something that one does while others buy. `prepare` comes before it and is not measured; `run` ends when the act has
 * ended, or when the signal aborts. What takes less than a window is begun anew, unless it `isOnce`.
 */
export type Act = {
  name: string;
  isOnce?: true;
  prepare?: (measured: MeasuredShop) => Promise<void>;
  run: (measured: MeasuredShop, ends: AbortSignal) => Promise<void>;
};

const newProducts = 10_000;
const movedRecords = 10_000;
const bulkProducts = 10_000;
const invoices = 500;
const signInsPerSecond = 50;
/** How long an act that has no end of its own goes on, in milliseconds. */
const steadyMs = 20_000;

export const acts: Act[] = [
  { name: "import of 100,000 prices", run: importPrices },
  { name: "import of 10,000 products", run: importNewProducts },
  { name: "import of 10,000 customers", run: importCustomers },
  { name: "import of 10,000 orders", run: importEarlierOrders },
  { name: "price change of 10,000", run: changePrices },
  { name: "500 invoices", run: printInvoices },
  { name: "data download", prepare: signInAnew, run: downloadData },
  { name: "50 sign-ins a second", run: signIn },
  { name: "hostile path a second", run: askHostilePaths },
  { name: "backup", run: backUp },
];

async function importPrices({ admin, productIds }: MeasuredShop): Promise<void> {
  const lines = productIds.map((id, place) => `${id},,,${10 + (place % 90)}.49,`);
  await applyImport(admin, await uploadImport(admin, ["id,key,name,price,stock", ...lines].join("\n")));
}

async function importNewProducts({ admin }: MeasuredShop): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const lines = Array.from(
    { length: newProducts },
    (_, place) => `${run}-${place},Imported lamp ${place},A lamp for the desk,Brand ${place % 20},Imported,19.90,5`,
  );
  const heading = "key,name,description,brand,category,price,stock";
  await applyImport(admin, await uploadImport(admin, [heading, ...lines].join("\n")));
}

async function importCustomers({ admin }: MeasuredShop): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const lines = Array.from(
    { length: movedRecords },
    (_, place) => `Person ${place},${run}-${place}@example.com,Street ${place},Town,${10_000 + place},Germany`,
  );
  const heading = "name,email,street,city,zip,country";
  await applyImport(admin, await uploadImport(admin, [heading, ...lines].join("\n")));
}

async function importEarlierOrders({ admin }: MeasuredShop): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const lines = Array.from(
    { length: movedRecords },
    (_, place) => `${run}-${place},2020-02-03,${run}-${place}@example.com,25.90,Lamp,1,25.90`,
  );
  const heading = "order number,date,email,total,item,quantity,item price";
  await applyImport(admin, await uploadImport(admin, [heading, ...lines].join("\n")));
}

async function changePrices({ admin, productIds }: MeasuredShop): Promise<void> {
  const change = { direction: "up", by: "percent", value: 3, rounding: "cent" };
  const changed = productIds.slice(0, bulkProducts);
  for (let start = 0; start < changed.length; start += bulkRowsAtOnce) {
    const rows = changed.slice(start, start + bulkRowsAtOnce).map((id) => ({ id }));
    const began = performance.now();
    await mutate(admin, "admin.products.bulkEdit", { key: randomUUID(), rows, act: { kind: "price", change } });
    // As the admin's page does.
    await wait(performance.now() - began);
  }
}

async function printInvoices({ pool, admin }: MeasuredShop): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from orders where paid_at is not null order by id limit $1",
    [invoices],
  );
  const response = await fetch(`${admin.origin}/api/orders/invoices.pdf`, {
    method: "POST",
    headers: { cookie: admin.cookie, "content-type": "application/json" },
    body: JSON.stringify({ ids: rows.map(({ id }) => id) }),
  });
  await expectOk(response);
}

/** Everything is handed out only in a session of the last minutes. The load goes on in the customer's others. */
async function signInAnew(measured: MeasuredShop): Promise<void> {
  const response = await fetch(`${measured.admin.origin}/api/users/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(measured.accounts[0]),
  });
  measured.customer = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  await expectOk(response);
}

async function downloadData({ admin: { origin }, customer }: MeasuredShop): Promise<void> {
  await expectOk(await fetch(`${origin}/api/users/profile/data`, { headers: { cookie: customer } }));
}

async function expectOk(response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}: ${Buffer.from(body).toString()}`);
}

async function signIn({ admin: { origin }, accounts }: MeasuredShop, ends: AbortSignal): Promise<void> {
  await steadily(signInsPerSecond, ends, (n) =>
    fetch(`${origin}/api/users/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(accounts[n % accounts.length]),
    }),
  );
}

async function askHostilePaths({ admin: { origin } }: MeasuredShop, ends: AbortSignal): Promise<void> {
  const paths = [
    `${"/".repeat(15_000)}x`,
    "/%".repeat(7_500),
    `/search/${"%20a".repeat(3_500)}`,
    `/?${"a=&".repeat(5_000)}`,
  ];
  await steadily(1, ends, (n) => fetch(`${origin}${paths[n % paths.length]}`, { redirect: "manual" }));
}

/** Sends so many requests a second, whatever they are answered. */
async function steadily(perSecond: number, ends: AbortSignal, send: (n: number) => Promise<Response>): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const until = performance.now() + steadyMs;
  while (performance.now() < until && !ends.aborted) {
    sent.push(
      send(sent.length).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      ),
    );
    await wait(1_000 / perSecond);
  }
  await Promise.all(sent);
}

async function backUp({ databaseUrl, folder }: MeasuredShop): Promise<void> {
  const backups = join(folder, "backups");
  await mkdir(backups, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: backups,
  };
  const child = spawn(process.execPath, [join(project, "server/dist/backup.js")], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code]: unknown[] = await once(child, "exit");
  if (code !== 0) throw new Error(`The backup ended with ${String(code)}`);
}
