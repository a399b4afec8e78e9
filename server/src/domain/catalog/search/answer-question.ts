import {
  anyProduct,
  type ProductQuery,
  type ProductSort,
  productQueryText,
} from "@shop/shared/catalog/product-address";
import { choiceOfParts, type ReadPart, type ReadQuestion } from "@shop/shared/catalog/read-part";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productSearch } from "../../../db/schema/search.ts";
import { allOf } from "../facet-conditions.ts";
import { readAskedValues } from "./asked-values.ts";
import { allChosen, readChoice } from "./choice.ts";
import { type FoundByWords, findByWords } from "./find-by-words.ts";
import type { MatchWindow } from "./find-matches.ts";
import { findWindow } from "./find-products.ts";
import { colorNames } from "./question-rules.ts";
import { type AskedValue, type Question, type QuestionPart, readQuestion } from "./read-question.ts";
import { hasWordsToSearch } from "./read-words.ts";

/** `near`: products that are near to it in meaning. */
type Asked = { keyword: string; typed: readonly string[]; window: MatchWindow; near: readonly string[] };
export type Answered = FoundByWords & { read: ReadQuestion };

/** How many readings of a question are tried: a size can be that of several options, and a color be a mere word. */
const readingsMax = 5;

/**
 * One window of the products that a question asks for; nothing where it has words alone. A color that none of the products
 * has is a word like others. What else is said of a product is asked for even if none meets it.
 */
export async function answerQuestion(
  db: Db,
  tx: Db,
  { keyword, typed, window, near }: Asked,
): Promise<Answered | undefined> {
  const values = await readAskedValues(db, tx);
  const question = await withoutNames(tx, keyword, { values, asTyped: typed });
  if (question.parts.length === 0) return undefined;
  // A color or a size alone is what is looked for.
  if (question.parts.every(isValue) && !(await hasWordsToSearch(tx, question.rest))) return undefined;
  let first: Answered | undefined;
  for (const reading of readingsOf(question, keyword, { values, asTyped: typed }).slice(0, readingsMax)) {
    if (reading.parts.length === 0) return undefined;
    const answered = await answer(tx, reading, { window, near });
    if (answered.matches.total > 0) return answered;
    first ??= answered;
  }
  return first;
}

/** Whether a keyword says more of products than words do. */
export async function isQuestioning(db: Db, tx: Db, keyword: string, typed: readonly string[]): Promise<boolean> {
  const values = await readAskedValues(db, tx);
  return (await withoutNames(tx, keyword, { values, asTyped: typed })).parts.length > 0;
}

type Reading = { values: readonly AskedValue[]; asTyped: readonly string[] };

/** What a question looks for: its words without what they say of price, size, color and the like. */
export async function wordsLookedFor(db: Db, question: string): Promise<string> {
  return readQuestion(question, { values: await readAskedValues(db, db), asTyped: [] }).rest;
}

/** The question as it is read first, then with other options of the same size, then without its colors. */
function readingsOf(question: Question, keyword: string, { values, asTyped }: Reading): Question[] {
  const withOthers = question.parts.flatMap((part, place) =>
    part.others.map((value) => ({ ...question, parts: question.parts.with(place, { ...part, value }) })),
  );
  const colors = question.parts.filter(isColor).map(({ typed }) => typed);
  if (colors.length === 0) return [question, ...withOthers];
  const plain = readQuestion(keyword, { values, asTyped: [...asTyped, ...colors] });
  return [question, ...withOthers.slice(0, readingsMax - 2), plain];
}

const isValue = ({ kind }: QuestionPart) => kind === "attribute";
const isColor = ({ kind, value }: QuestionPart) => kind === "attribute" && colorNames.test(value.split(":")[0] ?? "");

async function answer(
  tx: Db,
  { parts, rest }: Question,
  { window, near }: Pick<Asked, "window" | "near">,
): Promise<Answered> {
  const query: ProductQuery = { ...anyProduct, ...choiceOfParts(parts) };
  const read = {
    parts: parts.map(({ typed, kind, value }): ReadPart => ({ typed, kind, value })),
    rest,
    query: productQueryText({ ...query, keyword: rest }),
  };
  const choice = await readChoice(tx, query);
  const chosen = allChosen(choice);
  if (!(await hasWordsToSearch(tx, rest))) {
    return { matches: await findWindow(tx, query, choice, window), read };
  }
  const further = sql`product_id in (select product_id from ${productFacets} where ${allOf(chosen)})`;
  const key = keys[query.sort];
  const found = await findByWords(tx, rest, window, {
    near,
    ...(chosen.length === 0 ? {} : { further }),
    ...(key === undefined ? {} : { key }),
  });
  return { ...found, read };
}

/** Of the products of one rank, which come first. The newest do anyway. */
const keys: Partial<Record<ProductSort, SQL>> = {
  "price-up": ofFacets(sql`price_cents`),
  "price-down": ofFacets(sql`-price_cents`),
  rating: ofFacets(sql`-(rating * 100000 + least(num_reviews, 99999))`),
  bestselling: ofFacets(sql`-sold_units`),
};

function ofFacets(value: SQL): SQL {
  return sql`(select ${value} from ${productFacets} f where f.product_id = ${productSearch}.product_id)`;
}

/** The question, in which a part that begins a name of the shop is a word: "new balance". */
async function withoutNames(tx: Db, keyword: string, reading: Reading): Promise<Question> {
  const question = readQuestion(keyword, reading);
  const pairs = question.parts.flatMap(({ kind, typed }) => {
    if (kind !== "sort" && kind !== "onSale") return [];
    const after =
      keyword
        .slice(keyword.indexOf(typed) + typed.length)
        .trim()
        .split(/\s+/)[0] ?? "";
    return after === "" ? [] : [{ typed, pair: typed + after }];
  });
  if (pairs.length === 0) return question;
  const { rows } = await tx.execute<{ place: number }>(sql`
    select place::int from unnest(${sql.param(pairs.map(({ pair }) => pair))}::text[]) with ordinality as typed(pair, place)
    where exists (select from ${productSearch} where lexemes @@ (
      select string_agg(quote_literal(mark || search_code(pair)), ' | ') from unnest(array['N', 'B']) as mark
    )::tsquery)`);
  if (rows.length === 0) return question;
  const named = rows.flatMap(({ place }) => pairs[place - 1]?.typed ?? []);
  return readQuestion(keyword, { ...reading, asTyped: [...reading.asTyped, ...named] });
}
