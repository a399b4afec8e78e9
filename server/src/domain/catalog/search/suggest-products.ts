import type { SuggestedProduct, Suggestions } from "@shop/shared/catalog";
import { toWire } from "@shop/shared/money";
import { and, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import { readCurrent, requireVersion } from "../cache/read-current.ts";
import { cachePerDatabase, VersionedCache } from "../cache/versioned-cache.ts";
import { isVisible } from "../summary.ts";
import { versionColumn, versionOf } from "../version.ts";
import { findSuggestions, type SuggestionMatches } from "./find-suggestions.ts";

/** Room for a few thousand prefixes. */
const maxBytes = 2_000_000;
const itemBytes = 80;

const suggestionCache = cachePerDatabase(
  () =>
    new VersionedCache<SuggestionMatches>(
      maxBytes,
      ({ ids, brands, categories }) => itemBytes * (ids.length + brands.length + categories.length),
    ),
);

const suggestedProducts = preparedFor((db) =>
  db
    .select({
      _id: products.id,
      name: products.name,
      image: products.image,
      priceCents: products.priceCents,
      version: versionColumn,
    })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isVisible))
    .prepare("suggested_products"),
);

/**
 * Suggests products by name, brands and categories for a partly typed keyword.
 * Matches at the start of a word come first, then the newest products. Without
 * any match, suggests products with similar words. Matches are cached for the
 * catalog's version; prices are current.
 */
export function suggestProducts(db: Db, keyword: string): Promise<Suggestions> {
  return readCurrent(db, async (reader) => {
    const cache = suggestionCache(reader.db);
    const matches = await cache.getOrLoad(reader, keyword, (tx) => findSuggestions(tx, keyword));
    const { version, ids, brands, categories } = matches;
    const rows = ids.length === 0 ? [] : await suggestedProducts(reader.db).execute({ ids });
    requireVersion(version, await versionOf(reader.db, rows));
    const rowById = new Map(rows.map((row) => [row._id, row]));
    return { products: ids.flatMap((id) => rowById.get(id) ?? []).map(toSuggested), brands, categories };
  });
}

type SuggestedRow = Omit<SuggestedProduct, "price"> & { priceCents: number; version: string };

function toSuggested({ priceCents, version: _version, ...rest }: SuggestedRow): SuggestedProduct {
  return { ...rest, price: toWire(priceCents) };
}
