import type { Product } from "@shop/shared/catalog/catalog";
import { isId } from "@shop/shared/query";
import type { ReviewPage } from "@shop/shared/review/review";
import { allReviews, isFiltered, type ReviewChoice } from "@shop/shared/review/review-address";
import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { notFound } from "../base/errors.ts";
import { withDescriptionBody } from "../catalog/description.ts";
import { partColumns, toParts } from "../catalog/product-parts.ts";
import { readDiscountedPrice } from "../catalog/shown-discount/discounted-prices.ts";
import { hasDiscountsColumn } from "../catalog/shown-discount/shown-rules.ts";
import { slugColumns, summaryColumns, toSlugs, toSummary } from "../catalog/summary.ts";
import { isVisible } from "../catalog/visible.ts";
import { listReviews, pageColumns, toReviewPage } from "./list.ts";

const productWithReviews = preparedFor((db) =>
  db
    .select({
      ...summaryColumns,
      ...slugColumns,
      ...partColumns,
      hasDiscounts: hasDiscountsColumn,
      ...pageColumns(db, "newest", { isPlain: true }),
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, sql.placeholder("id")), isVisible))
    .prepare("product_with_reviews"),
);

/** The data of a product page: a visible product and its chosen reviews. Those that it begins with take one statement. Fails with NOT_FOUND. */
export async function readProductPage(
  db: Db,
  id: string,
  choice: ReviewChoice = allReviews,
): Promise<{ product: Omit<Product, "reviews">; reviews: ReviewPage }> {
  if (!isId(id)) throw notFound("Product");
  const [row] = await productWithReviews(db).execute({ id });
  if (row === undefined) throw notFound("Product");
  const isPlain = choice.order === allReviews.order && choice.pageNumber === 1 && !isFiltered(choice);
  const reviews = isPlain ? toReviewPage(row, 1) : await listReviews(db, { productId: id, ...choice });
  const product = await withDescriptionBody({
    ...toSummary(row, await readDiscountedPrice(db, row)),
    ...toParts(row),
    ...toSlugs(row),
  });
  return { product, reviews };
}
