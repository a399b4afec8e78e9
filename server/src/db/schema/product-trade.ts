import { contentUnits, unitBases } from "@shop/shared/catalog/unit-price";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { sql } from "drizzle-orm";
import { check, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./products.ts";

/** Codes and facts of a product that a trade needs. A row for each product that has any. */
export const productTrade = pgTable(
  "product_trade",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The shop's own number of it. Texts are empty for none. */
    sku: text().notNull().default(""),
    gtin: text().notNull().default(""),
    /** The manufacturer's number. */
    mpn: text().notNull().default(""),
    /** What one unit costs the shop. */
    costCents: integer(),
    weightGrams: integer(),
    lengthMm: integer(),
    widthMm: integer(),
    heightMm: integer(),
    originCountry: text().notNull().default(""),
    hsCode: text().notNull().default(""),
    /** How much it contains, and what its unit price is the price of. All or none. */
    contentAmount: numeric({ precision: 10, scale: 3, mode: "number" }),
    contentUnit: text({ enum: contentUnits }),
    unitBasis: text({ enum: unitBases }),
    /** The class of the terms of sale by which it is taxed. */
    taxClass: text().notNull().default(standardTaxClass),
  },
  (table) => [
    uniqueIndex("product_trade_sku").on(sql`lower(${table.sku} collate "pg_c_utf8")`).where(sql`${table.sku} <> ''`),
    index("product_trade_gtin").on(table.gtin).where(sql`${table.gtin} <> ''`),
    check("product_trade_gtin_digits", sql`${table.gtin} ~ '^([0-9]{8}|[0-9]{12,14})?$'`),
    check("product_trade_cost_in_range", sql`${table.costCents} between 0 and 99999999`),
    check(
      "product_trade_content_whole",
      sql`num_nonnulls(${table.contentAmount}, ${table.contentUnit}, ${table.unitBasis}) in (0, 3)`,
    ),
    check("product_trade_content_positive", sql`${table.contentAmount} > 0`),
  ],
);
