import type { SavedList, SaveProduct } from "@shop/shared/account/saved";
import { fromWire, toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { savedItemsMax } from "@shop/shared/shop";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { products } from "../../db/schema/products.ts";
import { savedItems, sharedLists } from "../../db/schema/saved.ts";
import type { User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import { readSummaries } from "../catalog/summary.ts";
import { isVisible } from "../catalog/visible.ts";

/** What the user has saved, the newest first. */
export async function readSaved(db: Db, { id }: User): Promise<SavedList> {
  const { productId, savedPriceCents, wasInStock } = savedItems;
  const [rows, [shared]] = await Promise.all([
    db
      .select({ productId, savedPriceCents, wasInStock })
      .from(savedItems)
      .where(eq(savedItems.userId, id))
      .orderBy(...newestSavedFirst),
    db.select({ token: sharedLists.token }).from(sharedLists).where(eq(sharedLists.userId, id)),
  ]);
  return {
    productIds: rows.map((row) => row.productId),
    token: shared?.token ?? null,
    whenSaved: rows.flatMap((row) =>
      row.savedPriceCents === null || row.wasInStock === null
        ? []
        : [{ productId: row.productId, price: toWire(row.savedPriceCents), isInStock: row.wasInStock }],
    ),
  };
}

const newestSavedFirst = [desc(savedItems.savedAt), desc(savedItems.productId)];

/** What some products are like now, kept with them so that their customer is told what has changed since. */
async function readNow(tx: Db, ids: readonly string[]) {
  const found = await readSummaries(tx, ids);
  return new Map(
    found.map(({ _id, price, discount, countInStock }) => [
      _id,
      { savedPriceCents: fromWire(discount?.price ?? price), wasInStock: countInStock > 0 },
    ]),
  );
}

/**
 * Saves a product before all others, or at a place of the list; again for one that is saved has no effect. Throws NOT_FOUND,
 * and VALIDATION when the list is full.
 */
export async function saveItem(db: Db, user: User, { productId, place = 0 }: SaveProduct): Promise<SavedList> {
  return changing(db, user, async (tx) => {
    const [product] = await findVisible(tx, [productId]);
    if (product === undefined) throw notFound("Product");
    const saved = await listSavedIds(tx, user.id);
    if (saved.includes(product)) return;
    if (saved.length >= savedItemsMax) {
      throw new DomainError("VALIDATION", `You can save at most ${savedItemsMax} products. Remove one first.`);
    }
    const at = Math.min(place, saved.length);
    const savedAt = timeBetween(user.id, saved[at - 1], saved[at]);
    const now = (await readNow(tx, [product])).get(product);
    await tx
      .insert(savedItems)
      .values({ userId: user.id, productId: product, ...now, ...(savedAt === undefined ? {} : { savedAt }) });
  });
}

/** A time that sorts a product between two others, the newer one first; `undefined` for now, before all others. */
function timeBetween(userId: string, newer: string | undefined, older: string | undefined): SQL<Date> | undefined {
  const timeOf = (id: string) => sql`(
    select ${savedItems.savedAt} from ${savedItems}
    where ${savedItems.userId} = ${userId} and ${savedItems.productId} = ${id}
  )`;
  if (newer === undefined) return undefined;
  if (older === undefined) return sql`${timeOf(newer)} - interval '1 second'`;
  return sql`${timeOf(older)} + (${timeOf(newer)} - ${timeOf(older)}) / 2`;
}

/** Removes a product; one that is not saved has no effect. */
export async function removeItem(db: Db, user: User, productId: string): Promise<SavedList> {
  return changing(db, user, async (tx) => {
    if (!isId(productId)) return;
    await tx.delete(savedItems).where(and(eq(savedItems.userId, user.id), eq(savedItems.productId, productId)));
  });
}

/**
 * Joins what a browser saved before the sign-in, the newest first, with what the user has saved: each product once, and
 * the browser's in front. Products that are gone, and what exceeds the limit, are left out, the oldest of the browser first.
 */
export async function joinItems(db: Db, user: User, productIds: readonly string[]): Promise<SavedList> {
  return changing(db, user, async (tx) => {
    const saved = new Set(await listSavedIds(tx, user.id));
    const visible = await findVisible(tx, productIds);
    const added = visible.filter((id) => !saved.has(id)).slice(0, Math.max(0, savedItemsMax - saved.size));
    if (added.length === 0) return;
    const facts = await readNow(tx, added);
    const now = Date.now();
    const rows = added.map((productId, place) => ({
      userId: user.id,
      productId,
      ...facts.get(productId),
      // A millisecond apart, so that their order stays.
      savedAt: new Date(now - place),
    }));
    await tx.insert(savedItems).values(rows);
  });
}

/** The ids of a user's saved products, the newest first. */
export async function listSavedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: savedItems.productId })
    .from(savedItems)
    .where(eq(savedItems.userId, userId))
    .orderBy(...newestSavedFirst);
  return rows.map(({ id }) => id);
}

/** Those of some products that customers can see, each once and in the order of the ids. */
async function findVisible(tx: Db, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, wanted), isVisible));
  const found = new Set(rows.map(({ id }) => id));
  return wanted.filter((id) => found.has(id));
}

/** Changes a user's list while no other request does, and reads it. */
async function changing(db: Db, user: User, change: (tx: Db) => Promise<void>): Promise<SavedList> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from ${users} where ${users.id} = ${user.id} for no key update`);
    await change(tx);
    return readSaved(tx, user);
  });
}

/** Deletes what an account has saved, and its link. */
export async function deleteSavedOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(savedItems).where(eq(savedItems.userId, userId));
  await tx.delete(sharedLists).where(eq(sharedLists.userId, userId));
}
