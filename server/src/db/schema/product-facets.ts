import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";
import { products } from "./products.ts";

/** The products that the page of a product shows besides it, the best first. Computed by a job. */
export const productRecommendations = pgTable("product_recommendations", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  recommendedIds: uuid().array().notNull(),
});

/**
 * What facets are counted by, for each visible product: narrow, so that all rows are read quickly. Maintained by triggers.
 */
export const productFacets = pgTable(
  "product_facets",
  {
    createdAt: time().notNull(),
    priceCents: integer().notNull(),
    numReviews: integer().notNull(),
    /** Counted in the background. */
    soldUnits: integer().notNull().default(0),
    brandNumber: integer().notNull(),
    categoryNumber: integer().notNull(),
    /** The mean rating in hundredths. */
    rating: smallint().notNull(),
    isInStock: boolean().notNull(),
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Null for a product without a group. */
    groupId: uuid(),
    /** Its place among the visible products of its group, the default variant first: 0 for the one that stands for all. */
    place: smallint().notNull().default(0),
    /** The lowest price of the visible products of its group; null without one. */
    fromCents: integer(),
    /** Whether one before it in its group has the same brand, category and price, so that most facets count it already. */
    isAlike: boolean().notNull().default(false),
  },
  (table) => [
    index("product_facets_group").on(table.groupId, table.place).where(sql`${table.groupId} is not null`),
    // One entry for each group: the list, and the order by the lowest price.
    index("product_facets_entries")
      .on(table.createdAt.desc().nullsFirst(), table.productId.desc().nullsFirst())
      .where(sql`${table.place} = 0`),
    index("product_facets_entries_by_price")
      .on(
        sql`coalesce(${table.fromCents}, ${table.priceCents})`,
        table.createdAt.desc().nullsFirst(),
        table.productId.desc().nullsFirst(),
      )
      .where(sql`${table.place} = 0`),
    index("product_facets_brand").on(table.brandNumber),
    index("product_facets_category").on(table.categoryNumber),
    // Counting by these alone, without the rows, which lie far apart. Only a product that sells out or comes back writes
    // entries of them, not each sale.
    index("product_facets_counted_brand")
      .on(
        table.brandNumber,
        table.categoryNumber,
        table.priceCents,
        table.rating,
        table.isInStock,
        table.groupId,
        table.productId,
      )
      .where(sql`not ${table.isAlike}`),
    index("product_facets_counted_category")
      .on(
        table.categoryNumber,
        table.brandNumber,
        table.priceCents,
        table.rating,
        table.isInStock,
        table.groupId,
        table.productId,
      )
      .where(sql`not ${table.isAlike}`),
    // The sort orders. That by price is read backwards as well.
    index("product_facets_newest").on(table.createdAt.desc().nullsFirst(), table.productId.desc().nullsFirst()),
    index("product_facets_price").on(
      table.priceCents,
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
    index("product_facets_rating").on(
      table.rating.desc().nullsFirst(),
      table.numReviews.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
    index("product_facets_bestselling").on(
      table.soldUnits.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.productId.desc().nullsFirst(),
    ),
  ],
);

/** The units of each product in paid orders. Counted in the background, so that paying does not wait for it. */
export const productSales = pgTable("product_sales", {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: "cascade" }),
  units: integer().notNull(),
});

/** Up to which payment `product_sales` is complete, in a single row. */
export const salesProgress = pgTable(
  "sales_progress",
  { isOnly: boolean().primaryKey().default(true), countedUntil: time().notNull() },
  (table) => [check("sales_progress_has_one_row", sql`${table.isOnly}`)],
);
