import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDb } from "../src/db/client.ts";
import { knownMigrations } from "../src/db/migrate.ts";
import { isPgBouncer } from "../src/db/pgbouncer.ts";
import { checkBackups, readBackups } from "../src/doctor/backups.ts";
import { checkClock, measureOffset } from "../src/doctor/clock.ts";
import {
  checkAccounts,
  checkExtension,
  checkMigrations,
  checkRole,
  checkVersion,
  checkWritable,
  describeConnectionFailure,
  readAccounts,
  readDatabase,
  readDatabaseTime,
} from "../src/doctor/database.ts";
import {
  checkConnections,
  checkPooled,
  checkReplica,
  checkServer,
  readPooledLimit,
  readReplica,
  readServer,
} from "../src/doctor/database-server.ts";
import { type Finding, ok } from "../src/doctor/finding.ts";
import { checkMail, tryMailServer } from "../src/doctor/mail.ts";
import { checkDomain, checkPorts, resolves } from "../src/doctor/network.ts";
import {
  checkPayments,
  checkStripe,
  findStripeProblem,
  readProviderTime,
  tryCredentials,
} from "../src/doctor/payments.ts";
import { type Check, lineOf, runChecks } from "../src/doctor/run-checks.ts";
import { checkNode } from "../src/doctor/runtime.ts";
import { checkVectors, tryVectors } from "../src/doctor/search.ts";
import { checkSearchEngine, tryEngine } from "../src/doctor/search-engine.ts";
import { checkOrigin, checkProblems, checkSealed, checkSecrets } from "../src/doctor/settings.ts";
import { checkDisk, checkFolder, checkStorage, readDisk, tryFolder, tryStorage } from "../src/doctor/storage.ts";
import { type Env, findEnvProblems, readEnv } from "../src/env/read-env.ts";
import { openStorage } from "../src/infra/open-storage.ts";
import { connectionsOf } from "../src/start/databases.ts";
import { type Providers, readProviders } from "./read-providers.ts";

/** Checks the configuration of the environment's variables. Exits with 1 if there is an error. */
const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const problems = findEnvProblems(process.env);
const checks = problems.length > 0 ? [settingsCheck(problems)] : await allChecks(readEnv(process.env));
const isFine = await runChecks(checks, (finding) => console.log(lineOf(finding)));
if (!isFine) process.exitCode = 1;

function settingsCheck(lines: readonly string[]): Check {
  return { about: "settings", run: async () => checkProblems(lines) };
}

async function allChecks(env: Env): Promise<Check[]> {
  // A database that does not answer has a check of its own.
  return checksOf(env, await readProviders(env, env.databaseUrl));
}

function checksOf(env: Env, providers: Providers): Check[] {
  const { payments, stripe, mail, unreadable } = providers;
  const hasStripe = stripe !== undefined;
  return [
    { about: "node", run: async () => [checkNode(process.version, new Date())] },
    { about: "origin", run: async () => checkOrigin({ ...env, origin: env.publicOrigin }) },
    { about: "domain", run: async () => checkDomain(env.publicOrigin, await resolves(env.publicOrigin)) },
    { about: "ports", run: async () => checkPorts(env) },
    { about: "secrets", run: async () => [...checkSecrets(secretsOf(env, providers)), ...checkSealed(unreadable)] },
    { about: "database", run: () => checkDatabase(env) },
    { about: "database server", run: () => checkDatabaseServer(env) },
    { about: "images", run: () => checkImages(env) },
    { about: "folders", run: () => checkStatic(env) },
    { about: "payments", run: async () => checkPayments(payments, await tryCredentials(payments), hasStripe) },
    { about: "stripe", run: async () => checkStripe(stripe, await findStripeProblem(stripe)) },
    { about: "mail", run: async () => [checkMail(mail, await tryMailServer(mail))] },
    { about: "search by meaning", run: () => checkMeaning(env) },
    { about: "search engine", run: () => checkEngine(env) },
    { about: "clock", run: () => checkProviderClock(payments.mode === "off" ? stripe?.apiBase : payments.apiBase) },
    { about: "disk", run: () => checkDisks(env) },
    { about: "backups", run: async () => checkBackups(await readBackups(env.backups.folder, env.backups.key)) },
  ];
}

async function checkMeaning({ vectors }: Env): Promise<Finding[]> {
  return checkVectors(vectors, vectors === undefined ? undefined : await tryVectors(vectors));
}

