import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { waitForStatus } from "../harness/load.ts";
import { readPdf } from "../harness/pdf.ts";
import { imageOptions, paperWritersOf, residentMegabytes, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { width } from "../harness/width.ts";

/** What a container of 512 MB leaves beside the image process, and what a file may add for each further order. */
const megabytesMax = 440;
const moreMegabytesMax = 60;

/** A shop whose loop such work blocks stays busy for as long as it does. */
const readyMs = timeLimit(5_000);

const processes = shopProcesses();
const database = startTestDatabase();

const count = width.paperedOrders;

it(`A file of ${count} orders takes the memory of one of 50, and the shop answers meanwhile`, async () => {
  const admin = await insertCustomer(database.db, { isAdmin: true });
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    ids.push(await makeOrder(database.db, { stepsDone: 1, customerName: `Customer ${place} 李${place} محمد` }));
  }
  const settings = { DATABASE_URL: database.url, JWT_SECRET: issuer.jwtSecret, PUBLIC_ORIGIN: issuer.publicOrigin };
  const shop = await processes.open({ ...settings, LOG_LEVEL: "warn" }, await imageOptions());
  const print = async (printed: number) => {
    let isDone = false;
    const file = fetch(`${shop.origin}/api/orders/invoices.pdf`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: admin.cookie },
      body: JSON.stringify({ ids: ids.slice(0, printed) }),
    })
      .then((response) => response.arrayBuffer())
      .finally(() => {
        isDone = true;
      });
    const peaks = { shop: 0, writer: 0 };
    while (!isDone) {
      peaks.shop = Math.max(peaks.shop, residentMegabytes(shop.pid));
      for (const pid of paperWritersOf(shop.pid)) {
        // It may end in between.
        const megabytes = await Promise.resolve()
          .then(() => residentMegabytes(pid))
          .catch(() => 0);
        peaks.writer = Math.max(peaks.writer, megabytes);
      }
      await waitForStatus(`${shop.origin}/readyz`, 200, readyMs);
      await delay(50);
    }
    const { texts } = await readPdf(new Uint8Array(await file));
    expect(texts).toHaveLength(printed);
    expect(texts.at(-1)).toContain(`Customer ${printed - 1}`);
    return peaks;
  };
  const small = await print(50);
  const large = await print(count);
  const seen = JSON.stringify({ small, large });
  expect(large.shop + large.writer, seen).toBeLessThan(megabytesMax);
  expect(large.writer - small.writer, seen).toBeLessThan(moreMegabytesMax);
  expect(large.shop - small.shop, seen).toBeLessThan(moreMegabytesMax);
  expect(paperWritersOf(shop.pid)).toEqual([]);
  expect(shop.errors).toEqual([]);
}, 600_000);
