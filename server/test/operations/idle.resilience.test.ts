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
/** For so long the first requests wait for what changed. */
const waitMs = 500;
const rests = 10;
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
  const readPrice = () => time(`${shop.origin}/api/products/${product}`);
  expect(JSON.parse((await readPrice()).body)).toMatchObject({ price: 20 });
  const [owner] = await insertCustomers(servers.db, 1, { isAdmin: true });
  for (let version = 1; ; version += 1) {
    await delay(restedMs);
    const shopName = `Renamed Meanwhile ${version}`;
    const priceCents = 1_000 + version * 100;
    await servers.db
      .insert(plannedPrices)
      .values({ productId: product, userId: owner?.id ?? "", priceCents, startsAt: new Date() });
    await servers.db.insert(settingsVersions).values({ version, settings: { shopName } });
    const [page, read] = await Promise.all([time(`${shop.origin}/`), readPrice()]);
    // A host that takes longer to read what has changed is not waited for; then there is another rest.
    if (Math.max(page.ms, read.ms) >= waitMs && version < rests) continue;
    expect(page.body).toContain(shopName);
    expect(JSON.parse(read.body)).toMatchObject({ price: priceCents / 100 });
    return;
  }
}, 300_000);
