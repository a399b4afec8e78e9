import type { DiscountTerms } from "@shop/shared/discount/discount-rule";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cents, createdAt, id, time } from "./columns.ts";
import { orders } from "./orders.ts";

/** Rules by which orders cost less, each with its version in force. Every order that uses one locks its row last. */
export const discountRules = pgTable(
  "discount_rules",
  {
    id: id(),
    version: integer().notNull().default(1),
    /** Since when it holds for no order; null while it does. */
    stoppedAt: time(),
    /** By how many orders it is used, and what it gives them in all: without unpaid ones whose hold has lapsed. */
    uses: integer().notNull().default(0),
    givenCents: cents().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    check("discount_rules_counted_from_zero", sql`${table.uses} >= 0 and ${table.givenCents} >= 0`),
    // What each cart is offered. Small, because a shop has few.
    index("discount_rules_live").on(table.id).where(sql`${table.stoppedAt} is null`),
  ],
);

/** What rules say. A trigger refuses every change, because orders name the version that they were discounted by. */
export const discountRuleVersions = pgTable(
  "discount_rule_versions",
  {
    ruleId: uuid()
      .notNull()
      .references(() => discountRules.id),
    version: integer().notNull(),
    terms: jsonb().$type<DiscountTerms>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.version] }),
    check("discount_rule_versions_positive", sql`${table.version} > 0`),
  ],
);

/**
 * The times in which a rule reduced the prices that products are shown with. The lowest price of thirty days is found by them
 * and by `product_prices`.
 */
export const discountPeriods = pgTable(
  "discount_periods",
  {
    number: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    ruleId: uuid().notNull(),
    ruleVersion: integer().notNull(),
    beganAt: time().notNull(),
    /** Null while it does. */
    endedAt: time(),
  },
  (table) => [
    foreignKey({
      name: "discount_periods_version_fk",
      columns: [table.ruleId, table.ruleVersion],
      foreignColumns: [discountRuleVersions.ruleId, discountRuleVersions.version],
    }),
    // What every list of products asks for.
    uniqueIndex("discount_periods_open").on(table.ruleId).where(sql`${table.endedAt} is null`),
    index("discount_periods_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
    check("discount_periods_end_after_start", sql`${table.endedAt} is null or ${table.endedAt} >= ${table.beganAt}`),
  ],
);

/** The codes that customers enter for a rule, in capital letters. */
export const discountCodes = pgTable(
  "discount_codes",
  {
    code: text().primaryKey(),
    ruleId: uuid()
      .notNull()
      .references(() => discountRules.id),
    /** How often it may be used beside the limits of its rule; null without a limit. */
    usesMax: integer(),
    uses: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index("discount_codes_of_rule").on(table.ruleId, table.code),
    check("discount_codes_form", sql`${table.code} ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'`),
    check("discount_codes_counted_from_zero", sql`${table.uses} >= 0`),
  ],
);

/** A line that a rule is for: the least that it leaves of it, and what it takes off. */
export type DiscountedLine = { position: number; leastCents: number; cents: number };

/** A discount of an order, with all that it is computed anew from. */
export type StoredDiscount = {
  ruleId: string;
  ruleVersion: number;
  code: string | null;
  name: string;
  lines: DiscountedLine[];
  deliveryCents: number;
  amountCents: number;
};

/** The discounts of orders, with all that they are computed anew from. */
export const orderDiscounts = pgTable(
  "order_discounts",
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    ruleId: uuid().notNull(),
    ruleVersion: integer().notNull(),
    /** As the customer entered it; null for a rule that holds by itself. */
    code: text(),
    /** The name of the rule at the time of the order. */
    name: text().notNull(),
    lines: jsonb().$type<DiscountedLine[]>().notNull(),
    deliveryCents: cents().default(0),
    amountCents: cents(),
    /** Whether it counts as a use: not while its order is unpaid and its hold has lapsed. */
    isCounted: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.ruleId] }),
    foreignKey({
      name: "order_discounts_version_fk",
      columns: [table.ruleId, table.ruleVersion],
      foreignColumns: [discountRuleVersions.ruleId, discountRuleVersions.version],
    }),
    index("order_discounts_of_rule").on(table.ruleId, table.orderId),
    check("order_discounts_give_something", sql`${table.amountCents} > 0 and ${table.deliveryCents} >= 0`),
  ],
);
