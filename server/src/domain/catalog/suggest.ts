import type { SuggestedProduct, Suggestions } from "@shop/shared/catalog";
import { toWire } from "@shop/shared/money";
import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { holds, lowered, searchable } from "../../db/text.ts";
import { patternOf } from "./hits.ts";
import { answer, Kept, keptFor } from "./kept.ts";
import { spelledAnew } from "./spelling.ts";
import { isVisible, newestFirst } from "./summary.ts";
import { readVersion, versionNow } from "./version.ts";

const productLimit = 5;
const nameLimit = 2;
/**
 * A word that many products have is found among this many of the newest; one
 * that is not is rare, and the trigram index finds it. Either way the work is
 * bounded, however large the catalog.
 */
const newestLooked = 2_000;
const rareLooked = 500;
/** Shorter words have no trigrams. */
const shortestForIndex = 3;

/** A few thousand beginnings of words. */
const mostBytes = 2_000_000;
const bytesOfName = 80;

/** What letters led to. */
type Suggested = { version: string; ids: string[]; brands: string[]; categories: string[] };

const keptSuggestions = keptFor(
  () =>
    new Kept<Suggested>(
      mostBytes,
      ({ ids, brands, categories }) => bytesOfName * [ids, brands, categories].flat().length,
    ),
);

/**
 * What a few typed letters may mean: products by name, those with a word that
 * begins with the letters first, then the newest; brands and categories. Where
 * nothing holds the letters, products with the words that they resemble. Kept
 * as searches are; prices are those of now.
 */
export function suggest(db: Db, keyword: string): Promise<Suggestions> {
  return answer(db, keptSuggestions, {
    key: keyword,
    find: (tx) => findSuggestions(tx, keyword),
    tell: async (reader, { version, ids, brands, categories }) => {
      const rows = ids.length === 0 ? [] : await suggestedOf(reader).execute({ ids });
      if ((rows[0]?.version ?? (await readVersion(reader))) !== version) return undefined;
      const found = new Map(rows.map((row) => [row._id, row]));
      return { products: ids.flatMap((id) => found.get(id) ?? []).map(toSuggested), brands, categories };
    },
  });
}

const suggestedOf = preparedFor((db) =>
  db
    .select({
      _id: products.id,
      name: products.name,
      image: products.image,
      priceCents: products.priceCents,
      version: versionNow,
    })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isVisible))
    .prepare("suggested_products"),
);

async function findSuggestions(tx: Db, keyword: string): Promise<Suggested> {
  const version = await readVersion(tx);
  if (version === undefined) throw new Error("The catalog has no version");
  const named = {
    version,
    brands: await namesOf(tx, brands, keyword),
    categories: await namesOf(tx, categories, keyword),
  };
  const common = await amongNewest(tx, keyword);
  if (common.length === productLimit || keyword.length < shortestForIndex) return { ...named, ids: common };
  const rare = await byIndex(tx, [keyword], keyword);
  if (rare.length > 0 || common.length > 0) {
    return { ...named, ids: [...new Set([...common, ...rare])].slice(0, productLimit) };
  }
  for (const words of await spelledAnew(tx, keyword)) {
    const likely = await byIndex(tx, words);
    if (likely.length > 0) return { ...named, ids: likely };
  }
  return { ...named, ids: [] };
}

async function amongNewest(db: Db, keyword: string): Promise<string[]> {
  const newest = db
    .select({ id: products.id, name: products.name, createdAt: products.createdAt })
    .from(products)
    .where(isVisible)
    .orderBy(...newestFirst)
    .limit(newestLooked)
    .as("newest");
  const rows = await db
    .select({ id: newest.id })
    .from(newest)
    .where(holds(sql`${newest.name}`, keyword))
    .orderBy(beginsNoWord(newest.name, sql`${keyword}::text`), desc(newest.createdAt), desc(newest.id))
    .limit(productLimit);
  return rows.map(({ id }) => id);
}

/**
 * Products whose name, brand or category has every word; with `inName`, those
 * of them whose name holds it. No more are looked at than `rareLooked`: a word
 * that brands have but no names would lead through all of theirs.
 */
async function byIndex(db: Db, words: string[], inName?: string): Promise<string[]> {
  const hasWord = (word: string) => sql`${products.searchName} like ${searchable(sql`${patternOf(word)}::text`)}`;
  const found = db.$with("found").as(
    db
      .select({ id: products.id, name: products.name, createdAt: products.createdAt })
      .from(products)
      .where(and(isVisible, ...words.map(hasWord)))
      .limit(rareLooked),
  );
  const rows = await db
    .with(found)
    .select({ id: found.id })
    .from(found)
    .where(inName === undefined ? undefined : holds(sql`${found.name}`, inName))
    .orderBy(beginsNoWord(found.name, sql`${words[0] ?? ""}::text`), desc(found.createdAt), desc(found.id))
    .limit(productLimit);
  return rows.map(({ id }) => id);
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

function toSuggested({
  priceCents,
  version: _version,
  ...rest
}: Omit<SuggestedProduct, "price"> & { priceCents: number; version: string }): SuggestedProduct {
  return { ...rest, price: toWire(priceCents) };
}
