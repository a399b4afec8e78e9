import { infoSlugs } from "@shop/shared/page/info-page";
import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, version } from "./columns.ts";

/** What admins have written for the shop's own pages. A page without a row has its starting text. */
export const infoPages = pgTable(
  "info_pages",
  {
    id: id(),
    slug: text({ enum: infoSlugs }).notNull(),
    title: text().notNull(),
    /** Markdown. */
    text: text().notNull(),
    /** Whether customers can read it. */
    isShown: boolean().notNull(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex("info_pages_slug_key").on(table.slug),
    check("info_pages_title_length", sql`length(${table.title}) between 1 and 60`),
    check("info_pages_text_length", sql`length(${table.text}) between 1 and 20000`),
  ],
);
