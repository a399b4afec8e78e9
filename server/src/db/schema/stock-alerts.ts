import { sql } from "drizzle-orm";
import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time } from "./columns.ts";
import { products } from "./products.ts";

/** Requests to be told by mail when a sold-out product is back. Deleted as their mail is written. */
export const stockAlerts = pgTable(
  "stock_alerts",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** Normalized. */
    email: text().notNull(),
    /** Null for guests. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    /** When the owner of the address confirmed it. */
    confirmedAt: time(),
    /** When the product came back. Set by a trigger, so that a short return counts too. */
    returnedAt: time(),
  },
  (table) => [
    unique("stock_alerts_once").on(table.productId, table.email),
    index("stock_alerts_of_email").on(table.email),
    index("stock_alerts_of_user").on(table.userId),
    index("stock_alerts_created").on(table.createdAt),
    index("stock_alerts_unconfirmed").on(table.createdAt).where(sql`${table.confirmedAt} is null`),
    // The job that writes the mails.
    index("stock_alerts_returned").on(table.returnedAt).where(sql`${table.returnedAt} is not null`),
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
