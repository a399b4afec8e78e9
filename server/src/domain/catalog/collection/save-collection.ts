import { type Changes, changesBetween } from "@shop/shared/admin/audit";
import type { CollectionDetail, CollectionRule, SaveCollection } from "@shop/shared/catalog/collection";
import { formatMoney, toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { collectionsMax } from "@shop/shared/shop";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import {
  collectionBrands,
  collectionCategories,
  collectionProducts,
  collections,
} from "../../../db/schema/collections.ts";
import { products } from "../../../db/schema/products.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import { lowered } from "../../../db/text.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound, refuseStale, retryingConflicts, violates } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import { termsLock } from "../taxonomy.ts";
import { readRule } from "./find-collection.ts";
import { readCollectionDetail } from "./read-collections.ts";

/**
 * Creates a collection that customers do not see yet, with the first free name of "New collection", "New collection 2" and
 * so on. Fails with IN_USE when there are too many.
 */
export async function createCollection(db: Db, admin: Admin<"products.write">): Promise<CollectionDetail> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
    if ((await tx.$count(collections)) >= collectionsMax)
      throw new DomainError("IN_USE", `A shop can have at most ${collectionsMax} collections. Delete one first.`);
    const { rows } = await tx.execute<{ name: string }>(sql`
      select name from (
        select n, case when n = 1 then 'New collection' else 'New collection ' || n end as name
        from generate_series(1, ${collectionsMax + 1}::int) n
      ) candidates
      where not exists (
        select from ${collections} taken where ${lowered(sql`taken.name`)} = ${lowered(sql`candidates.name`)})
      order by n limit 1`);
    const id = uuidv7();
    const name = rows[0]?.name ?? `New collection ${id}`;
    await tx.insert(collections).values({ id, name });
    await recordAct(tx, admin, { act: "created", entity: "collection", entityId: id, subject: name });
    return readCollectionDetail(tx, admin, id);
  });
}

/**
 * Saves all of a collection. Fails with NOT_FOUND, with NAME_TAKEN when another one has the name in any case, with STALE
 * when it has changed since the version of `input`, and with VALIDATION when a product, brand or category is gone.
 */
export async function saveCollection(
  db: Db,
  admin: Admin<"products.write">,
  id: string,
  input: SaveCollection,
): Promise<CollectionDetail> {
  try {
    return await retryingConflicts(() => db.transaction((tx) => saveIn(tx, admin, id, input)));
  } catch (error) {
    if (!violates(error, "collections_name_key")) throw error;
    const message = "Collection already exists";
    throw new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  }
}

async function saveIn(
  tx: Db,
  admin: Admin<"products.write">,
  id: string,
  input: SaveCollection,
): Promise<CollectionDetail> {
  const found = await lockCollection(tx, id);
  refuseStale(found, input);
  const before = await toAudited(tx, found);
  await refuseGone(tx, input);
  const { name, description, image, imageAlt, menuPosition, isPublished, kind } = input;
  const { attributes, minPrice, maxPrice, newWithinDays, isOnSale } = input;
  const [saved] = await tx
    .update(collections)
    .set({
      name,
      description,
      image,
      imageAlt,
      menuPosition,
      isPublished,
      kind,
      attributes,
      newWithinDays,
      isOnSale,
      minPriceCents: minPrice,
      maxPriceCents: maxPrice,
      version: found.version + 1,
      updatedAt: new Date(),
    })
    .where(eq(collections.id, found.id))
    .returning();
  if (saved === undefined) throw new Error("a locked collection is gone");
  await writeParts(tx, found.id, input);
  const after = await toAudited(tx, saved);
  const act = isPublished && !found.isPublished ? "published" : "updated";
  const changes: Changes = changesBetween(before, after, auditedFields);
  await recordAct(tx, admin, { act, entity: "collection", entityId: found.id, subject: saved.name, changes });
  return readCollectionDetail(tx, admin, found.id);
}

