import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { builtCommit, lastRelease } from "../harness/built-release.ts";
import { issuer } from "../harness/customers.ts";
import { isLeftOut } from "../harness/debian.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Call, keepAsking, tally, time, waitForStatus } from "../harness/load.ts";
import { orderOf } from "../harness/ordering.ts";
import { decided } from "../harness/paying.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { openProxy, type Proxy as ReverseProxy } from "../harness/proxy.ts";
import { createDatabase } from "../harness/test-database.ts";
import { testLimits } from "../harness/test-limits.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const processes = shopProcesses();
const undo: (() => Promise<unknown>)[] = [];
const json = { "content-type": "application/json" };
const stock = 100_000;
const soldMin = 20;
/** A build on a busy machine. */
const buildMs = 1_800_000;
let before = "";
let name = "";
let url = "";
let opened: OpenedDb;
let simulator: Simulator;
let variables: Record<string, string> = {};
let products: string[] = [];
let cookies: string[] = [];

/** Starts one server of the release before, or of the present one. */
const openOf = (release: "before" | "present") =>
  processes.open(variables, [], release === "before" ? before : repository);

async function register(origin: string, n: number): Promise<string> {
  const body = { name: `Customer ${n}`, email: `customer-${n}@example.com`, password: "a password of some length" };
  const response = await fetch(`${origin}/api/users`, { method: "POST", headers: json, body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}

/** Orders of several customers, two of three paid, between pages and lists; a purchase counts as one call. */
function useShop(origin: string) {
  const cookieOf = (n: number) => cookies[n % cookies.length] ?? "";
  const productOf = (n: number) => products[n % products.length] ?? "";
  const buy = async (n: number): Promise<Call> => {
    const headers = { ...json, cookie: cookieOf(n) };
    const body = JSON.stringify(orderOf([{ product: productOf(n), qty: 1 }]));
    const placed = await time(`${origin}/api/orders`, { method: "POST", headers, body });
    if (placed.status !== 201 || n % 3 === 0) return placed;
    const { _id } = z.looseObject({ _id: z.string() }).parse(JSON.parse(placed.body));
    const id = await decided({ origin, simulator }, { cookie: cookieOf(n) }, _id);
    const paid = await time(`${origin}/api/orders/${_id}/pay`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ id }),
    });
    return paid.status === 200 ? placed : paid;
  };
  const failed = (error: unknown): Call => ({ status: 0, body: String(error), type: "", ms: 0, at: 0 });
  const paths = [
    "/",
    "/api/products",
    "/api/orders/mine",
    "/products",
    "/trpc/catalog.brands",
    "/api/products?keyword=lamp",
  ];
  return keepAsking(
    4,
    (n) =>
      n % 4 === 0
        ? buy(n / 4).catch(failed)
        : time(`${origin}${n % 4 === 1 ? `/product/${productOf(n)}` : paths[n % paths.length]}`, {
            headers: { cookie: cookieOf(n) },
          }),
    20,
  );
}

/** Puts a server in the place of another, which goes on until the new one gets requests. */
async function replace(proxy: ReverseProxy, leaving: ShopProcess, release: "before" | "present"): Promise<ShopProcess> {
  const next = await openOf(release);
  await waitForStatus(`${next.origin}/readyz`, 200, 60_000);
  proxy.add(next.origin);
  while (!proxy.sendsTo(next.origin)) await delay(20);
  leaving.kill("SIGTERM");
  expect((await leaving.exited).code, leaving.errors.join("\n")).toBe(0);
  await delay(2_000);
  return next;
}

const orderCount = async () => Number((await opened.pool.query("select count(*) as n from orders")).rows[0]?.n);

/** Each capture of the simulated bank pays one order of these customers; the demo data has others. */
async function expectMoneyAgrees(): Promise<void> {
  const captured = [...simulator.bank.orders.keys()].flatMap((id) => simulator.bank.captures(id));
  const { rows } = await opened.pool.query<{ capture_id: string }>(
    `select capture_id from payments p join orders o on o.id = p.order_id join users u on u.id = o.user_id
     where u.email like 'customer-%' and p.status = 'completed' and p.is_settling and o.paid_at is not null
       and p.amount_cents = o.total_cents`,
  );
  expect(captured.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.capture_id).sort()).toEqual(captured.map(({ id }) => id).sort());
}

