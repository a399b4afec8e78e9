import { and, type SQL, sql } from "drizzle-orm";
import { products } from "../../../db/schema.ts";
import { containsIndexed, likePattern, searchable } from "../../../db/text.ts";

/** Which products match a keyword, and which of these rank first. */
export type Matcher = {
  /** For the trigram index. */
  isMatch: SQL;
  /** The same without an index, for a scan in list order that stops early. */
  isMatchInScan: SQL;
  ranksFirst: SQL;
};

/** Matches products whose name, brand, category or description contains the keyword. Matches by name rank first. */
export function literalMatcher(keyword: string): Matcher {
  const lowered = searchable(sql`${keyword}::text`);
  const isIn = (text: SQL) => sql`position(${lowered} in ${text}) > 0`;
  return {
    isMatch: containsIndexed(products.searchText, keyword),
    isMatchInScan: isIn(sql`${products.searchText}`),
    ranksFirst: isIn(searchable(products.name)),
  };
}

/** Matches products whose name, brand and category together contain all words, which are in lower case. */
export function wordsMatcher(words: string[]): Matcher {
  const all = (isMatch: (word: string) => SQL) => and(...words.map(isMatch)) ?? sql`false`;
  return {
    isMatch: all((word) => sql`${products.searchName} like ${likePattern(word)}`),
    isMatchInScan: all((word) => sql`position(${word} in ${products.searchName}) > 0`),
    ranksFirst: sql`true`,
  };
}
