import { carrierIds, trackerStatuses } from "@shop/shared/order/parcel";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, time, version } from "./columns.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { products } from "./products.ts";

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
  (table) => [
    unique("parcels_number_once").on(table.orderId, table.trackingNumber),
    // Admin search by the beginning of a tracking number.
    index("parcels_by_number").on(table.trackingNumber.op("text_pattern_ops")),
  ],
);

/** The units that are in a parcel. Parcels of which that was not entered have none. */
export const parcelItems = pgTable(
  "parcel_items",
  {
    parcelId: uuid()
      .notNull()
      .references(() => parcels.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    qty: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parcelId, table.productId] }),
    check("parcel_items_qty_positive", sql`${table.qty} > 0`),
  ],
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
