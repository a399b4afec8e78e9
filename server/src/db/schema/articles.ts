import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, time, version } from "./columns.ts";

/** The articles of the journal: drafts, planned ones and those that customers read. */
export const articles = pgTable(
  "articles",
  {
    id: id(),
    slug: text().notNull(),
    title: text().notNull(),
    summary: text().notNull().default(""),
    /** The address of an uploaded image; empty without one. */
    image: text().notNull().default(""),
    imageAlt: text().notNull().default(""),
    /** Markdown; empty until it is written. */
    text: text().notNull().default(""),
    /** The first words of the text, for lists. */
    firstWords: text().notNull().default(""),
    /** When it was or will be published; null for a draft. */
    publishedAt: time(),
    /** Whether customers can read it. */
    isPublished: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex("articles_slug_key").on(table.slug),
    index("articles_published").on(table.publishedAt.desc(), table.id.desc()).where(sql`${table.isPublished}`),
    index("articles_updated").on(table.updatedAt.desc(), table.id.desc()),
    check("articles_title_length", sql`length(${table.title}) between 1 and 100`),
    check("articles_summary_length", sql`length(${table.summary}) <= 300`),
    check("articles_text_length", sql`length(${table.text}) <= 20000`),
    check(
      "articles_published_are_written",
      sql`not ${table.isPublished} or (${table.publishedAt} is not null and ${table.text} <> '')`,
    ),
  ],
);
