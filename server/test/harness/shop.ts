import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shopAccount } from "@shop/paypal-simulator/bank";
import { type Simulator, startSimulator } from "@shop/paypal-simulator/server";
import type { StoredSettings } from "@shop/shared/settings/settings";
import { type StripeSimulator, startStripe } from "@shop/stripe-simulator/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { type AppOptions, buildApp } from "../../src/app.ts";
import { largeActLimits, type OpenedDb, openDb } from "../../src/db/client.ts";
import { openReplicas } from "../../src/db/replicas.ts";
import type { Services } from "../../src/http/context.ts";
import type { MailPlace } from "../../src/infra/mail/settings.ts";
import { openStorage } from "../../src/infra/open-storage.ts";
import type { PaymentSettings } from "../../src/infra/paypal/settings.ts";
import { currentHolder } from "../../src/infra/query-holder.ts";
import type { Storage, StorageSettings } from "../../src/infra/storage.ts";
import { openServices, type ServiceSettings } from "../../src/services.ts";
import { expectNoSecretIn, providerCredentials, stripeCredentials, tokenSecret } from "./secrets.ts";
import { createDatabase } from "./test-database.ts";

export type TestShop = {
  app: FastifyInstance;
  /** Where the shop listens, without a slash at the end. */
  origin: string;
  db: OpenedDb["db"];
  pool: OpenedDb["pool"];
  databaseUrl: string;
  uploadsDir: string;
  storage: Storage;
  /** The payment simulator; only there when it was asked for. */
  simulator: Simulator;
  /** The same of Stripe. A function, because tests copy shops. */
  stripe: () => StripeSimulator;
  /** What both transports call. */
  services: Services;
  /** Everything the shop has logged so far, a JSON object a line. */
  logLines: string[];
};

export type TestShopOptions = Partial<AppOptions> & {
  settings?: Partial<ServiceSettings>;
  /** What the owner has decided besides the usual, as the environment says it. */
  fixed?: StoredSettings;
  /** Leaves everything to the owner, but for what `fixed` says; the variables that lock settings by their names. */
  isOwnersChoice?: boolean;
  locked?: ServiceSettings["owner"]["locked"];
  /** How the shop is paid instead of by a simulator; `undefined` leaves it to its owner. */
  payments?: PaymentSettings | undefined;
  mail?: MailPlace;
  pageSize?: number;
  poolMax?: number;
  publicOrigin?: string;
  /** Whether a payment simulator is started with the shop. */
  takesPayments?: boolean;
  /** The same for Stripe. */
  takesStripe?: boolean;
  /** Where images are kept instead of a folder. */
  storage?: StorageSettings;
  /** A migrated database of a server of its own, and its replicas. */
  servers?: { url: string; replicaUrls: string[] };
  /** Another shop whose database this one works on, as a second instance does. */
  besides?: TestShop;
};

const generous = { points: 100_000, seconds: 900 };
/** Limits that nobody meets. */
export const wideLimits = {
  signInPerAccount: generous,
  signInPerAddress: generous,
  registerPerAddress: generous,
  signInPerAccountAnywhere: generous,
  signInPerDevice: generous,
  credentialsPerUser: generous,
  resetPerAddress: generous,
  resetPerEmail: generous,
  downloadsPerUser: generous,
  papersPerUser: generous,
  checkoutsPerAddress: generous,
  discountCodes: generous,
  withdrawalsPerAddress: generous,
  withdrawalsPerOrder: generous,
  messagesPerUser: generous,
  reviewPhotosPerUser: generous,
  reviewMarksPerUser: generous,
  questionsPerUser: generous,
  stockAlertsPerAddress: generous,
  stockAlertsPerEmail: generous,
  mailsPerRecipient: generous,
  requestsPerApiKey: generous,
  paymentsPerUser: generous,
  webhooks: generous,
  webhooksPerAddress: generous,
  passkeyChallengesPerAddress: generous,
};
export const webhookId = "WEBHOOK-OF-THE-TESTS";

/** Settings of a shop that takes its payments through a simulator. */
function simulatedBy({ origin }: { origin: string }): PaymentSettings {
  const { clientId, clientSecret } = providerCredentials;
  return {
    mode: "simulator",
    clientId,
    clientSecret,
    merchantId: shopAccount.merchant_id,
    apiBase: origin,
    scriptBase: origin,
    webhookId,
  };
}

/** Limits are out of the way unless a test is about them. */
const testSettings = {
  passwordMin: 8,
  sessionMs: 604_800_000,
  jwtSecret: tokenSecret,
  // Each request checks for changes, because tests also write past the shop.
  answers: { maxBytes: 8_000_000, maxAgeMs: 0, outdatedMs: 0, staleMs: 600_000 },
  reconcileMs: 30_000,
  limits: wideLimits,
} satisfies Partial<ServiceSettings>;

