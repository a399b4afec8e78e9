import { isIP } from "node:net";
import { paymentModes } from "@shop/shared/order/payment";
import { z } from "zod";
import { limitNames, limitProfileNames } from "../infra/limit-profiles.ts";
import { toSmtpServer } from "../infra/mail/settings.ts";
import { roles } from "../infra/roles.ts";

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

const exceptionPattern = /^([a-z-]+)=([1-9]\d{0,6})\/([1-9]\d{0,4})$/;

/** Limits by name, such as `sign-in-address=1000/900`: so many attempts in so many seconds. */
const exceptionsSchema = listSchema
  .refine(
    (items) => items.every((item) => limitNames.includes(exceptionPattern.exec(item)?.[1] ?? "")),
    `must be limits such as sign-in-address=1000/900, separated by commas; their names are ${limitNames.join(", ")}`,
  )
  .transform(
    (items) =>
      new Map(
        items.flatMap((item) => {
          const [, name, points, seconds] = exceptionPattern.exec(item) ?? [];
          return name === undefined ? [] : [[name, { points: Number(points), seconds: Number(seconds) }] as const];
        }),
      ),
  );

const proxiesSchema = listSchema.refine(
  (proxies) => proxies.every(isProxy),
  "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
);

/** Every variable of the server, by itself. Those of what its owner decides are in `owner-settings.ts`. */
export const envSchema = z.object({
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
  ROLE: z.enum(roles).default("both"),
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
  JWT_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, "needs at least 32 bytes")
    .refine((value) => new Set(value).size >= 8, "is too easy to guess")
    .optional(),
  SESSION_SECONDS: wholeNumber(1, 2_592_000).default(604_800),
  PASSWORD_MIN: wholeNumber(8, 64).default(8),
  ADMIN_EMAIL: z.email().max(254).optional(),
  ADMIN_PASSWORD: z.string().max(128).optional(),
  RATE_LIMITS: z.enum(limitProfileNames).default("normal"),
  RATE_LIMIT_EXCEPTIONS: exceptionsSchema.prefault(""),
  WEBHOOKS_PRIVATE: flag.default(false),
  SEARCH_VECTORS_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:/.test(value),
      "must be an address such as https://api.openai.com/v1/embeddings",
    )
    .optional(),
  SEARCH_VECTORS_MODEL: z.string().max(200).optional(),
  SEARCH_VECTORS_KEY: z.string().max(500).optional(),
  SEARCH_VECTORS_DIMENSIONS: wholeNumber(1, 4_096).optional(),
  SEARCH_VECTORS_MS: wholeNumber(10, 2_000).default(300),
  SEARCH_VECTORS_FLOOR: z.coerce.number().min(0).max(1).default(0.4),
  SEARCH_ENGINE_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:/.test(value),
      "must be an address such as https://user:password@search.example.com:9200",
    )
    .optional(),
  SEARCH_ENGINE_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,60}$/, "must be small letters, digits and hyphens")
    .default("shop-products"),
  SEARCH_ENGINE_MS: wholeNumber(10, 2_000).default(500),
  SEARCH_ENGINE_LAG_SECONDS: wholeNumber(5, 3_600).default(60),
  PAYMENTS: z.enum(paymentModes).optional(),
  PAYPAL_CLIENT_ID: z.string().max(200).optional(),
  PAYPAL_CLIENT_SECRET: z.string().max(200).optional(),
  PAYPAL_MERCHANT_ID: z
    .string()
    .regex(/^[A-Z0-9]{13}$/, "must be 13 capital letters and digits")
    .optional(),
  PAYPAL_API_BASE: originSchema.optional(),
  PAYPAL_WEBHOOK_ID: z.string().max(100).optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_[A-Za-z0-9]{1,200}$/, "must begin with pk_test_ or pk_live_")
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_[A-Za-z0-9]{1,200}$/, "must begin with sk_test_, sk_live_, rk_test_ or rk_live_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().max(200).optional(),
  STRIPE_API_BASE: originSchema.optional(),
  RECONCILE_SECONDS: wholeNumber(1, 3_600).default(30),
  SMTP_URL: smtpUrlSchema.optional(),
  DRAIN_MS: wholeNumber(0, 60_000).optional(),
  TRUSTED_PROXIES: proxiesSchema.prefault(""),
  /** OpenTelemetry's own variable; its library reads it and the others from the environment. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** The parsed variables, before they are checked against each other. */
export type Variables = z.output<typeof envSchema>;

/** Tools sign no sessions and answer no requests, so they need neither JWT_SECRET nor PUBLIC_ORIGIN. */
export type Reader = "shop" | "tool";

/** An invalid setting. The message is one line that names the variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}
