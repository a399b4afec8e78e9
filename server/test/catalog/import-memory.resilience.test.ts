import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { importing, waitForImport } from "../harness/importing.ts";
import { imageOptions, residentMegabytes, type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/shop.ts";
import { wholeExport } from "../harness/shop-exports.ts";
import { width } from "../harness/width.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 });

const processes = shopProcesses();
const database = startTestDatabase();
let admin: Customer;
let server: ShopProcess;

beforeAll(async () => {
  admin = await insertCustomer(database.db, { isAdmin: true });
  server = await processes.open(
    {
      DATABASE_URL: database.url,
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      LOG_LEVEL: "error",
    },
    await imageOptions(),
  );
});
afterAll(() => server?.kill("SIGTERM"));

const shop = importing({
  shop: () => ({ origin: server.origin, cookie: admin.cookie }),
  work: (id) => waitForImport(() => shop.read(id)),
});

/** The most memory of the server during a work, in megabytes. */
async function peakDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let peak = 0;
  while (!isDone) {
    peak = Math.max(peak, residentMegabytes(server.pid));
    await delay(50);
  }
  await done;
  return peak;
}

/** Uploads, checks and applies an export; returns its size and the peak, in megabytes. */
async function importAll(rows: number) {
  const { content, counts } = wholeExport("shopify-newer", rows, rows);
  const file = new TextEncoder().encode(content);
  let id = "";
  const peak = await peakDuring(
    (async () => {
      id = await shop.upload(file);
      expect(await shop.check(id, { variants: "products" })).toMatchObject({ counts: counts.products });
      expect(await shop.apply(id)).toMatchObject({ state: "applied" });
    })(),
  );
  return { id, megabytes: file.length / 1_048_576, peak };
}

it(`${width.importedRows} rows need hardly more memory than ten thousand`, async () => {
  const small = await importAll(10_000);
  // Both exports have products of the same handles.
  expect(await shop.undo(small.id)).toMatchObject({ state: "undone" });
  const large = await importAll(width.importedRows);
  // All rows at once would take many times the size of their file.
  const growth = large.peak - small.peak;
  expect(growth, JSON.stringify({ small, large })).toBeLessThan(2 * large.megabytes);
});
