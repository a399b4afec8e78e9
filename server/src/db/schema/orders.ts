import { auditedOrderActs } from "@shop/shared/admin/audit";
import { orderActs } from "@shop/shared/order/order-history";
import { paymentMethods } from "@shop/shared/shop";
import type { TaxLine } from "@shop/shared/terms-of-sale/tax-lines";
import { type OrderDelivery, standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { folded } from "../text.ts";
import { users } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { cents, createdAt, id, imageIdIn, time } from "./columns.ts";
import { products } from "./products.ts";

export const orders = pgTable(
  "orders",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Customer and address at the time of the order. */
    customerName: text("buyer_name").notNull(),
    customerEmail: text("buyer_email").notNull(),
    address: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull(),
    /** ISO 3166 code of the country; null where its text names none. */
    countryCode: text(),
    /** State or province, who gets it if not the customer, and a telephone number; empty for none. */
    region: text().notNull().default(""),
    recipient: text().notNull().default(""),
    phone: text().notNull().default(""),
    /**
     * The terms of sale that it was priced by, and whether its tax is within its prices. No foreign key: every order
     * would lock the one row of the terms in force, which cannot be deleted anyway.
     */
    termsVersion: integer().notNull().default(1),
    taxIncluded: boolean().notNull().default(false),
    /** Each tax on it or within it; null for the specified one. */
    taxes: jsonb().$type<TaxLine[]>(),
    /** The tax number of a business customer; empty for none. */
    taxNumber: text().notNull().default(""),
    /** How it is delivered, as the customer chose it; null for orders from before there was a choice. */
    delivery: jsonb().$type<OrderDelivery>(),
    paymentMethod: text({ enum: paymentMethods }).notNull(),
    itemsCents: cents(),
    /** What its discounts take off the items and the shipping. */
    discountCents: cents().default(0),
    shippingCents: cents(),
    taxCents: cents(),
    totalCents: cents(),
    /** What of its total an exchange or store credit has paid. The rest is what its customer is asked for. */
    creditCents: cents().default(0),
    createdAt: createdAt(),
    paidAt: time(),
    confirmedAt: time(),
    processedAt: time(),
    shippedAt: time(),
    deliveredAt: time(),
    /** Whether the order's units are deducted from stock: while it awaits payment, and for good once paid. */
    isStockHeld: boolean().notNull().default(true),
    /** When the stock of an unpaid order is released. */
    heldUntil: time().notNull(),
    /** The days on which the customer was told that it arrives; null for orders from before such days were shown. */
    arrivesFrom: date(),
    arrivesTo: date(),
    /** Written only by the previous release; a trigger converts it to a matter. To be dropped in the next release. */
    attention: text(),
  },
  (table) => [
    check(
      "orders_amounts_sum",
      sql`${table.itemsCents} >= 0 and ${table.shippingCents} >= 0 and ${table.taxCents} >= 0
        and ${table.discountCents} between 0 and ${table.itemsCents} + ${table.shippingCents}
        and ${table.totalCents} = ${table.itemsCents} - ${table.discountCents} + ${table.shippingCents}
          + case when ${table.taxIncluded} then 0 else ${table.taxCents} end`,
    ),
    // Each step requires the one before it and is not earlier. What is paid on delivery is paid at any time.
    check(
      "orders_steps_in_order",
      sql`(${table.confirmedAt} is null or ${table.confirmedAt} >= ${table.paidAt} is true
          or ${table.paymentMethod} = 'On Delivery')
        and (${table.processedAt} is null or ${table.processedAt} >= ${table.confirmedAt} is true)
        and (${table.shippedAt} is null or ${table.shippedAt} >= ${table.processedAt} is true)
        and (${table.deliveredAt} is null or ${table.deliveredAt} >= ${table.shippedAt} is true)`,
    ),
    // A customer's orders, newest first.
    index("orders_of_user").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // The admin list, newest first.
    index("orders_listing").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Expired holds. Small, because paid and released orders are not in it.
    index("orders_held").on(table.heldUntil).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // Index-only scans of the sales figures.
    index("orders_paid").on(table.paidAt, table.totalCents, table.userId).where(sql`${table.paidAt} is not null`),
    // The unpaid units of an account, checked with each of its orders.
    index("orders_unpaid_of_user").on(table.userId).where(sql`${table.isStockHeld} and ${table.paidAt} is null`),
    // Orders whose customers are asked for reviews.
    index("orders_delivered").on(table.deliveredAt).where(sql`${table.deliveredAt} is not null`),
    // The admin lists of orders that await a step.
    index("orders_in_progress")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(
        sql`(${table.paidAt} is not null or ${table.paymentMethod} = 'On Delivery') and ${table.deliveredAt} is null`,
      ),
    // Admin search by the end of the id, which is what screens show, by the total and by customer.
    index("orders_by_id_ending").on(sql`reverse(${table.id}::text) text_pattern_ops`),
    index("orders_by_total").on(table.totalCents),
    index("orders_by_customer").using(
      "gin",
      sql`${folded(sql`(${table.customerName} || ' ' || ${table.customerEmail})`)} gin_trgm_ops`,
    ),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Index in the order, from 0. */
    position: smallint().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** Name, image and price at the time of the order. */
    name: text().notNull(),
    image: text().notNull(),
    priceCents: integer().notNull(),
    /** What the discounts of the order take off all units of the line. */
    discountCents: cents().default(0),
    /** The regular price and the lowest of thirty days, if the price was shown as reduced. */
    regularPriceCents: integer(),
    lowestPriceCents: integer(),
    qty: integer().notNull(),
    /** Its numbers at the time of the order; empty for none. */
    sku: text().notNull().default(""),
    gtin: text().notNull().default(""),
    /** How it was taxed, and what one unit weighed in grams. */
    taxClass: text().notNull().default(standardTaxClass),
    grams: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check("order_items_sellable", sql`${table.qty} > 0 and ${table.priceCents} >= 0`),
    check(
      "order_items_discount_in_range",
      sql`${table.discountCents} between 0 and ${table.priceCents}::bigint * ${table.qty}`,
    ),
    // Admin search by the name on the invoice.
    index("order_items_by_name").using("gin", sql`${folded(table.name)} gin_trgm_ops`),
    // Admin search for the orders of a product.
    index("order_items_of_product").on(table.productId),
    // Whether an image is in use.
    index("order_items_image_id").on(imageIdIn(table.image)),
  ],
);

/** Idempotency keys of requests to place an order. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    /** Digest of the request, to detect a key that is reused for another request. */
    requestHash: text().notNull(),
    orderId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    // Deletes expired keys.
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/** The history of orders. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    act: text({ enum: orderActs }).notNull(),
    /** Null for acts of the system. */
    userId: uuid().references(() => users.id),
    /** The API key of the program that did it in the user's name. */
    apiKeyId: uuid().references(() => apiKeys.id),
    /** The amount of money that the act is about, if any. */
    amountCents: bigint({ mode: "number" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("order_events_of_order").on(table.orderId, table.createdAt, table.id),
    // The audit log, newest first.
    index("order_events_for_audit")
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.act} in (${sql.raw(auditedOrderActs.map((act) => `'${act}'`).join(", "))})`),
  ],
);
