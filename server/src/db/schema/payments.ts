import { type CreditNoteContent, type InvoiceContent, type InvoiceTax, invoiceKinds } from "@shop/shared/order/invoice";
import { paymentProviders, paymentStatuses } from "@shop/shared/order/payment";
import { refundStatuses } from "@shop/shared/order/refund";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id, time } from "./columns.ts";
import { creditAccounts } from "./credit-accounts.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";

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
    provider: text({ enum: paymentProviders }).notNull().default("paypal"),
    /** The provider's id of its order. It pays exactly one order. */
    providerOrderId: text().notNull(),
    /** The provider's id of the capture. */
    captureId: text(),
    status: text({ enum: paymentStatuses }).notNull(),
    /** The amount to capture, then the captured amount. */
    amountCents: cents(),
    currency: text().notNull(),
    /** The refund of another order that became this payment, in an exchange. */
    fromRefundId: uuid().references((): AnyPgColumn => refunds.id),
    /** The store credit that it was taken from, and goes back to. */
    creditAccountId: uuid().references(() => creditAccounts.id),
    /** Whether this payment made its order paid. Any other captured payment is surplus, unless it is credit. */
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
    check("payments_of_exchange", sql`(${table.provider} = 'exchange') = (${table.fromRefundId} is not null)`),
    check("payments_of_credit", sql`(${table.provider} = 'store credit') = (${table.creditAccountId} is not null)`),
    index("payments_of_order").on(table.orderId, table.createdAt),
    uniqueIndex("payments_of_refund").on(table.fromRefundId).where(sql`${table.fromRefundId} is not null`),
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
    /** The admin who requested it, or who cancelled its order; null for refunds made at the provider. */
    requestedBy: uuid().references(() => users.id),
    /** Shown to the customer. */
    reason: text(),
    /** The taxes within it, if it is due for known goods; null for its share of all taxes of the order. */
    taxes: jsonb().$type<InvoiceTax[]>(),
    /** The store credit that it went to, where that was another than the payment's own source. */
    creditAccountId: uuid().references(() => creditAccounts.id),
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

/**
 * The last number of each series of invoices in a year. A transaction takes its number last and holds the row until it
 * commits, so that a rollback leaves no gap.
 */
export const invoiceCounters = pgTable(
  "invoice_counters",
  { kind: text({ enum: invoiceKinds }).notNull(), year: smallint().notNull(), last: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.kind, table.year] }),
    check("invoice_counters_begun", sql`${table.last} > 0`),
  ],
);

/** Invoices, and the credit notes of refunds, with what was on them. Never changed. */
export const invoices = pgTable(
  "invoices",
  {
    id: id(),
    kind: text({ enum: invoiceKinds }).notNull(),
    year: smallint().notNull(),
    number: integer().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The refund of a credit note; null for invoices. */
    refundId: uuid().references(() => refunds.id),
    content: jsonb().$type<InvoiceContent | CreditNoteContent>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("invoices_number_once").on(table.kind, table.year, table.number),
    unique("invoices_refund_once").on(table.refundId),
    uniqueIndex("invoices_order_once").on(table.orderId).where(sql`${table.kind} = 'invoice'`),
    index("invoices_of_order").on(table.orderId),
    check("invoices_credit_a_refund", sql`(${table.kind} = 'credit note') = (${table.refundId} is not null)`),
    check("invoices_number_positive", sql`${table.number} > 0`),
  ],
);
