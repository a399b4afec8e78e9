import { adminActNames, adminEntities, auditedOrderActs, type Changes } from "@shop/shared/audit";
import { mailKinds, mailStatuses } from "@shop/shared/mail";
import { matterKinds } from "@shop/shared/matter";
import { orderActs } from "@shop/shared/order-history";
import { carrierIds, trackerStatuses } from "@shop/shared/parcel";
import { paymentStatuses } from "@shop/shared/payment";
import { refundStatuses } from "@shop/shared/refund";
import { paymentMethods } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import { searchable } from "./text.ts";

/** What a passkey's signature is asked for. */
const challengePurposes = ["add", "sign in", "confirm"] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

const id = () => uuid().primaryKey().$defaultFn(uuidv7);
const time = () => timestamp({ withTimezone: true, mode: "date" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** The id of a transaction. As text, because it exceeds JavaScript's safe integers. */
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
const createdAt = () => time().notNull().defaultNow();
/** Incremented by each change; a change that refers to an older version is stale. */
const version = () => integer().notNull().default(1);

/** Accounts. A deleted one stays as an anonymous row, because orders and reviews refer to it. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    email: text(),
    /** The last confirmed address, while `email` is not confirmed. */
    previousEmail: text(),
    passwordHash: text(),
    isAdmin: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: time(),
    version: version(),
    /** Whether the user wants mails about the progress of orders, and invitations to review. */
    wantsProgressMails: boolean().notNull().default(true),
    wantsReviewMails: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.email),
    index("users_previous_email").on(table.previousEmail).where(sql`${table.previousEmail} is not null`),
    check("users_email_is_lower_case", sql`${table.email} = lower(${table.email} collate "pg_c_utf8")`),
    check(
      "users_can_sign_in_until_deleted",
      sql`(${table.deletedAt} is null) = (${table.email} is not null and ${table.passwordHash} is not null)`,
    ),
    check("users_deleted_have_no_powers", sql`${table.deletedAt} is null or not ${table.isAdmin}`),
  ],
);

/** Sessions of signed-in devices. A token without a row is invalid. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The browser and the system that it was opened with, such as "Firefox on Windows". */
    device: text(),
    /** The IP address that it was opened from. */
    ip: text(),
    createdAt: createdAt(),
    /** When a request last used it, to some minutes; null before the first one. */
    lastUsedAt: time(),
    /** When its user last typed the password or used a passkey; null if that was when it was opened. */
    authenticatedAt: time(),
    /** Whether its user has shown a second factor: a passkey, or a code beside the password. */
    hasSecondFactor: boolean().notNull().default(false),
    expiresAt: time().notNull(),
  },
  // Ends a user's other sessions and deletes expired ones at sign-in.
  (table) => [index("sessions_of_user").on(table.userId, table.expiresAt)],
);

/**
 * Requests for a new password, for known and unknown addresses alike. Codes are not stored: they are derived from the id
 * and a secret of the instances.
 */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    /** As it was typed, normalized. */
    email: text().notNull(),
    /** Null until a job has looked the account up, and for addresses without one. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    attempts: smallint().notNull().default(0),
    createdAt: createdAt(),
    lookedUpAt: time(),
    usedAt: time(),
  },
  (table) => [
    index("password_resets_of_email").on(table.email, table.createdAt),
    index("password_resets_of_user").on(table.userId, table.createdAt).where(sql`${table.userId} is not null`),
    index("password_resets_waiting").on(table.createdAt).where(sql`${table.lookedUpAt} is null`),
  ],
);

/** Changes of accounts' e-mails that the owner of the address before can undo for some days. */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The confirmed address at the time. */
    before: text().notNull(),
    createdAt: createdAt(),
    /** When this change or an earlier one was undone. */
    undoneAt: time(),
  },
  (table) => [index("email_changes_of_user").on(table.userId, table.createdAt)],
);

/** Passkeys, each of one account. The private key stays with the user's device. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The device's id of the passkey, in base64url. */
    credentialId: text().notNull(),
    /** In COSE format and base64url. */
    publicKey: text().notNull(),
    /** How often it has signed, if its device counts; a lower count later shows a copy. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How browsers reach the device, such as "internal" or "usb". */
    transports: text().array().notNull(),
    /** The device that it was added with, such as "Firefox on Windows". */
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: time(),
  },
  (table) => [
    uniqueIndex("passkeys_credential_key").on(table.credentialId),
    index("passkeys_of_user").on(table.userId, table.createdAt),
  ],
);

