import { orderChangeKinds } from "@shop/shared/order/cancel-rules";
import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { createdAt, id, time } from "./columns.ts";
import { orders } from "./orders.ts";

/** What was changed of orders after they were placed, beside their specified state. */
export const orderChanges = pgTable(
  "order_changes",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: orderChangeKinds }).notNull(),
    /** Who made it, with the API key of a program in the user's name, and on which side. */
    madeBy: uuid()
      .notNull()
      .references(() => users.id),
    apiKeyId: uuid().references(() => apiKeys.id),
    isByCustomer: boolean().notNull(),
    /** Why, for the other side to read; null for no words. */
    reason: text(),
    createdAt: createdAt(),
    undoneAt: time(),
    undoneBy: uuid().references(() => users.id),
  },
  (table) => [
    // An order is cancelled once, until that is undone.
    uniqueIndex("order_changes_in_force").on(table.orderId, table.kind).where(sql`${table.undoneAt} is null`),
    index("order_changes_of_order").on(table.orderId, table.createdAt),
    // The words that a customer takes along when the account is deleted.
    index("order_changes_with_words")
      .on(table.madeBy)
      .where(sql`${table.isByCustomer} and ${table.reason} is not null`),
    check("order_changes_undone_by_somebody", sql`(${table.undoneAt} is null) = (${table.undoneBy} is null)`),
  ],
);
