import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { readCurrent, requireVersion } from "./cache/read-current.ts";
import { isVisible, newestFirst, summaryColumns, toSummary } from "./summary.ts";
import { getTerms } from "./terms-cache.ts";
import { versionColumn, versionOf } from "./version.ts";

const bestRatedFirst = [desc(products.rating), desc(products.numReviews), ...newestFirst];
const isFeaturable = and(isVisible, sql`${products.countInStock} > 0`);

const featuredProducts = preparedFor((db) =>
  db
    .select({ ...summaryColumns, version: versionColumn })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isFeaturable)
    .orderBy(...bestRatedFirst)
    .limit(sql.placeholder("limit"))
    .prepare("featured_products"),
);

/** Featured products: in stock, best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number) {
  const rows = await featuredProducts(db).execute({ limit });
  return rows.map(toSummary);
}

/** Featured products, and all brands and categories to filter a list by, of one version of the catalog. */
export function readStorefront(db: Db, featuredLimit: number) {
  return readCurrent(db, async (reader) => {
    const { version, brands, categories } = await getTerms(reader);
    const rows = featuredLimit === 0 ? [] : await featuredProducts(reader.db).execute({ limit: featuredLimit });
    requireVersion(version, await versionOf(reader.db, rows));
    return { featured: rows.map(toSummary), brands, categories };
  });
}
