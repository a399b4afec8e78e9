import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { passwordWeakness } from "@shop/shared/account/account";
import type { DeliverySettings } from "@shop/shared/order/delivery";
import { paymentModes } from "@shop/shared/order/payment";
import { z } from "zod";
import type { ShopPolicy } from "./domain/base/shop-policy.ts";
import type { Seller } from "./domain/invoice/issue.ts";
import type { ReturnSettings } from "./domain/withdrawal/return-period.ts";
import type { CatalogAnswerSettings } from "./http/cache/catalog-answers.ts";
import type { LimitSettings } from "./infra/limits.ts";
import { isLoopback } from "./infra/loopback.ts";
import { type MailerSettings, toSmtpServer } from "./infra/mail/settings.ts";
import { type PaymentSettings, providers } from "./infra/paypal/settings.ts";
import type { StorageSettings } from "./infra/storage.ts";

/** How old the last check for changes may be when a cached answer is served, in milliseconds. */
const answerAgeMs = 250;

const demoReturnsDays = 30;

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const originSchema = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value,
    "must be an origin such as https://shop.example.com, without a path",
  );

const databaseUrlSchema = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:\/\//.test(value),
    "must be an address such as postgres://user:password@host/shop",
  );

/** Whether the user name and the password in an address are correctly percent-encoded. */
function canDecode(address: string): boolean {
  try {
    return toSmtpServer(address).host !== "";
  } catch {
    return false;
  }
}

const smtpUrlSchema = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^smtps?:\/\/[^/?#]+\/?$/.test(value) && canDecode(value),
    "must be an address such as smtp://user:password@smtp.example.com:587, or smtps:// for TLS from the start",
  );

/** Names of address ranges that the HTTP library knows. */
const knownRanges = new Set(["loopback", "linklocal", "uniquelocal"]);

function isProxy(value: string): boolean {
  const [address = "", bits, ...more] = value.split("/");
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
  return knownRanges.has(value) || (longest > 0 && isRange && more.length === 0);
}

const listSchema = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

