import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { searchWords } from "../../../db/schema.ts";
import { searchable } from "../../../db/text.ts";

const maxSpellings = 3;
/** Similarity from which a prefix counts as misspelt. For whole words, the operator `%` has its own threshold. */
const prefixSimilarityMin = 0.4;
/** Shorter words resemble too many others. */
const wordLengthMin = 3;

/**
 * Spellings of a keyword that use words of the catalog only: the most similar
 * first, each a list of words in lower case. Empty when a word resembles none.
 */
export async function correctSpelling(db: Db, keyword: string): Promise<string[][]> {
  const words = keyword.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= wordLengthMin);
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ words: string[] }>(sql`
    select coalesce(
      nullif(array(
        select known.word from ${searchWords} known where known.word % typed.word
        order by similarity(known.word, typed.word) desc, known.word limit ${maxSpellings}
      ), '{}'),
      -- An incomplete word is compared with prefixes.
      array(
        select known.word from ${searchWords} known
        where known.word like left(typed.word, 1) || '%'
          and similarity(left(known.word, typed.prefix_length), typed.word) >= ${prefixSimilarityMin}
        order by similarity(left(known.word, typed.prefix_length), typed.word) desc, known.word limit ${maxSpellings}
      )
    ) as words
    from (
      select ${searchable(sql`word`)} as word, length(word) + 1 as prefix_length, position
      from unnest(${sql.param(words)}::text[]) with ordinality as input(word, position)
    ) typed order by typed.position`);
  const candidates = rows.map((row) => row.words);
  const spellings = Array.from({ length: maxSpellings }, (_, rank) =>
    candidates.flatMap((words) => words[Math.min(rank, words.length - 1)] ?? []),
  ).filter((spelling) => spelling.length === words.length);
  return [...new Map(spellings.map((spelling) => [spelling.join(" "), spelling])).values()];
}
