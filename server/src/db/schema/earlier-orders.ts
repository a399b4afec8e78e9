import { importFormats } from "@shop/shared/catalog/import";
import { earlierOrderStates } from "@shop/shared/order/earlier-order";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { folded } from "../text.ts";
import { users } from "./accounts.ts";
import { cents, createdAt, id, time } from "./columns.ts";

/** When an order that was paid counts as sold: on the day of the order where the payment has none. */
export const soldAt = ({ paidAt, orderedAt }: { paidAt: AnyPgColumn; orderedAt: AnyPgColumn }): SQL =>
  sql`coalesce(${paidAt}, ${orderedAt})`;

/**
 * Orders of the shop that the owner had before, as its export has them. Read-only: they are no part of stock, payments or
 * invoices. Amounts are in the smallest units of their currency, as they were.
 */
export const earlierOrders = pgTable(
  "earlier_orders",
  {
    id: id(),
    /** The account whose e-mail it was placed with, once somebody has shown that they read the mails to it. */
    userId: uuid().references(() => users.id),
    /** The import that made it. No reference: imports are deleted after some months. */
    importId: uuid().notNull(),
    source: text({ enum: importFormats }).notNull(),
    /** The number that it had there. */
    number: text().notNull(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull(),
    paymentMethod: text().notNull(),
    currency: text().notNull(),
    discountCents: cents(),
    shippingCents: cents(),
    taxCents: cents(),
    totalCents: cents(),
    refundedCents: cents(),
    state: text({ enum: earlierOrderStates }).notNull(),
    orderedAt: time().notNull(),
    paidAt: time(),
    shippedAt: time(),
    deliveredAt: time(),
    cancelledAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("earlier_orders_once").on(table.source, table.number),
    index("earlier_orders_of_user").on(table.userId, table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("earlier_orders_listing").on(table.orderedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Those that wait for their account.
    index("earlier_orders_by_email").on(table.customerEmail).where(sql`${table.userId} is null`),
    // Sales by day.
    index("earlier_orders_sales")
      .on(soldAt(table), table.currency, table.totalCents, table.refundedCents)
      .where(sql`${table.state} not in ('unpaid', 'cancelled')`),
    index("earlier_orders_by_words").using(
      "gin",
      sql`${folded(sql`(${table.number} || ' ' || ${table.customerName} || ' ' || ${table.customerEmail})`)} gin_trgm_ops`,
    ),
    check("earlier_orders_currency_code", sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
);

export const earlierOrderItems = pgTable(
  "earlier_order_items",
  {
    orderId: uuid()
      .notNull()
      .references(() => earlierOrders.id, { onDelete: "cascade" }),
    /** Index in the order, from 0. */
    position: smallint().notNull(),
    name: text().notNull(),
    sku: text().notNull(),
    qty: integer().notNull(),
    totalCents: cents(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index("earlier_order_items_by_words").using(
      "gin",
      sql`${folded(sql`(${table.name} || ' ' || ${table.sku})`)} gin_trgm_ops`,
    ),
  ],
);
