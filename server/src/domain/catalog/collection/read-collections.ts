import type { Collection, CollectionDetail, CollectionLine } from "@shop/shared/catalog/collection";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { collectionProducts, collections } from "../../../db/schema/collections.ts";
import { products } from "../../../db/schema/products.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { lowered } from "../../../db/text.ts";
import type { Admin } from "../../base/actor.ts";
import { notFound } from "../../base/errors.ts";
import { fullNameColumn } from "../product-group/group-columns.ts";
import { isVisible } from "../visible.ts";
import { readRule } from "./find-collection.ts";

const inMenu = [sql`${collections.menuPosition} asc nulls last`, asc(lowered(collections.name))];

/** All collections that customers see, in the order of the menu. */
export async function listCollections(db: Db): Promise<Collection[]> {
  const { id, name, slug, description, image } = collections;
  return db
    .select({ _id: id, name, slug, description, image })
    .from(collections)
    .where(eq(collections.isPublished, true))
    .orderBy(...inMenu);
}

/** All collections, in the order of the menu. */
export async function listAllCollections(db: Db, _admin: Admin<"products.read">): Promise<CollectionLine[]> {
  const { id, name, slug, kind, isPublished } = collections;
  const chosen = db
    .select({ collectionId: collectionProducts.collectionId, count: count().as("count") })
    .from(collectionProducts)
    .groupBy(collectionProducts.collectionId)
    .as("chosen");
  const amount = sql<number>`coalesce(${chosen.count}, 0)::int`;
  return db
    .select({ _id: id, name, slug, kind, isPublished, products: amount })
    .from(collections)
    .leftJoin(chosen, eq(chosen.collectionId, collections.id))
    .orderBy(...inMenu);
}

/** One collection with all that an admin can change. Fails with NOT_FOUND. */
export async function readCollectionDetail(
  db: Db,
  _admin: Admin<"products.read">,
  id: string,
): Promise<CollectionDetail> {
  const [found] = isId(id) ? await db.select().from(collections).where(eq(collections.id, id)) : [];
  if (found === undefined) throw notFound("Collection");
  const { name, slug, description, image, imageAlt, menuPosition, isPublished, kind, version, updatedAt } = found;
  const { attributes, minPrice, maxPrice, newWithinDays, isOnSale, brandIds, categoryIds } = await readRule(db, found);
  const inWire = (cents: number | null) => (cents === null ? null : toWire(cents));
  return {
    _id: found.id,
    name,
    slug,
    description,
    image,
    imageAlt,
    menuPosition,
    isPublished,
    kind,
    version,
    products: await listChosen(db, found.id),
    brands: await namesOf(db, brands, brandIds),
    categories: await namesOf(db, categories, categoryIds),
    attributes,
    minPrice: inWire(minPrice),
    maxPrice: inWire(maxPrice),
    newWithinDays,
    isOnSale,
    updatedAt: updatedAt.toISOString(),
  };
}

async function namesOf(db: Db, table: typeof brands | typeof categories, ids: string[]) {
  if (ids.length === 0) return [];
  const { id, name } = table;
  return db
    .select({ _id: id, name })
    .from(table)
    .where(inArray(id, ids))
    .orderBy(asc(lowered(name)));
}

/** The products that were chosen by hand, in their order. Deleted ones are left out. */
function listChosen(db: Db, collectionId: string): Promise<CollectionDetail["products"]> {
  return db
    .select({
      _id: products.id,
      name: fullNameColumn,
      image: products.image,
      isShown: sql<boolean>`${isVisible}`,
    })
    .from(collectionProducts)
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(sql`${eq(collectionProducts.collectionId, collectionId)} and ${products.deletedAt} is null`)
    .orderBy(asc(collectionProducts.position));
}