const proxiesSchema = listSchema.refine(
  (proxies) => proxies.every(isProxy),
  "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const envSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("localhost"),
  PUBLIC_ORIGIN: originSchema.optional(),
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
  DATABASE_URL: databaseUrlSchema.optional(),
  DB_POOL_MAX: wholeNumber(1, 200).default(10),
  CACHE_MB: wholeNumber(1, 4_096).default(32),
  STALE_SECONDS: wholeNumber(0, 86_400).default(600),
  DATABASE_REPLICA_URLS: listSchema
    .refine(
      (urls) => urls.every((url) => databaseUrlSchema.safeParse(url).success),
      "must be addresses such as postgres://user:password@replica/shop, separated by commas",
    )
    .prefault(""),
  MIGRATE: flag.default(true),
  DATA_DIR: z.string().default(".data"),
  UPLOADS_DIR: z.string().optional(),
  STATIC_DIR: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_NAMES_DIR: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .regex(
      /^(age1[0-9a-z]+|AGE-SECRET-KEY-[0-9A-Z-]+)$/,
      "must be an age key: age1… to write, AGE-SECRET-KEY-… to read too",
    )
    .optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be 3 to 63 small letters, digits, dots and hyphens")
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:/.test(value),
      "must be an address such as https://objects.example.com",
    )
    .optional(),
  S3_REGION: z.string().max(100).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(200).optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  DEMO: flag.optional(),
  SELLER_NAME: z.string().trim().min(1).max(100).optional(),
  SELLER_ADDRESS: z
    .string()
    .transform((value) =>
      value
        .split("|")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    )
    .refine(
      (lines) => lines.length <= 6 && lines.every((line) => line.length <= 100),
      "must be up to 6 lines, separated by |",
    )
    .prefault(""),
  SELLER_TAX_ID: z.string().trim().min(1).max(50).optional(),
  SHOP_NAME: z.string().trim().min(1).max(60).default("Lumen & Loom"),
  JWT_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, "needs at least 32 bytes")
    .refine((value) => new Set(value).size >= 8, "is too easy to guess")
    .optional(),
  SESSION_SECONDS: wholeNumber(1, 2_592_000).default(604_800),
  PASSWORD_MIN: wholeNumber(8, 64).default(8),
  ADMIN_EMAIL: z.email().max(254).optional(),
  ADMIN_PASSWORD: z.string().max(128).optional(),
  ADMIN_MFA: z.enum(["off", "required"]).default("off"),
  RL_SIGN_IN_ACCOUNT: wholeNumber(1, 1_000_000).default(10),
  RL_SIGN_IN_ACCOUNT_ANYWHERE: wholeNumber(1, 1_000_000).default(100),
  RL_SIGN_IN_ADDRESS: wholeNumber(1, 1_000_000).default(300),
  RL_SIGN_IN_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_REGISTER_ADDRESS: wholeNumber(1, 1_000_000).default(2_000),
  RL_REGISTER_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_PASSKEY_ADDRESS: wholeNumber(1, 1_000_000).default(2_000),
  RL_PASSKEY_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_RESET_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  RL_RESET_EMAIL: wholeNumber(1, 1_000_000).default(5),
  RL_RESET_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_WITHDRAWAL_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  RL_WITHDRAWAL_ORDER: wholeNumber(1, 1_000_000).default(5),
  RL_WITHDRAWAL_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_CREDENTIALS_USER: wholeNumber(1, 1_000_000).default(10),
  RL_CREDENTIALS_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_DOWNLOAD_USER: wholeNumber(1, 1_000_000).default(5),
  RL_DOWNLOAD_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_PAPER_USER: wholeNumber(1, 1_000_000).default(120),
  RL_PAPER_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_MESSAGE_USER: wholeNumber(1, 1_000_000).default(20),
  RL_MESSAGE_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_REVIEW_PHOTO_USER: wholeNumber(1, 1_000_000).default(40),
  RL_REVIEW_MARK_USER: wholeNumber(1, 1_000_000).default(120),
  RL_REVIEW_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_STOCK_ALERT_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  RL_STOCK_ALERT_EMAIL: wholeNumber(1, 1_000_000).default(5),
  RL_STOCK_ALERT_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_MAIL_RECIPIENT: wholeNumber(1, 1_000_000).default(10),
  RL_MAIL_SECONDS: wholeNumber(1, 86_400).default(3_600),
  RL_PAYMENT_USER: wholeNumber(1, 1_000_000).default(60),
  RL_PAYMENT_SECONDS: wholeNumber(1, 86_400).default(900),
  RL_API_KEY: wholeNumber(1, 1_000_000).default(600),
  RL_API_KEY_SECONDS: wholeNumber(1, 86_400).default(60),
  RL_WEBHOOKS: wholeNumber(1, 1_000_000).default(120),
  RL_WEBHOOK_ADDRESS: wholeNumber(1, 1_000_000).default(20),
  RL_WEBHOOK_SECONDS: wholeNumber(1, 86_400).default(60),
  ORDER_HOLD_SECONDS: wholeNumber(1, 2_592_000).default(3_600),
  UNPAID_UNITS_MAX: wholeNumber(1, 1_000_000).default(200),
  HANDLING_DAYS_MIN: wholeNumber(0, 60).default(1),
  HANDLING_DAYS_MAX: wholeNumber(0, 60).default(1),
  TRANSIT_DAYS_MIN: wholeNumber(0, 60).default(2),
  TRANSIT_DAYS_MAX: wholeNumber(0, 60).default(4),
  HOLIDAYS: listSchema
    .refine(
      (days) => days.length <= 200 && days.every((day) => z.iso.date().safeParse(day).success),
      "must be up to 200 days such as 2026-12-25, separated by commas",
    )
    .prefault(""),
  SHOP_TIME_ZONE: z.string().refine(isTimeZone, "must be a time zone such as America/New_York").default("UTC"),
  RETURNS_DAYS: wholeNumber(1, 365).optional(),
  REVIEW_INVITATION_DAYS: wholeNumber(0, 60).default(0),
  RETURNS_FREE: flag.default(false),
  SHIPPING_COUNTRIES: listSchema
    .refine(
      (countries) => countries.length <= 250 && countries.every((country) => /^[A-Z]{2}$/.test(country)),
      "must be codes of countries such as US or DE, separated by commas",
    )
    .prefault("US"),
  WEBHOOKS_PRIVATE: flag.default(false),
  PRODUCT_FEED: flag.default(true),
  PAYMENTS: z.enum(paymentModes).optional(),
  PAYPAL_CLIENT_ID: z.string().max(200).optional(),
  PAYPAL_CLIENT_SECRET: z.string().max(200).optional(),
  PAYPAL_MERCHANT_ID: z
    .string()
    .regex(/^[A-Z0-9]{13}$/, "must be 13 capital letters and digits")
    .optional(),
  PAYPAL_API_BASE: originSchema.optional(),
  PAYPAL_WEBHOOK_ID: z.string().max(100).optional(),
  RECONCILE_SECONDS: wholeNumber(1, 3_600).default(30),
  SMTP_URL: smtpUrlSchema.optional(),
  MAIL_FROM: z.email().max(254).optional(),
  MAIL_REPLY_TO: z.email().max(254).optional(),
  PAGE_SIZE: wholeNumber(1, 100).default(12),
  DRAIN_MS: wholeNumber(0, 60_000).optional(),
  TRUSTED_PROXIES: proxiesSchema.prefault(""),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** The validated settings of one process. Times in milliseconds. */
