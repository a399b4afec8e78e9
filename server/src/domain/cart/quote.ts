import type { ProductSummary } from "@shop/shared/catalog";
import type { QuoteCart } from "@shop/shared/order";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { isVisible, summaryColumns, toSummary } from "../catalog/summary.ts";

/** A line of a cart as the shop sees it today; without a product it is no longer sold. */
export type QuotedLine = { _id: string; qty: number; product: ProductSummary | null };

/** Today's name, picture, price and stock for each line of a cart, in the cart's order. */
export async function quoteCart(db: Db, { lines }: QuoteCart): Promise<{ lines: QuotedLine[] }> {
  if (lines.length === 0) return { lines: [] };
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        inArray(
          products.id,
          lines.map((line) => line._id),
        ),
        isVisible,
      ),
    );
  const found = new Map(rows.map((row) => [row._id, toSummary(row)]));
  return { lines: lines.map(({ _id, qty }) => ({ _id, qty, product: found.get(_id.toLowerCase()) ?? null })) };
}
