import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildApp } from "./app.ts";
import { openDb } from "./db/client.ts";
import { countMigrations, knownMigrations, migrateDb } from "./db/migrate.ts";
import { ensureFirstAdmin } from "./domain/account/first-admin.ts";
import { EnvError, readEnv } from "./env.ts";
import { startEmbeddedPostgres } from "./infra/embedded-postgres.ts";
import { keptSecret } from "./infra/kept-secret.ts";
import { startJobs } from "./jobs.ts";
import { openServices } from "./services.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

async function start() {
  const env = readEnv(process.env);
  await mkdir(env.uploadsDir, { recursive: true });

  // Ctrl+C during the first start must not leave a database running.
  let stopDatabase = async () => {};
  let isStopping = false;
  let shutDown = async () => stopDatabase();
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);

  let url = env.databaseUrl;
  if (url === undefined) {
    say("Starting PostgreSQL");
    const postgres = await startEmbeddedPostgres({ folder: join(env.dataDir, "postgres"), log: say });
    stopDatabase = postgres.stop;
    url = postgres.url;
  }
  const migrations = join(project, "drizzle");
  await migrateDb(url, migrations);
  const known = await knownMigrations(migrations);

  let draining = false;
  const { db, pool, close } = openDb({
    url,
    poolMax: env.poolMax,
    onConnectionError: (error) => app?.log.warn({ err: error }, "database connection lost"),
  });
  if (env.isDemo) {
    const { seedDemo } = await import("./demo/seed.ts");
    await seedDemo({ db, url, uploadsDir: env.uploadsDir, log: say });
  }

  if (env.firstAdmin !== undefined) await ensureFirstAdmin(db, env.firstAdmin);

  const clientDir = join(project, "client", "dist");
  const app = await buildApp({
    services: openServices({ db, pool }, { ...env, jwtSecret: env.jwtSecret ?? (await keptSecret(env.dataDir)) }),
    shop: { name: env.shopName, origin: env.publicOrigin },
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    uploadsDir: env.uploadsDir,
    trustedProxies: env.trustedProxies,
    logLevel: env.logLevel,
    readiness: async () => {
      if (draining) return "draining";
      try {
        return (await countMigrations(pool)) >= known ? "ready" : "schema";
      } catch {
        return "database";
      }
    },
  });
  app.addHook("onSend", async (_request, reply) => {
    // Tells keep-alive clients to come back on a new connection, to another instance.
    if (draining) reply.header("connection", "close");
  });

  const stopJobs = startJobs(db, app.log);
  shutDown = async () => {
    draining = true;
    await new Promise((done) => setTimeout(done, env.drainMs));
    await app.close();
    await stopJobs();
    await close();
    await stopDatabase();
  };
  if (isStopping) return;
  await app.listen({ port: env.port, host: env.host });
  say(`The shop is open at ${env.publicOrigin}`);
  if (env.isDemo) {
    const { demoAccounts } = await import("./demo/accounts.ts");
    say("This is a demo: its products, people and reviews are invented.");
    for (const { email, password, isAdmin } of demoAccounts) {
      say(`  ${email} / ${password} (${isAdmin ? "admin" : "customer"})`);
    }
  }
}

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof EnvError ? "" : "The shop could not start. "}${message}\n`);
  process.exit(1);
});
