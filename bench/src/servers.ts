import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { project } from "../../scripts/project.ts";
import { freePort } from "../../server/test/harness/free-port.ts";

/** A server process and its start-up time in milliseconds. */
export type Server = { origin: string; pid: number; startMs: number; stop: () => Promise<void> };

const bundle = join(project, "server/dist/main.js");
/** The pool size of each contender. */
export const poolMax = 10;
const startMs = 30_000;
/** The time-out of the first start with the demo catalog, which renders its images. */
const seedMs = 300_000;

/** The shop in its production configuration: the built bundle with default settings, and others besides. */
export async function startShop(
  databaseUrl: string,
  dataDir: string,
  others: Record<string, string> = {},
): Promise<Server> {
  const settings = { ...(await imageMemorySettings()), ...shopSettings(databaseUrl, dataDir), ...others };
  return startServer([...(await imageOptions()), bundle], "/readyz", settings);
}

/** The Node options of the Docker image, so that the measured process runs like the deployed one. */
async function imageOptions(): Promise<string[]> {
  const command = /^CMD (\[.*\])$/m.exec(await readFile(join(project, "Dockerfile"), "utf8"))?.[1];
  const words: unknown = JSON.parse(command ?? "null");
  if (!Array.isArray(words)) throw new Error("The Dockerfile does not say how it starts the shop");
  return words.map(String).filter((word) => word.startsWith("--"));
}

/** The settings of the C library's allocator in the Docker image. */
async function imageMemorySettings(): Promise<Record<string, string>> {
  const file = await readFile(join(project, "Dockerfile"), "utf8");
  return Object.fromEntries(
    [...file.matchAll(/(MALLOC_\w+)=(\w+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function shopSettings(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DB_POOL_MAX: String(poolMax),
    // One customer downloads their data again and again.
    RATE_LIMIT_EXCEPTIONS: "downloads=1000/60",
    HOST: "127.0.0.1",
    PUBLIC_ORIGIN: "https://shop.example.com",
    DEMO: "0",
    SHOP_OPEN: "1",
    JWT_SECRET: randomBytes(32).toString("hex"),
    LOG_LEVEL: "warn",
    DRAIN_MS: "0",
    // A few customers place thousands of orders.
    UNPAID_UNITS_MAX: "1000000",
  };
}

/** The shop with the demo catalog, whose images are kept between runs. */
export async function startDemoShop(databaseUrl: string, dataDir: string): Promise<Server> {
  const settings = { DEMO: "1", UPLOADS_DIR: join(project, ".data/bench/uploads") };
  return startServer(
    [...(await imageOptions()), bundle],
    "/readyz",
    { ...shopSettings(databaseUrl, dataDir), ...settings },
    seedMs,
  );
}

/** The baseline: plain Fastify and pg over the same rows. */
export function startBare(databaseUrl: string): Promise<Server> {
  const script = join(project, "bench/src/bare-server.ts");
  return startServer(["--import", "tsx", script], "/api/products", {
    DATABASE_URL: databaseUrl,
    DB_POOL_MAX: String(poolMax),
  });
}

/** Node's own server, which sends answers of others from memory. */
export function startPlain(): Promise<Server> {
  return startServer(["--import", "tsx", join(project, "bench/src/plain-server.ts")], "/", {});
}

/** Fastify with one route and nothing else, as the reference for how fast the machine starts a server. */
export function startFastify(): Promise<Server> {
  const code = `
    const { default: fastify } = await import(${JSON.stringify(import.meta.resolve("fastify"))});
    const app = fastify();
    app.get("/", () => "ready");
    await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });`;
  return startServer(["--input-type=module", "-e", code], "/", {});
}

/** The shop's tRPC adapter and the library's in one process. */
export function startAdapters(databaseUrl: string, dataDir: string): Promise<Server> {
  const script = join(project, "bench/src/adapter-server.ts");
  return startServer(["--import", "tsx", script], "/readyz", shopSettings(databaseUrl, dataDir));
}

async function startServer(
  program: string[],
  readyPath: string,
  settings: Record<string, string>,
  timeoutMs = startMs,
): Promise<Server> {
  const port = await freePort();
  // Only the listed variables: the developer's environment must not affect the results.
  const env = { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), ...settings };
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, { cwd: project, env, stdio: ["ignore", "ignore", "inherit"] });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const origin = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + timeoutMs;
  while (child.exitCode === null && Date.now() < giveUpAt) {
    const isReady = await fetch(origin + readyPath).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return { origin, pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop };
    await wait(10);
  }
  child.kill("SIGKILL");
  throw new Error(`${program.at(-1)} did not start`);
}
