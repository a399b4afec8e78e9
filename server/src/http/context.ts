import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../db/client.ts";
import type { Replicas } from "../db/replicas.ts";
import type { OwnerDeps } from "../domain/account/first-owner.ts";
import type { ResetDeps } from "../domain/account/password-reset.ts";
import type { EventBus } from "../domain/base/events.ts";
import type { EmptySearches } from "../domain/catalog/empty-searches.ts";
import type { SearchEngine } from "../domain/catalog/engine/of-database.ts";
import type { FacetChoices } from "../domain/catalog/facet-choices.ts";
import type { Meaning } from "../domain/catalog/meaning/meaning.ts";
import type { PopularSearches } from "../domain/catalog/popular-searches.ts";
import type { SearchPurchases } from "../domain/catalog/search-purchases.ts";
import type { VisitCounts } from "../domain/dashboard/visit-counts.ts";
import type { SheetDeps } from "../domain/invoice/read.ts";
import type { MailDeps } from "../domain/mail/send.ts";
import type { PaidOrderFeed } from "../domain/order/paid-order-feed.ts";
import type { PlaceOrderDeps } from "../domain/order/place.ts";
import type { PaymentDeps } from "../domain/payment/deps.ts";
import type { SettingsDeps } from "../domain/settings/save.ts";
import type { QueueMetrics } from "../infra/concurrency-limiter.ts";
import type { DeviceTokens } from "../infra/device-tokens.ts";
import type { FetchImage } from "../infra/fetch-image.ts";
import type { Sealing } from "../infra/sealed-text.ts";
import type { Storage } from "../infra/storage.ts";
import type { Tokens } from "../infra/tokens.ts";
import type { SendWebhook } from "../infra/webhook-sender.ts";
import type { CatalogAnswers } from "./cache/catalog-answers.ts";
import { addressKey } from "./security/client-address.ts";
import type { UploadPace } from "./uploads/slow-uploads.ts";

/** The dependencies of both transports, built once at start. */
export type Services = ResetDeps &
  PlaceOrderDeps &
  PaymentDeps &
  SheetDeps &
  MailDeps &
  SettingsDeps &
  OwnerDeps &
  EventBus & {
    /** The pool of large acts: what an administrator does to many rows takes no connection from customers. */
    largeActs: Db;
    /** The cache of public answers. */
    answers: CatalogAnswers;
    /** Counts the searches that find nothing. */
    emptySearches: EmptySearches;
    /** Counts the searches that find products. */
    popularSearches: PopularSearches;
    /** Counts what is bought after searches. */
    searchPurchases: SearchPurchases;
    /** Finds products by what they mean; absent without a service for it. */
    meaning: Meaning | undefined;
    searchEngine: SearchEngine | undefined;
    /** Counts the facets that are chosen. */
    facetChoices: FacetChoices;
    /** Counts how far visits go. */
    visits: VisitCounts;
    /** Follows the orders that are paid, for the open order lists of this instance. */
    paidOrders: PaidOrderFeed;
    /** Read replicas for catalog queries; absent with a single database. */
    replicas: Replicas | undefined;
    /** The queue of the order limiter, for the metrics. */
    orderQueue: QueueMetrics;
    storage: Storage;
    /** Makes what the browsers of guests keep who have given the password of a closed shop. */
    guestToken: (password: string) => string;
    /** Sends webhooks to the programs that administrators name. */
    sendWebhook: SendWebhook;
    /** Encrypts what webhooks are signed with. */
    webhookSecrets: Sealing;
    /** Whether webhooks may go to addresses that are private or unencrypted. */
    allowsPrivateWebhooks: boolean;
    /** Fetches images of imports from other servers. */
    fetchImage: FetchImage;
    uploadPace: UploadPace;
    tokens: Tokens;
    deviceTokens: DeviceTokens;
    /** Whether the public origin is https, which the session cookie's attributes depend on. */
    isSecure: boolean;
  };

/** The context of one request, the same for both transports. */
export type RequestContext = Services & {
  requestId: string;
  /** The key of the caller's IP address, as trusted proxies report it, for limits. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For each public query of the request, what its answer depends on in the cache. */
  tags: (readonly string[])[];
};

/** Builds the context of a request. */
export function toContext(services: Services, request: FastifyRequest, reply: FastifyReply): RequestContext {
  return { ...services, requestId: request.id, address: addressKey(request.ip), request, reply, tags: [] };
}
