import type { Permission } from "@shop/shared/account/permissions";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, time, version } from "./columns.ts";

/** The roles that owners made themselves. The built-in ones are in the code, so that releases can extend them. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    /** A UUID as text, because `users.role` has the names of built-in roles as well. */
    id: text().primaryKey(),
    name: text().notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [uniqueIndex("staff_roles_name_key").on(table.name)],
);

/** Invitations to the staff that nobody has accepted yet. They go when they are accepted, revoked or too old. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address that was invited; nothing in rows of releases that did not store it. */
    email: text(),
    role: text().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: time().notNull(),
    /** When the account's password was last chosen with a code that was mailed to the invited address. */
    claimedAt: time(),
  },
  (table) => [
    uniqueIndex("staff_invitations_user_key").on(table.userId),
    index("staff_invitations_expired").on(table.expiresAt),
    index("staff_invitations_of_creator").on(table.createdBy),
  ],
);
