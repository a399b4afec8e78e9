import type { Secrets, StoredSettings } from "@shop/shared/settings/settings";
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/**
 * The versions of what the owner has set, each whole. The last one is in force; no row as long as everything is as
 * specified. A trigger refuses every change, so that each version can be restored.
 */
export const settingsVersions = pgTable(
  "settings_versions",
  {
    version: integer().primaryKey(),
    /** The audit, which says who saved it, names it so. */
    id: uuid().notNull().defaultRandom(),
    settings: jsonb().$type<StoredSettings>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [check("settings_versions_version_positive", sql`${table.version} > 0`)],
);

/** The secrets that the owner has entered, encrypted. They have no versions, so that a replaced one is gone. */
export const settingSecrets = pgTable("setting_secrets", {
  name: text().$type<keyof Secrets>().primaryKey(),
  sealed: text().notNull(),
});
