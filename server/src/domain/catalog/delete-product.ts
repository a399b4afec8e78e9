import { isId } from "@shop/shared/query";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { Editor } from "../base/actor.ts";
import { DomainError, notFound, Overtaken, retryingConflicts } from "../base/errors.ts";
import { recordAct, recordActs } from "../base/record-act.ts";
import { lockProducts } from "./update-product.ts";
import { editProducts } from "./write-product.ts";

/** Marks a product as deleted. Orders keep their lines with it. Fails with NOT_FOUND. */
export async function deleteProduct(db: Db, admin: Editor<"products.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Product");
  await db.transaction(async (tx) => {
    const found = (await lockProducts(tx, [id])).get(id);
    if (found === undefined) throw notFound("Product");
    await deleteProducts(tx, admin, [found]);
  });
}

/** The same for several, in a transaction of the caller, who has locked them. */
export async function deleteProducts(
  tx: Db,
  admin: Editor<"products.write">,
  deleted: readonly { id: string; name: string }[],
): Promise<void> {
  const deletedAt = new Date();
  await editProducts(
    tx,
    deleted.map(({ id }) => ({ id, deletedAt })),
  );
  await recordActs(
    tx,
    admin,
    deleted.map(({ id, name }) => ({ act: "deleted", entity: "product", entityId: id, subject: name })),
  );
}

/**
 * Brings a deleted product back as it was: its row, images, attributes and reviews were kept. Does nothing if it is not
 * deleted. Fails with NOT_FOUND, and with IN_USE if its brand or category was deleted meanwhile.
 */
export async function restoreProduct(db: Db, admin: Editor<"products.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Product");
  const restore = () =>
    db.transaction(async (tx) => {
      const terms = await lockTermsOf(tx, [id]);
      await restoreProductIn(tx, admin, id, terms);
    });
  await retryingConflicts(restore);
}

/** Brands and categories that are locked, so that they are not deleted meanwhile. */
export type LockedTerms = ReadonlySet<string>;

/**
 * Locks the brands and categories that products have. Terms before products: a product may get others until it is locked,
 * which `requireLocked` finds out.
 */
export async function lockTermsOf(tx: Db, productIds: readonly string[]): Promise<LockedTerms> {
  const { brandId, categoryId } = products;
  const found = await tx
    .selectDistinct({ brandId, categoryId })
    .from(products)
    .where(inArray(products.id, [...productIds]));
  const locked = new Set<string>();
  for (const [table, ids] of [
    [brands, found.flatMap((product) => product.brandId ?? [])],
    [categories, found.flatMap((product) => product.categoryId ?? [])],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(table.id)
      .for("share");
    for (const { id } of rows) locked.add(id);
  }
  return locked;
}

/** Throws Overtaken if a locked product has another brand or category than those that were locked before it. */
export function requireLocked(
  { brandId, categoryId }: { brandId: string | null; categoryId: string | null },
  terms: LockedTerms,
): void {
  const isLocked = (id: string | null) => id === null || terms.has(id);
  if (!isLocked(brandId) || !isLocked(categoryId)) throw new Overtaken("the product got another brand or category");
}

/** Restores one product in a transaction of the caller, which has called `lockTermsOf`. Throws Overtaken. */
export async function restoreProductIn(
  tx: Db,
  admin: Editor<"products.write">,
  id: string,
  terms: LockedTerms,
): Promise<void> {
  const { name, brandId, categoryId, deletedAt } = products;
  const [found] = await tx
    .select({ name, brandId, categoryId, deletedAt })
    .from(products)
    .where(eq(products.id, id))
    .for("no key update");
  if (found === undefined) throw notFound("Product");
  if (found.deletedAt === null) return;
  requireLocked(found, terms);
  if (found.brandId === null || found.categoryId === null) {
    const gone = found.brandId === null ? "brand" : "category";
    throw new DomainError("IN_USE", `${found.name} cannot come back, because its ${gone} was deleted`);
  }
  await editProducts(tx, [{ id, deletedAt: null }]);
  await recordAct(tx, admin, { act: "restored", entity: "product", entityId: id, subject: found.name });
}
