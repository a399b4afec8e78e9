import type { ListProducts, ProductPage } from "@shop/shared/catalog/catalog";
import type { Db } from "../../../db/client.ts";
import { findNear } from "../meaning/of-database.ts";
import { readEntrySummaries, readSummaries, toPage } from "../summary.ts";
import { answerQuestion } from "./answer-question.ts";
import { findByWords } from "./find-by-words.ts";
import { inSearch } from "./in-search.ts";

/** What is searched. `isQuestion`: whether it says more than words; `typed`: the phrases of it that are words all the same. */
export type SearchedProducts = ListProducts & { isQuestion?: boolean; typed?: readonly string[] };

/**
 * One page of the products that have all words of a keyword, or as many of them as some product has. Of a question, those
 * that meet what it says of price, size, color, rating, stock and order.
 */
export async function searchProducts(
  db: Db,
  { keyword, pageNumber, variants, isQuestion = false, typed = [] }: SearchedProducts,
  pageSize: number,
): Promise<ProductPage> {
  const near = await findNear(db, keyword);
  const unit = variants === "all" ? "variant" : "entry";
  const read = variants === "all" ? readSummaries : readEntrySummaries;
  const window = { offset: (pageNumber - 1) * pageSize, limit: pageSize };
  return inSearch(db, async (tx) => {
    const asked = isQuestion ? await answerQuestion(db, tx, { keyword, typed, window, near }) : undefined;
    const { matches, ...said } = asked ?? (await findByWords(tx, keyword, window, { unit, near }));
    const page = toPage(await read(tx, matches.ids), pageNumber, matches.total, pageSize);
    return { ...page, ...said };
  });
}
