import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Text in lower case, by the same rules as the unique indexes use. Also the key of an order by name. */
export function lowered(text: AnyColumn | SQL): SQL {
  return sql`lower(${text} collate "pg_c_utf8")`;
}

/** Whether a text holds these words as they are written, in any case. No character of theirs is special. */
export function holds(text: AnyColumn | SQL, words: string): SQL {
  return sql`position(${lowered(sql`${words}::text`)} in ${lowered(text)}) > 0`;
}

/**
 * Lower case as trigram indexes keep it. The collation that lowers does not
 * stay on the result: such an index answers in its own only.
 */
export function searchable(text: AnyColumn | SQL): SQL {
  return sql`(${lowered(text)} collate "default")`;
}
