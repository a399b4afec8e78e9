import { and, isNull, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { catalogSize } from "../../db/schema/catalog-changes.ts";
import { products } from "../../db/schema/products.ts";

const size = preparedFor((db) =>
  db
    .select({ visible: catalogSize.visible, variants: catalogSize.variants })
    .from(catalogSize)
    .prepare("catalogue_size"),
);

/** The number of visible products, and of the entries that lists have: one for each group. */
export async function readCatalogSize(db: Db): Promise<{ products: number; entries: number }> {
  const [row] = await size(db).execute();
  if (row === undefined) throw new Error("The catalog has no size");
  return { products: row.visible, entries: row.visible - row.variants };
}

/** The number of products that admins can change: the visible ones and drafts, which an index counts by themselves. */
export async function countProducts(db: Db): Promise<number> {
  const drafts = db.$count(products, and(isNull(products.publishedAt), isNull(products.deletedAt)));
  const [row] = await db
    .select({ all: sql<number>`${catalogSize.visible} + ${drafts}`.mapWith(Number) })
    .from(catalogSize);
  return row?.all ?? 0;
}
