import type { PricedAs } from "@shop/shared/cart/cart-items";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import type { QuoteCart } from "@shop/shared/order/order";
import { isId } from "@shop/shared/query";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { discountRules } from "../../db/schema/discounts.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { summaryColumns, toSummary } from "../catalog/summary.ts";
import { isVisible } from "../catalog/visible.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";

/** A line of a cart with its current product. The product is null when it is not visible any more. */
export type QuotedLine = { _id: string; product: (ProductSummary & PricedAs) | null };

export type CartQuote = {
  lines: QuotedLine[];
  /** The version of the terms of sale in force, by which the cart is priced. */
  termsVersion: number;
  /** Whether there are discounts, so that browsers ask what the cart saves, and customers can enter a code. */
  hasDiscounts: boolean;
};

/** The current name, image, price and stock for each line of a cart, in the cart's order. */
export async function quoteCart(db: Db, terms: TermsReader, { lines }: QuoteCart): Promise<CartQuote> {
  const ids = lines.map(({ _id }) => _id).filter(isId);
  const { taxClass, weightGrams: grams } = productTrade;
  const reading = terms.current(db);
  const rows = await db
    .select({ summary: summaryColumns, taxClass, grams })
    .from(products)
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(products.id, ids), isVisible));
  const found = new Map(
    rows.map(({ summary, ...priced }) => [
      summary._id,
      { ...toSummary(summary), name: fullName(summary.name, summary.variantLabel), ...pricedAs(priced) },
    ]),
  );
  const { version: termsVersion } = await reading;
  const hasDiscounts =
    (await db.select({ id: discountRules.id }).from(discountRules).where(isLive).limit(1)).length > 0;
  const quoted = lines.map(({ _id }) => ({ _id, product: found.get(_id.toLowerCase()) ?? null }));
  return { lines: quoted, termsVersion, hasDiscounts };
}

const isLive = isNull(discountRules.stoppedAt);

function pricedAs({ taxClass, grams }: { taxClass: string | null; grams: number | null }): PricedAs {
  return {
    ...(taxClass === null || taxClass === standardTaxClass ? {} : { taxClass }),
    ...(grams === null ? {} : { grams }),
  };
}