/** Random values that passkeys sign, each once. Used ones are deleted at once, others after they have expired. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: challengePurposes }).notNull(),
    /** Null for a sign-in, before which the user is unknown. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: time().notNull(),
  },
  (table) => [index("passkey_challenges_expired").on(table.expiresAt)],
);

/** The authenticator apps of admins, whose codes are a second factor. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted. */
  secret: text().notNull(),
  /** The time step of the last code that was used, so that each code works once. */
  lastStep: bigint({ mode: "number" }),
  /** When the first code was right; null while it is being set up. */
  confirmedAt: time(),
});

/** The recovery codes that are left to an account, as keyed hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Rate limits, shared by all instances. The columns are those of rate-limiter-flexible. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

export const brands = pgTable(
  "brands",
  { id: id(), name: text().notNull(), createdAt: createdAt(), updatedAt: createdAt(), version: version() },
  (table) => [uniqueIndex("brands_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`)],
);

export const categories = pgTable(
  "categories",
  { id: id(), name: text().notNull(), createdAt: createdAt(), updatedAt: createdAt(), version: version() },
  (table) => [uniqueIndex("categories_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`)],
);

export const products = pgTable(
  "products",
  {
    id: id(),
    name: text().notNull(),
    image: text().notNull().default(""),
    /** Null only for deleted products, so that their brands and categories can be deleted. */
    brandId: uuid().references(() => brands.id),
    categoryId: uuid().references(() => categories.id),
    description: text().notNull().default(""),
    priceCents: integer().notNull(),
    countInStock: integer().notNull(),
    /** Writers change sum and count; the mean is a generated column. */
    ratingSum: integer().notNull().default(0),
    numReviews: integer().notNull().default(0),
    rating: numeric({ precision: 3, scale: 2, mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`case when num_reviews = 0 then 0 else round(rating_sum::numeric / num_reviews, 2) end`),
    /** Lower-case name, brand, category and description, for admins. Maintained by triggers. */
    searchText: text().notNull().default(""),
    /** Lower-case name, brand and category, which the vocabulary is learnt from. Maintained by triggers. */
    searchName: text().notNull().default(""),
    userId: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Null for drafts. */
    publishedAt: time(),
    deletedAt: time(),
    version: version(),
  },
  (table) => {
    const isVisible = sql`${table.publishedAt} is not null and ${table.deletedAt} is null`;
    return [
      check(
        "products_living_have_names",
        sql`${table.deletedAt} is not null or (${table.brandId} is not null and ${table.categoryId} is not null)`,
      ),
      check("products_price_in_range", sql`${table.priceCents} between 0 and 99999999`),
      check("products_stock_in_range", sql`${table.countInStock} between 0 and 1000000`),
      check(
        "products_rating_adds_up",
        sql`${table.numReviews} >= 0 and ${table.ratingSum} between ${table.numReviews} and ${table.numReviews} * 5`,
      ),
      // The sort order of the storefront's lists.
      index("products_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(isVisible),
      // The admin list, drafts included: newest first, and its count.
      index("products_at_the_desk")
        .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`${table.deletedAt} is null`),
      // Featured products. Stock is in no index, so that a sale is a HOT update that writes no
      // index entries.
      index("products_featured")
        .on(
          table.rating.desc().nullsFirst(),
          table.numReviews.desc().nullsFirst(),
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(isVisible),
      // The admins' search for what a text contains.
      index("products_search_text").using("gin", sql`${table.searchText} gin_trgm_ops`).where(isVisible),
      // Unused. The previous release searches for misspelt words with it.
      index("products_search_name").using("gin", sql`${table.searchName} gin_trgm_ops`).where(isVisible),
      // Counting the products of a term, and updating their search text when it is renamed.
      index("products_brand").on(table.brandId),
      index("products_category").on(table.categoryId),
    ];
  },
);

/**
 * The number of visible products in a single row. Maintained by triggers in the
 * transaction of the change, so it is consistent with the products in the same
 * snapshot and lists need no count.
 */
export const catalogSize = pgTable(
  "catalogue_size",
  { isOnly: boolean().primaryKey().default(true), visible: integer().notNull() },
  (table) => [
    check("catalogue_size_has_one_row", sql`${table.isOnly}`),
    check("catalogue_size_not_negative", sql`${table.visible} >= 0`),
  ],
);

