import type { Permission } from "@shop/shared/account/permissions";
import { apiKeyScopes } from "@shop/shared/program/api-key";
import { date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time } from "./columns.ts";

/** Keys of outside programs. The key itself is not stored. Rows stay after the revocation, because the audit names them. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    name: text().notNull(),
    scope: text({ enum: apiKeyScopes }).notNull(),
    /** The beginning of the key, by which it is found and recognised. */
    prefix: text().notNull(),
    /** SHA-256 of the key, in hexadecimal. */
    hash: text().notNull(),
    /** The administrator who created it, in whose name it acts. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** What it may do, as far as its creator may; null: all that its creator may. */
    permissions: text().array().$type<Permission[]>(),
    createdAt: createdAt(),
    /** The day, in UTC, of the last request with it. */
    lastUsedOn: date({ mode: "string" }),
    revokedAt: time(),
    /** When a recovery of its creator's account ended its use until they allow it again. */
    suspendedAt: time(),
  },
  (table) => [uniqueIndex("api_keys_prefix_key").on(table.prefix), index("api_keys_of_user").on(table.userId)],
);