/** What the owner of a test shop has decided, as the environment says it. */
const usualFixed: StoredSettings = {
  shopName: "Test Shop",
  sellerName: "Test Shop Ltd",
  sellerAddress: ["1 Weaver Street", "Loomtown"],
  sellerTaxId: "TAX-123",
  mailFrom: "shop@example.com",
  handlingDaysMin: 0,
  handlingDaysMax: 0,
  transitDaysMin: 0,
  transitDaysMax: 0,
  shippingCountries: ["US", "CA"],
  unpaidUnitsMax: 1_000_000,
};
/** Mails are shown by the shop itself. */
const usualMail: MailPlace = { server: undefined, isShownHere: true, host: "localhost" };

/**
 * A listening shop with a database of its own for the tests of one file. The
 * returned object is filled before the first test runs.
 */
export function startTestShop(options: TestShopOptions = {}): TestShop {
  const logLines: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];
  let started: StartedShop | undefined;
  const now = () => {
    if (started === undefined)
      throw new Error("The shop starts right before the first test; nothing of it is there yet");
    return started;
  };
  beforeAll(async () => {
    started = await openTestShop(options, logLines, undo);
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
    expectNoSecretIn(logLines);
  });
  return {
    logLines,
    get simulator() {
      const { simulator } = now();
      if (simulator === undefined) throw new Error("This shop takes no payments");
      return simulator;
    },
    stripe: () => {
      const { stripe } = now();
      if (stripe === undefined) throw new Error("This shop is not connected to Stripe");
      return stripe;
    },
    get services() {
      return now().services;
    },
    get app() {
      return now().app;
    },
    get origin() {
      return now().origin;
    },
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
    get databaseUrl() {
      return now().databaseUrl;
    },
    get uploadsDir() {
      return now().uploadsDir;
    },
    get storage() {
      return now().storage;
    },
  };
}

type StartedShop = Omit<TestShop, "logLines" | "simulator" | "stripe"> & {
  simulator: Simulator | undefined;
  stripe: StripeSimulator | undefined;
};

/** Opens a shop with its database and provider; `undo` gets the steps that close them, in order of opening. */
async function openTestShop(
  {
    settings = {},
    fixed = {},
    locked = {},
    isOwnersChoice = false,
    mail = usualMail,
    pageSize = 12,
    poolMax = 10,
    publicOrigin = "http://localhost:3000",
    ...options
  }: TestShopOptions,
  logLines: string[],
  undo: (() => Promise<unknown>)[],
): Promise<StartedShop> {
  const { takesPayments = false, takesStripe = false, storage: storageSettings, servers, besides, ...more } = options;
  const given = servers?.url ?? besides?.databaseUrl;
  const database = given === undefined ? await createDatabase() : { url: given, drop: async () => undefined };
  undo.push(database.drop);
  const opened = openDb({ url: database.url, poolMax, holder: currentHolder });
  undo.push(opened.close);
  const largeActs = openDb({ url: database.url, poolMax: 2, name: "shop large acts", limits: largeActLimits });
  undo.push(largeActs.close);
  const uploadsDir = await mkdtemp(join(tmpdir(), "shop-uploads-"));
  undo.push(() => rm(uploadsDir, { recursive: true, force: true }));
  const simulator = takesPayments
    ? (besides?.simulator ?? (await startSimulator({ credentials: providerCredentials })))
    : undefined;
  if (simulator !== undefined && besides === undefined) undo.push(simulator.close);
  const stripe = takesStripe
    ? (besides?.stripe() ?? (await startStripe({ secretKey: stripeCredentials.secretKey })))
    : undefined;
  if (stripe !== undefined && besides === undefined) undo.push(stripe.close);
  const simulated = simulator === undefined ? { mode: "off" as const } : simulatedBy(simulator);
  const payments = "payments" in options ? options.payments : simulated;
  const base = simulator?.origin ?? "http://127.0.0.1:9";
  const owner = {
    sandbox: { apiBase: base, scriptBase: base },
    fixed: isOwnersChoice ? fixed : { ...usualFixed, pageSize, ...fixed },
    locked,
    isDemo: false,
    payments,
    stripe:
      stripe === undefined ? undefined : { ...stripeCredentials, apiBase: stripe.origin, scriptBase: stripe.origin },
    mail,
  };
  const storage = await openStorage(storageSettings ?? { kind: "folder", folder: uploadsDir }, () => undefined);
  const replicas =
    servers === undefined || servers.replicaUrls.length === 0
      ? undefined
      : openReplicas({
          primary: opened,
          urls: servers.replicaUrls,
          poolMax,
          holder: currentHolder,
          onChange: () => undefined,
        });
  if (replicas !== undefined) undo.push(replicas.close);
  const services = openServices(
    { db: opened.db, counters: opened.pool, largeActs: largeActs.db, storage, replicas },
    { ...testSettings, publicOrigin, owner, ...settings },
  );
  const app = await buildApp({
    services,
    clientDir: undefined,
    trustedProxies: [],
    logLevel: "info",
    logStream: { write: (line) => void logLines.push(line) },
    readiness: async () => "ready",
    ...more,
  });
  undo.push(async () => services.mailer.close());
  undo.push(() => app.close());
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const { db, pool } = opened;
  return { app, origin, services, db, pool, databaseUrl: database.url, uploadsDir, storage, simulator, stripe };
}
