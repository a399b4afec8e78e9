import type { ProductPage } from "@shop/shared/catalog/catalog";
import { anyProduct, countedMax, type ProductQuery } from "@shop/shared/catalog/product-address";
import type { FoundProducts } from "@shop/shared/catalog/product-query";
import type { Db } from "../../../db/client.ts";
import type { SearchEngine } from "../engine/of-database.ts";
import { findNear } from "../meaning/of-database.ts";
import { readEntries } from "../product-group/entries.ts";
import { readEntrySummaries, toPage } from "../summary.ts";
import { isQuestioning } from "./answer-question.ts";
import { type Choice, readChoice } from "./choice.ts";
import { toAttributeFacets } from "./count-attributes.ts";
import { readEngineAnswer } from "./engine-answer.ts";
import { type EngineQuestion, toEngineBody } from "./engine-query.ts";
import { type WordSearch, wordSearches } from "./find-by-words.ts";
import { toFacets, toFound, toValue } from "./find-products.ts";
import { inSearch } from "./in-search.ts";
import { readTypedWords } from "./read-words.ts";
import type { SearchedProducts } from "./search-products.ts";

/**
 * Searches that an engine answers. It tells which products, in which order, and how many; what is shown of them, such as
 * prices, stock and whether they are on sale at all, is read from PostgreSQL. Words are read by PostgreSQL too, with its
 * synonyms and corrections. Each function returns nothing where PostgreSQL has to search by itself.
 */

/** One page of the products that have all words of a keyword. */
export async function searchWithEngine(
  db: Db,
  engine: SearchEngine,
  { keyword, pageNumber, variants, isQuestion = false, typed = [], pageSize }: SearchedProducts & { pageSize: number },
): Promise<ProductPage | undefined> {
  // What is found by meaning is fused with what words find.
  if (variants === "all" || (await findNear(db, keyword)).length > 0) return undefined;
  const search = await inSearch(db, async (tx) => {
    if (isQuestion && (await isQuestioning(db, tx, keyword, typed))) return undefined;
    return firstSearch(tx, keyword);
  });
  if (search === undefined) return undefined;
  const window = windowOf(pageNumber, pageSize);
  const question = { query: anyProduct, choice: anyChoice, ranks: search.ranks, window, isCounted: false };
  const found = await ask(engine, question, { isCapped: false });
  // PostgreSQL looks for products that have some of the words.
  if (found === undefined || found.total === 0) return undefined;
  const products = await readEntrySummaries(db, found.ids);
  return { ...toPage(products, pageNumber, found.total, pageSize), ...search.said };
}

const anyChoice = { brandNumbers: [], categoryNumbers: [], nested: [] };

/** One page of the chosen products, with the counts of all facets. */
export async function findWithEngine(
  db: Db,
  engine: SearchEngine,
  query: ProductQuery,
  pageSize: number,
): Promise<FoundProducts | undefined> {
  // Collections have orders and rules of their own, and sales are counted in PostgreSQL alone.
  if (query.collection !== "" || query.sort === "bestselling") return undefined;
  if (query.keyword !== "" && (await findNear(db, query.keyword)).length > 0) return undefined;
  const { choice, search } = await inSearch(db, async (tx) => ({
    choice: await readChoice(tx, query),
    search: query.keyword === "" ? noWords : await firstSearch(tx, query.keyword),
  }));
  if (search === undefined) return undefined;
  const window = windowOf(query.pageNumber, pageSize);
  const found = await ask(engine, { query, choice, ranks: search.ranks, window, isCounted: true }, { isCapped: true });
  if (found?.counted === undefined || !found.counted.hasWords) return undefined;
  const { facets: counts, attributes, onSale } = found.counted;
  const total = Math.min(found.total, countedMax);
  const read = isAnyProduct(query) ? readEntries : readEntrySummaries;
  const page = toPage(await read(db, found.ids), query.pageNumber, total, pageSize);
  const { value: _, ...reduced } = toValue("", onSale);
  const facets = {
    ...(await toFacets(db, query, counts, choice.nested)),
    attributes: toAttributeFacets(attributes, query, choice),
    onSale: reduced,
  };
  return { ...toFound(facets, page, found.total > countedMax), ...search.said };
}

const noWords: WordSearch = { ranks: [], first: [], said: {} };

/** The search for all words of a keyword; none where others were bought after it, which come before what has the words. */
async function firstSearch(tx: Db, keyword: string): Promise<WordSearch | undefined> {
  for await (const search of wordSearches(tx, keyword, await readTypedWords(tx, keyword)))
    return search.first.length > 0 ? undefined : search;
  return undefined;
}

const windowOf = (pageNumber: number, pageSize: number) => ({ offset: (pageNumber - 1) * pageSize, limit: pageSize });

function isAnyProduct({ keyword, brand, category, price, attribute, rating, inStock, onSale }: ProductQuery): boolean {
  const isChosen = [brand, category, price, attribute].some((values) => values.length > 0);
  return keyword === "" && !isChosen && rating === 0 && !inStock && !onSale;
}

/** The engine's answer. `isCapped`: whether pages end with the products that are counted. */
function ask(
  engine: SearchEngine,
  question: EngineQuestion & { choice: Pick<Choice, "nested"> },
  { isCapped }: { isCapped: boolean },
) {
  const { offset, limit } = question.window;
  const pagesEnd = isCapped ? countedMax : reachMax;
  // An engine refuses deeper pages; PostgreSQL has them.
  if (!isCapped && offset + limit > reachMax) return Promise.resolve(undefined);
  const isBeyond = offset >= pagesEnd;
  const window = isBeyond ? { offset: 0, limit: 0 } : { offset, limit };
  const names = [...new Set(question.query.attribute.map((text) => text.slice(0, text.indexOf(":"))))];
  return engine.ask(toEngineBody({ ...question, window }), (answer) =>
    readEngineAnswer(answer, { nested: question.choice.nested, attributes: names }),
  );
}

/** The last product that pages of a search reach in an engine. */
const reachMax = 10_000;
