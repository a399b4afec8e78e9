import type { ShownImage } from "@shop/shared/catalog/catalog";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { type BatchRange, inBatches } from "../base/batches.ts";
import { partColumns } from "./product-parts.ts";
import type { PriceRow } from "./reduction.ts";
import { isVisible } from "./summary.ts";

/** A product as feeds tell of it. */
export type FeedProduct = Omit<PriceRow, "plannedUntil"> & {
  id: string;
  name: string;
  description: string;
  brand: string;
  category: string;
  countInStock: number;
  image: string;
  moreImages: ShownImage[];
};

/**
 * All visible products in the order of their ids, in batches. No transaction stays open between batches, however slowly
 * they are consumed: each product is as it was when its batch was read.
 */
export function readFeedProducts(db: Db): AsyncGenerator<FeedProduct[]> {
  const read = ({ after, limit }: BatchRange) =>
    db
      .select({
        id: products.id,
        name: products.name,
        description: products.description,
        brand: brands.name,
        category: categories.name,
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
      .where(and(isVisible, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(limit);
  return inBatches(read, ({ id }) => id);
}
