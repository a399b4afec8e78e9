import type { GroupDetail } from "@shop/shared/catalog/product-group";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../../db/client.ts";
import { productGroups, productVariants } from "../../../db/schema/product-groups.ts";
import { productTrade } from "../../../db/schema/product-trade.ts";
import { products } from "../../../db/schema/products.ts";
import type { Admin } from "../../base/actor.ts";
import { notFound } from "../../base/errors.ts";
import { editedPriceCents, isNotDeleted, requireProduct } from "../admin-products.ts";
import { optionsOf, placesOf } from "./group-columns.ts";

/** The group of a product with all variants that are not deleted, drafts included; `null` without one. Fails with NOT_FOUND. */
export async function readGroup(db: Db, admin: Admin<"products.read">, id: string): Promise<GroupDetail | null> {
  await requireProduct(db, admin, id);
  const group = await findGroup(db, id);
  if (group === undefined) return null;
  const rows = await db
    .select({
      _id: products.id,
      name: products.name,
      image: products.image,
      values: placesOf(sql`${productVariants}`),
      priceCents: products.priceCents,
      editedCents: editedPriceCents,
      countInStock: products.countInStock,
      isStockCounted: products.isStockCounted,
      sku: sql<string>`coalesce(${productTrade.sku}, '')`,
      version: products.version,
      publishedAt: products.publishedAt,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .where(and(eq(productVariants.groupId, group.id), isNotDeleted))
    .orderBy(asc(productVariants.position));
  return {
    version: group.version,
    name: group.name,
    options: group.options,
    variants: rows.map(({ priceCents, editedCents, publishedAt, ...row }) => ({
      ...row,
      price: toWire(priceCents),
      editedPrice: toWire(editedCents),
      isDraft: publishedAt === null,
    })),
    defaultId: group.defaultProductId,
    sizeGuide: group.sizeGuide,
  };
}

/** The group that a product is in, without its variants. */
export async function findGroup(db: Db, productId: string) {
  if (!isId(productId)) throw notFound("Product");
  const own = alias(productVariants, "own");
  const [group] = await db
    .select({
      id: productGroups.id,
      name: productGroups.name,
      version: productGroups.version,
      defaultProductId: productGroups.defaultProductId,
      sizeGuide: productGroups.sizeGuide,
      options: optionsOf(sql`${productGroups.id}`),
    })
    .from(own)
    .innerJoin(productGroups, eq(productGroups.id, own.groupId))
    .where(eq(own.productId, productId));
  return group;
}
