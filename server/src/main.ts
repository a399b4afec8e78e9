import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MailMode } from "@shop/shared/mail";
import { pages } from "@shop/shared/page/pages";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { countMigrations, isWritable, knownMigrations, migrateDb, waitForSchema } from "./db/migrate.ts";
import { toLoggable } from "./domain/base/errors.ts";
import { type Env, readEnv } from "./env/read-env.ts";
import { EnvError } from "./env/variables.ts";
import type { Services } from "./http/context.ts";
import { type Readiness, refuseRequests, sendElsewhere, watchReadiness } from "./http/health.ts";
import { type LoopWatch, openLoopWatch } from "./http/loop-watch.ts";
import { Activity } from "./infra/activity.ts";
import { devSecret } from "./infra/dev-secret.ts";
import { openStorage } from "./infra/open-storage.ts";
import { setTracing } from "./infra/tracing.ts";
import { type Jobs, startJobs } from "./jobs/start-jobs.ts";
import { openMetricsPort } from "./metrics/endpoint.ts";
import { readState } from "./metrics/read-state.ts";
import { type Metrics, openMetrics } from "./metrics/registry.ts";
import { openShopMetrics } from "./metrics/shop.ts";
import { openServices } from "./services.ts";
import { type Databases, openDatabases, probeTimeoutMs, startOwnDatabase } from "./start/databases.ts";
import { openSeeding, type Seeding } from "./start/seed.ts";
import { Shutdown } from "./start/shutdown.ts";
import { openStaticFiles } from "./start/static-files.ts";
import { version } from "./version.ts";

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

/** How long the shutdown waits for open requests, and how long a snapshot of database metrics is reused; in milliseconds. */
const closeTimeoutMs = 8_000;
const metricsFreshMs = 4_000;

/** What is open while the shop runs. */
type Shop = {
  env: Env;
  app: FastifyInstance;
  services: Services;
  databases: Databases;
  readiness: Readiness;
  loopWatch: LoopWatch;
  known: number;
  seeding: Seeding;
  metrics: Metrics | undefined;
  activity: Activity;
};

/** Opens the database, then the server, and starts the background jobs last. */
async function openShop(shutdown: Shutdown): Promise<void> {
  let isDraining = false;
  const shop = await openApp(shutdown, () => isDraining);
  const { env, app, services, databases, known, seeding } = shop;
  let jobs: Jobs | undefined;
  await openMetricsServer(shutdown, shop, () => jobs?.counters ?? new Map());
  shutdown.add(async () => jobs?.stop());
  shutdown.add(async () => {
    isDraining = true;
    // Streams would stay open, so that their clients did not go to another instance.
    services.paidOrders.close();
    // A load balancer needs the time to notice; without a listening port there is none to notice.
    if (app.server.listening) await new Promise((done) => setTimeout(done, env.drainMs));
    const cut = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
    await app.close();
    clearTimeout(cut);
  });
  if (!seeding.isDone()) {
    // Proxies repeat a refused connection elsewhere, also that of an order.
    say("Waiting until the database has the newest schema");
    await waitForSchema(databases.pool, known, () => shutdown.isEnding);
    if (shutdown.isEnding) return;
    await seeding.seed();
  }
  if (shutdown.isEnding) return;
  await app.listen({ port: env.port, host: env.host });
  app.log.info({ version, node: process.version, role: env.role }, "shop started");
  shop.loopWatch.start(app.log);
  // Nobody asks a worker for anything, so it never rests.
  const rest = env.role === "worker" ? {} : { activity: shop.activity };
  jobs = startJobs({ ...services, db: databases.jobs.db }, app.log, { role: env.role, ...rest });
  warnOfNoMail(shop);
  await askForOwner(shop);
  await greet(env, services.mailer.mode);
}

