import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { buildApp } from "./app.ts";
import { countMigrations, knownMigrations, migrateDb, waitForSchema } from "./db/migrate.ts";
import { toLoggable } from "./domain/errors.ts";
import { type Env, EnvError, readEnv } from "./env.ts";
import { refuseUntil, sendElsewhere, watchReadiness } from "./http/health.ts";
import { devSecret } from "./infra/dev-secret.ts";
import { openStorage } from "./infra/open-storage.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { openMetricsPort } from "./metrics/endpoint.ts";
import { readState } from "./metrics/read-state.ts";
import { openMetrics } from "./metrics/registry.ts";
import { openShopMetrics } from "./metrics/shop.ts";
import { openServices } from "./services.ts";
import { openDatabases, probeTimeoutMs, startOwnDatabase } from "./start/databases.ts";
import { openSeeding } from "./start/seed.ts";
import { Shutdown } from "./start/shutdown.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** How long a shutdown waits for slow clients, and what was read from the database for figures is good for; in milliseconds. */
const closeTimeoutMs = 8_000;
const figuresFreshMs = 4_000;

const versionSchema = z.object({ version: z.string().default("unknown") });

/** Opens the shop: first what remembers, then the doors, and last what works by itself. */
async function openShop(shutdown: Shutdown): Promise<void> {
  const env = readEnv(process.env);
  const storage = await openStorage(env.storage, say);
  const url = env.databaseUrl ?? (await startOwnDatabase(shutdown, env.dataDir, say));
  const migrations = join(project, "drizzle");
  if (env.isMigrating) await migrateDb(url, migrations);
  const known = await knownMigrations(migrations);
  const { db, pool, probe, replicas } = openDatabases(shutdown, { ...env, url });
  const { isDone: isSeeded, seed } = openSeeding({ db, url, storage, say }, env);
  if (env.isMigrating) await seed();

  const jwtSecret = env.jwtSecret ?? (await devSecret(env.dataDir));
  const services = openServices({ db, pool, storage, replicas }, { ...env, jwtSecret });
  let isDraining = false;
  const readiness = watchReadiness({
    ...{ isDraining: () => isDraining, isSeeded, known },
    countMigrations: () => countMigrations(probe.pool),
    timeoutMs: probeTimeoutMs,
  });
  const metrics = env.metrics === undefined ? undefined : openMetrics();
  const clientDir = join(project, "client", "dist");
  const app = await buildApp({
    services,
    shop: { name: env.shopName, origin: env.publicOrigin },
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    trustedProxies: env.trustedProxies,
    logLevel: env.logLevel,
    readiness,
    ...(metrics === undefined ? {} : { metrics }),
  });
  shutdown.log = app.log;
  sendElsewhere(app, () => isDraining);
  if (!isSeeded()) refuseUntil(app, isSeeded);
  let jobs: Jobs | undefined;
  if (env.metrics !== undefined && metrics !== undefined) {
    const text = openShopMetrics(metrics, {
      ...{ services, pool, backupsDir: env.backups.folder },
      uploadsDir: env.storage.kind === "folder" ? env.storage.folder : undefined,
      jobs: () => jobs?.figures ?? new Map(),
      ...{ version: await readVersion(), freshMs: figuresFreshMs },
      readState: () => readState(probe.db),
      countMigrations: () => countMigrations(probe.pool),
      isReady: async () => (await readiness()) === "ready",
    });
    const { port, close } = await openMetricsPort(env.metrics, { contentType: metrics.contentType, text });
    shutdown.add(close);
    app.log.info({ host: env.metrics.host, port }, "figures can be read");
  }
  shutdown.add(async () => jobs?.stop());
  shutdown.add(async () => {
    isDraining = true;
    // Nobody is on the way to a door that never opened.
    if (app.server.listening) await new Promise((done) => setTimeout(done, env.drainMs));
    // Whoever sends or reads slowly has had its time.
    const cut = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
    await app.close();
    clearTimeout(cut);
  });
  if (shutdown.isEnding) return;
  await app.listen({ port: env.port, host: env.host });
  if (!isSeeded()) {
    // Alive meanwhile, but not ready: whoever watches over the process need not end it.
    say("Waiting until the database has the newest schema");
    await waitForSchema(pool, known, () => shutdown.isEnding);
    if (shutdown.isEnding) return;
    await seed();
  }
  if (shutdown.isEnding) return;
  jobs = startJobs(services, app.log);
  await greet(env);
}

async function greet({ publicOrigin, isDemo }: Env): Promise<void> {
  say(`The shop is open at ${publicOrigin}`);
  if (!isDemo) return;
  const { demoAccounts } = await import("./demo/accounts.ts");
  say("This is a demo: its products, people and reviews are invented.");
  for (const { email, password, isAdmin } of demoAccounts) {
    say(`  ${email} / ${password} (${isAdmin ? "admin" : "customer"})`);
  }
}

/** The release that runs, as the project itself calls it. */
async function readVersion(): Promise<string> {
  const text = await readFile(join(project, "package.json"), "utf8").catch(() => "{}");
  return versionSchema.parse(JSON.parse(text)).version;
}

const shutdown = new Shutdown();
openShop(shutdown).catch((error: unknown) => {
  // What breaks because we are stopping is no news.
  if (shutdown.isEnding) return;
  const reason = error instanceof EnvError ? error.message : `The shop could not start. ${toLoggable(error).message}`;
  process.stderr.write(`${reason}\n`);
  shutdown.end(1);
});