export type Env = {
  isProduction: boolean;
  port: number;
  host: string;
  publicOrigin: string;
  /** Whether browsers are told to use https for every subdomain of the origin too. */
  hasHstsSubdomains: boolean;
  /** Absent for the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  poolMax: number;
  /** Streaming replicas for catalog queries. */
  replicaUrls: string[];
  /** Whether the start migrates the database, or waits until another process has. */
  isMigrating: boolean;
  dataDir: string;
  /** The folder in which all instances keep the scripts and styles of their releases. */
  staticDir: string;
  /**
   * The folder, the key and the number of backups, and a folder for their names alone. Without a key they are not encrypted;
   * without a number all are kept.
   */
  backups: { folder: string; namesFolder: string | undefined; key: string | undefined; keep: number | undefined };
  storage: StorageSettings;
  isDemo: boolean;
  shopName: string;
  /** Who sells, as invoices name them. */
  seller: Seller;
  /** Absent outside production, where one is generated under `dataDir`. */
  jwtSecret: string | undefined;
  sessionMs: number;
  passwordMin: number;
  /** The first admin of an empty database. */
  firstAdmin: { email: string; password: string } | undefined;
  /** Whether administrators may act only in sessions that were opened with a second factor. */
  requiresSecondFactor: boolean;
  limits: LimitSettings;
  /** Whether webhooks may go to addresses that are private or unencrypted. */
  allowsPrivateWebhooks: boolean;
  /** Whether the shop has a feed of its products for Google. */
  hasProductFeed: boolean;
  holdMs: number;
  /** The limit of units that one account holds in unpaid orders. */
  unpaidUnitsMax: number;
  /** When orders are expected to arrive; absent where the shop says nothing of it. */
  delivery: DeliverySettings | undefined;
  /** How long customers can withdraw; absent where the shop has no form for it. */
  returns: ReturnSettings | undefined;
  /** After how many days of its delivery an order's customer is asked for reviews; 0 for no such mail. */
  reviewInvitationDays: number;
  /** What the shop says of delivery and returns besides. */
  policy: ShopPolicy;
  payments: PaymentSettings;
  /** The interval at which pending payments are looked up. */
  reconcileMs: number;
  mail: MailerSettings;
  pageSize: number;
  answers: CatalogAnswerSettings;
  drainMs: number;
  trustedProxies: string[];
  /** The address of the metrics server; absent without one. */
  metrics: { port: number; host: string } | undefined;
  logLevel: string;
};

