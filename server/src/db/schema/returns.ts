import { itemConditions, returnStates } from "@shop/shared/order/return";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time } from "./columns.ts";
import { orders } from "./orders.ts";
import { refunds } from "./payments.ts";
import { products } from "./products.ts";

/** Goods that customers send back. The order's own steps do not change. */
export const orderReturns = pgTable(
  "order_returns",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id),
    requestedAt: createdAt(),
    /** Whether the customer withdrew from the contract about it. */
    isWithdrawal: boolean().notNull().default(false),
    /** What a customer withdrew from in words, without signing in. Without items until somebody has named what it means. */
    declaration: text(),
    /** What the customer would like instead of the money; empty for the money. */
    wish: text().notNull().default(""),
    state: text({ enum: returnStates }).notNull().default("requested"),
    /** What the shop answered. */
    words: text().notNull().default(""),
    decidedAt: time(),
    decidedBy: uuid().references(() => users.id),
    receivedAt: time(),
    receivedBy: uuid().references(() => users.id),
    /** The last refund that was made for it. */
    refundId: uuid().references(() => refunds.id),
  },
  (table) => [
    index("order_returns_of_order").on(table.orderId, table.requestedAt),
    check("order_returns_refunded_by_a_refund", sql`${table.state} <> 'refunded' or ${table.refundId} is not null`),
    check("order_returns_declared", sql`${table.declaration} is null or ${table.isWithdrawal}`),
    check("order_returns_received_once", sql`(${table.receivedAt} is null) = (${table.receivedBy} is null)`),
  ],
);

export const orderReturnItems = pgTable(
  "order_return_items",
  {
    returnId: uuid()
      .notNull()
      .references(() => orderReturns.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    qty: integer().notNull(),
    /** The reason as the shop listed it when it was chosen; empty for a withdrawal. */
    reason: text().notNull(),
    words: text().notNull().default(""),
    /** What has arrived, and what becomes of it; null before that. */
    receivedQty: integer(),
    condition: text({ enum: itemConditions }),
    isRestocked: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.productId] }),
    check("order_return_items_received", sql`${table.qty} > 0 and ${table.receivedQty} between 0 and ${table.qty}`),
  ],
);
