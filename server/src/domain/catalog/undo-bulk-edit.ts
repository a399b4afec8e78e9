import type { UndoneBulk } from "@shop/shared/product-editing";
import { stockMax } from "@shop/shared/shop";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type BulkFields, type BulkUndoRow, bulkEdits } from "../../db/schema/bulk-edits.ts";
import { brands, categories } from "../../db/schema/catalog.ts";
import type { Admin } from "../account/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../errors.ts";
import { fieldsOf, isSame } from "./bulk-edit.ts";
import { lockTermsOf, restoreProductIn } from "./delete-product.ts";
import { changeProduct, type ProductChange } from "./update-product.ts";

type Left = UndoneBulk["left"][number];

/**
 * Puts back what a bulk act changed: fields as they were, the stock by the difference, so that sales stay, and deleted
 * products with their ids. Products that were changed since stay as they are and are named. Idempotent. Fails with
 * NOT_FOUND if the act is unknown or too old.
 */
export async function undoBulkEdit(db: Db, admin: Admin, key: string): Promise<UndoneBulk> {
  const undo = () =>
    db.transaction(async (tx) => {
      const [found] = await tx.select().from(bulkEdits).where(eq(bulkEdits.key, key)).for("update");
      if (found === undefined) throw notFound("Act");
      if (found.undone !== null) return found.undone;
      const undone = await putBack(tx, admin, found.changed);
      await tx.update(bulkEdits).set({ undone }).where(eq(bulkEdits.key, key));
      return undone;
    });
  return retryingConflicts(undo);
}

/** In the order of the ids, in which they were changed. */
async function putBack(tx: Db, admin: Admin, rows: readonly BulkUndoRow[]): Promise<UndoneBulk> {
  const terms = await lockTerms(tx, rows);
  const deleted = rows.flatMap(({ id, before }) => (before === null ? [id] : []));
  if (deleted.length > 0) await lockTermsOf(tx, deleted);
  const left: Left[] = [];
  for (const row of rows) {
    const reason = await putBackOne(tx, admin, row, terms);
    if (reason !== undefined) left.push({ id: row.id, name: row.name, reason });
  }
  return { restored: rows.length - left.length, left };
}

/** Locks the brands and categories that are put back. Returns the ids of those that still exist. */
async function lockTerms(tx: Db, rows: readonly BulkUndoRow[]): Promise<ReadonlySet<string>> {
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

/** Returns why a product is left as it is, or nothing. */
async function putBackOne(
  tx: Db,
  admin: Admin,
  { id, before, after }: BulkUndoRow,
  terms: ReadonlySet<string>,
): Promise<string | undefined> {
  if (before !== null && !isThere(before.brandId, terms)) return "its brand was deleted";
  if (before !== null && !isThere(before.categoryId, terms)) return "its category was deleted";
  let isChanged = false;
  try {
    if (before === null) {
      await restoreProductIn(tx, admin, id);
      return undefined;
    }
    await changeProduct(tx, admin, id, (found) => {
      const back = changeBack(found.countInStock, before, after);
      const { countInStock: _stock, ...others } = after;
      isChanged = !isSame(fieldsOf(found, others), others);
      return isChanged ? undefined : back;
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.kind === "NOT_FOUND" ? "it was deleted since" : error.message;
  }
  return isChanged ? "it was changed since" : undefined;
}

function isThere(id: string | undefined, terms: ReadonlySet<string>): boolean {
  return id === undefined || terms.has(id);
}

function changeBack(count: number, before: BulkFields, after: BulkFields): ProductChange {
  const { publishedAt, countInStock, ...others } = before;
  const stock = count + (countInStock ?? 0) - (after.countInStock ?? 0);
  return {
    ...others,
    ...(publishedAt !== undefined && { publishedAt: publishedAt === null ? null : new Date(publishedAt) }),
    ...(countInStock !== undefined && { countInStock: Math.min(stockMax, Math.max(0, stock)) }),
  };
}
