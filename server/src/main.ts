import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { buildApp } from "./app.ts";
import { openDb } from "./db/client.ts";
import { countMigrations, knownMigrations, migrateDb, waitForSchema } from "./db/migrate.ts";
import { openReplicas } from "./db/replicas.ts";
import { ensureFirstAdmin } from "./domain/account/first-admin.ts";
import { toLoggable } from "./domain/errors.ts";
import { readState } from "./domain/watch/state.ts";
import { EnvError, readEnv } from "./env.ts";
import { watchReadiness } from "./http/health.ts";
import { startEmbeddedPostgres } from "./infra/embedded-postgres.ts";
import { keptSecret } from "./infra/kept-secret.ts";
import { openMetrics } from "./infra/metrics.ts";
import { openMetricsPort } from "./infra/metrics-port.ts";
import { openStorage } from "./infra/open-storage.ts";
import { currentTrace } from "./infra/trace.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { openServices } from "./services.ts";
import { watchShop } from "./watch.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** How long a question about the shop's state may take, and a shutdown wait for slow clients; in milliseconds. */
const probePatience = 1_000;
const closePatience = 8_000;

const versionSchema = z.object({ version: z.string().default("unknown") });

// A start that fails, or is interrupted, must not leave a database running.
let stopDatabase = async () => {};
let isStopping = false;

async function start() {
  const env = readEnv(process.env);
  const storage = await openStorage(env.storage, say);

  let shutDown = async () => stopDatabase();
  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    shutDown().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`The shop could not stop cleanly. ${toLoggable(error).message}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(0));
  let log: FastifyBaseLogger | undefined;
  // What nobody waited for may have left anything half done: requests at work are answered, then a new process takes over.
  const giveUp = (error: unknown) => {
    if (log === undefined) process.stderr.write(`The shop gives up. ${toLoggable(error).message}\n`);
    else log.fatal({ err: error }, "the shop gives up");
    stop(1);
  };
  process.on("unhandledRejection", giveUp);
  process.on("uncaughtException", giveUp);

  let url = env.databaseUrl;
  if (url === undefined) {
    say("Starting PostgreSQL");
    const starting = startEmbeddedPostgres({ folder: join(env.dataDir, "postgres"), log: say });
    stopDatabase = async () => (await starting).stop();
    url = (await starting).url;
  }
  const migrations = join(project, "drizzle");
  if (env.isMigrating) await migrateDb(url, migrations);
  const known = await knownMigrations(migrations);

  let draining = false;
  const { db, pool, close } = openDb({
    url,
    poolMax: env.poolMax,
    requestId: () => currentTrace()?.id,
    onConnectionError: (error) => log?.warn({ err: error }, "database connection lost"),
  });
  // Whether the database holds all that the first request may need.
  let isFurnished = false;
  const furnish = async (url: string) => {
    if (env.isDemo) {
      const { seedDemo } = await import("./demo/seed.ts");
      await seedDemo({ db, url, storage, log: say });
    }
    if (env.firstAdmin !== undefined) await ensureFirstAdmin(db, env.firstAdmin);
    isFurnished = true;
  };
  if (env.isMigrating) await furnish(url);
  // Connections apart: a crowd at the others must neither hide that the database answers nor wait for figures.
  const probe = openDb({
    ...{ url, poolMax: 2, name: "shop probe", patience: probePatience },
    onConnectionError: (error) => log?.warn({ err: error }, "database connection lost"),
  });

  const clientDir = join(project, "client", "dist");
  const jwtSecret = env.jwtSecret ?? (await keptSecret(env.dataDir));
  const replicas =
    env.replicaUrls.length === 0
      ? undefined
      : openReplicas({
          ...{ primary: { db, pool: probe.pool }, urls: env.replicaUrls, poolMax: env.poolMax },
          onChange: (host, isUsed) => log?.warn({ replica: host }, isUsed ? "replica in use" : "replica not in use"),
        });
  const services = openServices({ db, pool, storage, replicas }, { ...env, jwtSecret });
  const readiness = watchReadiness({
    isDraining: () => draining,
    isFurnished: () => isFurnished,
    countMigrations: () => countMigrations(probe.pool),
    known,
    patience: probePatience,
  });
  const metrics = env.metrics === undefined ? undefined : openMetrics();
  const app = await buildApp({
    services,
    shop: { name: env.shopName, origin: env.publicOrigin },
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    trustedProxies: env.trustedProxies,
    logLevel: env.logLevel,
    readiness,
    ...(metrics === undefined ? {} : { metrics }),
  });
  log = app.log;
  app.addHook("onSend", (_request, reply, payload, done) => {
    // Tells keep-alive clients to come back on a new connection, to another instance.
    if (draining) reply.header("connection", "close");
    done(null, payload);
  });

  let jobs: Jobs | undefined;
  let closeMetrics = async () => {};
  shutDown = async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, env.drainMs));
    // Whoever sends or reads slowly has had its time.
    const cut = setTimeout(() => app.server.closeAllConnections(), closePatience);
    await app.close();
    clearTimeout(cut);
    await jobs?.stop();
    await closeMetrics();
    await replicas?.close();
    await close();
    await probe.close();
    await stopDatabase();
  };
  if (isStopping) return;
  if (env.metrics !== undefined && metrics !== undefined) {
    const text = watchShop(metrics, {
      ...{ services, pool, backupsDir: env.backups.folder },
      uploadsDir: env.storage.kind === "folder" ? env.storage.folder : undefined,
      jobs: () => jobs?.figures ?? new Map(),
      ...{ version: await readVersion(), freshMs: 4_000 },
      readState: () => readState(probe.db),
      countMigrations: () => countMigrations(probe.pool),
      isReady: async () => (await readiness()) === "ready",
    });
    const opened = await openMetricsPort(env.metrics, { contentType: metrics.contentType, text });
    closeMetrics = opened.close;
    log.info({ host: env.metrics.host, port: opened.port }, "figures can be read");
  }
  if (!isFurnished) {
    app.addHook("onRequest", (request, _reply, done) => {
      const isWaiting = !isFurnished && !/^\/(healthz|readyz)$/.test(request.url);
      done(isWaiting ? Object.assign(new Error("the schema is not there yet"), { statusCode: 503 }) : undefined);
    });
  }
  await app.listen({ port: env.port, host: env.host });
  if (!isFurnished) {
    // Alive meanwhile, but not ready: whoever watches over the process need not end it.
    say("Waiting until the database has the newest schema");
    await waitForSchema(pool, known, () => isStopping);
    if (isStopping) return;
    await furnish(url);
  }
  if (isStopping) return;
  jobs = startJobs(services, app.log);
  say(`The shop is open at ${env.publicOrigin}`);
  if (env.isDemo) {
    const { demoAccounts } = await import("./demo/accounts.ts");
    say("This is a demo: its products, people and reviews are invented.");
    for (const { email, password, isAdmin } of demoAccounts) {
      say(`  ${email} / ${password} (${isAdmin ? "admin" : "customer"})`);
    }
  }
}

/** The release that runs, as the project itself calls it. */
async function readVersion(): Promise<string> {
  const text = await readFile(join(project, "package.json"), "utf8").catch(() => "{}");
  return versionSchema.parse(JSON.parse(text)).version;
}

start().catch(async (error: unknown) => {
  // What breaks because we are stopping is no news.
  if (isStopping) return;
  isStopping = true;
  const reason = error instanceof EnvError ? error.message : `The shop could not start. ${toLoggable(error).message}`;
  process.stderr.write(`${reason}\n`);
  await stopDatabase().catch(() => undefined);
  process.exit(1);
});
