import { and, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { catalogVersion } from "../../db/schema/catalog-changes.ts";
import { productSearch, searchSynonyms, searchVocabulary } from "../../db/schema/search.ts";
import { later } from "../../db/time.ts";
import { giveWay, readingByIndex } from "../base/batches.ts";

/** The words of one statement. */
const batchSize = 100;
/** How long a word is unused before it is deleted, in milliseconds: longer than any transaction that brings it. */
const unusedMs = 86_400_000;

type Word = { word: string; isUsed: boolean };

/**
 * Marks the words that no product and no synonym has, and deletes those that were marked a day ago, so that nothing is
 * corrected to what is not in the shop. Returns the number of deleted words.
 */
export async function forgetSearchWords(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  const ofSynonyms = await readSynonymWords(db);
  let forgotten = 0;
  for (let last = ""; !isStopping(); ) {
    const words = await readWords(db, last);
    const unused = words.filter(({ word, isUsed }) => !isUsed && !ofSynonyms.has(word)).map(({ word }) => word);
    const used = words.map(({ word }) => word).filter((word) => !unused.includes(word));
    forgotten += await writeUse(db, { used, unused });
    last = words.at(-1)?.word ?? "";
    if (words.length < batchSize) break;
    await giveWay();
  }
  if (forgotten > 0) await dropSearches(db);
  return forgotten;
}

/** Misspelt words that found nothing may be corrected from now on. */
async function dropSearches(db: Db): Promise<void> {
  await db.update(catalogVersion).set({ version: sql`gen_random_uuid()`, number: sql`${catalogVersion.number} + 1` });
}

async function readSynonymWords(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_learnable(array(select unnest(words) from ${searchSynonyms}))`);
  return new Set(rows.map(({ word }) => word));
}

/** The next words. Words like `and` are in no description's index; they are few and stay. */
function readWords(db: Db, after: string): Promise<Word[]> {
  // Words have letters only, so that quotes are all that they need.
  const isUsed = sql`search_is_stop_word(word) or exists (
    select from ${productSearch} where ${productSearch.lexemes} @@ ('''' || lexeme || ''' | ''A' || lexeme || '''')::tsquery
  )`;
  return readingByIndex(db, async (tx) => {
    const { rows } = await tx.execute<Word>(sql`
      select word, ${isUsed} as "isUsed" from ${searchVocabulary} where word > ${after} order by word limit ${batchSize}`);
    return rows;
  });
}

async function writeUse(db: Db, { used, unused }: { used: string[]; unused: string[] }): Promise<number> {
  const { word, unusedSince } = searchVocabulary;
  if (used.length > 0) {
    await db
      .update(searchVocabulary)
      .set({ unusedSince: null })
      .where(and(inArray(word, used), isNotNull(unusedSince)));
  }
  if (unused.length === 0) return 0;
  // What another transaction has locked is being brought back.
  const old = db
    .select({ word })
    .from(searchVocabulary)
    .where(and(inArray(word, unused), lt(unusedSince, later(-unusedMs))))
    .orderBy(word)
    .for("update", { skipLocked: true });
  const { rowCount } = await db.delete(searchVocabulary).where(sql`${word} = any(array(${old}))`);
  await db
    .update(searchVocabulary)
    .set({ unusedSince: sql`now()` })
    .where(and(inArray(word, unused), isNull(unusedSince)));
  return rowCount ?? 0;
}
