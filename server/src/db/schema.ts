import { adminActNames, adminEntities, auditedOrderActs, type Changes } from "@shop/shared/audit";
import { matterKinds } from "@shop/shared/matter";
import { orderActs } from "@shop/shared/order-history";
import { paymentStatuses } from "@shop/shared/payment";
import { refundStatuses } from "@shop/shared/refund";
import { paymentMethods } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
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

const id = () => uuid().primaryKey().$defaultFn(uuidv7);
const time = () => timestamp({ withTimezone: true, mode: "date" });
const createdAt = () => time().notNull().defaultNow();
/** Grows with every save, so that a stale one can be told. */
const version = () => integer().notNull().default(1);

/** People. A deleted one stays as a nameless row, so that what they left keeps its meaning. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    email: text(),
    passwordHash: text(),
    isAdmin: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: time(),
    version: version(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.email),
    check("users_email_is_lower_case", sql`${table.email} = lower(${table.email} collate "pg_c_utf8")`),
    check(
      "users_can_sign_in_until_deleted",
      sql`(${table.deletedAt} is null) = (${table.email} is not null and ${table.passwordHash} is not null)`,
    ),
    check("users_deleted_have_no_powers", sql`${table.deletedAt} is null or not ${table.isAdmin}`),
  ],
);

/** Signed-in devices. A token is worth nothing without its row here. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
  },
  // Ends a person's other sessions, and sweeps out old ones when they sign in.
  (table) => [index("sessions_of_user").on(table.userId, table.expiresAt)],
);

/** Attempts counted for every instance alike; the layout is the limiting library's. */
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
    /** Only a deleted product may be without one: it must not keep its brand or category in the shop for ever. */
    brandId: uuid().references(() => brands.id),
    categoryId: uuid().references(() => categories.id),
    description: text().notNull().default(""),
    priceCents: integer().notNull(),
    countInStock: integer().notNull(),
    /** Sum and count are what writers change; the mean follows by itself and can never disagree. */
    ratingSum: integer().notNull().default(0),
    numReviews: integer().notNull().default(0),
    rating: numeric({ precision: 3, scale: 2, mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`case when num_reviews = 0 then 0 else round(rating_sum::numeric / num_reviews, 2) end`),
    /** Lower-cased name, brand, category and description; kept by triggers, so no writer can forget it. */
    searchText: text().notNull().default(""),
    /** Lower-cased name, brand and category: what a misspelt word is compared with. */
    searchName: text().notNull().default(""),
    userId: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Absent while the product is a draft. */
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
      // Every list of the shop reads in this order.
      index("products_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(isVisible),
      // The administrators' list begins with the newest, drafts too, and is counted by what this holds.
      index("products_at_the_desk")
        .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`${table.deletedAt} is null`),
      // The carousel reads the first few of this order on every visit to Home. Stock stays out of every
      // index, or selling a unit would have to rewrite all of a product's index entries.
      index("products_featured")
        .on(
          table.rating.desc().nullsFirst(),
          table.numReviews.desc().nullsFirst(),
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(isVisible),
      // Literal search finds any part of the text.
      index("products_search_text").using("gin", sql`${table.searchText} gin_trgm_ops`).where(isVisible),
      // Misspelt words are found by likeness to names.
      index("products_search_name").using("gin", sql`${table.searchName} gin_trgm_ops`).where(isVisible),
      // Both answer "how many products use this" and carry a rename to its products.
      index("products_brand").on(table.brandId),
      index("products_category").on(table.categoryId),
    ];
  },
);

/**
 * How many products a visitor may see, in its one row. Kept by triggers within
 * the transaction that changes it, so that every reader finds the number that
 * goes with the products it finds, and no list has to count.
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
 * Changes, in its one row, with whatever a search can find and the order in
 * which it finds it; not with prices, stock and ratings. Kept by triggers as
 * the last thing that a transaction does. A version never comes twice, not even
 * in a database that was put back to what it was yesterday; its number may.
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
 * What led to the latest versions: of every product that changed, the text that
 * a search reads, before and after, absent where visitors did not see it. Kept
 * by triggers. With it a number of hits is carried on instead of counted anew.
 */