/**
 * The version of everything that a search depends on, in a single row: not of
 * prices, stock and ratings. Changed by a deferred trigger at the end of a
 * transaction. A version is unique, also after the database was restored from a
 * backup; a number is not.
 */
export const catalogVersion = pgTable(
  "catalogue_version",
  {
    isOnly: boolean().primaryKey().default(true),
    version: uuid().notNull().defaultRandom(),
    number: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [check("catalogue_version_has_one_row", sql`${table.isOnly}`)],
);

/**
 * Unused, and not written any more. The previous release reads it, and searches
 * anew where it has a gap.
 */
export const catalogChanges = pgTable(
  "catalogue_changes",
  {
    number: bigint({ mode: "number" }).notNull(),
    place: integer().notNull(),
    version: uuid().notNull(),
    before: text(),
    after: text(),
    /** Whether the version has more changes than are logged. */
    isMore: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.number, table.place] })],
);

/**
 * The recorded changes of products for the caches of all instances, by transaction. Maintained by triggers; unlogged,
 * because a restart of the database empties the caches anyway.
 */
export const productChanges = pgTable(
  "product_changes",
  {
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    /** Null where a statement changed very many products. */
    productId: uuid(),
    /** Whether the order of featured products may have changed. */
    affectsRanking: boolean().notNull(),
    changedAt: createdAt(),
  },
  (table) => [index("product_changes_since").on(table.xid)],
);

/**
 * What a search reads of each visible product. Maintained by triggers. A table of its own, so that selling a product
 * rewrites none of it.
 */
export const productSearch = pgTable(
  "product_search",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    isSoldOut: boolean().notNull(),
    createdAt: time().notNull(),
    /** Stems of all words; those of name, category and brand again with a letter before them (`search_document`). */
    lexemes: tsvector().notNull(),
  },
  (table) => [index("product_search_lexemes").using("gin", table.lexemes)],
);

/** Groups of words of which each finds the products of all, and words that these find besides. */
export const searchSynonyms = pgTable(
  "search_synonyms",
  {
    id: id(),
    /** They mean the same: each finds what any of them finds. */
    words: text().array().notNull(),
    /** What the words find besides, and that does not find them: green finds emerald. */
    finds: text().array().notNull().default([]),
    /** The words as searches look them up. Maintained by a trigger. */
    keys: text().array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [check("search_synonyms_have_words", sql`cardinality(${table.words}) > 0`)],
);

/**
 * All words that products and synonyms have had, with their stems, for telling misspelt words. Maintained by triggers.
 * Unused words are not deleted: what finds nothing is not shown.
 */
export const searchVocabulary = pgTable(
  "search_vocabulary",
  { word: text().primaryKey(), lexeme: text().notNull() },
  (table) => [
    index("search_vocabulary_likeness").using("gin", sql`${table.word} gin_trgm_ops`),
    // Completes incomplete words.
    index("search_vocabulary_beginning").on(table.word.op("text_pattern_ops")),
    index("search_vocabulary_lexeme").on(table.lexeme),
  ],
);

/** Searches that found nothing, without a word of who searched. Bounded: see `empty-searches.ts`. */
export const emptySearches = pgTable(
  "empty_searches",
  {
    /** In lower case, without accents and signs. */
    keyword: text().primaryKey(),
    count: integer().notNull(),
    lastAt: time().notNull(),
  },
  (table) => [
    index("empty_searches_last").on(table.lastAt),
    check("empty_searches_are_short", sql`length(${table.keyword}) <= 60`),
  ],
);

/** Unused since `search_vocabulary`. The previous release corrects misspelt keywords with it; its triggers still fill it. */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (table) => [
  index("search_words_likeness").using("gin", sql`${table.word} gin_trgm_ops`),
  index("search_words_beginning").on(table.word.op("text_pattern_ops")),
]);

