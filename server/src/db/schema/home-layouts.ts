import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, time, version } from "./columns.ts";

/** The owners' layouts of Home: drafts, planned ones, the one in force and those before it. */
export const homeLayouts = pgTable(
  "home_layouts",
  {
    id: id(),
    name: text().notNull(),
    /** The parts of Home, which `readBlocks` parses. */
    blocks: jsonb().notNull(),
    /** When it is to begin or was; null for a draft. */
    startsAt: time(),
    /** When it began. The one that began last is in force. */
    begunAt: time(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (table) => [
    check("home_layouts_name_length", sql`length(${table.name}) between 1 and 60`),
    check("home_layouts_begun_has_start", sql`${table.begunAt} is null or ${table.startsAt} is not null`),
  ],
);
