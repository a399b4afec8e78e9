import type { CollectionRule } from "@shop/shared/catalog/collection";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import {
  collectionBrands,
  collectionCategories,
  collections,
  formerCollectionSlugs,
} from "../../../db/schema/collections.ts";

/** The published collection with a slug now, or else the one that had it before. */
export async function findShown(db: Db, slug: string): Promise<typeof collections.$inferSelect | undefined> {
  const wanted = slug.toLowerCase();
  const { termId } = formerCollectionSlugs;
  const former = db.select({ id: termId }).from(formerCollectionSlugs).where(eq(formerCollectionSlugs.slug, wanted));
  const [found] = await db
    .select()
    .from(collections)
    .where(and(collections.isPublished, or(eq(collections.slug, wanted), inArray(collections.id, former))))
    .orderBy(sql`${collections.slug} = ${wanted} desc`)
    .limit(1);
  return found;
}

/** The rule of a collection. */
export async function readRule(tx: Db, collection: typeof collections.$inferSelect): Promise<CollectionRule> {
  const idsIn = async (table: typeof collectionBrands | typeof collectionCategories) => {
    const rows = await tx.select({ id: table.termId }).from(table).where(eq(table.collectionId, collection.id));
    return rows.map(({ id }) => id);
  };
  const { attributes, minPriceCents, maxPriceCents, newWithinDays, isOnSale } = collection;
  return {
    brandIds: await idsIn(collectionBrands),
    categoryIds: await idsIn(collectionCategories),
    attributes,
    minPrice: minPriceCents,
    maxPrice: maxPriceCents,
    newWithinDays,
    isOnSale,
  };
}
