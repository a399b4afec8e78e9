import type { UndoneBulk } from "@shop/shared/catalog/product-editing";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/** The fields that a bulk act changes. Times are ISO 8601. */
export type BulkFields = {
  publishedAt?: string | null;
  brandId?: string;
  categoryId?: string;
  priceCents?: number;
  countInStock?: number;
  isStockCounted?: boolean;
  image?: string;
  imageAlt?: string;
};

/** One changed product, for the undo. `before` is null for one that was deleted. */
export type BulkUndoRow = { id: string; name: string; before: BulkFields | null; after: BulkFields };

/** Acts on several products, by the key of the call: what they changed, for a repeated call and for the undo. */
export const bulkEdits = pgTable(
  "bulk_edits",
  {
    key: uuid().primaryKey(),
    /** Digest of the request, to detect a key that is reused for another one. */
    requestHash: text().notNull(),
    changed: jsonb().$type<BulkUndoRow[]>().notNull().default([]),
    unchanged: integer().notNull().default(0),
    /** The edit that it is in the history of products. Null for acts of the previous release, and of those without changes. */
    editId: uuid(),
    /** What the undo did; null until then. */
    undone: jsonb().$type<UndoneBulk>(),
    createdAt: createdAt(),
  },
  // Deletes old ones.
  (table) => [index("bulk_edits_age").on(table.createdAt)],
);
