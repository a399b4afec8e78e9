import { setTimeout as delay } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { settingsVersions } from "../../src/db/schema/settings.ts";
import { insertCustomer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { time, waitForStatus } from "../harness/load.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers({ ROLE: "web" });
/** Several rounds of the job that begins planned prices. */
const roundsMs = 5_000;

it("An instance for requests leaves the work of the shop to a worker, and follows what others change; a worker answers no requests", async () => {
  const [web] = servers.shops;
  const owner = await insertCustomer(servers.db, { isAdmin: true });
  const product = await makeProduct(servers.db, { name: "Marigold lamp", priceCents: 2_000 });
  const price = async () => JSON.parse((await time(`${web.origin}/api/products/${product}`)).body).price;
  await servers.db
    .insert(plannedPrices)
    .values({ productId: product, userId: owner.id, priceCents: 1_500, startsAt: new Date() });
  await servers.db.insert(settingsVersions).values({ version: 1, settings: { shopName: "Renamed Meanwhile" } });
  const searched = await time(`${web.origin}/search/marigold`);
  expect(searched.status).toBe(200);
  await delay(roundsMs);
  expect(await price()).toBe(20);
  expect((await time(`${web.origin}/`)).body).toContain("Renamed Meanwhile");
  await vi.waitFor(
    async () => {
      const { rows } = await servers.pool.query("select keyword from popular_searches");
      expect(rows).toEqual([{ keyword: "marigold" }]);
    },
    { timeout: 60_000 },
  );

  const worker = await servers.openAnother({ ROLE: "worker" });
  await vi.waitFor(async () => expect(await price()).toBe(15), { timeout: 60_000 });
  await waitForStatus(`${worker.origin}/readyz`, 200, 60_000);
  const refused = await time(`${worker.origin}/api/products`);
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([503, "UNAVAILABLE"]);
});
