import type pg from "pg";
import type { Db } from "./db/client.ts";
import type { Replicas } from "./db/replicas.ts";
import { FirstStart } from "./domain/account/first-owner.ts";
import { openEventBus } from "./domain/base/events.ts";
import type { Seller, ShopIdentity } from "./domain/base/shop-facts.ts";
import { EmptySearches } from "./domain/catalog/empty-searches.ts";
import { type EngineLimits, letSearchesAsk, SearchEngine } from "./domain/catalog/engine/of-database.ts";
import { FacetChoices } from "./domain/catalog/facet-choices.ts";
import { Meaning, type MeaningSettings } from "./domain/catalog/meaning/meaning.ts";
import { searchByMeaning } from "./domain/catalog/meaning/of-database.ts";
import { PopularSearches } from "./domain/catalog/popular-searches.ts";
import { SearchPurchases } from "./domain/catalog/search-purchases.ts";
import { VisitCounts } from "./domain/dashboard/visit-counts.ts";
import { DiscountReader } from "./domain/discount/discount-reader.ts";
import { PaidOrderFeed } from "./domain/order/paid-order-feed.ts";
import { openProductLimiter } from "./domain/order/product-limiter.ts";
import { toMailerSettings, toPaymentSettings, toStripeSettings } from "./domain/settings/providers.ts";
import { SettingsReader } from "./domain/settings/settings-reader.ts";
import { TermsReader } from "./domain/terms-of-sale/terms-reader.ts";
import type { OwnerVariables } from "./env/owner-settings.ts";
import { type CatalogAnswerSettings, CatalogAnswers } from "./http/cache/catalog-answers.ts";
import type { Services } from "./http/context.ts";
import { uploadPace } from "./http/uploads/slow-uploads.ts";
import { newQueueMetrics } from "./infra/concurrency-limiter.ts";
import { openDeviceTokens } from "./infra/device-tokens.ts";
import { type EmbeddingSettings, openEmbeddings } from "./infra/embeddings.ts";
import { openFactorKeys } from "./infra/factor-keys.ts";
import { openFetchImage } from "./infra/fetch-image.ts";
import { openGiftCodes } from "./infra/gift-codes.ts";
import { openGuestTokens } from "./infra/guest-tokens.ts";
import type { LimitSettings } from "./infra/limit-profiles.ts";
import { openLimits } from "./infra/limits.ts";
import { openEmailTokens } from "./infra/mail/email-tokens.ts";
import { followMailer } from "./infra/mail/mailer.ts";
import type { MailPlace } from "./infra/mail/settings.ts";
import { openStockAlertTokens } from "./infra/mail/stock-alert-tokens.ts";
import { openUnsubscribeTokens } from "./infra/mail/unsubscribe-tokens.ts";
import { followPayments } from "./infra/payments.ts";
import type { PaymentSettings, Sandbox } from "./infra/paypal/settings.ts";
import { openResetCodes } from "./infra/reset-codes.ts";
import { openSealing } from "./infra/sealed-text.ts";
import { openSearchEngine, type SearchEngineSettings } from "./infra/search-engine.ts";
import { setupCode } from "./infra/setup-code.ts";
import type { Storage } from "./infra/storage.ts";
import { type StripeSettings, stripe } from "./infra/stripe/settings.ts";
import { openTokens } from "./infra/tokens.ts";
import { addWait } from "./infra/waits.ts";
import { openWebhookSender, telling } from "./infra/webhook-sender.ts";

/** Settings of the services. Times in milliseconds. */
export type ServiceSettings = {
  passwordMin: number;
  sessionMs: number;
  jwtSecret: string;
  publicOrigin: string;
  limits: LimitSettings;
  /** What the environment says of what the owner decides. Without payments, the owner's hold. */
  owner: OwnerVariables & ProviderPlaces & { isDemo: boolean; mail: MailPlace };
  /** Whether a shop without an administrator waits for its owner. False without it. */
  hasFirstStart?: boolean;
  reconcileMs: number;
  answers: CatalogAnswerSettings;
  /** Whether webhooks may go to addresses that are private or unencrypted. False without it. */
  allowsPrivateWebhooks?: boolean;
  /** The service that tells what texts mean, if the shop has one. */
  vectors?: (EmbeddingSettings & MeaningSettings) | undefined;
  /** The engine that searches ask before PostgreSQL, if the shop has one. */
  searchEngine?: (SearchEngineSettings & EngineLimits) | undefined;
};

/** What the environment says of the payment providers, and where those of the owner's settings are. */
type ProviderPlaces = {
  payments: PaymentSettings | undefined;
  sandbox: Sandbox;
  stripe?: StripeSettings | undefined;
  stripePlace?: Pick<StripeSettings, "apiBase" | "scriptBase">;
};

/** Resources that the caller opens and closes. */
export type ServiceDeps = {
  db: Db;
  /** The pool of rate limits. */
  counters: pg.Pool;
  /** The pool of large acts. */
  largeActs: Db;
  /** The pool of the jobs; that of the requests without it. */
  jobs?: Db;
  storage: Storage;
  replicas?: Replicas | undefined;
};

