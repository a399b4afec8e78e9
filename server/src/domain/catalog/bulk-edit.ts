import { createHash } from "node:crypto";
import { changePrice } from "@shop/shared/catalog/price-change";
import type { BulkAct, BulkEdit, BulkResult } from "@shop/shared/catalog/product-editing";
import { stockMax } from "@shop/shared/shop";
import { eq, lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type BulkFields, type BulkUndoRow, bulkEdits } from "../../db/schema/bulk-edits.ts";
import { later } from "../../db/time.ts";
import type { Admin } from "../base/actor.ts";
import { deleteInBatches } from "../base/batches.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { retryingLocks } from "../base/locks.ts";
import { deleteProducts } from "./delete-product.ts";
import { currentEditId } from "./history/counted-stock.ts";
import { lockTerm } from "./taxonomy.ts";
import {
  changeProducts,
  type EditedProduct,
  lockProducts,
  type ProductChange,
  publishedAtIn,
  stockAfter,
} from "./update-product.ts";

type Row = BulkEdit["rows"][number];
type Problem = { path: string; message: string };
type Done = { changed: BulkUndoRow[]; unchanged: number; problems: Problem[] };

/**
 * Acts on several products, all or nothing, and records each like a single edit. Idempotent by `key`: a repeated call
 * answers what the first one did. Fails with VALIDATION, with a reason for each product that refuses the act, by its id,
 * and when no brand or category has the name; with IDEMPOTENCY_KEY_REUSED when the key stands for another request.
 */
export async function bulkEdit(
  db: Db,
  admin: Admin<"products.write">,
  { key, rows, act }: BulkEdit,
): Promise<BulkResult> {
  const requestHash = createHash("sha256").update(JSON.stringify({ rows, act })).digest("base64url");
  const edit = () =>
    db.transaction(async (tx) => {
      const [claimed] = await tx
        .insert(bulkEdits)
        .values({ key, requestHash })
        .onConflictDoNothing()
        .returning({ key: bulkEdits.key });
      if (claimed === undefined) return readResult(tx, key, requestHash);
      const { changed, unchanged, problems } = await actOn(tx, admin, rows, act);
      if (problems.length > 0) throw refusal(problems);
      const editId = await currentEditId(tx);
      await tx.update(bulkEdits).set({ changed, unchanged, editId }).where(eq(bulkEdits.key, key));
      return { changed: changed.length, unchanged };
    });
  return retryingLocks(() => retryingConflicts(edit));
}

async function readResult(tx: Db, key: string, requestHash: string): Promise<BulkResult> {
  const [known] = await tx.select().from(bulkEdits).where(eq(bulkEdits.key, key));
  if (known === undefined) throw new Error("a claimed key is gone");
  if (known.requestHash !== requestHash) {
    throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This key was used for another act");
  }
  return { changed: known.changed.length, unchanged: known.unchanged };
}

function refusal(problems: Problem[]): DomainError {
  const [first] = problems;
  const others = problems.length - 1;
  const more = others === 0 ? "" : `, and ${others} more`;
  return new DomainError("VALIDATION", `Nothing was changed: ${first?.message ?? ""}${more}`, { errors: problems });
}

/**
 * Locks all products at once, in the order in which orders and other edits lock them, and writes all in few statements:
 * orders of them wait for a moment only.
 */
async function actOn(tx: Db, admin: Admin<"products.write">, rows: readonly Row[], act: BulkAct): Promise<Done> {
  const changeOf = await prepare(tx, act);
  const found = await lockProducts(
    tx,
    rows.map(({ id }) => id),
  );
  const changes: { before: EditedProduct; change: ProductChange }[] = [];
  const done: Done = { changed: [], unchanged: 0, problems: [] };
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = found.get(row.id);
    try {
      if (before === undefined) throw new DomainError("NOT_FOUND", "A product was deleted meanwhile");
      const change = changeOf(before, row);
      if (change === null) done.changed.push({ id: row.id, name: before.name, before: null, after: {} });
      else if (isSame(fieldsOf(before, change), fieldsOf({ ...before, ...change }, change))) done.unchanged += 1;
      else {
        changes.push({ before, change });
        done.changed.push(toUndoRow(before, change));
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      done.problems.push({ path: row.id, message: error.message });
    }
  }
  if (done.problems.length > 0) return done;
  await changeProducts(tx, admin, changes);
  await deleteProducts(
    tx,
    admin,
    done.changed.flatMap(({ id, name, before }) => (before === null ? [{ id, name }] : [])),
  );
  return done;
}

