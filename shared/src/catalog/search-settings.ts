import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { adminListSchema } from "../admin/admin-list.ts";
import { findPage, pages, searchFormPath } from "../page/pages.ts";
import { isStorableLine, versionSchema } from "../query.ts";

/** What admins set for the search, and what customers searched for without a result. */

/** Words of which each finds the products of all, and what these find besides. */
export type Synonyms = { _id: string; words: string[]; finds: string[]; version: number; updatedAt: string };

/** Search words that lead to a page of the shop. */
export type Redirect = { _id: string; phrase: string; path: string; version: number; updatedAt: string };

/** A search that found nothing, and how often. */
export type EmptySearch = { keyword: string; count: number; lastAt: string };

const phraseLength = 60;
/** The search looks synonyms of up to three words up. */
const phraseWordsMax = 3;
const phrasesMax = 30;
const pathLength = 500;

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

function faultOf(phrase: string): string | undefined {
  if (phrase.length > phraseLength) return `A word can have at most ${phraseLength} characters`;
  if (!hasWord(phrase) || !isStorableLine(phrase)) return `“${phrase}” cannot be searched`;
  if (phrase.split(/\s+/).length > phraseWordsMax) return `“${phrase}” has more than ${phraseWordsMax} words`;
  return undefined;
}

/** Words and short phrases, each once, in lower case. */
const phrasesSchema = z
  .array(z.string(), { error: "Words are required" })
  .max(phrasesMax, `A group can have at most ${phrasesMax} words`)
  .transform((phrases) => [
    ...new Set(phrases.map((phrase) => phrase.trim().toLowerCase()).filter((phrase) => phrase !== "")),
  ])
  .superRefine((phrases, context) => {
    const fault = phrases.map(faultOf).find((found) => found !== undefined);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

export const saveSynonymsSchema = z
  .object({ words: phrasesSchema, finds: phrasesSchema, version: versionSchema })
  .refine(({ words, finds }) => words.length > 1 || (words.length === 1 && finds.length > 0), {
    path: ["words"],
    message: "Enter at least two words, or one word and what it finds besides",
  });
export type SaveSynonyms = z.output<typeof saveSynonymsSchema>;

/**
 * An address as a path of this shop with its query and fragment, in ASCII; `undefined` for everything that a browser could
 * resolve to another origin or another path.
 */
function toShopPath(address: string): string | undefined {
  if (!/^\/(?![/\\])/.test(address) || !isStorableLine(address) || /\\|\/(\.|%2e){1,2}(\/|$|\?|#)/i.test(address)) {
    return undefined;
  }
  return address.replace(/[^!-~]+/g, encodeURIComponent);
}

/** Why customers cannot be led to a path. */
function pathFaultOf(path: string | undefined): string | undefined {
  const pathname = path?.split(/[?#]/, 1)[0] ?? "";
  // A search that leads to a search could lead back.
  if (pathname === searchFormPath) return "A redirect cannot lead to a search. Add a synonym instead";
  const page = findPage(pathname)?.page;
  if (page === undefined) return "Path must be a page of this shop, such as /cart";
  if (page === pages.search || page === pages.searchPage) {
    return "A redirect cannot lead to a search. Add a synonym instead";
  }
  return page.access === "admin" ? "Customers cannot see this page" : undefined;
}

/** A page of this shop that customers see, as a path. */
export const pathSchema = z
  .string({ error: "Path is required" })
  .trim()
  .min(1, "Path is required")
  .max(pathLength, `Path can have at most ${pathLength} characters`)
  .transform((address, context) => {
    const path = toShopPath(address);
    const fault = pathFaultOf(path);
    if (path !== undefined && fault === undefined) return path;
    context.issues.push({
      code: "custom",
      message: fault ?? "Path must be a page of this shop, such as /cart",
      input: address,
    });
    return z.NEVER;
  });

export const saveRedirectSchema = z.object({
  phrase: lineSchema("Search words", phraseLength).refine(hasWord, "Search words need a letter or a digit"),
  path: pathSchema,
  version: versionSchema,
});
export type SaveRedirect = z.output<typeof saveRedirectSchema>;

export const emptySearchSorts = ["keyword", "count", "lastAt"] as const;
export const pageEmptySearchesSchema = adminListSchema(emptySearchSorts, { by: "count", isDescending: true });
export type PageEmptySearches = z.output<typeof pageEmptySearchesSchema>;

export const synonymsSorts = ["words", "updatedAt"] as const;
export const pageSynonymsSchema = adminListSchema(synonymsSorts, { by: "words", isDescending: false });
export type PageSynonyms = z.output<typeof pageSynonymsSchema>;

export const redirectSorts = ["phrase", "path", "updatedAt"] as const;
export const pageRedirectsSchema = adminListSchema(redirectSorts, { by: "phrase", isDescending: false });
export type PageRedirects = z.output<typeof pageRedirectsSchema>;
