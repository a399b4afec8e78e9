import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { cents, createdAt, time } from "./columns.ts";
import { creditAccounts } from "./credit-accounts.ts";
import { orders } from "./orders.ts";

/** Gift cards that were sold. Their codes are stored nowhere: they are derived from a secret, and recognised by their hashes. */
export const giftCards = pgTable(
  "gift_cards",
  {
    /** The account with what is left of it. */
    id: uuid()
      .primaryKey()
      .references(() => creditAccounts.id),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The line of the order, and which of its units. */
    position: smallint().notNull(),
    unit: integer().notNull(),
    valueCents: cents(),
    codeHash: text().notNull(),
    /** Grows with each new code for it; the codes before it are void. */
    codeVersion: integer().notNull().default(1),
    /** The last signs of its code, by which people tell cards apart. */
    ending: text().notNull(),
    /** Null if it never ends. */
    expiresAt: time(),
    /** When an administrator stopped it. */
    stoppedAt: time(),
    /** To whom it is mailed, when, and with which words; empty and null as long as it is given to nobody, and some time after. */
    recipientName: text().notNull().default(""),
    recipientEmail: text().notNull().default(""),
    words: text().notNull().default(""),
    sendAt: time(),
    sentAt: time(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("gift_cards_code_once").on(table.codeHash),
    // An order that was paid anew has other cards than those that were stopped.
    uniqueIndex("gift_cards_unit_once")
      .on(table.orderId, table.position, table.unit)
      .where(sql`${table.stoppedAt} is null`),
    index("gift_cards_of_order").on(table.orderId, table.position, table.unit),
    // What is to be mailed, and what ends.
    index("gift_cards_to_send").on(table.sendAt).where(sql`${table.sendAt} is not null and ${table.sentAt} is null`),
    index("gift_cards_expiring").on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
    index("gift_cards_sent").on(table.sentAt).where(sql`${table.sentAt} is not null and ${table.sendAt} is not null`),
    check("gift_cards_worth_something", sql`${table.valueCents} > 0`),
    check("gift_cards_mailed_to_somebody", sql`(${table.sendAt} is null) = (${table.recipientEmail} = '')`),
  ],
);

/** Paid orders with gift cards, which are made once nothing speaks against it. */
export const giftCardOrders = pgTable(
  "gift_card_orders",
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    /** Null as long as they are not made. */
    madeAt: time(),
    createdAt: createdAt(),
  },
  (table) => [index("gift_card_orders_waiting").on(table.createdAt).where(sql`${table.madeAt} is null`)],
);
