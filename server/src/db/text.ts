import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Text in lower case by the rules of the unique indexes. Also the sort key of names. */
export function lowered(text: AnyColumn | SQL): SQL {
  return sql`lower(${text} collate "pg_c_utf8")`;
}

/** Whether a text contains these words literally, in any case. */
export function holds(text: AnyColumn | SQL, words: string): SQL {
  return sql`position(${lowered(sql`${words}::text`)} in ${lowered(text)}) > 0`;
}

/** The same for a column that is in lower case and has a trigram index. */
export function containsIndexed(column: AnyColumn, words: string): SQL {
  return sql`${column} like ${searchable(sql`${likePattern(words)}::text`)}`;
}

/** A LIKE pattern for texts that contain these words literally: special characters are escaped. */
export function likePattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Lower case for trigram indexes. The result has the default collation again:
 * a trigram index serves only comparisons in its own collation.
 */
export function searchable(text: AnyColumn | SQL): SQL {
  return sql`(${lowered(text)} collate "default")`;
}