/** Builds the services of both transports. */
export function openServices(
  { db, counters, largeActs, jobs = db, storage, replicas }: ServiceDeps,
  settings: ServiceSettings,
): Services {
  const { emit, on } = openEventBus();
  const { owner } = settings;
  const reader = new SettingsReader({ ...owner, origin: settings.publicOrigin, secret: settings.jwtSecret });
  const orderQueue = newQueueMetrics();
  const { allowsPrivateWebhooks = false } = settings;
  const answers = new CatalogAnswers(db, settings.answers);
  return {
    db,
    largeActs,
    replicas,
    emit,
    on,
    orderQueue,
    limits: openLimits(counters, settings.limits),
    sessionMs: settings.sessionMs,
    ...namesOf(reader),
    settings: reader,
    firstStart: new FirstStart(setupCode(settings.jwtSecret), settings.hasFirstStart ?? false),
    findDemoAccounts: async (database) => {
      // Imported here, because shops that are no demo seldom need it.
      const demo = await import("./demo/find-demo-accounts.ts");
      return demo.findDemoAccounts(database);
    },
    terms: new TermsReader(),
    discounts: new DiscountReader(),
    limitPerProduct: openProductLimiter(orderQueue),
    payments: followPayments(
      () => ({
        paypal: owner.payments ?? toPaymentSettings(reader.values, reader.secrets, owner.sandbox),
        stripe: owner.stripe ?? toStripeSettings(reader.values, reader.secrets, owner.stripePlace ?? stripe),
      }),
      (call) => {
        addWait("provider", call.ms);
        emit({ type: "provider asked", ...call });
      },
    ),
    reconcileMs: settings.reconcileMs,
    mailer: followMailer(() => toMailerSettings(reader.values, reader.secrets, owner.mail)),
    unsubscribeTokens: openUnsubscribeTokens(settings.jwtSecret, settings.publicOrigin),
    stockAlertTokens: openStockAlertTokens(settings.jwtSecret, settings.publicOrigin),
    emailTokens: openEmailTokens(settings.jwtSecret, settings.publicOrigin),
    resetCodes: openResetCodes(settings.jwtSecret),
    giftCodes: openGiftCodes(settings.jwtSecret),
    passwordMin: settings.passwordMin,
    factorKeys: openFactorKeys(settings.jwtSecret),
    answers,
    emptySearches: new EmptySearches(),
    popularSearches: new PopularSearches(),
    searchPurchases: new SearchPurchases(),
    meaning: openMeaning(settings.vectors, { databases: [db, ...(replicas?.databases ?? [])], answers }),
    searchEngine: openEngine(settings.searchEngine, [db, ...(replicas?.databases ?? [])]),
    facetChoices: new FacetChoices(),
    visits: new VisitCounts(),
    paidOrders: new PaidOrderFeed(jobs, reader),
    storage,
    fetchImage: openFetchImage(),
    allowsPrivateWebhooks,
    sendWebhook: telling(
      openWebhookSender(allowsPrivateWebhooks ? { isAllowed: () => true } : { protocols: ["https:"] }),
      (attempt) => emit({ type: "webhook sent", ...attempt }),
    ),
    guestToken: openGuestTokens(settings.jwtSecret),
    webhookSecrets: openSealing(settings.jwtSecret, "shop webhook secrets"),
    uploadPace,
    tokens: openTokens(settings.jwtSecret, settings.publicOrigin),
    deviceTokens: openDeviceTokens(settings.jwtSecret, settings.publicOrigin),
    isSecure: settings.publicOrigin.startsWith("https:"),
  };
}

/** Lets searches of the databases find by meaning, and drops cached answers when these would be better ones. */
function openMeaning(
  settings: ServiceSettings["vectors"],
  { databases, answers }: { databases: readonly Db[]; answers: CatalogAnswers },
): Meaning | undefined {
  if (settings === undefined) return undefined;
  const meaning = new Meaning(openEmbeddings(settings), settings);
  for (const each of databases) searchByMeaning(each, meaning);
  meaning.onBetter(() => answers.dropOrdered());
  return meaning;
}

/** Lets searches of the databases ask an engine. */
function openEngine(settings: ServiceSettings["searchEngine"], databases: readonly Db[]): SearchEngine | undefined {
  if (settings === undefined) return undefined;
  const engine = new SearchEngine(openSearchEngine(settings), settings);
  for (const each of databases) letSearchesAsk(each, engine);
  return engine;
}

/** What the shop is called and who sells, as they are now: both are read anew at each use. */
function namesOf(reader: SettingsReader): { shop: ShopIdentity; seller: Seller } {
  const { origin } = reader.source;
  return {
    shop: {
      origin,
      get name() {
        return reader.current.shop.name;
      },
      get timeZone() {
        return reader.current.shop.timeZone;
      },
      get accent() {
        return reader.values.accent;
      },
      get logo() {
        return reader.current.shop.logo;
      },
      get colorScheme() {
        return reader.values.colorScheme;
      },
    },
    seller: {
      get name() {
        return reader.current.seller.name;
      },
      get address() {
        return reader.current.seller.address;
      },
      get taxId() {
        return reader.current.seller.taxId;
      },
      get timeZone() {
        return reader.current.seller.timeZone;
      },
    },
  };
}
