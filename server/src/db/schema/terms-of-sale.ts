import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/**
 * The versions of the terms by which the shop sells: currency, tax, zones and delivery. The last one is in force. A
 * trigger refuses every change, because orders name the version that they were priced by.
 */
export const termsOfSale = pgTable(
  "terms_of_sale",
  {
    version: integer().primaryKey(),
    /** The audit, which says who saved it, names it so. */
    id: uuid().notNull().defaultRandom(),
    terms: jsonb().$type<TermsOfSale>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [check("terms_of_sale_version_positive", sql`${table.version} > 0`)],
);
