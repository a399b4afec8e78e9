import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { formOf, plain } from "../harness/images.ts";
import { waitForStatus } from "../harness/load.ts";
import { imageDecodersOf, imageOptions, megabytesTogether, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { worstImages } from "../harness/worst-images.ts";

/** The memory of the shop and of the process that decodes, in megabytes. A container has 512. */
const megabytesMax = 440;

/** A shop whose loop such work blocks stays busy for as long as it does. */
const readyMs = timeLimit(5_000);

const processes = shopProcesses();
const database = startTestDatabase();

it("The largest permitted image of each encoding is stored in bounded memory, while the shop answers and stores other images", async () => {
  const { cookie } = await insertCustomer(database.db, { isAdmin: true });
  const settings = { DATABASE_URL: database.url, JWT_SECRET: issuer.jwtSecret, PUBLIC_ORIGIN: issuer.publicOrigin };
  const shop = await processes.open({ ...settings, LOG_LEVEL: "warn" }, await imageOptions());
  const send = async (image: Buffer) => {
    const body = formOf(image);
    const response = await fetch(`${shop.origin}/api/upload`, { method: "POST", headers: { cookie }, body });
    return { status: response.status, body: await response.text() };
  };
  const megabytes = () => megabytesTogether([shop.pid, ...imageDecodersOf(shop.pid)]);
  const small = await plain().png().toBuffer();
  const peaks: Record<string, number> = {};
  for (const { name, make } of worstImages) {
    const image = await make(0.999);
    let isDone = false;
    const uploads = Promise.all([send(image), send(small)]).finally(() => {
      isDone = true;
    });
    let peak = 0;
    while (!isDone) {
      peak = Math.max(peak, await megabytes());
      await waitForStatus(`${shop.origin}/readyz`, 200, readyMs);
      await delay(20);
    }
    const [worst, other] = await uploads;
    expect(worst.status, `${name}: ${worst.body}`).toBe(200);
    expect(other.status, other.body).toBe(200);
    peaks[name] = Math.round(peak);
  }
  for (const [name, peak] of Object.entries(peaks))
    expect(peak, `${name}: ${JSON.stringify(peaks)}`).toBeLessThan(megabytesMax);
  expect(shop.errors).toEqual([]);
}, 600_000);
