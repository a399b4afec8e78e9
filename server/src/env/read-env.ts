import { resolve } from "node:path";
import { isTrial, readOrigin } from "./origin.ts";
import { findOwnerProblems, ownerVariables, readOwnerSettings } from "./owner-settings.ts";
import {
  checkRequired,
  readEngine,
  readFirstAdmin,
  readLimits,
  readMail,
  readPrivateWebhooks,
  readStorage,
  readVectors,
} from "./parts.ts";
import { readPayments, readSandbox } from "./payments.ts";
import { readStripe, readStripePlace } from "./stripe.ts";
import { EnvError, envSchema, type Reader, type Variables } from "./variables.ts";

/** How old the last check for changes may be when a cached answer is served, in milliseconds. */
const answerAgeMs = 250;
/** For how long an answer is served of which an order of products, or a count of facets, has changed; in milliseconds. */
const outdatedMs = 1_000;

/** Every variable that the server reads. */
export const envNames = [...Object.keys(envSchema.shape), ...ownerVariables];

type Environment = Record<string, string | undefined>;

/** An empty variable counts as absent. */
function givenIn(variables: Environment): Record<string, string> {
  const given = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given);
}

/** The parts of the settings that depend on several variables. Each throws an EnvError. */
const parts = {
  checkRequired,
  readOrigin,
  readFirstAdmin,
  readStorage,
  readLimits,
  readVectors,
  readPayments,
  readStripe,
  readStripePlace,
  // The origin has a line of its own.
  readMail: (env: Variables) => readMail(env, env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`),
};

/** Says what became of a setting of a former release. Without it, a limit would silently be the usual one. */
function findRetired(variables: Environment): string[] {
  const retired = Object.keys(variables).filter((name) => name.startsWith("RL_") && variables[name] !== "");
  return retired.map((name) => `${name}: is now a limit in RATE_LIMIT_EXCEPTIONS`);
}

/** What is wrong with the settings, one line for each invalid variable and for each part. */
export function findEnvProblems(variables: Environment, reader: Reader = "shop"): string[] {
  const retired = findRetired(variables);
  const given = givenIn(variables);
  const parsed = envSchema.safeParse(given);
  const ofOwner = findOwnerProblems(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    return [...retired, ...wrong, ...ofOwner];
  }
  const wrong = Object.values(parts).flatMap((part) => {
    try {
      part(parsed.data, reader);
      return [];
    } catch (error) {
      if (error instanceof EnvError) return [error.message];
      throw error;
    }
  });
  return [...retired, ...wrong, ...ofOwner];
}

/** The variables that are given, and all of them parsed. Throws an EnvError for the first that is invalid. */
function parse(variables: Environment): { given: Record<string, string>; env: Variables } {
  const [retired] = findRetired(variables);
  if (retired !== undefined) throw new EnvError(retired);
  const given = givenIn(variables);
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const [wrong] = findOwnerProblems(given);
  if (wrong !== undefined) throw new EnvError(wrong);
  return { given, env: parsed.data };
}

/**
 * Reads the settings; an empty variable counts as absent. Throws an EnvError for
 * the first that is invalid, missing in production, or unsafe there.
 */
export function readEnv(variables: Environment, reader: Reader = "shop") {
  const { given, env } = parse(variables);
  const isProduction = env.NODE_ENV === "production";
  checkRequired(env, reader);
  const publicOrigin = readOrigin(env, reader);
  const isDemo = env.DEMO ?? isTrial(env, publicOrigin);
  const dataDir = resolve(env.DATA_DIR);
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    publicOrigin,
    /** Whether browsers are told to use https for every subdomain of the origin too. */
    hasHstsSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
    /** Absent for the embedded PostgreSQL under `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    poolMax: env.DB_POOL_MAX,
    /** Streaming replicas for catalog queries. */
    replicaUrls: env.DATABASE_REPLICA_URLS,
    /** Whether the start migrates the database, or waits until another process has. */
    isMigrating: env.MIGRATE,
    /** What the instance does. */
    role: env.ROLE,
    dataDir,
    /** The folder in which all instances keep the scripts and styles of their releases. */
    staticDir: resolve(env.STATIC_DIR ?? `${dataDir}/static`),
    /**
     * The folder, the key and the number of backups, and a folder for their names alone. Without a key they are not encrypted;
     * without a number all are kept.
     */
    backups: {
      folder: resolve(env.BACKUP_DIR ?? `${dataDir}/backups`),
      namesFolder: env.BACKUP_NAMES_DIR === undefined ? undefined : resolve(env.BACKUP_NAMES_DIR),
      key: env.BACKUP_KEY,
      keep: env.BACKUP_KEEP,
    },
    storage: readStorage(env),
    isDemo,
    /** What the environment says of what the owner decides, and which variable says it. */
    owner: {
      ...readOwnerSettings(given),
      payments: readPayments(env),
      sandbox: readSandbox(env),
      stripe: readStripe(env),
      stripePlace: readStripePlace(env),
      mail: readMail(env, publicOrigin),
      isDemo,
    },
    /** Absent outside production, where one is generated under `dataDir`. */
    jwtSecret: env.JWT_SECRET,
    sessionMs: env.SESSION_SECONDS * 1_000,
    passwordMin: env.PASSWORD_MIN,
    /** The first admin of an empty database. */
    firstAdmin: readFirstAdmin(env),
    limits: readLimits(env),
    /** Whether webhooks may go to addresses that are private or unencrypted. */
    allowsPrivateWebhooks: readPrivateWebhooks(env),
    /** The service that tells what texts mean; absent without one. */
    vectors: readVectors(env),
    /** The engine that searches ask before PostgreSQL; absent without one. */
    searchEngine: readEngine(env),
    /** The interval at which pending payments are looked up. */
    reconcileMs: env.RECONCILE_SECONDS * 1_000,
    answers: {
      maxBytes: env.CACHE_MB * 1_000_000,
      maxAgeMs: answerAgeMs,
      outdatedMs,
      staleMs: env.STALE_SECONDS * 1_000,
    },
    drainMs: env.DRAIN_MS ?? (isProduction ? 5_000 : 0),
    trustedProxies: env.TRUSTED_PROXIES,
    ...readMonitoring(env),
    logLevel: env.LOG_LEVEL,
  };
}

/** Whether traces are sent, and the address of the metrics server; absent without one. */
function readMonitoring({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, METRICS_PORT: port, METRICS_HOST: host }: Variables) {
  return { hasTracing: collector !== undefined, metrics: port === undefined ? undefined : { port, host } };
}

/** The validated settings of one process. Times in milliseconds. */
export type Env = ReturnType<typeof readEnv>;
