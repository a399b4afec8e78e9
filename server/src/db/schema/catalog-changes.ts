import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { time, xid8 } from "./columns.ts";

/**
 * The numbers of visible products in a single row. Maintained by triggers in the
 * transaction of the change, so it is consistent with the products in the same
 * snapshot and lists need no count.
 */
export const catalogSize = pgTable(
  "catalogue_size",
  {
    isOnly: boolean().primaryKey().default(true),
    visible: integer().notNull(),
    /** How many of the visible products another one of their group stands for. */
    variants: integer().notNull().default(0),
  },
  (table) => [
    check("catalogue_size_has_one_row", sql`${table.isOnly}`),
    check("catalogue_size_not_negative", sql`${table.visible} >= 0`),
  ],
);

/**
 * The version of everything that a search depends on, in a single row: not of
 * prices, stock and ratings. Changed by a deferred trigger at the end of a
 * transaction. A version is unique, also after the database was restored from a
 * backup; a number is not.
 */
export const catalogVersion = pgTable(
  "catalogue_version",
  {
    isOnly: boolean().primaryKey().default(true),
    version: uuid().notNull().defaultRandom(),
    number: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [check("catalogue_version_has_one_row", sql`${table.isOnly}`)],
);

/**
 * Unused, and not written any more. The previous release reads it, and searches
 * anew where it has a gap.
 */
export const catalogChanges = pgTable(
  "catalogue_changes",
  {
    number: bigint({ mode: "number" }).notNull(),
    place: integer().notNull(),
    version: uuid().notNull(),
    before: text(),
    after: text(),
    /** Whether the version has more changes than are logged. */
    isMore: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.number, table.place] })],
);

/**
 * The recorded changes of products for the caches of all instances, by transaction. Maintained by triggers; unlogged,
 * because a restart of the database empties the caches anyway.
 */
export const productChanges = pgTable(
  "product_changes",
  {
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
    /** Null where a statement changed very many products. */
    productId: uuid(),
    /** Which orders of products, and which counts of facets, may have changed: by "price", "rating" and "stock". */
    affects: text().array().notNull().default(["price", "rating", "stock"]),
    /** Whether it affects any of them. The previous release reads it. */
    affectsRanking: boolean().notNull(),
    /** Unused. The previous release deletes old changes by it. */
    changedAt: time().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("product_changes_since").on(table.xid)],
);
