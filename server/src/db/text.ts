import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Text in lower case by the rules of the unique indexes. Also the sort key of names. */
export function lowered(text: AnyColumn | SQL): SQL {
  return sql`lower(${text} collate "pg_c_utf8")`;
}

/**
 * Text in lower case without accents, as the search of products folds it. The result has the default collation again: a
 * trigram index serves only comparisons in its own collation.
 */
export function folded(text: AnyColumn | SQL): SQL {
  return sql`(search_fold(${text}) collate "default")`;
}

/** The words of a text as searches of products compare them, with a space between. */
export function searchedWords(text: unknown): SQL<string> {
  return sql`array_to_string(search_words(search_plain(${text}::text)), ' ')`;
}

/** Whether a text has each word of a search, in any order and case, with or without accents. */
export function holds(text: AnyColumn | SQL, search: string): SQL {
  const each = wordsOf(search).map((word) => sql`${folded(text)} like ${folded(sql`${likePattern(word)}::text`)}`);
  return sql`(${sql.join(each, sql` and `)})`;
}

/** More would cost more than they narrow down. */
const wordsMax = 10;

function wordsOf(search: string): string[] {
  return search.trim().split(/\s+/).slice(0, wordsMax);
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