/** An invalid setting. The message is one line that names the variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Every variable that the server reads. */
export const envNames = Object.keys(envSchema.shape);

type Variables = Record<string, string | undefined>;
/** The parsed variables, before they are checked against each other. */
type Parsed = z.output<typeof envSchema>;
/** Tools sign no sessions and answer no requests, so they need neither JWT_SECRET nor PUBLIC_ORIGIN. */
type Reader = "shop" | "tool";

function parseVariables(variables: Variables) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  return envSchema.safeParse(given);
}

/** The parts of the settings that depend on several variables. Each throws an EnvError. */
const parts = {
  checkRequired,
  readOrigin,
  readFirstAdmin,
  readStorage,
  readDelivery,
  readPayments,
  // The origin has a line of its own.
  readMail: (env: Parsed) => readMail(env, env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`),
};

/** What is wrong with the settings, one line for each invalid variable and for each part. */
export function findEnvProblems(variables: Variables, reader: Reader = "shop"): string[] {
  const parsed = parseVariables(variables);
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return Object.values(parts).flatMap((part) => {
    try {
      part(parsed.data, reader);
      return [];
    } catch (error) {
      if (error instanceof EnvError) return [error.message];
      throw error;
    }
  });
}

/**
 * Reads the settings; an empty variable counts as absent. Throws an EnvError for
 * the first that is invalid, missing in production, or unsafe there.
 */
export function readEnv(variables: Variables, reader: Reader = "shop"): Env {
  const parsed = parseVariables(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const env = parsed.data;
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
    hasHstsSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.DB_POOL_MAX,
    replicaUrls: env.DATABASE_REPLICA_URLS,
    isMigrating: env.MIGRATE,
    dataDir,
    staticDir: resolve(env.STATIC_DIR ?? `${dataDir}/static`),
    backups: {
      folder: resolve(env.BACKUP_DIR ?? `${dataDir}/backups`),
      namesFolder: env.BACKUP_NAMES_DIR === undefined ? undefined : resolve(env.BACKUP_NAMES_DIR),
      key: env.BACKUP_KEY,
      keep: env.BACKUP_KEEP,
    },
    storage: readStorage(env),
    isDemo,
    shopName: env.SHOP_NAME,
    seller: {
      name: env.SELLER_NAME ?? env.SHOP_NAME,
      address: env.SELLER_ADDRESS,
      taxId: env.SELLER_TAX_ID,
      timeZone: env.SHOP_TIME_ZONE,
    },
    jwtSecret: env.JWT_SECRET,
    sessionMs: env.SESSION_SECONDS * 1_000,
    passwordMin: env.PASSWORD_MIN,
    firstAdmin: readFirstAdmin(env),
    requiresSecondFactor: env.ADMIN_MFA === "required",
    limits: readLimits(env),
    holdMs: env.ORDER_HOLD_SECONDS * 1_000,
    unpaidUnitsMax: env.UNPAID_UNITS_MAX,
    delivery: readDelivery(env),
    returns: readReturns(env, isDemo),
    policy: readPolicy(env),
    reviewInvitationDays: env.REVIEW_INVITATION_DAYS,
    allowsPrivateWebhooks: readPrivateWebhooks(env),
    hasProductFeed: env.PRODUCT_FEED,
    payments: readPayments(env),
    reconcileMs: env.RECONCILE_SECONDS * 1_000,
    mail: readMail(env, publicOrigin),
    pageSize: env.PAGE_SIZE,
    answers: { maxBytes: env.CACHE_MB * 1_000_000, maxAgeMs: answerAgeMs, staleMs: env.STALE_SECONDS * 1_000 },
    drainMs: env.DRAIN_MS ?? (isProduction ? 5_000 : 0),
    trustedProxies: env.TRUSTED_PROXIES,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    logLevel: env.LOG_LEVEL,
  };
}

/** A production shop's server must not be led to addresses of its own network. */
function readPrivateWebhooks(env: Parsed): boolean {
  if (env.WEBHOOKS_PRIVATE && env.NODE_ENV === "production") {
    throw new EnvError("WEBHOOKS_PRIVATE: is for tests, not for production");
  }
  return env.WEBHOOKS_PRIVATE;
}

function readLimits(env: Parsed): LimitSettings {
  return {
    signInPerAccount: { points: env.RL_SIGN_IN_ACCOUNT, seconds: env.RL_SIGN_IN_SECONDS },
    signInPerAccountAnywhere: { points: env.RL_SIGN_IN_ACCOUNT_ANYWHERE, seconds: env.RL_SIGN_IN_SECONDS },
    signInPerDevice: { points: env.RL_SIGN_IN_ACCOUNT, seconds: env.RL_SIGN_IN_SECONDS },
    credentialsPerUser: { points: env.RL_CREDENTIALS_USER, seconds: env.RL_CREDENTIALS_SECONDS },
    signInPerAddress: { points: env.RL_SIGN_IN_ADDRESS, seconds: env.RL_SIGN_IN_SECONDS },
    registerPerAddress: { points: env.RL_REGISTER_ADDRESS, seconds: env.RL_REGISTER_SECONDS },
    passkeyChallengesPerAddress: { points: env.RL_PASSKEY_ADDRESS, seconds: env.RL_PASSKEY_SECONDS },
    resetPerAddress: { points: env.RL_RESET_ADDRESS, seconds: env.RL_RESET_SECONDS },
    resetPerEmail: { points: env.RL_RESET_EMAIL, seconds: env.RL_RESET_SECONDS },
    withdrawalsPerAddress: { points: env.RL_WITHDRAWAL_ADDRESS, seconds: env.RL_WITHDRAWAL_SECONDS },
    withdrawalsPerOrder: { points: env.RL_WITHDRAWAL_ORDER, seconds: env.RL_WITHDRAWAL_SECONDS },
    messagesPerUser: { points: env.RL_MESSAGE_USER, seconds: env.RL_MESSAGE_SECONDS },
    downloadsPerUser: { points: env.RL_DOWNLOAD_USER, seconds: env.RL_DOWNLOAD_SECONDS },
    papersPerUser: { points: env.RL_PAPER_USER, seconds: env.RL_PAPER_SECONDS },
    reviewPhotosPerUser: { points: env.RL_REVIEW_PHOTO_USER, seconds: env.RL_REVIEW_SECONDS },
    reviewMarksPerUser: { points: env.RL_REVIEW_MARK_USER, seconds: env.RL_REVIEW_SECONDS },
    stockAlertsPerAddress: { points: env.RL_STOCK_ALERT_ADDRESS, seconds: env.RL_STOCK_ALERT_SECONDS },
    mailsPerRecipient: { points: env.RL_MAIL_RECIPIENT, seconds: env.RL_MAIL_SECONDS },
    stockAlertsPerEmail: { points: env.RL_STOCK_ALERT_EMAIL, seconds: env.RL_STOCK_ALERT_SECONDS },
    paymentsPerUser: { points: env.RL_PAYMENT_USER, seconds: env.RL_PAYMENT_SECONDS },
    requestsPerApiKey: { points: env.RL_API_KEY, seconds: env.RL_API_KEY_SECONDS },
    webhooks: { points: env.RL_WEBHOOKS, seconds: env.RL_WEBHOOK_SECONDS },
    webhooksPerAddress: { points: env.RL_WEBHOOK_ADDRESS, seconds: env.RL_WEBHOOK_SECONDS },
  };
}

function checkRequired(env: Parsed, reader: Reader): void {
  if (env.NODE_ENV !== "production") return;
  if (env.DATABASE_URL === undefined) throw new EnvError("DATABASE_URL: is required in production");
  if (env.JWT_SECRET === undefined && reader === "shop") throw new EnvError("JWT_SECRET: is required in production");
}

/** The public origin. Production needs one with https, except a demo on this machine. */
function readOrigin(env: Parsed, reader: Reader): string {
  const local = `http://localhost:${env.PORT}`;
  if (env.NODE_ENV !== "production" || reader === "tool") return env.PUBLIC_ORIGIN ?? local;
  const origin = env.PUBLIC_ORIGIN ?? (env.DEMO === true ? local : undefined);
  if (origin === undefined) {
    throw new EnvError("PUBLIC_ORIGIN: is required in production, such as https://shop.example.com");
  }
  if (!origin.startsWith("https:") && !(env.DEMO === true && isLocal(origin))) {
    throw new EnvError("PUBLIC_ORIGIN: must begin with https:// in production; only DEMO=1 may use http, on localhost");
  }
  return origin;
}

function isLocal(origin: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/**
 * Whether a shop that does not say DEMO is a trial on this machine, which is filled with demo data: not in
 * production, on the embedded database, on localhost, and without an account at the payment provider.
 */
function isTrial(env: Parsed, origin: string): boolean {
  const isOnOwnDatabase = env.NODE_ENV !== "production" && env.DATABASE_URL === undefined;
  return isOnOwnDatabase && isLocal(origin) && !hasCredentials(env);
}

function hasCredentials(env: Parsed): boolean {
  return env.PAYPAL_CLIENT_ID !== undefined || env.PAYPAL_CLIENT_SECRET !== undefined;
}

function readFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password, PASSWORD_MIN: min }: Parsed) {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    const missing = email === undefined ? "ADMIN_EMAIL" : "ADMIN_PASSWORD";
    throw new EnvError(`${missing}: the first administrator needs an e-mail and a password`);
  }
  const weakness = passwordWeakness(password, min);
  if (weakness !== null) throw new EnvError(`ADMIN_PASSWORD: ${weakness}`);
  return { email, password };
}

