import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import type { QuoteCart } from "@shop/shared/order/order";
import { isId } from "@shop/shared/query";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { isVisible, summaryColumns, toSummary } from "../catalog/summary.ts";

/** A line of a cart with its current product. The product is null when it is not visible any more. */
export type QuotedLine = { _id: string; product: ProductSummary | null };

/** The current name, image, price and stock for each line of a cart, in the cart's order. */
export async function quoteCart(db: Db, { lines }: QuoteCart): Promise<{ lines: QuotedLine[] }> {
  const ids = lines.map(({ _id }) => _id).filter(isId);
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(products.id, ids), isVisible));
  const found = new Map(
    rows.map((row) => [row._id, { ...toSummary(row), name: fullName(row.name, row.variantLabel) }]),
  );
  return { lines: lines.map(({ _id }) => ({ _id, product: found.get(_id.toLowerCase()) ?? null })) };
}
