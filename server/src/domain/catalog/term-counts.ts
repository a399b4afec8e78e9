import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import { perVersion } from "./per-version.ts";
import { isVisible } from "./summary.ts";

/** The numbers of visible products by the id of their brand or category; one without any is missing. */
export const readTermCounts = perVersion(countProducts);

async function countProducts(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      id: sql<string>`coalesce(${products.brandId}, ${products.categoryId})`,
      count: sql<number>`count(*)::int`,
    })
    .from(products)
    .where(isVisible)
    .groupBy(sql`grouping sets ((${products.brandId}), (${products.categoryId}))`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
