import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { collectionBrands, collectionCategories, collections } from "../../db/schema/collections.ts";
import { products } from "../../db/schema/products.ts";
import { categories } from "../../db/schema/terms.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { lockForChange, refuseMerging, type Taxonomy, taxonomies } from "./taxonomy.ts";
import { clearTerm } from "./write-product.ts";

/** Deleted products from which a deleted term is cleared by one statement. */
const clearedMax = 100;

/**
 * Deletes a brand or category and clears it from deleted products. Fails with
 * NOT_FOUND, and with IN_USE while other products have it, other categories are below it or it takes part in a merge, and while a collection's rule names it.
 */
export async function deleteTerm(
  db: Db,
  admin: Editor<"products.write">,
  taxonomy: Taxonomy,
  id: string,
): Promise<void> {
  const { table } = taxonomies[taxonomy];
  await db.transaction((tx) => lockUnused(tx, taxonomy, id));
  await clearDeleted(db, taxonomy, id);
  const remove = () =>
    db.transaction(async (tx) => {
      const { name } = await lockUnused(tx, taxonomy, id);
      // Those that were deleted meanwhile.
      await clearDeleted(tx, taxonomy, id);
      await tx.delete(table).where(eq(table.id, id));
      await recordAct(tx, admin, { act: "deleted", entity: taxonomy, entityId: id, subject: name });
    });
  await retryingConflicts(remove);
}

/** Product updates take a share lock on their terms, so no product can get this one meanwhile. */
async function lockUnused(tx: Db, taxonomy: Taxonomy, id: string) {
  const found = await lockForChange(tx, taxonomy, id);
  await refuseMerging(tx, taxonomy, id);
  const uses = await tx.$count(products, and(eq(taxonomies[taxonomy].reference, id), isNull(products.deletedAt)));
  if (uses > 0) throw new DomainError("IN_USE", `Used by ${uses} ${uses === 1 ? "product" : "products"}`);
  await refuseInRule(tx, taxonomy, found._id);
  const below = taxonomy === "category" ? await tx.$count(categories, eq(categories.parentId, found._id)) : 0;
  if (below > 0) throw new DomainError("IN_USE", `${below} ${below === 1 ? "category is" : "categories are"} below it`);
  return found;
}

/** Without it, the rule of a collection would find other products. */
async function refuseInRule(tx: Db, taxonomy: Taxonomy, id: string): Promise<void> {
  const table = taxonomy === "brand" ? collectionBrands : collectionCategories;
  const [named] = await tx
    .select({ name: collections.name })
    .from(table)
    .innerJoin(collections, eq(collections.id, table.collectionId))
    .where(eq(table.termId, id))
    .limit(1);
  if (named !== undefined) throw new DomainError("IN_USE", `The collection ${named.name} names it`);
}

/** Clears a term from deleted products, some at a time. */
async function clearDeleted(db: Db, taxonomy: Taxonomy, id: string): Promise<void> {
  const isDeleted = and(eq(taxonomies[taxonomy].reference, id), isNotNull(products.deletedAt));
  for (;;) {
    const rows = await db.select({ id: products.id }).from(products).where(isDeleted).limit(clearedMax);
    if (rows.length === 0) return;
    const isOne = and(
      inArray(
        products.id,
        rows.map((row) => row.id),
      ),
      isDeleted,
    );
    await retryingConflicts(() =>
      db.transaction(async (tx) => {
        // Sorted by id, as the return of their units locks deleted products too.
        const locked = await tx
          .select({ id: products.id })
          .from(products)
          .where(isOne)
          .orderBy(products.id)
          .for("no key update");
        await clearTerm(
          tx,
          taxonomy,
          locked.map((row) => row.id),
        );
      }),
    );
  }
}
