import type { TermKind } from "@shop/shared/catalog/term-page";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { collections } from "../../db/schema/collections.ts";
import { productFacets } from "../../db/schema/product-facets.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { isoTime } from "../../db/time.ts";
import { slugColumn } from "./product-slugs.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { readTermCounts } from "./term-counts.ts";
import { isVisible } from "./visible.ts";

/** Other requests run between batches. */
const batchSize = 2_000;

/** A product's id and the time of its last update, ISO 8601. */
export type SitemapProduct = { id: string; slug: string | null; updatedAt: string };

/** A brand's, category's or collection's page, and the time of its last update, ISO 8601. */
export type SitemapTerm = { kind: TermKind; slug: string; updatedAt: string };

/** The brands and categories that have visible products, and the collections that customers see. */
export async function readSitemapTerms(db: Db): Promise<SitemapTerm[]> {
  const counts = await readTermCounts(db);
  const readAll = async (kind: Taxonomy, table: typeof brands | typeof categories) => {
    const { id, slug, updatedAt } = table;
    const rows = await db
      .select({ id, slug, updatedAt: isoTime(updatedAt) })
      .from(table)
      .orderBy(asc(slug));
    return rows.filter((row) => counts.has(row.id)).map((row) => ({ kind, slug: row.slug, updatedAt: row.updatedAt }));
  };
  const shown = await db
    .select({ slug: collections.slug, updatedAt: isoTime(collections.updatedAt) })
    .from(collections)
    .where(eq(collections.isPublished, true))
    .orderBy(asc(collections.slug));
  return [
    ...(await readAll("category", categories)),
    ...(await readAll("brand", brands)),
    ...shown.map((row): SitemapTerm => ({ kind: "collection", ...row })),
  ];
}

/**
 * All visible products, one of each group, oldest first, in batches. No transaction stays open between batches. A product
 * that is published or withdrawn meanwhile may or may not be included.
 */
export async function* readSitemapProducts(db: Db): AsyncGenerator<SitemapProduct[]> {
  let last: { createdAt: string; id: string } | undefined;
  do {
    const isAfterLast =
      last === undefined
        ? sql`true`
        : sql`(${products.createdAt}, ${products.id}) > (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
    const batch = await db
      .select({
        id: products.id,
        slug: slugColumn,
        updatedAt: isoTime(products.updatedAt),
        // As text: JavaScript dates drop the microseconds that keyset pagination needs.
        createdAt: sql<string>`${products.createdAt}::text`,
      })
      .from(products)
      .innerJoin(productFacets, and(eq(productFacets.productId, products.id), eq(productFacets.place, 0)))
      .where(sql`${isVisible} and ${isAfterLast}`)
      .orderBy(asc(products.createdAt), asc(products.id))
      .limit(batchSize);
    last = batch.length < batchSize ? undefined : batch.at(-1);
    yield batch;
  } while (last !== undefined);
}
