import { matterKinds } from "@shop/shared/order/matter";
import type { OrderDraft } from "@shop/shared/order/order-draft";
import { withdrawalStates } from "@shop/shared/order/withdrawal";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { lowered } from "../text.ts";
import { users } from "./accounts.ts";
import { createdAt, id, time, version } from "./columns.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";

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

/**
 * Declarations of withdrawal as they were typed, for known and unknown orders alike. A job looks their orders up within
 * seconds and deletes them.
 */
export const withdrawalDeclarations = pgTable(
  "withdrawal_declarations",
  {
    id: id(),
    /** The order's id or its end, normalized. */
    orderNumber: text().notNull(),
    /** Normalized. */
    email: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("withdrawal_declarations_waiting").on(table.createdAt)],
);

/** The same about parts of orders, which the release before would take for all of them. */
export const partWithdrawalDeclarations = pgTable(
  "part_withdrawal_declarations",
  {
    id: id(),
    orderNumber: text().notNull(),
    email: text().notNull(),
    /** What the customer withdraws from, in words. */
    goods: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("part_withdrawal_declarations_waiting").on(table.createdAt)],
);

/** Withdrawals of customers from the contracts of their orders, at most one for each order. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    declaredAt: time().notNull(),
    /** Whether the days that the shop gives were over. */
    isLate: boolean().notNull(),
    state: text({ enum: withdrawalStates }).notNull().default("declared"),
    decidedAt: time(),
    /** The admin who took the last decision. */
    decidedBy: uuid().references(() => users.id),
    /** What the customer was told with a refusal. */
    words: text(),
  },
  (table) => [
    unique("withdrawals_one_per_order").on(table.orderId),
    check(
      "withdrawals_decided_by_someone",
      sql`(${table.state} = 'declared') = (${table.decidedBy} is null) and (${table.decidedBy} is null) = (${table.decidedAt} is null)`,
    ),
    check("withdrawals_refused_with_words", sql`(${table.state} = 'refused') = (${table.words} is not null)`),
    // The admin list, newest first.
    index("withdrawals_newest").on(table.declaredAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);

/** Named selections of orders, which all admins share. */
export const orderViews = pgTable(
  "order_views",
  {
    id: id(),
    name: text().notNull(),
    /** The parameters of the list's address. */
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("order_views_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
    check("order_views_name_length", sql`length(${table.name}) between 1 and 40`),
  ],
);

/** Messages between a customer and the shop about an order. Plain text. */
export const orderMessages = pgTable(
  "order_messages",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The author: the customer, or an admin. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    isFromShop: boolean().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    /** When somebody of the other side read it. */
    readAt: time(),
  },
  (table) => [
    check("order_messages_text_length", sql`length(${table.text}) between 1 and 2000`),
    index("order_messages_of_order").on(table.orderId, table.createdAt, table.id),
    // What admins have to read. Small, because they do.
    index("order_messages_unread").on(table.orderId).where(sql`${table.readAt} is null and not ${table.isFromShop}`),
  ],
);

/** Words by which admins group customers, such as "Wholesale". Customers never see them. */
export const customerTags = pgTable(
  "customer_tags",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tag: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tag] }),
    check("customer_tags_length", sql`length(${table.tag}) between 1 and 40`),
    index("customer_tags_by_tag").on(lowered(table.tag)),
  ],
);

/** Notes of admins about a customer, who never sees them. */
export const customerNotes = pgTable(
  "customer_notes",
  {
    id: id(),
    customerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Who wrote it. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check("customer_notes_text_length", sql`length(${table.text}) between 1 and 2000`),
    index("customer_notes_of_customer").on(table.customerId, table.createdAt, table.id),
  ],
);

/** Notes of admins about an order, which its customer never sees. */
export const orderNotes = pgTable(
  "order_notes",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check("order_notes_text_length", sql`length(${table.text}) between 1 and 2000`),
    index("order_notes_of_order").on(table.orderId, table.createdAt, table.id),
  ],
);

/** Orders that admins have begun to enter, and will go on with. */
export const orderDrafts = pgTable(
  "order_drafts",
  {
    id: id(),
    /** The account that was chosen; null where none was, or it is no more. */
    customerId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Name and email of a customer without an account; empty while they are not known. */
    guestName: text().notNull(),
    guestEmail: text().notNull(),
    document: jsonb().$type<Omit<OrderDraft, "customer">>().notNull(),
    savedBy: uuid()
      .notNull()
      .references(() => users.id),
    version: version(),
    savedAt: createdAt(),
  },
  (table) => [
    // Those of an account that is deleted.
    index("order_drafts_of_customer").on(table.customerId).where(sql`${table.customerId} is not null`),
  ],
);
