import type { ShownImage } from "@shop/shared/catalog/catalog";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productOptions, productOptionValues, productVariants } from "../../db/schema/product-groups.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { type BatchRange, inBatches } from "../base/batches.ts";
import { categoryPathColumn } from "./category-tree.ts";
import { fullNameColumn, variantValue } from "./product-group/group-columns.ts";
import { partColumns } from "./product-parts.ts";
import { slugColumn } from "./product-slugs.ts";
import type { PriceRow } from "./reduction.ts";
import { type DiscountedPrice, readDiscountedPrices } from "./shown-discount/discounted-prices.ts";
import { codesColumn } from "./trade-facts.ts";
import { isVisible } from "./visible.ts";

/** A product as feeds tell of it. */
export type FeedProduct = FeedRow & { discount: DiscountedPrice | undefined };

type FeedRow = Omit<PriceRow, "plannedUntil"> & {
  id: string;
  slug: string | null;
  name: string;
  codes: { gtin: string; mpn: string } | null;
  /** Its group with what sets it apart in each option; null without one. */
  group: { id: string; values: { option: string; label: string }[] } | null;
  description: string;
  isMarkdown: boolean;
  brand: string;
  /** With those above it: "Clothing > Shirts". */
  category: string;
  countInStock: number;
  image: string;
  moreImages: ShownImage[];
};

const groupOfFeed = sql<FeedRow["group"]>`(
  select json_build_object('id', v.group_id, 'values', json_agg(
    json_build_object('option', o.name, 'label', l.label) order by o.option))
  from ${productVariants} v join ${productOptions} o on o.group_id = v.group_id
    join ${productOptionValues} l on l.group_id = o.group_id and l.option = o.option and l.value = ${variantValue}
  where v.product_id = ${products.id} group by v.group_id
)`.as("feed_group");

/**
 * All visible products that cost something, as Merchant Center wants it, in the order of their ids, in batches. No transaction stays open between batches, however slowly
 * they are consumed: each product is as it was when its batch was read.
 */
export function readFeedProducts(db: Db): AsyncGenerator<FeedProduct[]> {
  const read = async ({ after, limit }: BatchRange) => {
    const rows = await db
      .select({
        id: products.id,
        slug: slugColumn,
        name: fullNameColumn,
        group: groupOfFeed,
        codes: codesColumn,
        description: products.description,
        isMarkdown: products.isMarkdown,
        brand: brands.name,
        category: categoryPathColumn,
        priceCents: products.priceCents,
        regularPriceCents: products.regularPriceCents,
        lowestPriceCents: products.lowestPriceCents,
        countInStock: products.countInStock,
        image: products.image,
        moreImages: partColumns.moreImages,
      })
      .from(products)
      .innerJoin(brands, eq(brands.id, products.brandId))
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(and(isVisible, gt(products.priceCents, 0), after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(limit);
    const discounted = await readDiscountedPrices(
      db,
      rows.map((row) => ({ ...row, _id: row.id })),
    );
    return rows.map((row) => ({ ...row, discount: discounted.get(row.id) }));
  };
  return inBatches(read, ({ id }) => id);
}
