import { mailKinds, mailStatuses } from "@shop/shared/mail";
import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time, traceParent } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * Mails, written in the transaction of what they tell of and sent later. An order is its own snapshot, because its
 * lines, sums and address never change; `data` has what the mail says besides.
 */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    /** The recipient's account. Null only for mails that guests asked for, and for gifts to whoever has none. */
    userId: uuid().references(() => users.id),
    recipient: text().notNull(),
    orderId: uuid().references(() => orders.id),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: mailStatuses }).notNull().default("waiting"),
    /** When to try next; null once it is sent, skipped or given up. */
    sendAt: time().defaultNow(),
    /** After this it is tried no more. */
    giveUpAt: time().notNull().default(sql`now() + interval '3 days'`),
    attempts: smallint().notNull().default(0),
    /** The mail server's answer, or why it was skipped. */
    detail: text(),
    createdAt: createdAt(),
    endedAt: time(),
    traceParent: traceParent(),
  },
  (table) => [
    check("mails_waiting_are_scheduled", sql`(${table.status} = 'waiting') = (${table.sendAt} is not null)`),
    check(
      "mails_to_guests",
      sql`${table.userId} is not null or ${table.kind} in ('stock alert', 'confirm stock alert', 'gift card')`,
    ),
    check("mails_ended_have_a_time", sql`(${table.status} = 'waiting') = (${table.endedAt} is null)`),
    // The queue of a release before this one.
    index("mails_due").on(table.sendAt).where(sql`${table.sendAt} is not null`),
    // The sender's queues.
    index("mails_due_by_kind").on(table.kind, table.sendAt).where(sql`${table.sendAt} is not null`),
    // The mails to an account, as they are downloaded and deleted.
    index("mails_of_user").on(table.userId),
    // The mails to guests, which go with an account of the same address.
    index("mails_of_guest").on(table.recipient).where(sql`${table.userId} is null`),
    // The mails on an order's page.
    index("mails_of_order").on(table.orderId, table.createdAt).where(sql`${table.orderId} is not null`),
    // Those that were given up, and those whose retention ends.
    index("mails_failed").on(table.endedAt).where(sql`${table.status} = 'failed'`),
    index("mails_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
