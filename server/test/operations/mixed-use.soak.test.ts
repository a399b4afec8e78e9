import { setTimeout as delay } from "node:timers/promises";
import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenedDb, openDb } from "../../src/db/client.ts";
import { type Customer, insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { plain } from "../harness/images.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { askSteadily, slopeOf, time } from "../harness/load.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, pay } from "../harness/paying.ts";
import { descriptorsOf, residentMegabytes, type ShopProcess, shopProcesses } from "../harness/process.ts";
import { createDatabase } from "../harness/test-database.ts";
import { testLimits } from "../harness/test-limits.ts";
import { width } from "../harness/width.ts";

const perSecond = 20;
const atOnce = 10;
/** Everything is used often before memory is looked at; time in milliseconds. */
const warmUp = { ms: width.soakWarmUpMs, perSecond: 40 };
/** Memory is at its lowest right after a collection, so the lowest of each window counts. */
const windowSeconds = width.soakWindowSeconds;
const password = "a password of some length";

const processes = shopProcesses();
let opened: OpenedDb;
let drop = async () => {};
let simulator: Simulator;
let shop: ShopProcess;
beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  opened = openDb({ url: database.url, poolMax: 4, limits: testLimits });
  simulator = await startSimulator();
  // With a collection every few seconds, what grows is what is kept, and not what waits to be collected.
  const collecting = "data:text/javascript,setInterval(gc,5000).unref()";
  shop = await processes.open(
    {
      DATABASE_URL: database.url,
      JWT_SECRET: issuer.jwtSecret,
      PUBLIC_ORIGIN: issuer.publicOrigin,
      PAYMENTS: "simulator",
      PAYPAL_API_BASE: simulator.origin,
      RECONCILE_SECONDS: "2",
      ORDER_HOLD_SECONDS: "60",
      RATE_LIMIT_EXCEPTIONS: "register=1000000/900,sign-in-address=1000000/900,payments=1000000/900",
    },
    ["--expose-gc", "--import", collecting],
  );
});
afterAll(async () => {
  await opened.close();
  await simulator.close();
  await drop();
});

const json = { "content-type": "application/json" };

/** What a shop is used for, from looking around to paying; each gives the statuses that it was answered with. */
type Cast = { products: string[]; customers: Customer[]; admin: Customer; image: Buffer; stock: number };

function acts({ products, customers, admin, image, stock }: Cast) {
  const productOf = (n: number) => products[n % products.length] ?? "";
  const customerOf = (n: number) => customers[n % customers.length] ?? admin;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { status } = await time(shop.origin + path, { headers });
    return [status];
  };
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { status } = await time(shop.origin + path, {
      method,
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
    return [status];
  };
  const buy = async (n: number) => {
    const customer = customerOf(n);
    const order = await placedOrder(shop.origin, customer, orderOf([{ product: productOf(n), qty: 1 }]));
    // Some go away without paying, and some pay without coming back.
    if (n % 3 === 0) return [201];
    const id = await decided({ origin: shop.origin, simulator }, customer, order._id);
    if (n % 3 === 1) return [201, 200];
    return [201, 200, (await pay(shop, customer, order._id, { id })).status];
  };
  const upload = async () => {
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(image)], { type: "image/jpeg" }), "picture.jpg");
    const { status } = await time(`${shop.origin}/api/upload`, {
      method: "POST",
      headers: { cookie: admin.cookie },
      body: form,
    });
    return [status];
  };
  const saveProduct = (n: number) =>
    send(
      "PUT",
      `/api/products/${productOf(n)}`,
      {
        name: `Lamp ${n}`,
        price: 10,
        image: "",
        brand: "Soaked",
        category: "Lamps",
        description: "d",
        countInStock: stock,
        seenCountInStock: stock,
      },
      { cookie: admin.cookie },
    );
  const many: ((n: number) => Promise<number[]>)[] = [
    () => get("/api/products"),
    () => get("/"),
    (n) => get(`/api/products/${productOf(n)}`),
    (n) => get(`/product/${productOf(n)}`),
    (n) => get(`/api/products?keyword=lamp%20${n % 50}&pageNumber=${1 + (n % 3)}`),
    () => get("/trpc/catalog.featured,catalog.brands,catalog.categories?batch=1&input=%7B%7D"),
    (n) => get("/api/orders/mine", { cookie: customerOf(n).cookie }),
    () => get("/trpc/admin.dashboard.home", { cookie: admin.cookie }),
  ];
  const few: ((n: number) => Promise<number[]>)[] = [
    buy,
    (n) => send("POST", "/api/users", { name: "Newcomer", email: `new-${n}@example.com`, password }),
    buy,
    (n) => send("POST", "/api/users/auth", { email: `nobody-${n}@example.com`, password: "marker-secret-password" }),
    upload,
    (n) =>
      send(
        "POST",
        `/api/products/${productOf(n)}/reviews`,
        { rating: 5, comment: `Seen ${n}` },
        { cookie: customerOf(n).cookie },
      ),
    () => get("/api/orders", { cookie: admin.cookie }),
    saveProduct,
    () => get("/api/orders/nothing", { cookie: admin.cookie }),
    (n) => send("POST", "/api/orders", { orderItems: n }, { cookie: customerOf(n).cookie }),
  ];
  return (n: number): Promise<number[]> => {
    const act = n % 4 === 0 ? few[(n / 4) % few.length] : many[n % many.length];
    // No answer, or one that the next step cannot be taken from, counts as none.
    return act === undefined ? Promise.resolve([]) : act(n).catch(() => [0]);
  };
}

