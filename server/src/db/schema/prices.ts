import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time, version } from "./columns.ts";
import { products } from "./products.ts";

/** Prices that products have for a time. Those of one product do not overlap; writers check it under its lock. */
export const plannedPrices = pgTable(
  "planned_prices",
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    priceCents: integer().notNull(),
    startsAt: time().notNull(),
    /** Null for no end. */
    endsAt: time(),
    /** When the product got the price; null before, and where the time passed while no instance ran. */
    begunAt: time(),
    /** When the product got its regular price back, or the time had passed. */
    endedAt: time(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    check("planned_prices_in_range", sql`${table.priceCents} between 0 and 99999999`),
    check("planned_prices_end_after_start", sql`${table.endsAt} is null or ${table.endsAt} > ${table.startsAt}`),
    index("planned_prices_of_product").on(table.productId, table.startsAt.desc().nullsFirst()),
    // What the job looks for several times a second.
    index("planned_prices_to_begin")
      .on(table.startsAt)
      .where(sql`${table.begunAt} is null and ${table.endedAt} is null`),
    index("planned_prices_to_end")
      .on(table.endsAt)
      .where(sql`${table.begunAt} is not null and ${table.endedAt} is null`),
    // Deletes old ones.
    index("planned_prices_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

/**
 * The prices that products were sold at, by period. Written by triggers when a visible product changes its price or its
 * visibility; a product that did neither since has no row, and its price holds from the beginning.
 */
export const productPrices = pgTable(
  "product_prices",
  {
    number: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    priceCents: integer().notNull(),
    /** Null for a price from before this table was kept. */
    beganAt: time(),
    /** Null while it holds. */
    endedAt: time(),
  },
  (table) => [
    index("product_prices_of_product").on(table.productId, table.endedAt),
    // Deletes old ones.
    index("product_prices_ended").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