export const catalogChanges = pgTable(
  "catalogue_changes",
  {
    number: bigint({ mode: "number" }).notNull(),
    place: integer().notNull(),
    version: uuid().notNull(),
    before: text(),
    after: text(),
    /** Whether more has changed than is told. */
    isMore: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.number, table.place] })],
);

/**
 * Every word of products' names, brands and categories; what a misspelt word
 * is put right with. Kept by triggers. A word stays when its last product goes:
 * it then leads to nothing, and the next likely one is tried.
 */
export const searchWords = pgTable("search_words", { word: text().primaryKey() }, (table) => [
  index("search_words_likeness").using("gin", sql`${table.word} gin_trgm_ops`),
  // A word that is only half typed resembles the beginnings of words with its own first letter.
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
    /** The author's name as it was when the review was written. */
    name: text().notNull(),
    rating: smallint().notNull(),
    comment: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("reviews_one_per_person").on(table.productId, table.userId),
    check("reviews_rating_in_range", sql`${table.rating} between 1 and 5`),
    check("reviews_comment_not_blank", sql`length(btrim(${table.comment})) > 0`),
    // A product's reviews, newest first.
    index("reviews_of_product").on(table.productId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The same by rating, for the star bars and the two other orders.
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
    /** Buyer and address as they were when the order was placed. */
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
    /** Whether the order's units are out of the stock: while it waits for payment, and for good once paid. */
    isStockHeld: boolean().notNull().default(true),
    /** Until when an unpaid order keeps its units. */
    heldUntil: time().notNull(),
    /** Written by the previous release only; a trigger turns it into a matter. To be dropped in the next release. */
    attention: text(),
  },
  (table) => [
    check(
      "orders_amounts_add_up",
      sql`${table.itemsCents} >= 0 and ${table.shippingCents} >= 0 and ${table.taxCents} >= 0
        and ${table.totalCents} = ${table.itemsCents} + ${table.shippingCents} + ${table.taxCents}`,
    ),
    // Each step needs the one before it, and time never runs backwards.
    check(
      "orders_steps_in_order",
      sql`(${table.confirmedAt} is null or ${table.confirmedAt} >= ${table.paidAt} is true)
        and (${table.processedAt} is null or ${table.processedAt} >= ${table.confirmedAt} is true)
        and (${table.shippedAt} is null or ${table.shippedAt} >= ${table.processedAt} is true)
        and (${table.deliveredAt} is null or ${table.deliveredAt} >= ${table.shippedAt} is true)`,
    ),
    // A buyer's orders, newest first.
    index("orders_of_user").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The administrators' list, newest first.
    index("orders_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // What the sweeper of holds looks for; small, because paying or releasing takes an order out of it.
    index("orders_held").on(table.heldUntil).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // The sales overview: what was paid when, how much and by whom, without a look at the orders themselves.
    index("orders_paid").on(table.paidAt, table.totalCents, table.userId).where(sql`${table.paidAt} is not null`),
    // How many units an account holds unpaid, asked with every order that it places.
    index("orders_unpaid_of_user").on(table.userId).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // What still has a step to come: the lists of the admin. A delivered order leaves it for good.
    index("orders_under_way")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.paidAt} is not null and ${table.deliveredAt} is null`),
    // The admin looks for an order by the end of its id, which is all that people see of it, and by its buyer.
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
    /** Place in the order, from 0. */
    position: smallint().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** Name, picture and price as they were when the order was placed. */
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

/** Attempts to place an order, by the caller's own name for each. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    /** Digest of what was asked, so that a key used for something else is noticed. */
    requestHash: text().notNull(),
    orderId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    // The sweeper forgets keys by age.
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/** What happened to an order, when, and by whom. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    act: text({ enum: orderActs }).notNull(),
    /** Nobody, when the shop itself acted. */
    userId: uuid().references(() => users.id),
    /** The money that it is about, if any. */
    amountCents: bigint({ mode: "number" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("order_events_of_order").on(table.orderId, table.createdAt, table.id),
    // The audit reads all orders' steps in this order.
    index("order_events_for_audit")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.act} in (${sql.raw(auditedOrderActs.map((act) => `'${act}'`).join(", "))})`),
  ],
);

