import { adminActNames, adminEntities, type Changes } from "@shop/shared/admin/audit";
import { visitSteps } from "@shop/shared/admin/visit-steps";
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { createdAt, id, time } from "./columns.ts";

/** Rate limits, shared by all instances. The columns are those of rate-limiter-flexible. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: "number" }),
  },
  // Deletes expired ones. A count leaves the time as it is, and so the index.
  (table) => [index("rate_limits_expired").on(table.expire)],
);

/** When a job that runs on one instance at a time last began. */
export const jobRuns = pgTable("job_runs", { job: text().primaryKey(), startedAt: time().notNull() });

/** The audit log of admins, written in the transaction of the change. Changes of orders are in `orderEvents`. */
export const adminActs = pgTable(
  "admin_acts",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The API key of the program that did it in the administrator's name; null for the administrator. */
    apiKeyId: uuid().references(() => apiKeys.id),
    act: text({ enum: adminActNames }).notNull(),
    entity: text({ enum: adminEntities }).notNull(),
    entityId: uuid().notNull(),
    /** The name of the entity at the time. */
    subject: text().notNull(),
    /** Without passwords. */
    changes: jsonb().$type<Changes>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("admin_acts_of_entity").on(table.entityId, table.createdAt),
    index("admin_acts_of_person").on(table.userId, table.createdAt),
    // The audit log, newest first.
    index("admin_acts_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);

/** How many visits went how far, by day in the shop's time zone: without who made them. */
export const visitDays = pgTable(
  "visit_days",
  {
    day: date({ mode: "string" }).notNull(),
    step: text({ enum: visitSteps }).notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.step] })],
);
