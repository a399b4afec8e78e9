import { keywordLength } from "../shop.ts";

/** The search words of an address; the first ones of a text that is longer than a search may be. */
export function searchWordsOf(text: string): string {
  const words = text.trim().slice(0, keywordLength);
  const isPairCut = /[\ud800-\udbff]$/.test(words);
  return (isPairCut ? words.slice(0, -1) : words).trimEnd();
}