async function checkEngine({ searchEngine, databaseUrl: url }: Env): Promise<Finding[]> {
  if (searchEngine === undefined || url === undefined) return [];
  const { db, close } = openDb({ url, poolMax: 1, name: "shop doctor" });
  try {
    // A database that does not answer is a finding already.
    return checkSearchEngine(searchEngine, await tryEngine(db, searchEngine).catch(() => undefined));
  } finally {
    await close();
  }
}

function secretsOf({ jwtSecret, firstAdmin, databaseUrl }: Env, { payments, stripe, mail }: Providers) {
  const password = databaseUrl === undefined ? "" : decodeURIComponent(new URL(databaseUrl).password);
  return {
    JWT_SECRET: jwtSecret,
    ADMIN_PASSWORD: firstAdmin?.password,
    PAYPAL_CLIENT_SECRET: payments.mode === "live" ? payments.clientSecret : undefined,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecret,
    "The password in SMTP_URL": mail.mode === "smtp" ? mail.server.auth?.pass : undefined,
    // Without one, PostgreSQL authenticates in another way.
    "The password in DATABASE_URL": password === "" ? undefined : password,
  };
}

async function checkDatabase(env: Env): Promise<Finding[]> {
  if (env.databaseUrl === undefined) return [ok("database", `The embedded PostgreSQL in ${env.dataDir} is used.`)];
  const { db, close } = openDb({ url: env.databaseUrl, poolMax: 1, name: "shop doctor" });
  try {
    const facts = await readDatabase(db).catch(describeConnectionFailure);
    if ("level" in facts) return [facts];
    const known = await knownMigrations(join(project, "drizzle"));
    const findings = [checkVersion(facts), checkWritable(facts), checkRole(facts), checkExtension(facts)];
    findings.push(checkMigrations({ ...facts, known, isMigrating: env.isMigrating }));
    if (facts.applied >= known && facts.deniedTables.length === 0) {
      const accounts = await readAccounts(db);
      findings.push(checkAccounts({ ...accounts, isDemo: env.isDemo, hasFirstAdmin: env.firstAdmin !== undefined }));
    }
    return [...findings, checkClock(await measureOffset("the database", () => readDatabaseTime(db)))];
  } finally {
    await close();
  }
}

/** The server behind the database, and its replicas. */
async function checkDatabaseServer({ databaseUrl: url, poolMax, replicaUrls }: Env): Promise<Finding[]> {
  if (url === undefined) return [];
  const { db, close } = openDb({ url, poolMax: 1, name: "shop doctor" });
  try {
    // A database that does not answer is a finding already.
    const facts = await readServer(db).catch(() => undefined);
    if (facts === undefined) return [];
    const isPooled = await isPgBouncer(url);
    const connections = isPooled
      ? checkPooled(await readPooledLimit(db))
      : checkConnections(connectionsOf(poolMax), facts);
    const replicas = await Promise.all(replicaUrls.map((each) => readReplica(each, facts.systemId)));
    return [connections, ...checkServer(facts), ...replicas.map(checkReplica)];
  } finally {
    await close();
  }
}

/** The folder that instances write besides images. Backups are written by another user. */
async function checkStatic({ staticDir }: Env): Promise<Finding[]> {
  return checkFolder(staticDir, await tryFolder(staticDir));
}

async function checkImages({ storage }: Env): Promise<Finding[]> {
  const place = storage.kind === "folder" ? `The folder ${storage.folder}` : `The bucket ${storage.bucket}`;
  // An unreachable bucket is a warning at the start; here the write fails.
  const failure = await tryStorage(() => openStorage(storage, () => undefined));
  return [checkStorage(place, failure)];
}

async function checkProviderClock(apiBase: string | undefined): Promise<Finding[]> {
  if (apiBase === undefined) return [];
  return [checkClock(await measureOffset("the payment provider", () => readProviderTime(apiBase)))];
}

/** The disks of images and backups, as far as these are in folders that exist. */
async function checkDisks({ storage, backups }: Env): Promise<Finding[]> {
  const folders = [...(storage.kind === "folder" ? [storage.folder] : []), backups.folder];
  const disks = await Promise.all(folders.map((folder) => readDisk(folder).catch(() => undefined)));
  return disks.flatMap((disk) => (disk === undefined ? [] : [checkDisk(disk)]));
}
