import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { freePort } from "../../server/test/harness/free-port.ts";
import { test as base, expect } from "./customer.ts";

export const owner = { email: "owner@example.com", password: "a-shop-of-my-own-2026" };

/** Adds a product of its own to the shop of a signed-in owner, nine of it in stock, and returns its id. */
export async function addOwnProduct(page: Page, name: string, price: number): Promise<string> {
  for (const kind of ["brands", "categories"]) await page.request.post(`/api/${kind}`);
  const created: unknown = await (await page.request.post("/api/products")).json();
  const id = String(Reflect.get(Object(created), "_id"));
  const fields = { ...Object(created), name, price, countInStock: 9 };
  const response = await page.request.put(`/api/products/${id}`, { data: fields });
  expect(response.ok(), await response.text()).toBe(true);
  return id;
}

type Opened = { origin: string; close: () => Promise<void> };

/** Tests in a shop of their own, with some variables of the environment. */
function testWith(env: Record<string, string>) {
  return base.extend<object, { ownShop: { origin: string } }>({
    ownShop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from the pattern.
      async ({}, use) => {
        const shop = await openOwnShop(env);
        await use(shop);
        await shop.close();
      },
      { scope: "worker" },
    ],
    baseURL: async ({ ownShop }, use) => use(ownShop.origin),
  });
}

/** A test in a shop of its own, for what changes how a shop sells: without products and orders, with one administrator. */
export const test = testWith({});
/** The same without the orders of other tests, for what can be changed only before the first one. */
export const untouchedTest = testWith({});
/** The same where nobody has connected a payment provider yet. */
export const unconnectedTest = testWith({ IS_OWNERS_CHOICE: "1" });

async function openOwnShop(env: Record<string, string>): Promise<Opened> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const started = await startShop(port, {
    PUBLIC_ORIGIN: origin,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    LOG_LEVEL: "silent",
    ...env,
  });
  return { origin, close: started.close };
}

/** Starts a shop without products and orders on a port of this machine; `lines` gets what it prints. */
export async function startShop(port: number, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "shop-own-"));
  const lines: string[] = [];
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", "src/serve.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      // Of its own: its clean-up deletes what its own database does not refer to.
      UPLOADS_DIR: join(folder, "uploads"),
      DEMO: "0",
      RECONCILE_SECONDS: "3",
      ...env,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout?.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const close = async () => {
    if (child.exitCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  };
  await isReady(`http://127.0.0.1:${port}`, child).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { lines, close };
}

async function isReady(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}`);
    const isUp = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}
