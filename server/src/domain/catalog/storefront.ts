import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { listBrands, listCategories } from "./read.ts";
import { isVisible, newestFirst, summaryColumns, toSummary } from "./summary.ts";

const bestRatedFirst = [desc(products.rating), desc(products.numReviews), ...newestFirst];
const isFeaturable = and(isVisible, sql`${products.countInStock} > 0`);

const featuredProducts = preparedFor((db) =>
  db
    .select(summaryColumns)
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

/** Featured products, and all brands and categories to filter a list by. */
export async function readStorefront(db: Db, featuredLimit: number) {
  const [featured, brands, categories] = await Promise.all([
    featuredLimit === 0 ? [] : listFeatured(db, featuredLimit),
    listBrands(db),
    listCategories(db),
  ]);
  return { featured, brands, categories };
}
