import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, imageIdIn, version } from "./columns.ts";

/** The columns of a brand or a category. */
const termColumns = () => ({
  id: id(),
  name: text().notNull(),
  /** The words of the name as searches compare them, with a space before each. Maintained by a trigger. */
  searchName: text().notNull().default(""),
  /** The end of its page's address, from its name. Given by a trigger. */
  slug: text().notNull().default(""),
  description: text().notNull().default(""),
  image: text().notNull().default(""),
  /** What the image shows, for those who do not see it; empty for one that only decorates. */
  imageAlt: text().notNull().default(""),
  /** Its place in the menu; without one it comes after those that have one. */
  menuPosition: integer(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
  version: version(),
  /** Stands for the id in `product_facets`. */
  number: integer().generatedAlwaysAsIdentity(),
  /** The one that it is being merged into. A trigger gives that one to every product that is written with this one. */
  mergingIntoId: uuid(),
  /** The edit that the merge is in the history of the products. */
  mergingEditId: uuid(),
});

export const brands = pgTable("brands", termColumns(), (table) => [
  uniqueIndex("brands_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
  uniqueIndex("brands_slug_key").on(table.slug),
  foreignKey({ columns: [table.mergingIntoId], foreignColumns: [table.id] }).onDelete("set null"),
  // Whether an image is in use. Likewise below.
  index("brands_image_id").on(imageIdIn(table.image)),
]);

export const categories = pgTable(
  "categories",
  {
    ...termColumns(),
    /** The category that it is below. A trigger refuses circles and a fourth level. */
    parentId: uuid(),
  },
  (table) => [
    uniqueIndex("categories_name_key").on(sql`lower(${table.name} collate "pg_c_utf8")`),
    uniqueIndex("categories_slug_key").on(table.slug),
    foreignKey({ columns: [table.mergingIntoId], foreignColumns: [table.id] }).onDelete("set null"),
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id] }).onDelete("set null"),
    index("categories_image_id").on(imageIdIn(table.image)),
  ],
);

/**
 * Brands and categories with a name that the search documents of some of their products do not have yet. Maintained by
 * triggers; a job writes the documents and deletes the row.
 */
export const renamedTerms = pgTable("renamed_terms", {
  termId: uuid().primaryKey(),
  taxonomy: text({ enum: ["brand", "category"] }).notNull(),
  /** Another one for each new name. */
  revision: uuid().notNull().defaultRandom(),
  renamedAt: createdAt(),
});

/** Slugs that brands had before they were renamed. Maintained by a trigger. */
export const formerBrandSlugs = pgTable("former_brand_slugs", {
  slug: text().primaryKey(),
  termId: uuid()
    .notNull()
    .references(() => brands.id, { onDelete: "cascade" }),
});

/** The same of categories. */
export const formerCategorySlugs = pgTable("former_category_slugs", {
  slug: text().primaryKey(),
  termId: uuid()
    .notNull()
    .references(() => categories.id, { onDelete: "cascade" }),
});