export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The author's name at the time of the review. */
    name: text().notNull(),
    rating: smallint().notNull(),
    comment: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("reviews_one_per_person").on(table.productId, table.userId),
    // A user's reviews, as they are downloaded and made anonymous.
    index("reviews_of_user").on(table.userId),
    check("reviews_rating_in_range", sql`${table.rating} between 1 and 5`),
    check("reviews_comment_not_blank", sql`length(btrim(${table.comment})) > 0`),
    // A product's reviews, newest first.
    index("reviews_of_product").on(table.productId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Reviews of one rating, and reviews sorted by rating.
    index("reviews_by_rating").on(
      table.productId,
      table.rating,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

const cents = () => bigint({ mode: "number" }).notNull();

export const orders = pgTable(
  "orders",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Customer and address at the time of the order. */
    customerName: text("buyer_name").notNull(),
    customerEmail: text("buyer_email").notNull(),
    address: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull(),
    paymentMethod: text({ enum: paymentMethods }).notNull(),
    itemsCents: cents(),
    shippingCents: cents(),
    taxCents: cents(),
    totalCents: cents(),
    createdAt: createdAt(),
    paidAt: time(),
    confirmedAt: time(),
    processedAt: time(),
    shippedAt: time(),
    deliveredAt: time(),
    /** Whether the order's units are deducted from stock: while it awaits payment, and for good once paid. */
    isStockHeld: boolean().notNull().default(true),
    /** When the stock of an unpaid order is released. */
    heldUntil: time().notNull(),
    /** The days on which the customer was told that it arrives; null for orders from before such days were shown. */
    arrivesFrom: date(),
    arrivesTo: date(),
    /** Written only by the previous release; a trigger converts it to a matter. To be dropped in the next release. */
    attention: text(),
  },
  (table) => [
    check(
      "orders_amounts_add_up",
      sql`${table.itemsCents} >= 0 and ${table.shippingCents} >= 0 and ${table.taxCents} >= 0
        and ${table.totalCents} = ${table.itemsCents} + ${table.shippingCents} + ${table.taxCents}`,
    ),
    // Each step requires the one before it and is not earlier.
    check(
      "orders_steps_in_order",
      sql`(${table.confirmedAt} is null or ${table.confirmedAt} >= ${table.paidAt} is true)
        and (${table.processedAt} is null or ${table.processedAt} >= ${table.confirmedAt} is true)
        and (${table.shippedAt} is null or ${table.shippedAt} >= ${table.processedAt} is true)
        and (${table.deliveredAt} is null or ${table.deliveredAt} >= ${table.shippedAt} is true)`,
    ),
    // A customer's orders, newest first.
    index("orders_of_user").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The admin list, newest first.
    index("orders_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Expired holds. Small, because paid and released orders are not in it.
    index("orders_held").on(table.heldUntil).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // Index-only scans of the sales figures.
    index("orders_paid").on(table.paidAt, table.totalCents, table.userId).where(sql`${table.paidAt} is not null`),
    // The unpaid units of an account, checked with each of its orders.
    index("orders_unpaid_of_user").on(table.userId).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // The admin lists of orders that await a step.
    index("orders_under_way")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.paidAt} is not null and ${table.deliveredAt} is null`),
    // Admin search by the end of the id, which is what screens show, and by customer.
    index("orders_by_id_ending").on(sql`reverse(${table.id}::text) text_pattern_ops`),
    index("orders_by_buyer").using(
      "gin",
      sql`${searchable(sql`(${table.customerName} || ' ' || ${table.customerEmail})`)} gin_trgm_ops`,
    ),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Index in the order, from 0. */
    position: smallint().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** Name, image and price at the time of the order. */
    name: text().notNull(),
    image: text().notNull(),
    priceCents: integer().notNull(),
    qty: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check("order_items_sellable", sql`${table.qty} > 0 and ${table.priceCents} >= 0`),
  ],
);

/** Idempotency keys of requests to place an order. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    /** Digest of the request, to detect a key that is reused for another request. */
    requestHash: text().notNull(),
    orderId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    // Deletes expired keys.
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/** The history of orders. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    act: text({ enum: orderActs }).notNull(),
    /** Null for acts of the system. */
    userId: uuid().references(() => users.id),
    /** The amount of money that the act is about, if any. */
    amountCents: bigint({ mode: "number" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("order_events_of_order").on(table.orderId, table.createdAt, table.id),
    // The audit log, newest first.
    index("order_events_for_audit")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.act} in (${sql.raw(auditedOrderActs.map((act) => `'${act}'`).join(", "))})`),
  ],
);

