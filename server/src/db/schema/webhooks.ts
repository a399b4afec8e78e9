import { deliveryStatuses, webhookEventTypes } from "@shop/shared/program/webhook-events";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time, traceParent, version } from "./columns.ts";

/** The messages that are sent before all others: what happens to orders, and tests. Indexes have the same condition. */
export const isSentFirst = (type: AnyColumn | SQL): SQL => sql`${type} !~ '^(product|stock)[.]'`;

/** Addresses of outside programs that are told of events. */
export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: id(),
  url: text().notNull(),
  events: text({ enum: webhookEventTypes }).array().notNull(),
  isEnabled: boolean().notNull().default(true),
  /** What deliveries are signed with; encrypted. */
  secret: text().notNull(),
  /** The secret before the last rotation, with which deliveries are signed as well until `previousUntil`; encrypted. */
  previousSecret: text(),
  previousUntil: time(),
  /** Since when no delivery has arrived; null after one that has. */
  failingSince: time(),
  /** When the shop switched it off, because nothing had arrived for days. */
  givenUpAt: time(),
  /** The administrator who gave it its address. */
  userId: uuid()
    .notNull()
    .references(() => users.id),
  createdAt: createdAt(),
  /** When it got its address. */
  addressedAt: createdAt(),
  /** When a recovery of the account of whoever added it switched it off until they allow it again. */
  suspendedAt: time(),
  version: version(),
});

/**
 * The outbox of events, written by triggers in the transaction of the fact where an endpoint wants them. A job writes the
 * body and a delivery for each endpoint.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: id(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** The order or the product. */
    subjectId: uuid().notNull(),
    /** The money that the event is about, if any. */
    amountCents: bigint({ mode: "number" }),
    createdAt: createdAt(),
    /** When the deliveries were written. */
    dispatchedAt: time(),
    traceParent: traceParent(),
  },
  (table) => [
    index("webhook_events_waiting").on(table.createdAt, table.id).where(sql`${table.dispatchedAt} is null`),
    index("webhook_events_waiting_first")
      .on(table.createdAt, table.id)
      .where(sql`${table.dispatchedAt} is null and ${isSentFirst(table.type)}`),
    // The events whose messages a later change of the product replaces.
    index("webhook_events_of_product").on(table.subjectId).where(sql`${table.type} = 'product.updated'`),
    // Those whose retention ends.
    index("webhook_events_ended").on(table.dispatchedAt).where(sql`${table.dispatchedAt} is not null`),
  ],
);

/** What is to be sent to one endpoint, and how that went. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: id(),
    /** The id of the message, the same for all attempts and all endpoints. */
    eventId: uuid().notNull(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    type: text().notNull(),
    /** As it is sent, so that all attempts send the same. */
    body: text().notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default("waiting"),
    /** When to try next; null once it has arrived or was given up. */
    sendAt: time().defaultNow(),
    /** After this it is tried no more. */
    giveUpAt: time().notNull().default(sql`now() + interval '3 days'`),
    attempts: smallint().notNull().default(0),
    /** The status of the last answer. */
    responseStatus: smallint(),
    /** Why the last attempt failed. */
    detail: text(),
    createdAt: createdAt(),
    endedAt: time(),
  },
  (table) => [
    unique("webhook_deliveries_once").on(table.eventId, table.endpointId),
    check(
      "webhook_deliveries_waiting_are_scheduled",
      sql`(${table.status} = 'waiting') = (${table.sendAt} is not null)`,
    ),
    check("webhook_deliveries_ended_have_a_time", sql`(${table.status} = 'waiting') = (${table.endedAt} is null)`),
    // The sender's queues.
    index("webhook_deliveries_due").on(table.endpointId, table.sendAt).where(sql`${table.sendAt} is not null`),
    index("webhook_deliveries_due_first")
      .on(table.endpointId, table.sendAt)
      .where(sql`${table.sendAt} is not null and ${isSentFirst(table.type)}`),
    // The log of an endpoint, newest first.
    index("webhook_deliveries_log").on(table.endpointId, table.createdAt, table.id),
    // Those whose retention ends.
    index("webhook_deliveries_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
