import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productFacets } from "../../db/schema/product-facets.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { readNestedCategories } from "./category-tree.ts";
import { perVersion } from "./per-version.ts";

const { brandNumber, categoryNumber } = productFacets;

/** The numbers of visible products by the id of their brand, their category or one above it; one without any is missing. */
export const readTermCounts = perVersion(async (db): Promise<ReadonlyMap<string, number>> => {
  const ofBrands = await countProducts(db, brands, brandNumber);
  const ofCategories = await countProducts(db, categories, categoryNumber);
  const counts = new Map([...ofBrands, ...ofCategories].map(({ id, count }) => [id, count]));
  const above = new Map((await readNestedCategories(db)).map((nested) => [nested._id, nested.above]));
  for (const { id, count } of ofCategories) {
    for (const { _id } of above.get(id) ?? []) counts.set(_id, (counts.get(_id) ?? 0) + count);
  }
  return counts;
});

/** Counted in an index before the terms are joined. */
function countProducts(
  db: Db,
  terms: typeof brands | typeof categories,
  number: typeof brandNumber | typeof categoryNumber,
) {
  const counted = db
    .select({ facetNumber: sql<number>`${number}`.as("facet_number"), count: sql<number>`count(*)::int`.as("count") })
    .from(productFacets)
    .where(eq(productFacets.place, 0))
    .groupBy(number)
    .as("counted");
  return db
    .select({ id: terms.id, count: counted.count })
    .from(counted)
    .innerJoin(terms, eq(terms.number, counted.facetNumber));
}
