import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoAccounts } from "../../src/demo/accounts.ts";
import { issuer } from "../harness/customers.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { type RawAnswer, send } from "../harness/raw-http.ts";
import { providerCredentials } from "../harness/secrets.ts";
import { createDatabase } from "../harness/test-database.ts";

const built = join(fileURLToPath(import.meta.url), "../../../../client/dist/static/js");
const processes = shopProcesses();
let shop: ShopProcess;
let drop = async () => {};
beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  shop = await processes.open({
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: "https://shop.example.com",
  });
});
afterAll(() => drop());

/** The variables of a shop that takes real money. The harness sets the two empty ones, which count as absent. */
const liveShop = {
  NODE_ENV: "",
  DEMO: "",
  PUBLIC_ORIGIN: "https://shop.example.com",
  JWT_SECRET: issuer.jwtSecret,
  PAYPAL_CLIENT_ID: providerCredentials.clientId,
  PAYPAL_CLIENT_SECRET: providerCredentials.clientSecret,
  PAYPAL_MERCHANT_ID: "ABCDEFGHJ2345",
  ADMIN_EMAIL: "boss@example.com",
  ADMIN_PASSWORD: "correct horse 1",
};

async function signIn(origin: string, email: string, password: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email, password });
  return (await send(origin, { method: "POST", path: "/api/users/auth", headers, body })).status;
}

describe("a shop that does not say what it is for", () => {
  it("is a real one: the configured admin signs in, and nobody with a public password", async () => {
    const { url, drop } = await createDatabase("empty");
    const live = await processes.open({ ...liveShop, DATABASE_URL: url });
    for (const { email, password } of demoAccounts) expect(await signIn(live.origin, email, password)).toBe(401);
    expect(await signIn(live.origin, liveShop.ADMIN_EMAIL, liveShop.ADMIN_PASSWORD)).toBe(200);
    expect((await send(live.origin, { path: "/api/products" })).body).toContain('"products":[]');
    live.kill("SIGTERM");
    await live.exited;
    await drop();
  });

  it.each(["", "http://shop.example.com", "http://localhost:3000"])(
    "does not open at an origin without https: '%s'",
    async (origin) => {
      const start = await processes.spawn({
        ...liveShop,
        DATABASE_URL: "postgres://localhost:1/shop",
        PUBLIC_ORIGIN: origin,
      });
      expect((await start.exited).code).toBe(1);
      expect(start.errors).toEqual([expect.stringMatching(/^PUBLIC_ORIGIN: /)]);
    },
  );
});

const inside = /node_modules|"dependencies"|DATABASE_URL|\[core\]|sourceMappingURL=|at \w+ \(|Index of|<title>tRPC/;

function expectNothingOfTheInside(path: string, { status, headers, body }: RawAnswer) {
  expect([403, 404], path).toContain(status);
  expect(body, path).not.toMatch(inside);
  expect(Object.keys(headers), path).not.toContain("x-powered-by");
  expect(Object.keys(headers), path).not.toContain("server");
}

describe("a shop in production", () => {
  it("shows nothing of its files, its tools and its folders", async () => {
    const paths = ["/.env", "/.git/config", "/.git/HEAD", "/package.json", "/pnpm-lock.yaml", "/server/dist/main.js"];
    const tools = [
      "/trpc",
      "/trpc/",
      "/trpc/panel",
      "/panel",
      "/trpc-panel",
      "/metrics",
      "/debug",
      "/graphql",
      "/docs",
    ];
    const folders = ["/static/", "/static/js/", "/static/js", "/uploads/", "/uploads", "/static/../../package.json"];
    const tricks = ["/static/%2e%2e/index.html", "/static/.vite/manifest.json", "/static/js/../../.vite/manifest.json"];
    for (const path of [...paths, ...tools, ...folders, ...tricks]) {
      expectNothingOfTheInside(path, await send(shop.origin, { path }));
    }
  });

  it("serves its scripts without the way back to their sources", async () => {
    const scripts = (await readdir(built)).filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(5);
    for (const script of scripts) {
      const served = await send(shop.origin, { path: `/static/js/${script}` });
      expect(served.status).toBe(200);
      expect(served.body).not.toContain("sourceMappingURL=");
      expectNothingOfTheInside(script, await send(shop.origin, { path: `/static/js/${script}.map` }));
    }
  });

  it("answers what goes wrong without a trace of where", async () => {
    const json = { "content-type": "application/json" };
    const answers = await Promise.all([
      send(shop.origin, { method: "POST", path: "/api/users", headers: json, body: "{" }),
      send(shop.origin, { method: "POST", path: "/trpc/account.register", headers: json, body: '{"name":1}' }),
      send(shop.origin, { path: "/trpc/nothing.here" }),
      send(shop.origin, { path: "/api/%ff" }),
      send(shop.origin, { path: "/", headers: { host: "[" } }),
    ]);
    for (const { status, headers, body } of answers) {
      expect([400, 404]).toContain(status);
      expect(body).not.toMatch(/"stack"|\.ts:\d|\.js:\d|node:internal/);
      expect(Object.keys(headers)).not.toContain("x-powered-by");
      expect(Object.keys(headers)).not.toContain("server");
    }
  });
});
