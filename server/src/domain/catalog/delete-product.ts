import { isId } from "@shop/shared/query";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import type { Editor } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, retryingConflicts } from "../errors.ts";
import { isNotDeleted } from "./admin-products.ts";

/** Marks a product as deleted. Orders keep their lines with it. Fails with NOT_FOUND. */
export async function deleteProduct(db: Db, admin: Editor, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Product");
  await db.transaction((tx) => deleteProductIn(tx, admin, id));
}

/** The same in a transaction of the caller, for an id of the right form. Returns the product's name. */
export async function deleteProductIn(tx: Db, admin: Editor, id: string): Promise<string> {
  const now = new Date();
  const [deleted] = await tx
    .update(products)
    .set({ deletedAt: now, updatedAt: now, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), isNotDeleted))
    .returning({ id: products.id, name: products.name });
  if (deleted === undefined) throw notFound("Product");
  await recordAct(tx, admin, { act: "deleted", entity: "product", entityId: deleted.id, subject: deleted.name });
  return deleted.name;
}

/**
 * Brings a deleted product back as it was: its row, images, attributes and reviews were kept. Does nothing if it is not
 * deleted. Fails with NOT_FOUND, and with IN_USE if its brand or category was deleted meanwhile.
 */
export async function restoreProduct(db: Db, admin: Editor, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Product");
  const restore = () =>
    db.transaction(async (tx) => {
      await lockTermsOf(tx, [id]);
      await restoreProductIn(tx, admin, id);
    });
  await retryingConflicts(restore);
}

/** Locks the brands and categories of products, so that they are not deleted meanwhile. Terms before products. */
export async function lockTermsOf(tx: Db, productIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param(productIds)}::uuid[]`;
  for (const [table, reference] of [
    [brands, products.brandId],
    [categories, products.categoryId],
  ] as const) {
    await tx.execute(sql`
      select from ${table} where id in (select ${reference} from ${products} where ${products.id} = any(${ids}))
      order by id for share`);
  }
}

/** Restores one product in a transaction of the caller, which has called `lockTermsOf`. */
export async function restoreProductIn(tx: Db, admin: Editor, id: string): Promise<void> {
  const { name, brandId, categoryId, deletedAt, version } = products;
  const [found] = await tx
    .select({ name, brandId, categoryId, deletedAt, version })
    .from(products)
    .where(eq(products.id, id))
    .for("no key update");
  if (found === undefined) throw notFound("Product");
  if (found.deletedAt === null) return;
  if (found.brandId === null || found.categoryId === null) {
    const gone = found.brandId === null ? "brand" : "category";
    throw new DomainError("IN_USE", `${found.name} cannot come back, because its ${gone} was deleted`);
  }
  await tx
    .update(products)
    .set({ deletedAt: null, updatedAt: new Date(), version: found.version + 1 })
    .where(eq(products.id, id));
  await recordAct(tx, admin, { act: "restored", entity: "product", entityId: id, subject: found.name });
}
