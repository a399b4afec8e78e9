import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { freePort } from "../../server/test/harness/free-port.ts";
import { openProxy, type Proxy as ReverseProxy } from "../../server/test/harness/proxy.ts";
import { expect, test } from "./customer.ts";
import { shopDatabaseUrl } from "./shop-database.ts";
import { uploadsDir } from "./shop-of-worker.ts";

const project = join(fileURLToPath(import.meta.url), "../../..");

type Instance = { origin: string; stop: () => Promise<void> };

/** Two instances of one release behind a proxy, and what an upgrade to the next release needs. */
type Deployment = {
  proxy: ReverseProxy;
  old: [Instance, Instance];
  startNext: () => Promise<Instance>;
  staticDir: string;
};

let folder = "";
let deployment: Deployment | undefined;
const instances: Instance[] = [];

async function start(release: string, settings: Record<string, string>): Promise<Instance> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(release, "server/dist/main.js")], {
    cwd: release,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: "127.0.0.1", PORT: String(port), ...settings },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const instance = { origin: `http://127.0.0.1:${port}`, stop };
  instances.push(instance);
  return instance;
}

const isServing = (proxy: ReverseProxy, { origin }: Instance) => expect.poll(() => proxy.sendsTo(origin)).toBe(true);

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shop-upgrade-"));
  const next = join(folder, "next");
  await promisify(execFile)(process.execPath, ["--import", "tsx", join(project, "scripts/next-release.ts"), next]);
  const staticDir = join(folder, "static");
  const port = await freePort();
  const settings = {
    NODE_ENV: "development",
    DATABASE_URL: await shopDatabaseUrl(),
    DB_POOL_MAX: "3",
    MIGRATE: "0",
    DEMO: "0",
    SHOP_OPEN: "1",
    LOG_LEVEL: "silent",
    STATIC_DIR: staticDir,
    UPLOADS_DIR: uploadsDir,
    DATA_DIR: join(folder, "data"),
    DRAIN_MS: "1000",
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    JWT_SECRET: "a secret of two releases of one shop",
  };
  const old: [Instance, Instance] = [await start(project, settings), await start(project, settings)];
  const proxy = await openProxy(
    old.map(({ origin }) => origin),
    port,
  );
  for (const instance of old) await isServing(proxy, instance);
  deployment = { proxy, old, staticDir, startNext: () => start(next, settings) };
});

test.afterAll(async () => {
  await Promise.all(instances.map(({ stop }) => stop()));
  await deployment?.proxy.close();
  await rm(folder, { recursive: true, force: true });
});

/** Records the requests without a good answer. Leaving a page cancels those that are still open. */
function recordFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") failures.push(`${reason} ${request.url()}`);
  });
  return failures;
}

const entryOf = (page: Page) => page.locator("script[type=module][src]").getAttribute("src");
const cartCount = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** Opens Home and a product as new pages, and puts the product into the cart. */
const productsSchema = z.object({
  products: z.array(z.object({ _id: z.string(), countInStock: z.number(), variant: z.string().optional() })),
});

async function fillCart(page: Page): Promise<void> {
  await page.goto("/");
  // Other tests may have sold the first ones out, and one with sizes wants a choice first.
  const { products } = productsSchema.parse(await (await page.request.get("/api/products")).json());
  const product = products.find(({ countInStock, variant }) => countInStock > 20 && variant === undefined);
  await page.goto(`/product/${product?._id}`);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page).toHaveURL("/cart");
}

async function shopOn(page: Page): Promise<void> {
  await fillCart(page);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
}

test("no request fails for customers who shop through an upgrade, with pages of either release", async ({
  browser,
}) => {
  if (deployment === undefined) throw new Error("the deployment did not start");
  const { proxy, old, startNext, staticDir } = deployment;
  const context = await browser.newContext({ baseURL: proxy.origin });
  // Its cache has no file that only the other pages have loaded.
  const otherContext = await browser.newContext({ baseURL: proxy.origin });
  const [busy, early, late] = [await context.newPage(), await context.newPage(), await otherContext.newPage()];
  const failures = [busy, early].map(recordFailures);
  await shopOn(busy);
  // Two pages of the old release that have not loaded the screen to sign in.
  await fillCart(late);
  for (const page of [early, late]) await page.goto("/", { waitUntil: "networkidle" });
  const oldEntry = await entryOf(early);

  for (const instance of old) {
    const next = await startNext();
    proxy.add(next.origin);
    await isServing(proxy, next);
    // Requests alternate between the releases now.
    await shopOn(busy);
    await shopOn(busy);
    await instance.stop();
  }
  await shopOn(busy);
  expect(await entryOf(busy)).not.toBe(oldEntry);

  // The page of the old release goes on with its own scripts.
  await cartCount(early).click();
  await expect(early.getByRole("heading", { level: 1, name: /Cart/ })).toBeVisible();
  await early.getByRole("link", { name: "Sign In" }).click();
  await expect(early.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(await entryOf(early)).toBe(oldEntry);
  expect(failures).toEqual([[], []]);

  // Where they were removed long ago, the page is replaced at the next navigation, and the cart stays.
  const cart = await cartCount(late).getAttribute("aria-label");
  expect(cart).toMatch(/^Cart, \d/);
  await rm(staticDir, { recursive: true });
  await late.getByRole("link", { name: "Sign In" }).click();
  await expect(late.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(late).toHaveURL("/login");
  expect(await entryOf(late)).toBe(await entryOf(busy));
  await expect(cartCount(late)).toHaveAttribute("aria-label", cart ?? "");
  await Promise.all([context.close(), otherContext.close()]);
});
