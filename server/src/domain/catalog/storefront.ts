import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { productFacets } from "../../db/schema/product-facets.ts";
import { readHomeLayout } from "./home-layout.ts";
import { readEntries } from "./product-group/entries.ts";
import { listBrands, listCategories } from "./read.ts";
import { readEntrySummaries } from "./summary.ts";

/** Of each group the first variant that is in stock. */
const featuredIds = preparedSql<{ id: string }>(
  "featured_products",
  sql`
    select f.product_id as id from ${productFacets} f
    where f.is_in_stock and (f.group_id is null or not exists (
      select from ${productFacets} better where better.group_id = f.group_id and better.is_in_stock and better.place < f.place
    ))
    order by f.rating desc, f.num_reviews desc, f.created_at desc, f.product_id desc limit ${sql.placeholder("limit")}`,
);

/** Featured products: the owner's choice as far as it is in stock; otherwise the best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number): Promise<ProductSummary[]> {
  const carousel = (await readHomeLayout(db)).find(({ kind }) => kind === "featured");
  const chosen = carousel?.kind === "featured" ? carousel.productIds : [];
  return listChosenOrBest(db, chosen, limit);
}

/** Some chosen products as far as they are in stock, in their order; without any, the best rated. */
export async function listChosenOrBest(db: Db, ids: readonly string[], limit: number): Promise<ProductSummary[]> {
  const chosen = (await readEntries(db, ids)).filter(({ countInStock }) => countInStock > 0);
  if (chosen.length > 0) return chosen.slice(0, limit);
  const { rows } = await featuredIds(db).execute({ limit });
  return readEntrySummaries(
    db,
    rows.map(({ id }) => id),
  );
}

/** Featured products, and all brands and categories to filter a list by. */
export async function readStorefront(db: Db, featuredLimit: number) {
  const [featured, brands, categories] = await Promise.all([
    featuredLimit === 0 ? [] : listFeatured(db, featuredLimit),
    listBrands(db),
    listCategories(db),
  ]);
  return { featured, brands, categories };
}