/** Image storage: a bucket when one is named, else a folder. */
function readStorage(env: Parsed): StorageSettings {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined) {
    const lost = [env.S3_ENDPOINT, accessKeyId, secretAccessKey].some((setting) => setting !== undefined);
    if (lost) throw new EnvError("S3_BUCKET: the other S3_ settings need the name of a bucket");
    return { kind: "folder", folder: resolve(env.UPLOADS_DIR ?? join(env.DATA_DIR, "uploads")) };
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const missing = accessKeyId === undefined ? "S3_ACCESS_KEY_ID" : "S3_SECRET_ACCESS_KEY";
    throw new EnvError(`${missing}: the object store needs a key's id and its secret, or neither`);
  }
  return {
    kind: "bucket",
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    // Most self-hosted stores have no host name per bucket.
    isPathStyle: env.S3_FORCE_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
  };
}

/**
 * Mail settings. Without a server, mails are shown on a page of the shop, but not where others could read them: only if
 * both the origin and the address that the server listens on are this machine's own, and in production only in a demo.
 */
function readMail(env: Parsed, origin: string): MailerSettings {
  const { SMTP_URL: url, MAIL_FROM: address, MAIL_REPLY_TO: replyTo, SHOP_NAME: name } = env;
  const host = new URL(origin).hostname;
  if (url !== undefined) {
    if (address === undefined) throw new EnvError("MAIL_FROM: is required with SMTP_URL, such as shop@example.com");
    return { mode: "smtp", server: toSmtpServer(url), from: { name, address }, replyTo, host };
  }
  const isForDevelopment = env.NODE_ENV !== "production" || env.DEMO === true;
  if (!isForDevelopment || !isLocal(origin) || !isLoopback(env.HOST)) return { mode: "off" };
  return { mode: "local", from: { name, address: address ?? "shop@example.com" }, replyTo, host };
}

