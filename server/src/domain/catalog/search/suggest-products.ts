import type { SuggestedProduct, Suggestions } from "@shop/shared/catalog/catalog";
import { toWire } from "@shop/shared/money";
import { sql } from "drizzle-orm";
import { type Db, isAnyOf, preparedFor, preparedSql } from "../../../db/client.ts";
import { products } from "../../../db/schema/products.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { lowered, searchedWords } from "../../../db/text.ts";
import { findPopular } from "../popular-searches.ts";
import { readDiscountedPrices } from "../shown-discount/discounted-prices.ts";
import { hasDiscountsColumn } from "../shown-discount/shown-rules.ts";
import { findByWords } from "./find-by-words.ts";
import { findIds } from "./find-matches.ts";
import { inSearch } from "./in-search.ts";
import { readTypedWords, toSearchWords } from "./read-words.ts";
import { type Field, has, hasAll, hasCode, type SearchWord } from "./search-word.ts";

const productLimit = 5;
const termLimit = 2;
const searchLimit = 3;

/**
 * Suggests products, brands, categories and popular searches for a partly typed keyword, and says how many products a search
 * for it finds. The last word counts as the beginning of one: of what a product's name names or begins with, then of its
 * category or brand; of other words in names only if there are no such products.
 */
export async function suggestProducts(db: Db, keyword: string): Promise<Suggestions> {
  const suggestions = await inSearch(db, (tx) => suggestIn(tx, keyword));
  return suggestions ?? { products: [], brands: [], categories: [] };
}

async function suggestIn(tx: Db, keyword: string): Promise<Suggestions | undefined> {
  const typed = await readTypedWords(tx, keyword);
  const words = await toSearchWords(tx, typed, { isTyping: true });
  if (words.length === 0) return undefined;
  // None needs another's answer, so that they share round trips.
  const [products, { rows: terms }, { matches }, searches] = await Promise.all([
    suggest(tx, words, hasCode(keyword)),
    termsNamed(tx).execute({ keyword }),
    findByWords(tx, keyword, { offset: 0, limit: 1 }, { typed }),
    findPopular(tx, keyword, searchLimit),
  ]);
  const [foundBrands, foundCategories] = [
    terms.filter(({ isBrand }) => isBrand),
    terms.filter((term) => !term.isBrand),
  ];
  return {
    products,
    brands: foundBrands.map(({ name }) => name),
    categories: foundCategories.map(({ name }) => name),
    brandSlugs: foundBrands.map(({ slug }) => slug),
    categorySlugs: foundCategories.map(({ slug }) => slug),
    searches,
    total: matches.total,
  };
}

async function suggest(tx: Db, words: readonly SearchWord[], code: string): Promise<SuggestedProduct[]> {
  const window = { offset: 0, limit: productLimit };
  const before = hasAll(words.slice(0, -1), ["N", "C", "B"]);
  const withLast = (fields: readonly Field[]) =>
    [...(before === "" ? [] : [before]), ...words.slice(-1).map((last) => has(last, fields))].join(" & ");
  const ranks = [withLast(["H", "F"]), withLast(["H", "F", "C", "B"])];
  const meant = await findIds(tx, [code, ...ranks.map((rank) => `${code} | ${rank}`)], window);
  const ids = meant.length > 0 ? meant : await findIds(tx, [withLast(["N"])], window);
  const rows = ids.length === 0 ? [] : await suggestedProducts(tx).execute({ ids });
  const rowById = new Map(rows.map((row) => [row._id, row]));
  const discounted = await readDiscountedPrices(tx, rows.some(({ hasDiscounts }) => hasDiscounts) ? rows : []);
  return ids
    .flatMap((id) => rowById.get(id) ?? [])
    .map(({ _id, name, image, priceCents }) => {
      return { _id, name, image, price: toWire(discounted.get(_id)?.priceCents ?? priceCents) };
    });
}

const suggestedProducts = preparedFor((db) =>
  db
    .select({
      _id: products.id,
      name: products.name,
      image: products.image,
      priceCents: products.priceCents,
      regularPriceCents: products.regularPriceCents,
      lowestPriceCents: products.lowestPriceCents,
      hasDiscounts: hasDiscountsColumn,
    })
    .from(products)
    .where(isAnyOf(products.id, "ids"))
    .prepare("suggested_products"),
);

const namedIn = (table: typeof brands | typeof categories, isBrand: boolean) => sql`(
  select ${sql.raw(String(isBrand))} as "isBrand", name, slug from ${table}
  where position((select ' ' || ${searchedWords(sql.placeholder("keyword"))})
    in ${table.searchName}) > 0
  order by ${lowered(table.name)} limit ${termLimit})`;

/** Brands and categories with a word in the name that begins as typed, in any case and with any accents. */
const termsNamed = preparedSql<{ isBrand: boolean; name: string; slug: string }>(
  "terms_named",
  sql`${namedIn(brands, true)} union all ${namedIn(categories, false)}`,
);