it(
  "A shop in mixed use all the time needs no more memory and holds no more connections as time goes by",
  async () => {
    const [brandId, categoryId] = [await makeBrand(opened.db, "Soaked"), await makeCategory(opened.db, "Lamps")];
    const stock = 1_000_000;
    const products = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        makeProduct(opened.db, { name: `Lamp ${n}`, brandId, categoryId, countInStock: stock }),
      ),
    );
    const customers = await insertCustomers(opened.db, 40);
    const admin = await insertCustomer(opened.db, { isAdmin: true });
    const image = await plain().jpeg().toBuffer();

    const act = acts({ products, customers, admin, image, stock });
    const warming = askSteadily(warmUp.perSecond, act, atOnce);
    // By number and not by time, because a slow host is used less in the same time.
    while (warming.asked() < (warmUp.ms / 1_000) * warmUp.perSecond) await delay(100);
    const warmed = await warming.stop();
    const use = askSteadily(perSecond, (n) => act(warmed.length + n), atOnce);
    // From the end of the warm-up, which a slow host ends late.
    const started = performance.now();
    const until = started + width.soakMs - warmUp.ms;
    const samples: { minutes: number; megabytes: number; descriptors: number }[] = [];
    while (performance.now() < until) {
      await delay(1_000);
      samples.push({
        minutes: (performance.now() - started) / 60_000,
        megabytes: residentMegabytes(shop.pid),
        descriptors: await descriptorsOf(shop.pid),
      });
    }
    const statuses: Record<number, number> = {};
    const answers = [...warmed, ...(await use.stop())];
    for (const status of answers.flat()) statuses[status] = (statuses[status] ?? 0) + 1;

    const windows = Array.from({ length: Math.floor(samples.length / windowSeconds) }, (_, n) => {
      const seen = samples.slice(n * windowSeconds, (n + 1) * windowSeconds);
      return {
        x: seen[0]?.minutes ?? Number.NaN,
        y: Math.min(...seen.map(({ megabytes }) => megabytes)),
        descriptors: Math.min(...seen.map(({ descriptors }) => descriptors)),
      };
    });
    const slope = slopeOf(windows);
    const half = Math.floor(windows.length / 2);
    const fewest = (some: typeof windows) => Math.min(...some.map(({ descriptors }) => descriptors));
    const [before, after] = [fewest(windows.slice(0, half)), fewest(windows.slice(half))];
    console.log(
      `${answers.length} acts in ${Math.round(width.soakMs / 1_000)} s, answered with ${JSON.stringify(statuses)}; ` +
        `memory ${windows.map(({ y }) => Math.round(y)).join(" ")} MB, ${slope.toFixed(2)} MB a minute; ` +
        `descriptors ${before} and ${after}`,
    );

    // A machine that is busy with other tests may have no time for somebody; nothing else may go wrong.
    const { 0: none = 0, 503: away = 0, ...others } = statuses;
    expect(none + away).toBeLessThan(answers.length / 100);
    expect(Object.keys(others).filter((status) => Number(status) >= 500)).toEqual([]);
    for (const status of [200, 201, 400, 401, 404]) expect(statuses[status], `answers of ${status}`).toBeGreaterThan(0);
    expect(slope, "megabytes a minute").toBeLessThan(width.soakGrowth);
    expect(after).toBeLessThanOrEqual(before + 5);
    expect(shop.isRunning()).toBe(true);
    expect(shop.output.join("\n")).not.toMatch(/marker-secret|"level":60|\$argon2|eyJhbGciOi/);
    // A lost answer is found while the shop runs.
    await expectMoneyAgrees({ simulator, pool: opened.pool });
    shop.kill("SIGTERM");
    expect((await shop.exited).code, shop.errors.join("\n")).toBe(0);
    await expectInvariants(opened.pool);
    await expectMoneyAgrees({ simulator, pool: opened.pool });
  },
  3 * width.soakMs + 300_000,
);
