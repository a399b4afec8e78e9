import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, version } from "./columns.ts";

/** Paths that a shop had elsewhere before it moved in, each with the page that it leads to. */
export const oldAddresses = pgTable(
  "old_addresses",
  {
    id: id(),
    /** A path in lower case, without a slash at its end. */
    address: text().notNull(),
    path: text().notNull(),
    /** The import that has listed it; null for one that an admin has entered or changed. */
    importId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex("old_addresses_address").on(table.address),
    // An undo removes them.
    index("old_addresses_of_import").on(table.importId),
    check("old_addresses_stay_in_the_shop", sql`${table.path} ~ '^/([^/\\\\]|$)'`),
  ],
);