async function openApp(shutdown: Shutdown, isDraining: () => boolean): Promise<Shop> {
  const env = readEnv(process.env);
  const storage = await openStorage(env.storage, say);
  const url = env.databaseUrl ?? (await startOwnDatabase(shutdown, env.dataDir, say));
  const migrations = join(project, "drizzle");
  if (env.isMigrating) await migrateDb(url, migrations);
  const known = await knownMigrations(migrations);
  if (env.hasTracing) await startTracing(shutdown);
  const databases = openDatabases(shutdown, { ...env, url });
  const { db, probe, replicas } = databases;
  const jwtSecret = env.jwtSecret ?? (await devSecret(env.dataDir));
  const services = openServices(
    {
      db,
      storage,
      replicas,
      largeActs: databases.largeActs.db,
      jobs: databases.jobs.db,
      counters: databases.counters.pool,
    },
    { ...env, jwtSecret, hasFirstStart: true },
  );
  const takesRealMoney = async () => {
    await services.settings.refresh(db);
    const { mode, stripe } = services.payments.config;
    return mode === "live" || stripe?.mode === "live";
  };
  const seeding = openSeeding({ db, url, storage, say }, { ...env, takesRealMoney });
  if (env.isMigrating) await seeding.seed();
  // Amounts are in the currency of the terms in force.
  if (env.isMigrating) await services.terms.current(db);
  const loopWatch = openLoopWatch();
  shutdown.add(async () => loopWatch.stop());
  const readiness = watchReadiness({
    isDraining,
    isBusy: loopWatch.isBusy,
    known,
    countMigrations: () => countMigrations(probe.pool),
    isWritable: () => isWritable(probe.pool),
    timeoutMs: probeTimeoutMs,
  });
  const metrics = env.metrics === undefined ? undefined : openMetrics();
  const activity = new Activity();
  const app = await buildApp({
    services,
    activity,
    ...(await openClient(shutdown, env)),
    trustedProxies: env.trustedProxies,
    hasHstsSubdomains: env.hasHstsSubdomains,
    logLevel: env.logLevel,
    readiness,
    loopWatch,
    ...(metrics === undefined ? {} : { metrics }),
  });
  shutdown.log = app.log;
  // Added before the jobs, so that it runs after they have stopped.
  shutdown.add(async () => services.mailer.close());
  sendElsewhere(app, isDraining);
  if (env.role === "worker") refuseRequests(app);
  return { env, app, services, databases, readiness, loopWatch, known, seeding, metrics, activity };
}

/** Loads the library only where traces are on. */
async function startTracing(shutdown: Shutdown): Promise<void> {
  const { openTracing } = await import("./infra/open-tracing.ts");
  const tracing = openTracing(version, () => shutdown.log?.warn("the collector of traces takes nothing"));
  setTracing(tracing);
  shutdown.add(async () => {
    setTracing(undefined);
    await tracing.stop();
  });
}

/** The built client and the files of other releases; none where another server serves them. */
async function openClient(shutdown: Shutdown, { staticDir }: Env) {
  const clientDir = join(project, "client", "dist");
  if (!existsSync(join(clientDir, "static"))) return { clientDir: undefined };
  const folders = { own: join(clientDir, "static"), shared: staticDir };
  return { clientDir, sharedStaticDir: await openStaticFiles(shutdown, folders, say) };
}

/** Serves the metrics on a port of their own, where one is configured. */
async function openMetricsServer(shutdown: Shutdown, shop: Shop, jobs: () => Jobs["counters"]): Promise<void> {
  const { env, app, services, databases, readiness, loopWatch, metrics } = shop;
  if (env.metrics === undefined || metrics === undefined) return;
  const { pool, probe } = databases;
  const text = openShopMetrics(metrics, {
    services,
    pool,
    jobs,
    loop: loopWatch.counters,
    backupsDir: env.backups.folder,
    uploadsDir: env.storage.kind === "folder" ? env.storage.folder : undefined,
    version,
    freshMs: metricsFreshMs,
    readState: () => readState(probe.db),
    countMigrations: () => countMigrations(probe.pool),
    isWritable: () => isWritable(probe.pool),
    isReady: async () => (await readiness()) === "ready",
  });
  const { port, close } = await openMetricsPort(env.metrics, { contentType: metrics.contentType, text });
  shutdown.add(close);
  app.log.info({ host: env.metrics.host, port }, "figures can be read");
}

function warnOfNoMail({ app, services }: Shop): void {
  if (services.mailer.mode === "off") app.log.warn("no mail goes out: the shop has no mail server");
}

/** Says how the owner of a new shop gets in. */
async function askForOwner({ app, services, databases, env }: Shop): Promise<void> {
  if (!(await services.firstStart.isNeeded(databases.db))) return;
  const { code } = services.firstStart;
  app.log.warn(
    "the shop has no administrator, so that it is closed: set it up in the browser, or use make-admin EMAIL",
  );
  say(`The shop has no owner yet. Open ${env.publicOrigin}${pages.setup.path} and enter the code ${code}`);
}

async function greet({ publicOrigin, isDemo, firstAdmin }: Env, mailMode: MailMode): Promise<void> {
  say(`The shop is open at ${publicOrigin}`);
  if (mailMode === "local") say(`Its mails can be read at ${publicOrigin}/dev/mail`);
  if (!isDemo) return;
  const { demoAccounts } = await import("./demo/accounts.ts");
  say("This is a demo: its products, people and reviews are invented.");
  for (const { email, password, isAdmin } of demoAccounts) {
    if (email === firstAdmin?.email) continue;
    say(`  ${email} / ${password} (${isAdmin ? "admin" : "customer"})`);
  }
}

if (process.argv.includes("--version")) {
  say(version);
  process.exit();
}
const shutdown = new Shutdown();
openShop(shutdown).catch((error: unknown) => {
  // The shutdown closes what the start still uses.
  if (shutdown.isEnding) return;
  const reason = error instanceof EnvError ? error.message : `The shop could not start. ${toLoggable(error).message}`;
  process.stderr.write(`${reason}\n`);
  shutdown.end(1);
});
