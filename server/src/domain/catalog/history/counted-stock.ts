import { and, eq, gt, gte, inArray, ne, notInArray, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Db } from "../../../db/client.ts";
import { productHistory } from "../../../db/schema/product-history.ts";

/** By how many units a change of the history counted the stock differently. Sales are not in the history. */
const unitsOf = (changes: AnyPgColumn) =>
  sql<number>`sum((${changes}->'countInStock'->>1)::int - (${changes}->'countInStock'->>0)::int)::int`;
const hasStock = (changes: AnyPgColumn) => sql`${changes} ? 'countInStock'`;

/**
 * By how many units others have counted the stock of products differently since an edit, by product. Products whose
 * stock has only sold since are absent. The caller has locked the products if it writes.
 */
export async function countedSinceEdit(
  db: Db,
  editId: string | null,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (editId === null || productIds.length === 0) return new Map();
  const later = alias(productHistory, "later");
  const isLater = and(
    eq(later.productId, productHistory.productId),
    gt(later.number, productHistory.number),
    ne(later.editId, productHistory.editId),
    hasStock(later.changes),
  );
  const rows = await db
    .select({ productId: productHistory.productId, units: unitsOf(later.changes) })
    .from(productHistory)
    .innerJoin(later, isLater)
    .where(and(eq(productHistory.editId, editId), inArray(productHistory.productId, [...productIds])))
    .groupBy(productHistory.productId);
  return new Map(rows.flatMap(({ productId, units }) => (units === 0 ? [] : [[productId, units] as const])));
}

/** The same since a time, without some edits. */
export async function countedSinceTime(
  db: Db,
  { since, without }: { since: Date; without: readonly string[] },
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (productIds.length === 0) return new Set();
  const isLater = and(
    inArray(productHistory.productId, [...productIds]),
    gte(productHistory.recordedAt, since),
    notInArray(productHistory.editId, [...without]),
    hasStock(productHistory.changes),
  );
  const rows = await db
    .select({ productId: productHistory.productId, units: unitsOf(productHistory.changes) })
    .from(productHistory)
    .where(isLater)
    .groupBy(productHistory.productId);
  return new Set(rows.flatMap(({ productId, units }) => (units === 0 ? [] : [productId])));
}

/** The same for one product since a change of a number. */
export async function countedSinceChange(db: Db, productId: string, number: number): Promise<number> {
  const isLater = and(
    eq(productHistory.productId, productId),
    gt(productHistory.number, number),
    hasStock(productHistory.changes),
  );
  const [found] = await db
    .select({ units: unitsOf(productHistory.changes) })
    .from(productHistory)
    .where(isLater);
  return found?.units ?? 0;
}

/** The edit of the history that the changes of this transaction belong to; null before the first of them. */
export async function currentEditId(tx: Db): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string | null }>(
    sql`select nullif(current_setting('shop.product_edit', true), '') as id`,
  );
  return rows[0]?.id ?? null;
}
