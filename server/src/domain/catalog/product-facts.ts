import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import type { DiscountableProduct } from "@shop/shared/discount/offer-discounts";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productVariants } from "../../db/schema/product-groups.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { categories } from "../../db/schema/terms.ts";
import { findCollectionsOf } from "./collection/in-collection.ts";
import { optionLines } from "./product-group/group-columns.ts";

/**
 * What of a product decides which rules are for it, what one unit costs the shop in cents, null if nobody knows, and its tax
 * class.
 */
export type ProductFacts = { product: DiscountableProduct; costCents: number | null; taxClass: string };

/** What the rules ask of products, by the product's id. */
export async function readProductFacts(
  db: Db,
  ids: readonly string[],
  discounts: readonly { rule: Pick<DiscountRule, "goods"> }[],
): Promise<Map<string, ProductFacts>> {
  const collectionIds = [...new Set(discounts.flatMap(({ rule }) => rule.goods.collections))];
  const rows = await db
    .select({
      id: products.id,
      brand: products.brandId,
      category: products.categoryId,
      above: sql<string[]>`array_remove(array[${categories.parentId}, (
        select top.parent_id from ${categories} top where top.id = ${categories.parentId}
      )], null)`,
      options: optionLines,
      costCents: productTrade.costCents,
      taxClass: productTrade.taxClass,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .leftJoin(productVariants, eq(productVariants.productId, products.id))
    .where(inArray(products.id, [...ids]));
  const collectionsOf = await findCollectionsOf(db, ids, collectionIds);
  return new Map(
    rows.map(({ id, brand, category, above, options, costCents, taxClass }) => {
      const own = options === "" ? [] : options.split("\n");
      const product = {
        id,
        brand: brand ?? "",
        categories: category === null ? above : [category, ...above],
        collections: collectionsOf.get(id) ?? [],
        options: own,
      };
      return [id, { product, costCents, taxClass: taxClass ?? standardTaxClass }];
    }),
  );
}
