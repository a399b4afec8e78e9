import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { imageAt, imageWidths } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { formOf, plain } from "../harness/images.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, pay, seenOrder } from "../harness/paying.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";

/** How much longer a file operation, a write of the database and a call of the provider take, in milliseconds. */
const fileMs = 700;
const rowMs = 200;
const providerMs = 1_500;

/** Delays the writes of files in the process that imports it. */
const slowDisk = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  for (const name of ["writeFile", "rename"]) {
    const real = fs[name];
    fs[name] = async (...args) => {
      await new Promise((done) => setTimeout(done, ${fileMs}));
      return real(...args);
    };
  }
  syncBuiltinESMExports();`)}`;

const processes = shopProcesses();
const database = startTestDatabase(4);
let simulator: Simulator;
let shop: ShopProcess;
let folder = "";
beforeAll(async () => {
  simulator = await startSimulator();
  folder = await processes.folder();
  shop = await processes.open(
    {
      DATABASE_URL: database.url,
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      PAYMENTS: "simulator",
      PAYPAL_API_BASE: simulator.origin,
      RECONCILE_SECONDS: "2",
      UPLOADS_DIR: folder,
    },
    ["--import", slowDisk],
  );
});
afterAll(() => simulator.close());

it("A shop with a slow disk and a slow provider serves its pages meanwhile, and loses no order, payment or image", async () => {
  const product = await makeProduct(database.db, { countInStock: 100 });
  const customers = await insertCustomers(database.db, 12);
  const admin = await insertCustomer(database.db, { isAdmin: true });
  await database.pool.query(`create function be_slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${rowMs / 1_000}); return new; end $$`);
  for (const table of ["orders", "payments", "admin_acts"]) {
    await database.pool.query(
      `create trigger slow before insert or update on ${table} for each row execute function be_slow()`,
    );
  }
  for (const call of ["token", "create", "read", "capture"] as const) {
    simulator.faults.add(call, { kind: "delay", ms: providerMs }, 1_000);
  }

  let isBusy = true;
  const statuses = new Set<number>();
  const looking = (async () => {
    while (isBusy) {
      for (const path of ["/readyz", "/api/products", "/"]) {
        const response = await fetch(shop.origin + path);
        await response.arrayBuffer();
        statuses.add(response.status);
      }
      await delay(50);
    }
  })();
  const uploading = Promise.all(
    Array.from({ length: 3 }, async () => {
      const body = formOf(await plain().png().toBuffer());
      const response = await fetch(`${shop.origin}/api/upload`, {
        method: "POST",
        headers: { cookie: admin.cookie },
        body,
      });
      return z.object({ image: z.string() }).parse(await response.json()).image;
    }),
  );
  const orders = await Promise.all(
    customers.map(async (customer) => {
      const order = await placedOrder(shop.origin, customer, orderOf([{ product, qty: 1 }]));
      const id = await decided({ origin: shop.origin, simulator }, customer, order._id);
      await pay(shop, customer, order._id, { id });
      return { customer, id: order._id };
    }),
  );
  const images = await uploading;
  isBusy = false;
  await looking;

  expect([...statuses]).toEqual([200]);
  for (const { customer, id } of orders) {
    await expect.poll(async () => (await seenOrder(shop, customer, id)).isPaid).toBe(true);
  }
  for (const image of images) {
    for (const width of imageWidths) {
      const file = await readFile(join(folder, imageAt(image, width).slice("/uploads/".length)));
      expect((await sharp(file).raw().toBuffer()).length).toBeGreaterThan(0);
    }
  }
  await expectInvariants(database.pool, { [product]: 100 });
  await expectMoneyAgrees({ simulator, pool: database.pool });
}, 300_000);
