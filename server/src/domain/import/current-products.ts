import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productKeys } from "../../db/schema/imports.ts";
import { productVariants } from "../../db/schema/product-groups.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { editedPriceCents, reducedCents } from "../catalog/admin-products.ts";
import { optionLines } from "../catalog/product-group/group-columns.ts";
import { partColumns } from "../catalog/product-parts.ts";

/** A product as imports compare and write it. */
export type CurrentProduct = Awaited<ReturnType<typeof readCurrent>>[number];

/** Products with these ids or keys, deleted ones excluded, in the order in which transactions lock them. */
export async function readCurrent(db: Db, { ids, keys }: { ids: string[]; keys: string[] }) {
  if (ids.length === 0 && keys.length === 0) return [];
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      isMarkdown: products.isMarkdown,
      brandId: products.brandId,
      categoryId: products.categoryId,
      brand: brands.name,
      category: categories.name,
      priceCents: editedPriceCents,
      reducedCents,
      countInStock: products.countInStock,
      isStockCounted: products.isStockCounted,
      image: products.image,
      publishedAt: products.publishedAt,
      groupId: productVariants.groupId,
      options: optionLines,
      sku: sql<string>`coalesce(${productTrade.sku}, '')`,
      gtin: sql<string>`coalesce(${productTrade.gtin}, '')`,
      mpn: sql<string>`coalesce(${productTrade.mpn}, '')`,
      costCents: productTrade.costCents,
      weightGrams: productTrade.weightGrams,
      lengthMm: productTrade.lengthMm,
      widthMm: productTrade.widthMm,
      heightMm: productTrade.heightMm,
      originCountry: sql<string>`coalesce(${productTrade.originCountry}, '')`,
      hsCode: sql<string>`coalesce(${productTrade.hsCode}, '')`,
      content: sql<string>`coalesce(trim_scale(${productTrade.contentAmount}) || ' ' || ${productTrade.contentUnit} || ' / ' || ${productTrade.unitBasis}, '')`,
      taxClass: sql<string>`coalesce(${productTrade.taxClass}, ${standardTaxClass})`,
      imageAlt: products.imageAlt,
      key: productKeys.key,
      imageSource: productKeys.imageSource,
      moreImages: partColumns.moreImages,
      attributes: partColumns.attributes,
      moreSources: productKeys.moreSources,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productKeys, eq(productKeys.productId, products.id))
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .leftJoin(productVariants, eq(productVariants.productId, products.id))
    .where(and(isNull(products.deletedAt), or(inArray(products.id, ids), inArray(productKeys.key, keys))))
    .orderBy(asc(products.id));
}

/** The same by ids, locked against changes until the transaction ends. */
export async function lockCurrent(tx: Db, ids: string[]): Promise<Map<string, CurrentProduct>> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("no key update");
  return new Map((await readCurrent(tx, { ids, keys: [] })).map((product) => [product.id, product]));
}

/** The state of a product, as files name it. */
export function stateOf({ publishedAt }: { publishedAt: Date | null }): "published" | "draft" {
  return publishedAt === null ? "draft" : "published";
}
