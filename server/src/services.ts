import type { DeliverySettings } from "@shop/shared/order/delivery";
import type pg from "pg";
import type { Db } from "./db/client.ts";
import type { Replicas } from "./db/replicas.ts";
import { openEventBus } from "./domain/base/events.ts";
import type { ShopPolicy } from "./domain/base/shop-policy.ts";
import { EmptySearches } from "./domain/catalog/empty-searches.ts";
import type { Seller } from "./domain/invoice/issue.ts";
import { PaidOrderFeed } from "./domain/order/paid-order-feed.ts";
import { openProductLimiter } from "./domain/order/product-limiter.ts";
import { TermsReader } from "./domain/terms-of-sale/terms-reader.ts";
import type { ReturnSettings } from "./domain/withdrawal/return-period.ts";
import { type CatalogAnswerSettings, CatalogAnswers } from "./http/cache/catalog-answers.ts";
import type { Services } from "./http/context.ts";
import { uploadPace } from "./http/uploads/slow-uploads.ts";
import { newQueueMetrics } from "./infra/concurrency-limiter.ts";
import { openDeviceTokens } from "./infra/device-tokens.ts";
import { openFactorKeys } from "./infra/factor-keys.ts";
import { openFetchImage } from "./infra/fetch-image.ts";
import type { LimitSettings } from "./infra/limit-profiles.ts";
import { openLimits } from "./infra/limits.ts";
import { openEmailTokens } from "./infra/mail/email-tokens.ts";
import { openMailer } from "./infra/mail/mailer.ts";
import type { MailerSettings } from "./infra/mail/settings.ts";
import { openStockAlertTokens } from "./infra/mail/stock-alert-tokens.ts";
import { openUnsubscribeTokens } from "./infra/mail/unsubscribe-tokens.ts";
import { openPayments } from "./infra/paypal/gateway.ts";
import type { PaymentSettings } from "./infra/paypal/settings.ts";
import { openResetCodes } from "./infra/reset-codes.ts";
import { openSealing } from "./infra/sealed-text.ts";
import type { Storage } from "./infra/storage.ts";
import { openTokens } from "./infra/tokens.ts";
import { openWebhookSender } from "./infra/webhook-sender.ts";

/** Settings of the services. Times in milliseconds. */
export type ServiceSettings = {
  pageSize: number;
  passwordMin: number;
  requiresSecondFactor: boolean;
  sessionMs: number;
  holdMs: number;
  unpaidUnitsMax: number;
  delivery?: DeliverySettings | undefined;
  returns?: ReturnSettings | undefined;
  reviewInvitationDays?: number;
  policy: ShopPolicy;
  jwtSecret: string;
  publicOrigin: string;
  limits: LimitSettings;
  payments: PaymentSettings;
  reconcileMs: number;
  mail: MailerSettings;
  shopName: string;
  seller: Seller;
  answers: CatalogAnswerSettings;
  /** Whether the shop has a feed of its products for Google. True without it. */
  hasProductFeed?: boolean;
  /** Whether webhooks may go to addresses that are private or unencrypted. False without it. */
  allowsPrivateWebhooks?: boolean;
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
  const orderQueue = newQueueMetrics();
  const { allowsPrivateWebhooks = false } = settings;
  return {
    db,
    largeActs,
    replicas,
    emit,
    on,
    orderQueue,
    limits: openLimits(counters, settings.limits),
    sessionMs: settings.sessionMs,
    holdMs: settings.holdMs,
    unpaidUnitsMax: settings.unpaidUnitsMax,
    delivery: settings.delivery,
    terms: new TermsReader(),
    returns: settings.returns,
    reviewInvitationDays: settings.reviewInvitationDays ?? 0,
    policy: settings.policy,
    limitPerProduct: openProductLimiter(orderQueue),
    payments: openPayments(settings.payments, (call) => emit({ type: "provider asked", ...call })),
    reconcileMs: settings.reconcileMs,
    mailer: openMailer(settings.mail),
    seller: settings.seller,
    shop: { name: settings.shopName, origin: settings.publicOrigin, timeZone: settings.seller.timeZone },
    unsubscribeTokens: openUnsubscribeTokens(settings.jwtSecret, settings.publicOrigin),
    stockAlertTokens: openStockAlertTokens(settings.jwtSecret, settings.publicOrigin),
    emailTokens: openEmailTokens(settings.jwtSecret, settings.publicOrigin),
    resetCodes: openResetCodes(settings.jwtSecret),
    passwordMin: settings.passwordMin,
    requiresSecondFactor: settings.requiresSecondFactor,
    factorKeys: openFactorKeys(settings.jwtSecret),
    pageSize: settings.pageSize,
    answers: new CatalogAnswers(db, settings.answers),
    emptySearches: new EmptySearches(),
    paidOrders: new PaidOrderFeed(jobs, settings),
    storage,
    fetchImage: openFetchImage(),
    allowsPrivateWebhooks,
    hasProductFeed: settings.hasProductFeed ?? true,
    sendWebhook: openWebhookSender(allowsPrivateWebhooks ? { isAllowed: () => true } : { protocols: ["https:"] }),
    webhookSecrets: openSealing(settings.jwtSecret, "shop webhook secrets"),
    uploadPace,
    tokens: openTokens(settings.jwtSecret, settings.publicOrigin),
    deviceTokens: openDeviceTokens(settings.jwtSecret, settings.publicOrigin),
    isSecure: settings.publicOrigin.startsWith("https:"),
  };
}
