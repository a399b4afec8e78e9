import type { ListProducts, ProductPage } from "@shop/shared/catalog/catalog";
import type { Db } from "../../../db/client.ts";
import { readEntrySummaries, readSummaries, toPage } from "../summary.ts";
import { findCommonWords, findMatches, ranksOf } from "./find-matches.ts";
import { inSearch } from "./in-search.ts";
import { readWords } from "./read-words.ts";

/** One page of the products that have all words of a keyword, or as many of them as some product has. */
export function searchProducts(
  db: Db,
  { keyword, pageNumber, variants }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  const unit = variants === "all" ? "variant" : "entry";
  const read = variants === "all" ? readSummaries : readEntrySummaries;
  const window = { offset: (pageNumber - 1) * pageSize, limit: pageSize };
  return inSearch(db, async (tx) => {
    const words = await readWords(tx, keyword);
    if (words.length === 0) return toPage([], pageNumber, 0, pageSize);
    const { total, ids } = await findMatches(tx, ranksOf(words, keyword), window, unit);
    if (total > 0) return toPage(await read(tx, ids), pageNumber, total, pageSize);
    const common = await findCommonWords(tx, words);
    if (common.length === 0) return toPage([], pageNumber, 0, pageSize);
    const partial = await findMatches(tx, ranksOf(common), window, unit);
    const page = toPage(await read(tx, partial.ids), pageNumber, partial.total, pageSize);
    return { ...page, foundWords: common.map(({ text }) => text) };
  });
}