/**
 * Payment attempts, one row for each order at the payment provider. Written
 * before the capture is requested, so that a capture with a lost response is
 * found again.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The provider's id of its order. It pays exactly one order. */
    providerOrderId: text().notNull(),
    /** The provider's id of the capture. */
    captureId: text(),
    status: text({ enum: paymentStatuses }).notNull(),
    /** The amount to capture, then the captured amount. */
    amountCents: cents(),
    currency: text().notNull(),
    /** Whether this payment made its order paid. Any other captured payment is surplus. */
    isSettling: boolean().notNull().default(false),
    /** When to query the provider next; null in a final state. */
    askAgainAt: time(),
    /** Part of the provider's request id: distinguishes a new capture attempt from a retry. */
    attempt: smallint().notNull().default(1),
    /** When this attempt's capture was first requested; null unless its outcome is unknown. */
    capturingSince: time(),
    /** When a capture was last requested. */
    lastRequestedAt: time(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    settledAt: time(),
  },
  (table) => [
    unique("payments_one_order_each").on(table.providerOrderId),
    unique("payments_capture_once").on(table.captureId),
    uniqueIndex("payments_settle_once").on(table.orderId).where(sql`${table.isSettling}`),
    check("payments_amount_positive", sql`${table.amountCents} > 0`),
    check(
      "payments_settle_with_money",
      sql`not ${table.isSettling} or (${table.status} in ('completed', 'refunded') and ${table.captureId} is not null and ${table.settledAt} is not null)`,
    ),
    index("payments_of_order").on(table.orderId, table.createdAt),
    // The reconciler's queue.
    index("payments_unanswered").on(table.askAgainAt).where(sql`${table.askAgainAt} is not null`),
    // Surplus payments in the sales figures. Small, because they are rare.
    index("payments_surplus")
      .on(table.settledAt)
      .where(sql`not ${table.isSettling} and ${table.settledAt} is not null`),
  ],
);

/**
 * Refunds. An admin's refund is written before it is requested from the
 * provider, and its id is the provider's request id. A refund made at the
 * provider is written when the shop receives it.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    providerRefundId: text(),
    status: text({ enum: refundStatuses }).notNull(),
    amountCents: cents(),
    currency: text().notNull(),
    /** The admin who requested it; null for refunds made at the provider. */
    requestedBy: uuid().references(() => users.id),
    /** Shown to the customer. */
    reason: text(),
    /** The request's idempotency key and a digest of the request. */
    idempotencyKey: text(),
    requestHash: text(),
    /** When to query the provider next; null in a final state. */
    askAgainAt: time(),
    /** When it was last requested from the provider. */
    lastRequestedAt: time(),
    /** When its units were returned to stock. */
    restockedAt: time(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    completedAt: time(),
  },
  (table) => [
    unique("refunds_provider_refund_once").on(table.providerRefundId),
    uniqueIndex("refunds_idempotent")
      .on(table.requestedBy, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    // Two refunds of one payment with unknown outcomes could exceed its amount together.
    uniqueIndex("refunds_one_unanswered").on(table.paymentId).where(sql`${table.status} = 'requested'`),
    check("refunds_amount_positive", sql`${table.amountCents} > 0`),
    index("refunds_of_order").on(table.orderId, table.createdAt),
    index("refunds_of_payment").on(table.paymentId),
    // The reconciler's queue.
    index("refunds_unanswered").on(table.askAgainAt).where(sql`${table.askAgainAt} is not null`),
    // Refunds by day in the sales figures.
    index("refunds_completed").on(table.completedAt, table.amountCents).where(sql`${table.completedAt} is not null`),
  ],
);

/** The units that a refund returns to stock. */
export const refundItems = pgTable(
  "refund_items",
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    qty: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.productId] }),
    check("refund_items_qty_positive", sql`${table.qty} > 0`),
  ],
);

/** The parcels that an order was sent in. */
export const parcels = pgTable(
  "parcels",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    carrier: text({ enum: carrierIds }).notNull(),
    trackingNumber: text().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [unique("parcels_number_once").on(table.orderId, table.trackingNumber)],
);

/**
 * The outbox of reports to the payment provider about parcels, a row for each tracking number that it was or is to be
 * told of. Written in the transaction of the change; a job brings the provider to the state of the row.
 */
