import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { findBought } from "../search-purchases.ts";
import { findFewerWords, withoutAsking } from "./fewer-words.ts";
import { countUpTo, type Finding, findMatches, type Matches, type MatchWindow, ranksOf } from "./find-matches.ts";
import { findFused } from "./fuse.ts";
import { readTypedWords, readWords, type TypedWords, toSearchWords } from "./read-words.ts";
import { hasAll, named } from "./search-word.ts";

/**
 * The words that products have if none has all, and those that no product means. `foundBy`: why others are found then.
 */
export type SaidWords = { foundWords?: string[]; missingWords?: string[]; foundBy?: "purchases" | "meaning" };
export type FoundByWords = SaidWords & { matches: Matches };

/** The ranks of a search, the products that come before all of them because they were bought after it, and what it says of its words. */
export type WordSearch = { ranks: readonly string[]; first: readonly string[]; said: SaidWords };

/** `near`: products that are near in meaning, which are fused with what words find. `typed`: the words, if they were read before. */
export type FindingByWords = Finding & { near?: readonly string[]; typed?: TypedWords };

/** Lists of more things than that are searched as one text. */
const listedMax = 6;

/** One window of the products that have all words of a keyword, or as many of them as some product has. */
export async function findByWords(
  tx: Db,
  keyword: string,
  window: MatchWindow,
  { near = [], typed, ...finding }: FindingByWords,
): Promise<FoundByWords> {
  const words = typed ?? (await readTypedWords(tx, keyword));
  for await (const { ranks, first, said } of wordSearches(tx, keyword, words, finding)) {
    const matches = await findMatches(tx, ranks, window, { ...finding, first });
    if (matches.total === 0) continue;
    const fused = near.length === 0 ? undefined : await findFused(tx, ranks, near, { ...finding, first });
    const found = fused === undefined ? matches : await findMatches(tx, ranks, window, { ...finding, first: fused });
    return { matches: found, ...said, ...saidOfBought(first, found.ids) };
  }
  if (near.length === 0) return { matches: { total: 0, ids: [] } };
  const first = await findFused(tx, [], near, finding);
  const matches = await findMatches(tx, [], window, { ...finding, first });
  return { matches, ...(matches.total > 0 && { foundBy: "meaning" }) };
}

/** Whether some of the products are among those that were bought after the search. */
export function saidOfBought(bought: readonly string[], ids: readonly string[]): Pick<SaidWords, "foundBy"> {
  return ids.some((id) => bought.includes(id)) ? { foundBy: "purchases" } : {};
}

/** The searches that a keyword stands for, each to be tried if the one before finds nothing. */
export async function* wordSearches(
  tx: Db,
  keyword: string,
  typed: TypedWords,
  { further }: Finding = {},
): AsyncGenerator<WordSearch> {
  const words = await withoutAsking(tx, await toSearchWords(tx, typed));
  if (words.length === 0) return;
  const listed = await readList(tx, keyword, hasAll(words, named));
  if (listed !== undefined) yield listed;
  yield { ranks: ranksOf(words, keyword), first: [], said: {} };
  const first = await findBought(tx, keyword);
  const fewer = await findFewerWords(tx, words, further ?? sql`true`);
  if (fewer === undefined) {
    if (first.length > 0) yield { ranks: [], first, said: {} };
    return;
  }
  const missingWords = fewer.missing.map(({ text }) => text);
  const foundWords = fewer.words.map(({ text }) => text);
  yield { ranks: ranksOf(fewer.words), first, said: { foundWords, ...(missingWords.length > 0 && { missingWords }) } };
}

/** A search for any of several things: "rings, necklaces". None if a product is called so altogether. */
async function readList(tx: Db, keyword: string, together: string): Promise<WordSearch | undefined> {
  const things = keyword.split(/[,;、，]+(?!\d)/u).filter((thing) => thing.trim() !== "");
  if (things.length < 2 || things.length > listedMax) return undefined;
  if ((await countUpTo(tx, [together], 1)) > 0) return undefined;
  const searches: string[][] = [];
  const missingWords: string[] = [];
  for (const thing of things) {
    const words = await readWords(tx, thing);
    if (words.length === 0) continue;
    const ranks = ranksOf(words);
    if ((await countUpTo(tx, ranks, 1)) > 0) searches.push(ranks);
    else missingWords.push(thing.trim());
  }
  if (searches.length === 0) return undefined;
  const count = Math.max(...searches.map(({ length }) => length));
  // A search of fewer ranks has its last one where others have more.
  const ranks = Array.from({ length: count }, (_, rank) =>
    searches.map((each) => each[rank] ?? each.at(-1)).join(" | "),
  );
  const found = things.map((thing) => thing.trim()).filter((thing) => !missingWords.includes(thing));
  return { ranks, first: [], said: missingWords.length === 0 ? {} : { foundWords: found, missingWords } };
}
