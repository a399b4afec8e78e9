import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt } from "./columns.ts";
import { products } from "./products.ts";

/** The products that customers have saved for later. */
export const savedItems = pgTable(
  "saved_items",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    savedAt: createdAt(),
    /** What it cost when it was saved, discounts for everybody included; null for one that was saved before this was kept. */
    savedPriceCents: integer(),
    /** Whether it was in stock then; null likewise. */
    wasInStock: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    // The deletion of a product looks its rows up.
    index("saved_items_of_product").on(table.productId),
  ],
);

/** Lists of saved items that their owners share by a link. */
export const sharedLists = pgTable(
  "shared_lists",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The end of the link. Random, and not to be guessed. */
    token: text().notNull(),
    sharedAt: createdAt(),
  },
  (table) => [uniqueIndex("shared_lists_token_key").on(table.token)],
);