async function expectSold(load: ReturnType<typeof useShop>, countBefore: number): Promise<void> {
  // A slow host takes longer to sell as much.
  while ((tally(load.calls)[201] ?? 0) < soldMin) await delay(100);
  const calls = await load.stop();
  const unwanted = calls.find(({ status }) => status !== 200 && status !== 201);
  expect(Object.keys(tally(calls)), unwanted?.body).toEqual(["200", "201"]);
  expect(await orderCount()).toBe(countBefore + (tally(calls)[201] ?? 0));
  await expect.poll(() => expectMoneyAgrees().then(() => true, String)).toBe(true);
  await expectInvariants(opened.pool, Object.fromEntries(products.map((product) => [product, stock])));
}

describe.skipIf(isLeftOut("git"))("An upgrade from the last release", () => {
  let shops: [ShopProcess, ShopProcess];
  let proxy: ReverseProxy;

  beforeAll(async () => {
    const last = await lastRelease();
    name = last.name;
    console.log(`The last release is ${name}`);
    const steps = ["install --frozen-lockfile", "build", 'package "$PWD/package"'];
    const built = await builtCommit("last", last.commit, steps.map((step) => `npx --yes pnpm@10 ${step}`).join("\n"));
    before = join(built, "package");
  }, buildMs);
  beforeAll(async () => {
    const database = await createDatabase("empty");
    url = database.url;
    simulator = await startSimulator();
    opened = openDb({ url, poolMax: 4, limits: testLimits });
    undo.push(database.drop, simulator.close, opened.close);
    const shared = await processes.folder();
    variables = {
      DATABASE_URL: url,
      DEMO: "1",
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      PAYMENTS: "simulator",
      PAYPAL_API_BASE: simulator.origin,
      RECONCILE_SECONDS: "2",
      // A fast host buys more within these minutes than a person does.
      RATE_LIMIT_EXCEPTIONS: "payments=100000/60",
      DRAIN_MS: "3000",
      LOG_LEVEL: "warn",
      DATA_DIR: shared,
    };
    const first = await openOf("before");
    Object.assign(variables, { DEMO: "0", MIGRATE: "0" });
    shops = [first, await openOf("before")];
    proxy = await openProxy(shops.map(({ origin }) => origin));
    undo.push(proxy.close);
    cookies = await Promise.all([1, 2, 3, 4, 5].map((n) => register(proxy.origin, n)));
    // What nobody has ordered yet, so that every unit can be counted.
    const { rows } = await opened.pool.query<{ id: string }>(
      `update products set count_in_stock = $1 where id in (select p.id from products p
         where published_at is not null and not exists (select from order_items i where i.product_id = p.id) limit 5)
       returning id`,
      [stock],
    );
    products = rows.map(({ id }) => id);
    expect(products).toHaveLength(5);
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  it("is migrated while the release before serves, and its servers are replaced one by one, and nobody is refused", async () => {
    const countBefore = await orderCount();
    const load = useShop(proxy.origin);
    await delay(3_000);
    await promisify(execFile)(process.execPath, [join(repository, "server/dist/migrate.js")], {
      env: { ...process.env, NODE_ENV: "test", DATABASE_URL: url },
    });
    // The release before works on the schema of this one, for as long as the upgrade takes.
    await delay(5_000);
    shops[0] = await replace(proxy, shops[0], "present");
    await delay(5_000);
    shops[1] = await replace(proxy, shops[1], "present");
    await delay(3_000);
    await expectSold(load, countBefore);
  });

  it("can be taken back: servers of the release before sell on beside the present ones and instead of them", async () => {
    const countBefore = await orderCount();
    const load = useShop(proxy.origin);
    shops[0] = await replace(proxy, shops[0], "before");
    await delay(5_000);
    shops[1] = await replace(proxy, shops[1], "before");
    await delay(3_000);
    await expectSold(load, countBefore);
  });

  it("shows customers what they have ordered by the release before", async () => {
    const present = await openOf("present");
    for (const cookie of cookies) {
      const response = await fetch(`${present.origin}/api/orders/mine`, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(z.array(z.unknown()).parse(await response.json()).length).toBeGreaterThan(0);
    }
  });
});
