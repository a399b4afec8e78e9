import type { Db } from "../../../db/client.ts";
import { type Finding, findCommonWords, findMatches, type Matches, type MatchWindow, ranksOf } from "./find-matches.ts";
import { readWords } from "./read-words.ts";

/** What words find, and which of them do if no product has all. */
export type FoundByWords = { matches: Matches; foundWords?: string[]; missingWords?: string[] };

const nothing: FoundByWords = { matches: { total: 0, ids: [] } };

/** One window of the products that have all words of a keyword, or as many of them as some product has. */
export async function findByWords(
  tx: Db,
  keyword: string,
  window: MatchWindow,
  finding: Finding,
): Promise<FoundByWords> {
  const words = await readWords(tx, keyword);
  if (words.length === 0) return nothing;
  const matches = await findMatches(tx, ranksOf(words, keyword), window, finding);
  if (matches.total > 0) return { matches };
  const common = await findCommonWords(tx, words);
  if (common.length === 0) return nothing;
  return {
    matches: await findMatches(tx, ranksOf(common), window, finding),
    foundWords: common.map(({ text }) => text),
  };
}
