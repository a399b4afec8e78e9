import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { readCurrent, requireVersion } from "./cache/read-current.ts";
import { isVisible, newestFirst, summaryColumns, toPage, toSummary } from "./summary.ts";
import { getTerms, toSummaryWithTerms, unjoinedColumns } from "./terms-cache.ts";
import { versionColumn, versionOf, visibleTotalColumn } from "./version.ts";

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

/** Featured products and the first page of the list in one statement, because a round trip costs more than so few rows. */
const frontPage = preparedFor((db) => {
  const section = (isFeatured: boolean, isIncluded: SQL | undefined, order: SQL[], limit: string) =>
    db
      .select({
        ...unjoinedColumns,
        total: visibleTotalColumn,
        version: versionColumn,
        isFeatured: sql<boolean>`${sql.raw(String(isFeatured))}`.as("is_featured"),
        rank: sql<number>`(row_number() over (order by ${sql.join(order, sql`, `)}))::int`.as("rank"),
      })
      .from(products)
      .where(isIncluded)
      .orderBy(...order)
      .limit(sql.placeholder(limit));
  const featured = section(true, isFeaturable, bestRatedFirst, "featured");
  return unionAll(featured, section(false, isVisible, newestFirst, "listed")).prepare("front_page");
});

/** Featured products: in stock, best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number) {
  const rows = await featuredProducts(db).execute({ limit });
  return rows.map(toSummary);
}

/**
 * Featured products, and all brands and categories to filter a list by. At one
 * version of the catalog the arrays of terms are the same objects on each call.
 */
export function readStorefront(db: Db, featuredLimit: number) {
  return readCurrent(db, async (reader) => {
    const { version, brands, categories } = await getTerms(reader);
    const rows = featuredLimit === 0 ? [] : await featuredProducts(reader.db).execute({ limit: featuredLimit });
    requireVersion(version, await versionOf(reader.db, rows));
    return { featured: rows.map(toSummary), brands, categories };
  });
}

/** The same with the first page of the list: all data of the front page. */
export function readFrontPage(db: Db, { featuredLimit, pageSize }: { featuredLimit: number; pageSize: number }) {
  return readCurrent(db, async (reader) => {
    const terms = await getTerms(reader);
    const rows = await frontPage(reader.db).execute({ featured: featuredLimit, listed: pageSize });
    requireVersion(terms.version, await versionOf(reader.db, rows));
    rows.sort((a, b) => a.rank - b.rank);
    const summaries = (isFeatured: boolean) =>
      rows.filter((row) => row.isFeatured === isFeatured).map((row) => toSummaryWithTerms(row, terms));
    const list = toPage(summaries(false), 1, rows[0]?.total ?? 0, pageSize);
    return { list, featured: summaries(true), brands: terms.brands, categories: terms.categories };
  });
}
