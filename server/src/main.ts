import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { openDb } from "./db/client.ts";
import { countMigrations, knownMigrations, migrateDb, waitForSchema } from "./db/migrate.ts";
import { ensureFirstAdmin } from "./domain/account/first-admin.ts";
import { toLoggable } from "./domain/errors.ts";
import { EnvError, readEnv } from "./env.ts";
import { startEmbeddedPostgres } from "./infra/embedded-postgres.ts";
import { keptSecret } from "./infra/kept-secret.ts";
import { clearUnfinished, openFolder } from "./infra/storage.ts";
import { startJobs } from "./jobs.ts";
import { openServices } from "./services.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** How long a readiness check may wait for the database, and a shutdown for slow clients; in milliseconds. */
const readyPatience = 1_000;
const closePatience = 8_000;

// A start that fails, or is interrupted, must not leave a database running.
let stopDatabase = async () => {};
let isStopping = false;

async function start() {
  const env = readEnv(process.env);
  await mkdir(env.uploadsDir, { recursive: true });
  await clearUnfinished(env.uploadsDir);

  let shutDown = async () => stopDatabase();
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The shop could not stop cleanly. ${toLoggable(error).message}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);

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
  let log: FastifyBaseLogger | undefined;
  const { db, pool, close } = openDb({
    url,
    poolMax: env.poolMax,
    onConnectionError: (error) => log?.warn({ err: error }, "database connection lost"),
  });
  // Whether the database holds all that the first request may need.
  let isFurnished = false;
  const furnish = async (url: string) => {
    if (env.isDemo) {
      const { seedDemo } = await import("./demo/seed.ts");
      await seedDemo({ db, url, storage: openFolder(env.uploadsDir), log: say });
    }
    if (env.firstAdmin !== undefined) await ensureFirstAdmin(db, env.firstAdmin);
    isFurnished = true;
  };
  if (env.isMigrating) await furnish(url);

  const clientDir = join(project, "client", "dist");
  const jwtSecret = env.jwtSecret ?? (await keptSecret(env.dataDir));
  const services = openServices({ db, pool }, { ...env, jwtSecret });
  const app = await buildApp({
    services,
    shop: { name: env.shopName, origin: env.publicOrigin },
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    uploadsDir: env.uploadsDir,
    trustedProxies: env.trustedProxies,
    logLevel: env.logLevel,
    readiness: async () => {
      if (draining) return "draining";
      if (!isFurnished) return "schema";
      const late = new Promise<"database">((done) => setTimeout(done, readyPatience, "database").unref());
      const state = countMigrations(pool).then(
        (n) => (n >= known ? ("ready" as const) : ("schema" as const)),
        () => "database" as const,
      );
      return Promise.race([state, late]);
    },
  });
  log = app.log;
  app.addHook("onSend", (_request, reply, payload, done) => {
    // Tells keep-alive clients to come back on a new connection, to another instance.
    if (draining) reply.header("connection", "close");
    done(null, payload);
  });

  let stopJobs = async () => {};
  shutDown = async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, env.drainMs));
    // Whoever sends or reads slowly has had its time.
    const cut = setTimeout(() => app.server.closeAllConnections(), closePatience);
    await app.close();
    clearTimeout(cut);
    await stopJobs();
    await close();
    await stopDatabase();
  };
  if (isStopping) return;
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
  stopJobs = startJobs(services, app.log);
  say(`The shop is open at ${env.publicOrigin}`);
  if (env.isDemo) {
    const { demoAccounts } = await import("./demo/accounts.ts");
    say("This is a demo: its products, people and reviews are invented.");
    for (const { email, password, isAdmin } of demoAccounts) {
      say(`  ${email} / ${password} (${isAdmin ? "admin" : "customer"})`);
    }
  }
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
