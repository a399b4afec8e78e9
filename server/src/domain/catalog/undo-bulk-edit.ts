import type { UndoneBulk } from "@shop/shared/catalog/product-editing";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type BulkFields, type BulkUndoRow, bulkEdits } from "../../db/schema/bulk-edits.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { retryingLocks } from "../base/locks.ts";
import { fieldsOf, isSame } from "./bulk-edit.ts";
import { type LockedTerms, lockTermsOf, restoreProductIn } from "./delete-product.ts";
import { countedSinceEdit } from "./history/counted-stock.ts";
import { changeProducts, type EditedProduct, lockProducts, type ProductChange } from "./update-product.ts";
import { clampStock } from "./write-product.ts";

type Left = UndoneBulk["left"][number];
type Done = Pick<typeof bulkEdits.$inferSelect, "changed" | "editId">;
type Change = { before: EditedProduct; change: ProductChange };

/**
 * Puts back what a bulk act changed: fields as they were, the stock by the difference, so that sales stay, and deleted
 * products with their ids. Products that were changed since, or whose stock was counted since, stay and are named. Idempotent. Fails with
 * NOT_FOUND if the act is unknown or too old.
 */
export async function undoBulkEdit(db: Db, admin: Admin<"products.write">, key: string): Promise<UndoneBulk> {
  const undo = () =>
    db.transaction(async (tx) => {
      const [found] = await tx.select().from(bulkEdits).where(eq(bulkEdits.key, key)).for("update");
      if (found === undefined) throw notFound("Act");
      if (found.undone !== null) return found.undone;
      const undone = await putBack(tx, admin, found);
      await tx.update(bulkEdits).set({ undone }).where(eq(bulkEdits.key, key));
      return undone;
    });
  return retryingLocks(() => retryingConflicts(undo));
}

/** In the order of the ids, in which they were changed. */
async function putBack(tx: Db, admin: Admin<"products.write">, { changed: rows, editId }: Done): Promise<UndoneBulk> {
  const terms = await lockTerms(tx, rows);
  const deleted = rows.flatMap(({ id, before }) => (before === null ? [id] : []));
  const formerTerms = deleted.length === 0 ? new Set<string>() : await lockTermsOf(tx, deleted);
  const found = await lockProducts(
    tx,
    rows.flatMap(({ id, before }) => (before === null ? [] : [id])),
  );
  const counted = await countedSinceEdit(tx, editId, [...found.keys()]);
  const changes: Change[] = [];
  const left: Left[] = [];
  for (const { id, name, before, after } of rows) {
    const back =
      before === null
        ? await restore(tx, admin, id, formerTerms)
        : after.countInStock !== undefined && counted.has(id)
          ? "its stock was counted since"
          : changeBack(found.get(id), { before, after }, terms);
    if (typeof back === "string") left.push({ id, name, reason: back });
    else if (back !== undefined) changes.push(back);
  }
  await changeProducts(tx, admin, changes);
  return { restored: rows.length - left.length, left };
}

/** Brings a deleted product back. Returns why it is left as it is, or nothing. */
async function restore(
  tx: Db,
  admin: Admin<"products.write">,
  id: string,
  terms: LockedTerms,
): Promise<string | undefined> {
  try {
    await restoreProductIn(tx, admin, id, terms);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.kind === "NOT_FOUND" ? "it was deleted since" : error.message;
  }
  return undefined;
}

/** Locks the brands and categories that are put back. Returns the ids of those that still exist. */
async function lockTerms(tx: Db, rows: readonly BulkUndoRow[]): Promise<LockedTerms> {
  const found = new Set<string>();
  for (const [table, field] of [
    [brands, "brandId"],
    [categories, "categoryId"],
  ] as const) {
    const ids = [...new Set(rows.flatMap(({ before }) => before?.[field] ?? []))];
    if (ids.length === 0) continue;
    const terms = await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(table.id)
      .for("share");
    for (const { id } of terms) found.add(id);
  }
  return found;
}

/** The change that puts a product back, or why it is left as it is. */
function changeBack(
  found: EditedProduct | undefined,
  { before, after }: { before: BulkFields; after: BulkFields },
  terms: LockedTerms,
): Change | string {
  if (!isThere(before.brandId, terms)) return "its brand was deleted";
  if (!isThere(before.categoryId, terms)) return "its category was deleted";
  if (found === undefined) return "it was deleted since";
  const { countInStock: _stock, ...others } = after;
  if (!isSame(fieldsOf(found, others), others)) return "it was changed since";
  const { publishedAt, countInStock, ...same } = before;
  const stock = found.countInStock + (countInStock ?? 0) - (after.countInStock ?? 0);
  const change = {
    ...same,
    ...(publishedAt !== undefined && { publishedAt: publishedAt === null ? null : new Date(publishedAt) }),
    ...(countInStock !== undefined && { countInStock: clampStock(stock) }),
  };
  return { before: found, change };
}

function isThere(id: string | undefined, terms: LockedTerms): boolean {
  return id === undefined || terms.has(id);
}
