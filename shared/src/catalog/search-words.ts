import { keywordLength } from "../shop.ts";

/**
 * The search words of an address, with a blank for each sign that controls text and cannot be seen; the first ones of a text
 * that is longer than a search may be.
 */
export function searchWordsOf(text: string): string {
  const words = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, keywordLength);
  const isPairCut = /[\ud800-\udbff]$/.test(words);
  return (isPairCut ? words.slice(0, -1) : words).trimEnd();
}
