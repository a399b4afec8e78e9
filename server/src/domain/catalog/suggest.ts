import type { SuggestedProduct, Suggestions } from "@shop/shared/catalog";
import { toWire } from "@shop/shared/money";
import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { holds, lowered, searchable } from "../../db/text.ts";
import { spelledAnew } from "./spelling.ts";
import { isVisible } from "./summary.ts";

const productLimit = 5;
const nameLimit = 2;
/**
 * A word that many products have is found among this many of the newest; one
 * that is not is rare, and the trigram index finds it. Either way the work is
 * bounded, however large the catalogue.
 */
const newestLooked = 2_000;
const rareLooked = 500;
/** Shorter words have no trigrams. */
const shortestForIndex = 3;

const columns = {
  _id: products.id,
  name: products.name,
  image: products.image,
  priceCents: products.priceCents,
  createdAt: products.createdAt,
};
const newestFirst = [desc(products.createdAt), desc(products.id)];

/**
 * What a few typed letters may mean: products by name, those with a word that
 * begins with the letters first, then the newest; brands and categories. Where
 * nothing holds the letters, products with the words that they resemble.
 */
export async function suggest(db: Db, keyword: string): Promise<Suggestions> {
  const [common, brandNames, categoryNames] = await Promise.all([
    amongNewest(db, keyword),
    namesOf(db, brands, keyword),
    namesOf(db, categories, keyword),
  ]);
  const named = { brands: brandNames, categories: categoryNames };
  if (common.length === productLimit || keyword.length < shortestForIndex) return { products: common, ...named };
  const rare = await byIndex(db, [keyword], keyword);
  if (rare.length > 0 || common.length > 0) return { products: joined(common, rare), ...named };
  for (const words of await spelledAnew(db, keyword)) {
    const likely = await byIndex(db, words);
    if (likely.length > 0) return { products: likely, ...named };
  }
  return { products: [], ...named };
}

const newestHits = preparedFor((db) => {
  const newest = db
    .select(columns)
    .from(products)
    .where(isVisible)
    .orderBy(...newestFirst)
    .limit(newestLooked)
    .as("newest");
  const keyword = sql`${sql.placeholder("keyword")}::text`;
  return db
    .select({ _id: newest._id, name: newest.name, image: newest.image, priceCents: newest.priceCents })
    .from(newest)
    .where(sql`position(${lowered(keyword)} in ${lowered(newest.name)}) > 0`)
    .orderBy(beginsNoWord(newest.name, keyword), desc(newest.createdAt), desc(newest._id))
    .limit(productLimit)
    .prepare("suggest_among_newest");
});

async function amongNewest(db: Db, keyword: string): Promise<SuggestedProduct[]> {
  return (await newestHits(db).execute({ keyword })).map(toSuggested);
}

/** Products whose name, brand or category has every word; with `inName`, only those whose name holds it. */
async function byIndex(db: Db, words: string[], inName?: string): Promise<SuggestedProduct[]> {
  const hasWord = (word: string) => sql`${products.searchName} like ${searchable(sql`${`%${escaped(word)}%`}::text`)}`;
  const hits = db
    .select(columns)
    .from(products)
    .where(and(isVisible, ...words.map(hasWord), inName === undefined ? undefined : holds(products.name, inName)))
    .limit(rareLooked);
  const found = db.$with("found").as(hits);
  const rows = await db
    .with(found)
    .select({ _id: found._id, name: found.name, image: found.image, priceCents: found.priceCents })
    .from(found)
    .orderBy(beginsNoWord(found.name, sql`${words[0] ?? ""}::text`), desc(found.createdAt), desc(found._id))
    .limit(productLimit);
  return rows.map(toSuggested);
}

async function namesOf(db: Db, table: typeof brands | typeof categories, keyword: string): Promise<string[]> {
  const rows = await db
    .select({ name: table.name })
    .from(table)
    .where(holds(table.name, keyword))
    .orderBy(beginsNoWord(table.name, sql`${keyword}::text`), asc(lowered(table.name)))
    .limit(nameLimit);
  return rows.map(({ name }) => name);
}

/** Sorts what has a word that begins with the letters before what holds them elsewhere. */
function beginsNoWord(name: Parameters<typeof lowered>[0], keyword: SQL): SQL {
  return sql`position(' ' || ${lowered(keyword)} in ' ' || ${lowered(name)}) = 0`;
}

function joined(some: SuggestedProduct[], more: SuggestedProduct[]): SuggestedProduct[] {
  return [...new Map([...some, ...more].map((product) => [product._id, product])).values()].slice(0, productLimit);
}

function toSuggested({
  priceCents,
  ...rest
}: Omit<SuggestedProduct, "price"> & { priceCents: number }): SuggestedProduct {
  return { ...rest, price: toWire(priceCents) };
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}
