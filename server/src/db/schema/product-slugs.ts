import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./products.ts";

/**
 * The ends of the readable addresses of products, from their names: the current one of each, and former ones, which lead
 * on. Given by a trigger.
 */
export const productSlugs = pgTable(
  "product_slugs",
  {
    slug: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    isCurrent: boolean().notNull(),
  },
  (table) => [
    uniqueIndex("product_slugs_current").on(table.productId).where(sql`${table.isCurrent}`),
    // The deletion of a product that has former ones.
    uniqueIndex("product_slugs_of_product").on(table.productId, table.slug),
  ],
);