/** The days from an order to its arrival; nothing where all of them are 0. */
function readDelivery(env: Parsed): DeliverySettings | undefined {
  const { HANDLING_DAYS_MIN, HANDLING_DAYS_MAX, TRANSIT_DAYS_MIN, TRANSIT_DAYS_MAX } = env;
  if (HANDLING_DAYS_MIN > HANDLING_DAYS_MAX) {
    throw new EnvError("HANDLING_DAYS_MIN: must not be more than HANDLING_DAYS_MAX");
  }
  if (TRANSIT_DAYS_MIN > TRANSIT_DAYS_MAX) {
    throw new EnvError("TRANSIT_DAYS_MIN: must not be more than TRANSIT_DAYS_MAX");
  }
  const maxDays = HANDLING_DAYS_MAX + TRANSIT_DAYS_MAX;
  if (maxDays === 0) return undefined;
  const minDays = HANDLING_DAYS_MIN + TRANSIT_DAYS_MIN;
  return { minDays, maxDays, holidays: env.HOLIDAYS, timeZone: env.SHOP_TIME_ZONE };
}

/** How long customers can withdraw. A demo shows it. */
function readReturns(env: Parsed, isDemo: boolean): ReturnSettings | undefined {
  const days = env.RETURNS_DAYS ?? (isDemo ? demoReturnsDays : undefined);
  return days === undefined ? undefined : { days, timeZone: env.SHOP_TIME_ZONE };
}

