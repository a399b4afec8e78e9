import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, imageIdIn, version } from "./columns.ts";
import { products } from "./products.ts";
import { brands, categories } from "./terms.ts";

/** Products that are shown together on a page of their own: chosen by hand, or by a rule. */
export const collections = pgTable(
  "collections",
  {
    id: id(),
    name: text().notNull(),
    /** The end of its page's address, from its name. Given by a trigger. */
    slug: text().notNull().default(""),
    description: text().notNull().default(""),
    image: text().notNull().default(""),
    imageAlt: text().notNull().default(""),
    /** Its place in the menu; without one it comes after those that have one. */
    menuPosition: integer(),
    /** Whether customers see it. */
    isPublished: boolean().notNull().default(false),
    kind: text({ enum: ["hand", "rule"] })
      .notNull()
      .default("hand"),
    // The rule besides the brands and categories in tables of their own. A product meets all that is given.
    /** Each as `attributeChoice` writes it. */
    attributes: text().array().notNull().default([]),
    minPriceCents: integer(),
    maxPriceCents: integer(),
    newWithinDays: smallint(),
    isOnSale: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex("collections_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
    uniqueIndex("collections_slug_key").on(table.slug),
    index("collections_image_id").on(imageIdIn(table.image)),
    check("collections_price_in_range", sql`${table.minPriceCents} <= ${table.maxPriceCents}`),
    check("collections_new_in_range", sql`${table.newWithinDays} between 1 and 365`),
  ],
);

/** Slugs that collections had before they were renamed. Maintained by a trigger. */
export const formerCollectionSlugs = pgTable("former_collection_slugs", {
  slug: text().primaryKey(),
  termId: uuid()
    .notNull()
    .references(() => collections.id, { onDelete: "cascade" }),
});

/** The products that were chosen by hand, in their order. One of a group stands for all of its group. */
export const collectionProducts = pgTable(
  "collection_products",
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.productId] }),
    check("collection_products_at_most_500", sql`${table.position} between 1 and 500`),
    index("collection_products_product").on(table.productId),
  ],
);

/** The brands of a rule. A product has one of them. */
export const collectionBrands = pgTable(
  "collection_brands",
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    termId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.termId] }),
    foreignKey({ columns: [table.termId], foreignColumns: [brands.id] }).onDelete("cascade"),
    index("collection_brands_term").on(table.termId),
  ],
);

/** The categories of a rule. A product is in one of them. */
export const collectionCategories = pgTable(
  "collection_categories",
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    termId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.termId] }),
    foreignKey({ columns: [table.termId], foreignColumns: [categories.id] }).onDelete("cascade"),
    index("collection_categories_term").on(table.termId),
  ],
);
