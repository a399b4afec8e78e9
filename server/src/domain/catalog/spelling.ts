import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { searchWords } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";

/** How many spellings are worth a try. */
const tries = 3;
/** Below this, a beginning is not taken for a misspelling; of whole words the operator has its own opinion. */
const likeness = 0.4;
/** Shorter words resemble too much. */
const shortest = 3;

/**
 * A keyword's words as the shop may spell them: the likeliest spelling first,
 * each a list of the words that a product should have. None where one of the
 * words resembles nothing that the shop knows.
 */
export async function spelledAnew(db: Db, keyword: string): Promise<string[][]> {
  const words = keyword.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= shortest);
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ words: string[] }>(sql`
    select coalesce(
      nullif(array(
        select known.word from ${searchWords} known where known.word % asked.word
        order by similarity(known.word, asked.word) desc, known.word limit ${tries}
      ), '{}'),
      -- Half typed, a word resembles what others begin with.
      array(
        select known.word from ${searchWords} known
        where known.word like left(asked.word, 1) || '%' and similarity(left(known.word, asked.size), asked.word) >= ${likeness}
        order by similarity(left(known.word, asked.size), asked.word) desc, known.word limit ${tries}
      )
    ) as words
    from (
      select ${searchable(sql`word`)} as word, length(word) + 1 as size, place
      from unnest(${sql.param(words)}::text[]) with ordinality as typed(word, place)
    ) asked order by asked.place`);
  const choices = rows.map((row) => row.words);
  const spellings = Array.from({ length: tries }, (_, rank) =>
    choices.flatMap((words) => words[Math.min(rank, words.length - 1)] ?? []),
  ).filter((spelling) => spelling.length === words.length);
  return [...new Map(spellings.map((spelling) => [spelling.join(" "), spelling])).values()];
}
