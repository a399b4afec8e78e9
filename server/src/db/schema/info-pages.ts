import { pagePlaces } from "@shop/shared/page/info-page";
import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, version } from "./columns.ts";

/** What admins have written for the shop's own pages. A page that every shop can have has its starting text without a row. */
export const infoPages = pgTable(
  "info_pages",
  {
    id: id(),
    slug: text().notNull(),
    /** Where the link to an owner's own page stands; null for the pages that every shop can have. */
    place: text({ enum: pagePlaces }),
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
