import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash, importing, unlikeTheDryRun, waitForImport } from "../harness/importing.ts";
import { waitForStatus } from "../harness/load.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { exportKinds, wholeExport } from "../harness/shop-exports.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { width } from "../harness/width.ts";

const rounds = width.importKillRounds;
const rows = width.killedImportRows;
const seed = Number(process.env.CRASH_SEED ?? 1);
const timeoutMs = 300_000;

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 120_000 });

const processes = shopProcesses();
const database = startTestDatabase(4);
let admin: Customer;
let server: ShopProcess;

async function open(): Promise<void> {
  server = await processes.open({
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    LOG_LEVEL: "error",
  });
  await waitForStatus(`${server.origin}/readyz`, 200, timeoutMs);
}

beforeAll(async () => {
  admin = await insertCustomer(database.db, { isAdmin: true });
  await open();
});
afterAll(() => server?.kill("SIGTERM"));

/** When the work of an import is this far, the server is killed and started again; never, if nothing is set. */
let killAt: number | undefined;
let kills = 0;
const hash = () => catalogHash(database.pool);
const visibleProducts = async (): Promise<unknown> => {
  const { rows: seen } = await database.pool.query("select visible from catalogue_size");
  return seen[0].visible;
};

const shop = importing({
  shop: () => ({ origin: server.origin, cookie: admin.cookie }),
  work: async (id) => {
    if (killAt !== undefined) await killWithin(id, killAt);
    await waitForImport(() => shop.read(id));
  },
});

/** The kill ends the server between any two statements. Customers then see nothing of an import that still writes. */
async function killWithin(id: string, percent: number): Promise<void> {
  const before = await hash();
  const isWorking = (state: string) => /ing$/.test(state);
  await vi.waitUntil(
    async () => {
      const found = await shop.read(id);
      return !isWorking(found.state) || found.percent >= percent;
    },
    { timeout: timeoutMs, interval: 5 },
  );
  server.kill("SIGKILL");
  await server.exited;
  kills += 1;
  const { rows: left } = await database.pool.query("select state from imports where id = $1", [id]);
  if (["checking", "applying", "undoing"].includes(left[0].state)) expect(await hash()).toBe(before);
  if (left[0].state === "writing") expect(await visibleProducts()).toBe(1);
  await open();
}

it(`An import of ${rows} rows that is killed while it is checked, applied and undone goes on by itself, and every row is written once (seed ${seed})`, async () => {
  const next = randomFrom(seed);
  await makeProduct(database.db, { name: "Bystander" });
  const before = await hash();
  for (let round = 0; round < rounds; round += 1) {
    const kind = exportKinds[round % exportKinds.length] ?? "woocommerce";
    const { content, counts } = wholeExport(kind, seed + round, rows);
    killAt = undefined;
    const id = await shop.upload(content);
    killAt = wholeFrom(next, 1, 95);
    expect(await shop.check(id, { variants: "products" })).toMatchObject({ counts: counts.products });
    expect(await hash()).toBe(before);
    killAt = wholeFrom(next, 1, 95);
    expect(await shop.apply(id)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(database.pool, id)).toEqual([]);
    const { rows: made } = await database.pool.query(
      "select count(*)::int as n from products where deleted_at is null and name <> 'Bystander'",
    );
    expect(made).toEqual([{ n: counts.products.new }]);
    killAt = wholeFrom(next, 1, 95);
    expect(await shop.undo(id)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await hash()).toBe(before);
  }
  expect(kills).toBe(rounds * 3);
});
