import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, index, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { products } from "./products.ts";

/** The time of the change itself, while the product is locked: later than the start of its transaction. */
const recordedAt = () => timestamp({ withTimezone: true, mode: "date" }).notNull().default(sql`clock_timestamp()`);

/** Why products were changed, where it is not an admin's edit on a screen or by the API. */
export const editSources = ["import", "import undone", "planned price", "undo"] as const;

/** A transaction that changed products. Written by triggers. */
export const productEdits = pgTable(
  "product_edits",
  {
    id: uuid().primaryKey(),
    /** From the audit entry of the same transaction; null for changes by the shop itself. */
    userId: uuid().references(() => users.id),
    source: text({ enum: editSources }),
    recordedAt: recordedAt(),
  },
  // Deletes old ones.
  (table) => [index("product_edits_age").on(table.recordedAt)],
);

/** The ids of the images that an undo of a change puts back. Indexed for changes of images. */
export const imageIdsIn = (changes: AnyPgColumn) => sql`product_image_ids(${changes})`;
export const hasImages = (changes: AnyPgColumn) => sql`${changes} ?| array['image', 'moreImages']`;

export const hasVideos = (changes: AnyPgColumn) => sql`${changes} ? 'videos'`;

/**
 * The changes of products, one row for each product and edit. Written by triggers on the tables that hold a product, so
 * that no writer can leave one out. Sales change no version of a product and are not in it: orders record them.
 */
export const productHistory = pgTable(
  "product_history",
  {
    /** Ascends for each product. */
    number: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    editId: uuid()
      .notNull()
      .references(() => productEdits.id),
    /** The changed fields, each with its value before and after. Empty for the creation. */
    changes: jsonb().$type<Record<string, [unknown, unknown]>>().notNull(),
    recordedAt: recordedAt(),
  },
  (table) => [
    unique("product_history_once_per_edit").on(table.editId, table.productId),
    index("product_history_of_product").on(table.productId, table.number.desc().nullsFirst()),
    // Deletes old ones.
    index("product_history_age").on(table.recordedAt),
    // Few products have videos, so their changes are looked through for a file that an undo puts back.
    index("product_history_videos").on(table.number).where(hasVideos(table.changes)),
    index("product_history_images").using("gin", imageIdsIn(table.changes)).where(hasImages(table.changes)),
  ],
);
