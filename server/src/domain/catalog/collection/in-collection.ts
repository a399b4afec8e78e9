import type { CollectionRule } from "@shop/shared/catalog/collection";
import { isId } from "@shop/shared/query";
import { and, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { collectionProducts, collections } from "../../../db/schema/collections.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { products } from "../../../db/schema/products.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { categoriesWithin } from "../category-tree.ts";
import { allOf, attributeConditions, isBetween, isOneOf } from "../facet-conditions.ts";
import { isVisible } from "../visible.ts";
import { findShown, readRule } from "./find-collection.ts";

/** Whether a product is in a collection, as a condition for rows of `product_facets`. */
export type InCollection = {
  isMember: SQL;
  /** The collection whose products were chosen by hand, in an order of their own. */
  pickedIn: string | undefined;
};

/** What is in the published collection with a slug, now or formerly. Nothing is in an unknown one. */
export async function readInCollection(tx: Db, slug: string): Promise<InCollection> {
  const found = await findShown(tx, slug);
  if (found === undefined) return { isMember: sql`false`, pickedIn: undefined };
  if (found.kind === "hand") return { isMember: isPicked(found.id), pickedIn: found.id };
  return { isMember: await meetsRule(tx, await readRule(tx, found)), pickedIn: undefined };
}

/**
 * Which of some collections each of some products is in, whether customers see the collections or not. Products that are not
 * on sale are in none.
 */
export async function findCollectionsOf(
  db: Db,
  productIds: readonly string[],
  collectionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const of = new Map<string, string[]>();
  if (collectionIds.length === 0) return of;
  const found = await db
    .select()
    .from(collections)
    .where(inArray(collections.id, [...collectionIds]));
  for (const collection of found) {
    const isMember =
      collection.kind === "hand" ? isPicked(collection.id) : await meetsRule(db, await readRule(db, collection));
    const { productId } = productFacets;
    const members = await db
      .select({ productId })
      .from(productFacets)
      .where(and(inArray(productId, [...productIds]), isMember));
    for (const member of members) of.set(member.productId, [...(of.get(member.productId) ?? []), collection.id]);
  }
  return of;
}

/** A product that was chosen by hand stands for all of its group. */
function isPicked(collectionId: string): SQL {
  const ofCollection = sql`p.collection_id = ${collectionId}`;
  return sql`${productFacets.productId} in (
    select p.product_id from ${collectionProducts} p where ${ofCollection}
    union all
    select other.product_id from ${collectionProducts} p join ${productFacets} own on own.product_id = p.product_id
      join ${productFacets} other on other.group_id = own.group_id where ${ofCollection})`;
}

/** The entries of a collection that was chosen by hand, each with its place and the products that were chosen of it. */
export function pickedEntries(collectionId: string): SQL {
  return sql`(
    select coalesce(own.group_id, own.product_id) as entry, min(p.position) as position, array_agg(p.product_id) as picked_ids
    from ${collectionProducts} p join ${productFacets} own on own.product_id = p.product_id
    where p.collection_id = ${collectionId} group by 1)`;
}

/** Whether a product meets a rule. None meets one that asks for nothing. */
export async function meetsRule(tx: Db, rule: CollectionRule): Promise<SQL> {
  const { brandIds, categoryIds, attributes, minPrice, maxPrice, newWithinDays, isOnSale } = rule;
  const conditions: SQL[] = [...attributeConditions(attributes).values()];
  if (brandIds.length > 0) {
    const known = brandIds.filter(isId);
    const rows = await tx.select({ number: brands.number }).from(brands).where(inArray(brands.id, known));
    conditions.push(isOneOf(productFacets.brandNumber, numbersOf(rows)));
  }
  if (categoryIds.length > 0) {
    const within = categoryIds.filter(isId).map((id) => sql`${categories.id} in ${categoriesWithin(id)}`);
    const isNamed = sql.join([sql`false`, ...within], sql` or `);
    const rows = await tx.select({ number: categories.number }).from(categories).where(isNamed);
    conditions.push(isOneOf(productFacets.categoryNumber, numbersOf(rows)));
  }
  if (minPrice !== null || maxPrice !== null)
    conditions.push(isBetween({ minCents: minPrice ?? 0, maxCents: maxPrice ?? undefined }));
  if (newWithinDays !== null)
    conditions.push(sql`${productFacets.createdAt} > now() - make_interval(days => ${newWithinDays}::int)`);
  if (isOnSale) {
    const reduced = and(
      isNotNull(products.plannedPriceId),
      sql`${products.regularPriceCents} > ${products.priceCents}`,
    );
    conditions.push(
      sql`${productFacets.productId} in (select ${products.id} from ${products} where ${and(reduced, isVisible)})`,
    );
  }
  return conditions.length === 0 ? sql`false` : allOf(conditions);
}

const numbersOf = (rows: readonly { number: number }[]) => rows.map(({ number }) => number);