/** The change of each product, or null to delete it. */
type ChangeOf = (before: EditedProduct, row: Row) => ProductChange | null;

/** Terms are locked before products: renaming a term locks in the same order. */
async function prepare(tx: Db, act: BulkAct): Promise<ChangeOf> {
  switch (act.kind) {
    case "delete":
      return () => null;
    case "state":
      return (before) => ({ publishedAt: publishedAtIn(act.state, before) });
    case "brand": {
      const brandId = await requireTerm(tx, "brand", act.name);
      return () => ({ brandId });
    }
    case "category": {
      const categoryId = await requireTerm(tx, "category", act.name);
      return () => ({ categoryId });
    }
    case "price":
      return ({ name, priceCents }) => {
        const { cents, reason } = changePrice(priceCents, act.change);
        if (cents === undefined) throw new DomainError("VALIDATION", `${name} ${reason}`);
        return { priceCents: cents };
      };
    case "setStock":
      return ({ countInStock }, { seenCountInStock }) => ({
        countInStock: stockAfter(countInStock, { countInStock: act.units, seenCountInStock }),
        isStockCounted: true,
      });
    case "image":
      // What the former image showed is not what this one shows.
      return ({ image, imageAlt }) => ({ image: act.image, imageAlt: image === act.image ? imageAlt : "" });
    case "addStock":
      return ({ name, countInStock, isStockCounted }) => ({
        countInStock: isStockCounted ? addUnits(name, countInStock, act.units) : countInStock,
      });
  }
}

async function requireTerm(tx: Db, taxonomy: "brand" | "category", name: string): Promise<string> {
  const id = await lockTerm(tx, taxonomy, name);
  if (id !== undefined) return id;
  const message = `This ${taxonomy} does not exist`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "act.name", message }] });
}

function addUnits(name: string, count: number, units: number): number {
  const sum = count + units;
  if (sum < 0) throw new DomainError("VALIDATION", `${name} has only ${count} in stock`);
  if (sum > stockMax) throw new DomainError("VALIDATION", `${name} would have more than ${stockMax} in stock`);
  return sum;
}

/** What the undo needs. */
function toUndoRow(before: EditedProduct, change: ProductChange): BulkUndoRow {
  const { id, name } = before;
  return { id, name, before: fieldsOf(before, change), after: fieldsOf({ ...before, ...change }, change) };
}

/** The fields of a product that a change names, as they are stored for the undo. */
export function fieldsOf(
  product: Pick<
    EditedProduct,
    "publishedAt" | "brandId" | "categoryId" | "priceCents" | "countInStock" | "isStockCounted" | "image" | "imageAlt"
  >,
  change: ProductChange | BulkFields,
): BulkFields {
  const { publishedAt, brandId, categoryId, priceCents, countInStock, isStockCounted, image, imageAlt } = product;
  return {
    ...("publishedAt" in change && { publishedAt: publishedAt?.toISOString() ?? null }),
    ...("brandId" in change && brandId !== null && { brandId }),
    ...("categoryId" in change && categoryId !== null && { categoryId }),
    ...("priceCents" in change && { priceCents }),
    ...("countInStock" in change && { countInStock }),
    ...("isStockCounted" in change && { isStockCounted }),
    ...("image" in change && { image }),
    ...("imageAlt" in change && { imageAlt }),
  };
}

/** The fields come in one order. */
export function isSame(fields: BulkFields, others: BulkFields): boolean {
  return JSON.stringify(fields) === JSON.stringify(others);
}

/** How long an act can be repeated or undone; in milliseconds. */
const undoableMs = 172_800_000;

/** Deletes what was kept of acts of more than two days ago. */
export function deleteOldBulkEdits(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(bulkEdits.createdAt, later(-undoableMs));
  return deleteInBatches(db, { table: bulkEdits, where, order: bulkEdits.createdAt, isStopping });
}
