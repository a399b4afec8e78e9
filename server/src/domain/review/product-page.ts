import type { ProductSummary } from "@shop/shared/catalog";
import { isId } from "@shop/shared/query";
import type { ReviewPage } from "@shop/shared/review";
import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { isVisible, summaryColumns, toSummary } from "../catalog/summary.ts";
import { notFound } from "../errors.ts";
import { firstPage, pageColumns, toReviewPage } from "./list.ts";

const productWithReviews = preparedFor((db) =>
  db
    .select({ ...summaryColumns, ...pageColumns(db, "newest") })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, sql.placeholder("id")), isVisible))
    .prepare("product_with_reviews"),
);

/** The data of a product page: a visible product and its first reviews, in one statement. Fails with NOT_FOUND. */
export async function readProductPage(db: Db, id: string): Promise<{ product: ProductSummary; reviews: ReviewPage }> {
  if (!isId(id)) throw notFound("Product");
  const [row] = await productWithReviews(db).execute({ id, ...firstPage });
  if (row === undefined) throw notFound("Product");
  return { product: toSummary(row), reviews: toReviewPage(row, 1) };
}