function readPolicy(env: Parsed): ShopPolicy {
  return {
    shippingCountries: env.SHIPPING_COUNTRIES,
    handlingDays: { min: env.HANDLING_DAYS_MIN, max: env.HANDLING_DAYS_MAX },
    transitDays: { min: env.TRANSIT_DAYS_MIN, max: env.TRANSIT_DAYS_MAX },
    isReturnFree: env.RETURNS_FREE,
    contactEmail: env.MAIL_REPLY_TO ?? env.MAIL_FROM,
  };
}

/** Payment settings. Refuses the simulator in production and real credentials in a demo. */
function readPayments(env: Parsed): PaymentSettings {
  const isProduction = env.NODE_ENV === "production";
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_API_BASE: apiBase } = env;
  if (env.DEMO === true && hasCredentials(env)) {
    throw new EnvError("DEMO: an invented shop must not take real money; remove the PAYPAL_ settings or DEMO");
  }
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? "PAYPAL_CLIENT_ID" : "PAYPAL_CLIENT_SECRET";
    throw new EnvError(`${missing}: the payment provider needs a client id and a secret`);
  }
  const { SHOP_NAME: shopName, PAYPAL_MERCHANT_ID: merchantId, PAYPAL_WEBHOOK_ID: webhookId } = env;
  const mode = env.PAYMENTS ?? (hasCredentials(env) ? (isProduction ? "live" : "sandbox") : "off");
  if (mode === "off") return { mode };
  if (mode === "simulator") {
    if (isProduction && env.DEMO !== true)
      throw new EnvError("PAYMENTS: the simulator is for demos, not for production");
    if (hasCredentials(env))
      throw new EnvError("PAYMENTS: the simulator takes no PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET");
    if (apiBase === undefined) throw new EnvError("PAYPAL_API_BASE: the simulator's origin is required");
    return { mode, ...providers.simulator, apiBase, scriptBase: apiBase, webhookId, shopName };
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw new EnvError(`PAYPAL_CLIENT_ID: is required for ${mode} payments`);
  }
  // Without it, a payment to another merchant would be accepted.
  if (mode === "live" && merchantId === undefined) {
    throw new EnvError("PAYPAL_MERCHANT_ID: is required for live payments");
  }
  const provider = providers[mode];
  if (apiBase !== undefined && apiBase !== provider.apiBase) {
    throw new EnvError(`PAYPAL_API_BASE: must be ${provider.apiBase} for ${mode} payments`);
  }
  return { mode, ...provider, clientId, clientSecret, merchantId, webhookId, shopName };
}
