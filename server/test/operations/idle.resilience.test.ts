import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { plannedPrices } from "../../src/db/schema/prices.ts";
import { settingsVersions } from "../../src/db/schema/settings.ts";
import { insertCustomers } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { time } from "../harness/load.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers();
/** Longer than an instance waits for another request before its jobs rest. */
const restedMs = 12_000;
/** For so long transactions are counted: as long as the jobs of a resting instance pause. */
const countedMs = 30_000;

/** The transactions of the database so far. Each connection reports its own when it is idle. */
async function transactions(): Promise<number> {
  const { rows } = await servers.pool.query(
    "select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]?.n);
}

it("Two idle instances cost their database at most six transactions a second", async () => {
  await Promise.all(servers.shops.map(({ origin }) => time(`${origin}/`)));
  await delay(restedMs);
  const before = await transactions();
  await delay(countedMs);
  const perSecond = ((await transactions()) - before) / (countedMs / 1_000);
  expect(perSecond).toBeLessThan(6);
});

it("The first answer after a rest has the settings and the planned price that came meanwhile", async () => {
  const product = await makeProduct(servers.db, { priceCents: 2_000 });
  const [shop] = servers.shops;
  expect(JSON.parse((await time(`${shop.origin}/api/products/${product}`)).body)).toMatchObject({ price: 20 });
  const [owner] = await insertCustomers(servers.db, 1, { isAdmin: true });
  await delay(restedMs);
  await servers.db
    .insert(plannedPrices)
    .values({ productId: product, userId: owner?.id ?? "", priceCents: 1_500, startsAt: new Date() });
  await servers.db.insert(settingsVersions).values({ version: 1, settings: { shopName: "Renamed Meanwhile" } });
  const [page, read] = await Promise.all([time(`${shop.origin}/`), time(`${shop.origin}/api/products/${product}`)]);
  expect(page.body).toContain("Renamed Meanwhile");
  expect(JSON.parse(read.body)).toMatchObject({ price: 15 });
});