/**
 * Payment attempts: a row for each order at the payment provider. A row is
 * written before the provider is told to capture, so that a capture whose
 * answer is lost is found again.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The provider's id of its order. It pays one of our orders and no other. */
    providerOrderId: text().notNull(),
    /** The provider's id of the captured money. */
    captureId: text(),
    status: text({ enum: paymentStatuses }).notNull(),
    /** What is to be captured, and once it is captured, what was. */
    amountCents: cents(),
    currency: text().notNull(),
    /** Whether this is the payment that made its order paid. Any other captured payment is surplus. */
    isSettling: boolean().notNull().default(false),
    /** When the provider is to be asked again; absent when there is nothing left to learn. */
    askAgainAt: time(),
    /** Part of the provider's request id, so that a new attempt to capture is told apart from a repeated request. */
    attempt: smallint().notNull().default(1),
    /** When the provider was first told to capture in this attempt; absent while no outcome is unknown. */
    capturingSince: time(),
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
    // What the reconciler looks for.
    index("payments_unanswered").on(table.askAgainAt).where(sql`${table.askAgainAt} is not null`),
    // Surplus money, for the sales overview; next to no payment is among them.
    index("payments_surplus")
      .on(table.settledAt)
      .where(sql`not ${table.isSettling} and ${table.settledAt} is not null`),
  ],
);

/**
 * Money that goes back to the customer. A refund by an administrator is written
 * before the provider is asked, under an id that is the provider's request id;
 * a refund made at the provider is written when the shop learns of it.
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
    /** The administrator who asked for it; absent where it was made at the provider. */
    requestedBy: uuid().references(() => users.id),
    /** What the customer is told. */
    reason: text(),
    /** The caller's own name for the request, and a digest of it. */
    idempotencyKey: text(),
    requestHash: text(),
    /** When the provider is to be asked again; absent when there is nothing left to learn. */
    askAgainAt: time(),
    /** When the units that belong to it went back into the stock. */
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
    // Two refunds of one payment with unknown outcomes could pass its amount together.
    uniqueIndex("refunds_one_unanswered").on(table.paymentId).where(sql`${table.status} = 'requested'`),
    check("refunds_amount_positive", sql`${table.amountCents} > 0`),
    index("refunds_of_order").on(table.orderId, table.createdAt),
    index("refunds_of_payment").on(table.paymentId),
    // What the reconciler looks for.
    index("refunds_unanswered").on(table.askAgainAt).where(sql`${table.askAgainAt} is not null`),
    // The sales overview sums refunds by day.
    index("refunds_completed").on(table.completedAt, table.amountCents).where(sql`${table.completedAt} is not null`),
  ],
);

/** Units that go back into the stock with a refund. */
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

/** What a person must look at before an order goes on, and how it was resolved. */
export const orderMatters = pgTable(
  "order_matters",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: matterKinds }).notNull(),
    /** What it is about, such as a payment or a dispute: the same matter opens once. */
    reference: text().notNull(),
    paymentId: uuid().references(() => payments.id),
    amountCents: bigint({ mode: "number" }),
    /** The provider's own word. */
    detail: text(),
    openedAt: createdAt(),
    resolvedAt: time(),
    /** Absent where the shop resolved it itself. */
    resolvedBy: uuid().references(() => users.id),
    note: text(),
  },
  (table) => [
    unique("order_matters_once").on(table.orderId, table.kind, table.reference),
    check("order_matters_resolved_with_note", sql`(${table.resolvedAt} is null) = (${table.note} is null)`),
    // Work lists, metrics and every fulfilment step ask for open matters; next to no order has one.
    index("order_matters_open").on(table.orderId, table.kind, table.openedAt).where(sql`${table.resolvedAt} is null`),
  ],
);

/** Products that an order was refused for lack of stock, and who wanted them last. */
export const stockDemand = pgTable("stock_demand", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id),
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  refusedAt: createdAt(),
});

/** What administrators changed, written with the change itself. What happens to orders is in their own history. */
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
    /** Name of what was changed, as it was known then. */
    subject: text().notNull(),
    /** Never a password. */
    changes: jsonb().$type<Changes>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("admin_acts_of_entity").on(table.entityId, table.createdAt),
    index("admin_acts_of_person").on(table.userId, table.createdAt),
    // The audit, newest first.
    index("admin_acts_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);