/** Deletes a collection; its products stay. Fails with NOT_FOUND. */
export async function deleteCollection(db: Db, admin: Admin<"products.write">, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { id: found, name } = await lockCollection(tx, id);
    await tx.delete(collections).where(eq(collections.id, found));
    await recordAct(tx, admin, { act: "deleted", entity: "collection", entityId: found, subject: name });
  });
}

async function lockCollection(tx: Db, id: string) {
  const [locked] = isId(id)
    ? await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, id)).for("update")
    : [];
  const [found] = locked === undefined ? [] : await tx.select().from(collections).where(eq(collections.id, locked.id));
  if (found === undefined) throw notFound("Collection");
  return found;
}

/** Products are only pointed at, so that no lock of them is needed. */
async function refuseGone(tx: Db, { productIds, brandIds, categoryIds }: SaveCollection): Promise<void> {
  const living = (ids: readonly string[]) => and(inArray(products.id, [...ids]), isNull(products.deletedAt));
  await refuseUnknown(productIds, "productIds", (ids) => tx.$count(products, living(ids)));
  await refuseUnknown(brandIds, "brandIds", (ids) => tx.$count(brands, inArray(brands.id, ids)));
  await refuseUnknown(categoryIds, "categoryIds", (ids) => tx.$count(categories, inArray(categories.id, ids)));
}

async function refuseUnknown(ids: string[], path: string, countOf: (ids: string[]) => Promise<number>): Promise<void> {
  if (ids.length === 0) return;
  if (ids.every(isId) && (await countOf(ids)) === ids.length) return;
  const message = "One of them does not exist any more. Please load the page again.";
  throw new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}

async function writeParts(
  tx: Db,
  collectionId: string,
  { productIds, brandIds, categoryIds }: SaveCollection,
): Promise<void> {
  await tx.delete(collectionProducts).where(eq(collectionProducts.collectionId, collectionId));
  if (productIds.length > 0) {
    const values = productIds.map((productId, place) => ({ collectionId, productId, position: place + 1 }));
    await tx.insert(collectionProducts).values(values);
  }
  for (const [table, ids] of [
    [collectionBrands, brandIds],
    [collectionCategories, categoryIds],
  ] as const) {
    await tx.delete(table).where(eq(table.collectionId, collectionId));
    if (ids.length > 0) await tx.insert(table).values(ids.map((termId) => ({ collectionId, termId })));
  }
}

const auditedFields = [
  ...(["name", "description", "image", "imageAlt", "menuPosition", "isPublished", "kind"] as const),
  ...(["products", "rule"] as const),
];

/** A collection as the audit names it: the number of its products, and its rule in words. */
async function toAudited(tx: Db, found: typeof collections.$inferSelect) {
  const { name, description, image, imageAlt, menuPosition, isPublished, kind } = found;
  return {
    name,
    description,
    image,
    imageAlt,
    menuPosition,
    isPublished,
    kind,
    products: await tx.$count(collectionProducts, eq(collectionProducts.collectionId, found.id)),
    rule: await inWords(tx, await readRule(tx, found)),
  };
}

async function inWords(tx: Db, rule: CollectionRule): Promise<string> {
  const { brandIds, categoryIds, attributes, minPrice, maxPrice, newWithinDays, isOnSale } = rule;
  const namesOf = async (table: typeof brands | typeof categories, ids: string[]) => {
    const rows =
      ids.length === 0 ? [] : await tx.select({ name: table.name }).from(table).where(inArray(table.id, ids));
    return rows.map(({ name }) => name).toSorted();
  };
  return [
    ...(await namesOf(brands, brandIds)),
    ...(await namesOf(categories, categoryIds)),
    ...attributes,
    ...(minPrice === null ? [] : [`from ${formatMoney(toWire(minPrice))}`]),
    ...(maxPrice === null ? [] : [`up to ${formatMoney(toWire(maxPrice))}`]),
    ...(newWithinDays === null ? [] : [`new within ${newWithinDays} days`]),
    ...(isOnSale ? ["on sale"] : []),
  ].join(", ");
}
