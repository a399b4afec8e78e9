import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { brands, categories, products } from "../../../db/schema.ts";
import { containsIndexed, holds, lowered } from "../../../db/text.ts";
import { isVisible, newestFirst } from "../summary.ts";
import { readVersion } from "../version.ts";
import { correctSpelling } from "./correct-spelling.ts";

const productLimit = 5;
const termLimit = 2;
/**
 * A common word is found among this many of the newest products, a rare one by
 * the trigram index. Both bound the work independently of the catalog's size.
 */
const newestScanned = 2_000;
const indexedMatchesMax = 500;
/** Shorter keywords have no trigrams. */
const indexedLengthMin = 3;

/** What a partly typed keyword matches at one version of the catalog. */
export type SuggestionMatches = { version: string; ids: string[]; brands: string[]; categories: string[] };

/** Finds what to suggest for a keyword. Sends several statements: call it in a snapshot. */
export async function findSuggestions(tx: Db, keyword: string): Promise<SuggestionMatches> {
  const terms = {
    version: await readVersion(tx),
    brands: await findTerms(tx, brands, keyword),
    categories: await findTerms(tx, categories, keyword),
  };
  const newest = await findAmongNewest(tx, keyword);
  if (newest.length === productLimit || keyword.length < indexedLengthMin) return { ...terms, ids: newest };
  const indexed = await findByIndex(tx, [keyword], keyword);
  if (indexed.length > 0 || newest.length > 0) {
    return { ...terms, ids: [...new Set([...newest, ...indexed])].slice(0, productLimit) };
  }
  for (const words of await correctSpelling(tx, keyword)) {
    const corrected = await findByIndex(tx, words);
    if (corrected.length > 0) return { ...terms, ids: corrected };
  }
  return { ...terms, ids: [] };
}

async function findAmongNewest(tx: Db, keyword: string): Promise<string[]> {
  const newest = tx
    .select({ id: products.id, name: products.name, createdAt: products.createdAt })
    .from(products)
    .where(isVisible)
    .orderBy(...newestFirst)
    .limit(newestScanned)
    .as("newest");
  const rows = await tx
    .select({ id: newest.id })
    .from(newest)
    .where(holds(sql`${newest.name}`, keyword))
    .orderBy(startsNoWord(newest.name, keyword), desc(newest.createdAt), desc(newest.id))
    .limit(productLimit);
  return rows.map(({ id }) => id);
}

/**
 * Products whose name, brand and category together contain every word. With
 * `inName`, only those whose name contains it: a word that occurs in brands but
 * in no name would match all of their products, hence the limit.
 */
async function findByIndex(tx: Db, words: string[], inName?: string): Promise<string[]> {
  const found = tx.$with("found").as(
    tx
      .select({ id: products.id, name: products.name, createdAt: products.createdAt })
      .from(products)
      .where(and(isVisible, ...words.map((word) => containsIndexed(products.searchName, word))))
      .limit(indexedMatchesMax),
  );
  const rows = await tx
    .with(found)
    .select({ id: found.id })
    .from(found)
    .where(inName === undefined ? undefined : holds(sql`${found.name}`, inName))
    .orderBy(startsNoWord(found.name, words[0] ?? ""), desc(found.createdAt), desc(found.id))
    .limit(productLimit);
  return rows.map(({ id }) => id);
}

async function findTerms(tx: Db, table: typeof brands | typeof categories, keyword: string): Promise<string[]> {
  const rows = await tx
    .select({ name: table.name })
    .from(table)
    .where(holds(table.name, keyword))
    .orderBy(startsNoWord(table.name, keyword), asc(lowered(table.name)))
    .limit(termLimit);
  return rows.map(({ name }) => name);
}

/** Sorts names with a word that starts with the keyword before names that contain it elsewhere. */
function startsNoWord(name: Parameters<typeof lowered>[0], keyword: string): SQL {
  return sql`position(' ' || ${lowered(sql`${keyword}::text`)} in ' ' || ${lowered(name)}) = 0`;
}
