import type { TaxLine } from "@shop/shared/terms-of-sale/tax-lines";
import type { OrderDelivery } from "@shop/shared/terms-of-sale/terms-of-sale";
import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time } from "./columns.ts";
import type { StoredDiscount } from "./discounts.ts";
import { orders } from "./orders.ts";

/** A line item as an edit keeps it. */
export type ItemSnapshot = {
  productId: string;
  name: string;
  image: string;
  priceCents: number;
  /** Absent in snapshots from before there were discounts. */
  discountCents?: number;
  regularPriceCents: number | null;
  lowestPriceCents: number | null;
  qty: number;
  sku: string;
  gtin: string;
  taxClass: string;
  grams: number;
};

/** All of an order that an edit can change. */
export type OrderSnapshot = {
  items: ItemSnapshot[];
  address: string;
  city: string;
  postalCode: string;
  country: string;
  countryCode: string | null;
  region: string;
  recipient: string;
  phone: string;
  taxNumber: string;
  delivery: OrderDelivery | null;
  taxes: TaxLine[] | null;
  itemsCents: number;
  /** Both absent in snapshots from before there were discounts. */
  discountCents?: number;
  discounts?: StoredDiscount[];
  shippingCents: number;
  taxCents: number;
  totalCents: number;
  arrivesFrom: string | null;
  arrivesTo: string | null;
};

/** How administrators changed orders before they were paid. The order itself has what is in force. */
export const orderEdits = pgTable(
  "order_edits",
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    madeBy: uuid()
      .notNull()
      .references(() => users.id),
    /** What the customer was told; empty for no words. */
    words: text().notNull().default(""),
    before: jsonb().$type<OrderSnapshot>().notNull(),
    after: jsonb().$type<OrderSnapshot>().notNull(),
    createdAt: createdAt(),
    undoneAt: time(),
    undoneBy: uuid().references(() => users.id),
  },
  (table) => [
    index("order_edits_of_order").on(table.orderId, table.createdAt),
    check("order_edits_undone_by_somebody", sql`(${table.undoneAt} is null) = (${table.undoneBy} is null)`),
  ],
);