export const parcelTrackers = pgTable(
  "parcel_trackers",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The captured payment that the parcel was sent for. */
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    carrier: text({ enum: carrierIds }).notNull(),
    trackingNumber: text().notNull(),
    /** False for a number that was removed: the provider cancels it. */
    isWanted: boolean().notNull().default(true),
    /** Grows with each change, so that an answer to an older state ends nothing. */
    revision: integer().notNull().default(1),
    status: text({ enum: trackerStatuses }).notNull().default("waiting"),
    /** When to try next; null once it is sent, refused or given up. */
    sendAt: time().defaultNow(),
    /** After this it is tried no more. */
    giveUpAt: time().notNull().default(sql`now() + interval '3 days'`),
    attempts: smallint().notNull().default(0),
    /** The provider's issue, or why there was no answer. */
    detail: text(),
    createdAt: createdAt(),
    endedAt: time(),
  },
  (table) => [
    unique("parcel_trackers_number_once").on(table.paymentId, table.trackingNumber),
    check("parcel_trackers_waiting_are_scheduled", sql`(${table.status} = 'waiting') = (${table.sendAt} is not null)`),
    index("parcel_trackers_of_order").on(table.orderId),
    // The sender's queue.
    index("parcel_trackers_due").on(table.sendAt).where(sql`${table.sendAt} is not null`),
  ],
);

/** Matters that an admin has to resolve before an order proceeds. */
export const orderMatters = pgTable(
  "order_matters",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: matterKinds }).notNull(),
    /** The payment, dispute or other object of the matter, so that it is opened once. */
    reference: text().notNull(),
    paymentId: uuid().references(() => payments.id),
    amountCents: bigint({ mode: "number" }),
    /** The provider's status or reason. */
    detail: text(),
    openedAt: createdAt(),
    resolvedAt: time(),
    /** Null when the system resolved it. */
    resolvedBy: uuid().references(() => users.id),
    note: text(),
  },
  (table) => [
    unique("order_matters_once").on(table.orderId, table.kind, table.reference),
    check("order_matters_resolved_with_note", sql`(${table.resolvedAt} is null) = (${table.note} is null)`),
    // Work lists, metrics and each fulfilment step read open matters. Small, because they are rare.
    index("order_matters_open").on(table.orderId, table.kind, table.openedAt).where(sql`${table.resolvedAt} is null`),
  ],
);

/** Products of orders that were refused for lack of stock, with the last customer. */
export const stockDemand = pgTable("stock_demand", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  refusedAt: createdAt(),
});

/**
 * Mails, written in the transaction of what they tell of and sent later. An order is its own snapshot, because its
 * lines, sums and address never change; `data` has what the mail says besides.
 */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    /** The recipient's account. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    recipient: text().notNull(),
    orderId: uuid().references(() => orders.id),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: mailStatuses }).notNull().default("waiting"),
    /** When to try next; null once it is sent, skipped or given up. */
    sendAt: time().defaultNow(),
    /** After this it is tried no more. */
    giveUpAt: time().notNull().default(sql`now() + interval '3 days'`),
    attempts: smallint().notNull().default(0),
    /** The mail server's answer, or why it was skipped. */
    detail: text(),
    createdAt: createdAt(),
    endedAt: time(),
  },
  (table) => [
    check("mails_waiting_are_scheduled", sql`(${table.status} = 'waiting') = (${table.sendAt} is not null)`),
    check("mails_ended_have_a_time", sql`(${table.status} = 'waiting') = (${table.endedAt} is null)`),
    // The sender's queue.
    index("mails_due").on(table.sendAt).where(sql`${table.sendAt} is not null`),
    // The mails to an account, as they are downloaded and deleted.
    index("mails_of_user").on(table.userId),
    // The mails on an order's page.
    index("mails_of_order").on(table.orderId, table.createdAt).where(sql`${table.orderId} is not null`),
    // Those that were given up, and those whose retention ends.
    index("mails_failed").on(table.endedAt).where(sql`${table.status} = 'failed'`),
    index("mails_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

/** The audit log of admins, written in the transaction of the change. Changes of orders are in `orderEvents`. */
export const adminActs = pgTable(
  "admin_acts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    act: text({ enum: adminActNames }).notNull(),
    entity: text({ enum: adminEntities }).notNull(),
    entityId: uuid().notNull(),
    /** The name of the entity at the time. */
    subject: text().notNull(),
    /** Without passwords. */
    changes: jsonb().$type<Changes>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("admin_acts_of_entity").on(table.entityId, table.createdAt),
    index("admin_acts_of_person").on(table.userId, table.createdAt),
    // The audit log, newest first.
    index("admin_acts_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);
