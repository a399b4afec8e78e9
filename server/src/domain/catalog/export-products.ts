import type { FilterProducts } from "@shop/shared/catalog/admin-catalog";
import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productKeys } from "../../db/schema/imports.ts";
import { productGroups, productVariants } from "../../db/schema/product-groups.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { Reader } from "../base/actor.ts";
import { type BatchRange, inBatches } from "../base/batches.ts";
import { editedPriceCents, matchesFilter, reducedCents } from "./admin-products.ts";
import { categoryPathColumn } from "./category-tree.ts";
import { optionLines, optionsOf } from "./product-group/group-columns.ts";
import { partColumns } from "./product-parts.ts";
import { tradeColumn } from "./trade-facts.ts";

/** A product as exports write it. */
export type ExportedProduct = Awaited<ReturnType<typeof readExported>>[number];

/** All products that match a filter, in batches, in the order of their ids. */
export function exportProducts(
  db: Db,
  _reader: Reader<"products.read">,
  filter: FilterProducts,
): AsyncGenerator<ExportedProduct[]> {
  return inBatches(
    ({ after, limit }) => readExported(db, and(matchesFilter(filter), isAfter(after)), { order: [products.id], limit }),
    ({ id }) => id,
  );
}

/** The same with the variants of a product behind one another: products without options first. */
export async function* exportByGroup(
  db: Db,
  _reader: Reader<"products.read">,
  filter: FilterProducts,
): AsyncGenerator<ExportedProduct[]> {
  const isSingle = isNull(productVariants.groupId);
  yield* inBatches(
    ({ after, limit }) =>
      readExported(db, and(matchesFilter(filter), isSingle, isAfter(after)), { order: [products.id], limit }),
    ({ id }) => id,
  );
  yield* inBatches(
    ({ after, limit }) =>
      readExported(db, and(matchesFilter(filter), isVariantAfter(after)), {
        order: [productVariants.groupId, productVariants.position],
        limit,
      }),
    ({ groupId, position }) => `${groupId} ${position}`,
  );
}

const isAfter = (id: string | undefined) => (id === undefined ? undefined : gt(products.id, id));

function isVariantAfter(last: BatchRange["after"]): SQL {
  const [groupId, position] = last?.split(" ") ?? [];
  if (groupId === undefined) return sql`${productVariants.groupId} is not null`;
  return sql`(${productVariants.groupId}, ${productVariants.position}) > (${groupId}::uuid, ${position}::smallint)`;
}

type Order = {
  order: (typeof products.id | typeof productVariants.groupId | typeof productVariants.position)[];
  limit: number;
};

function readExported(db: Db, isWanted: SQL | undefined, { order, limit }: Order) {
  return db
    .select({
      id: products.id,
      key: productKeys.key,
      name: products.name,
      description: products.description,
      isMarkdown: products.isMarkdown,
      brand: brands.name,
      category: categories.name,
      categoryPath: categoryPathColumn,
      // So that importing the file again changes nothing.
      priceCents: editedPriceCents,
      reducedCents,
      countInStock: products.countInStock,
      isStockCounted: products.isStockCounted,
      groupId: productVariants.groupId,
      position: productVariants.position,
      groupName: productGroups.name,
      groupOptions: optionsOf(sql`${productVariants.groupId}`),
      options: optionLines,
      trade: tradeColumn,
      imageAlt: products.imageAlt,
      moreImages: partColumns.moreImages,
      videos: partColumns.videos,
      attributes: partColumns.attributes,
      image: products.image,
      publishedAt: products.publishedAt,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productKeys, eq(productKeys.productId, products.id))
    .leftJoin(productVariants, eq(productVariants.productId, products.id))
    .leftJoin(productGroups, eq(productGroups.id, productVariants.groupId))
    .where(isWanted)
    .orderBy(...order.map((column) => asc(column)))
    .limit(limit);
}
