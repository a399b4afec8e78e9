import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { listDeepPage, windowSize } from "./list-deep-page.ts";
import { searchProducts } from "./search/search-products.ts";
import { isVisible, newestFirst, summaryColumns, toPage, toSummary } from "./summary.ts";
import { readSize, visibleTotalColumn } from "./version.ts";

const pageOfProducts = preparedFor((db) =>
  db
    .select({ ...summaryColumns, total: visibleTotalColumn })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isVisible)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare("page_of_products"),
);

/**
 * One page of the visible products, newest first, or of those that match a
 * keyword. A page beyond the end is empty and has the number of pages.
 */
export async function listProducts(
  db: Db,
  { keyword, pageNumber }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  if (keyword !== "") return searchProducts(db, { keyword, pageNumber }, pageSize);
  const offset = (pageNumber - 1) * pageSize;
  if (offset >= windowSize) return listDeepPage(db, pageNumber, pageSize);
  const rows = await pageOfProducts(db).execute({ limit: pageSize, offset });
  const { total } = rows[0] ?? (await readSize(db));
  return toPage(rows.map(toSummary), pageNumber, total, pageSize);
}
