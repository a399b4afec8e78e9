import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, catalogueSize, categories, products } from "../../db/schema.ts";
import { searchProducts } from "./search.ts";
import { isVisible, summaryColumns, toSummary } from "./summary.ts";

const total = sql<number>`(select ${catalogueSize.visible} from ${catalogueSize})`;

const pageOfProducts = preparedFor((db) =>
  db
    .select({ ...summaryColumns, total })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isVisible)
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare("page_of_products"),
);

const countOfProducts = preparedFor((db) =>
  db.select({ total: catalogueSize.visible }).from(catalogueSize).prepare("count_of_products"),
);

/**
 * One page of the products that a visitor sees, newest first, or of those that
 * a keyword finds. A page beyond the end is empty and still knows the number of
 * pages. Costs one query, and a second one only beyond the end.
 */
export async function listProducts(
  db: Db,
  { keyword, pageNumber }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  if (keyword !== "") return searchProducts(db, { keyword, pageNumber }, pageSize);
  const offset = (pageNumber - 1) * pageSize;
  const rows = await pageOfProducts(db).execute({ limit: pageSize, offset });
  const total = rows[0]?.total ?? (pageNumber === 1 ? 0 : ((await countOfProducts(db).execute())[0]?.total ?? 0));
  return { products: rows.map(toSummary), page: pageNumber, pages: Math.ceil(total / pageSize) };
}

const featured = preparedFor((db) =>
  db
    .select(summaryColumns)
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isVisible, sql`${products.countInStock} > 0`))
    .orderBy(desc(products.rating), desc(products.numReviews), desc(products.createdAt), desc(products.id))
    .limit(sql.placeholder("limit"))
    .prepare("featured_products"),
);

/** The products for the shop window: in stock, best rated, then most reviewed, then newest. */
export async function listFeatured(db: Db, limit: number) {
  const rows = await featured(db).execute({ limit });
  return rows.map(toSummary);
}
