import { creditActs } from "@shop/shared/credit/credit";
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id } from "./columns.ts";
import { creditAccounts } from "./credit-accounts.ts";
import { orders } from "./orders.ts";
import { payments, refunds } from "./payments.ts";

/** Store credit that moved, in double entry: out of one account and into another. A trigger refuses every change. */
export const creditTransfers = pgTable(
  "credit_transfers",
  {
    id: id(),
    act: text({ enum: creditActs }).notNull(),
    fromId: uuid()
      .notNull()
      .references(() => creditAccounts.id),
    toId: uuid()
      .notNull()
      .references(() => creditAccounts.id),
    amountCents: cents(),
    orderId: uuid().references(() => orders.id),
    paymentId: uuid().references(() => payments.id),
    refundId: uuid().references(() => refunds.id),
    /** The administrator who gave it or took it back. */
    madeBy: uuid().references(() => users.id),
    /** What the customer was told; empty for nothing. */
    reason: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    index("credit_transfers_from").on(table.fromId, table.createdAt),
    index("credit_transfers_to").on(table.toId, table.createdAt),
    index("credit_transfers_of_order").on(table.orderId).where(sql`${table.orderId} is not null`),
    uniqueIndex("credit_transfers_of_refund").on(table.refundId).where(sql`${table.refundId} is not null`),
    // The sales figures.
    index("credit_transfers_by_time").on(table.createdAt, table.act, table.amountCents),
    check("credit_transfers_positive", sql`${table.amountCents} > 0`),
    check("credit_transfers_between_two", sql`${table.fromId} <> ${table.toId}`),
  ],
);
