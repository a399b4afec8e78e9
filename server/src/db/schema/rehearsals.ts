import type { Proposal, RehearsalResult } from "@shop/shared/admin/rehearsal";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, time } from "./columns.ts";

/** Changes that were tried on the orders of the past before they were saved. */
export const rehearsals = pgTable(
  "rehearsals",
  {
    id: id(),
    proposal: jsonb().$type<Proposal>().notNull(),
    state: text({ enum: ["waiting", "done", "failed"] })
      .notNull()
      .default("waiting"),
    /** The run that works on it, and until when it keeps it. */
    worker: uuid(),
    leasedUntil: time(),
    /** How many orders were looked at so far. */
    looked: integer().notNull().default(0),
    result: jsonb().$type<RehearsalResult>(),
    createdAt: createdAt(),
    finishedAt: time(),
  },
  (table) => [
    check("rehearsals_done_with_result", sql`(${table.state} = 'done') = (${table.result} is not null)`),
    index("rehearsals_waiting").on(table.createdAt).where(sql`${table.state} = 'waiting'`),
    // The newest one of a proposal, and old ones to delete.
    index("rehearsals_age").on(table.createdAt),
  ],
);
