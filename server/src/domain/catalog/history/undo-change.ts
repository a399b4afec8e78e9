import { isDeepStrictEqual } from "node:util";
import type { UndoChange, UndoOutcome } from "@shop/shared/catalog/product-history";
import { isId } from "@shop/shared/query";
import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productHistory } from "../../../db/schema/product-history.ts";
import { brands, categories } from "../../../db/schema/terms.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import { writeAttributes, writeImages, writeVideos } from "../product-parts.ts";
import { clampStock, editProducts } from "../write-product.ts";
import { countedSinceChange } from "./counted-stock.ts";
import { setEditSource } from "./edit-source.ts";
import {
  lockState,
  type ProductState,
  productStateSchema,
  type StateChanges,
  stockDifference,
} from "./product-state.ts";
import { toFieldChanges, undoableFields } from "./read-history.ts";

/**
 * Puts the fields of a change back to what they were before it, as a change of its own. Where others have changed one of
 * them since, nothing happens but the answer what; with `newest` of that answer they are put back nevertheless, unless
 * the product has changed again. Stock goes back by the difference, so that sales stay; a count of others is a change. Fails with NOT_FOUND, and with
 * VALIDATION for a change without such a field or if a brand or category of before was deleted.
 */
export async function undoChange(
  db: Db,
  admin: Admin<"products.write">,
  productId: string,
  input: UndoChange,
): Promise<UndoOutcome> {
  if (!isId(productId)) throw notFound("Product");
  const undo = () =>
    db.transaction(async (tx) => {
      const changes = await findChange(tx, productId, input.number);
      const fields = undoableFields(changes);
      if (fields.length === 0) throw new DomainError("VALIDATION", "There is nothing to undo in this change");
      await lockFormerTerms(tx, changes);
      const current = await lockState(tx, productId);
      if (current === undefined) throw notFound("Product");
      const newest = await findNewest(tx, productId);
      const counted = await countedSinceChange(tx, productId, input.number);
      const since = changedSince(changes, fields, current, counted);
      if (Object.keys(since).length > 0 && input.newest !== newest) {
        return { isUndone: false as const, since: toFieldChanges(await withNames(tx, since)), newest };
      }
      await putBack(tx, productId, formerState(changes, fields, current, counted));
      await setEditSource(tx, "undo");
      const subject = current.name;
      await recordAct(tx, admin, { act: "updated", entity: "product", entityId: productId, subject });
      return { isUndone: true as const };
    });
  return retryingConflicts(undo);
}

async function findChange(tx: Db, productId: string, number: number): Promise<StateChanges> {
  const [found] = await tx
    .select({ changes: productHistory.changes })
    .from(productHistory)
    .where(and(eq(productHistory.number, number), eq(productHistory.productId, productId)));
  if (found === undefined) throw notFound("Change");
  return found.changes;
}

async function findNewest(tx: Db, productId: string): Promise<number> {
  const [found] = await tx
    .select({ number: productHistory.number })
    .from(productHistory)
    .where(eq(productHistory.productId, productId))
    .orderBy(desc(productHistory.number))
    .limit(1);
  return found?.number ?? 0;
}

/** Locks the brand and the category of before against deletion. Terms before products, as edits lock them. */
async function lockFormerTerms(tx: Db, { brandId, categoryId, brand, category }: StateChanges): Promise<void> {
  const sides = [
    { table: brands, id: brandId?.[0], name: brand?.[0] },
    { table: categories, id: categoryId?.[0], name: category?.[0] },
  ];
  for (const { table, id, name } of sides) {
    if (typeof id !== "string") continue;
    const [found] = await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for("share");
    if (found === undefined) throw new DomainError("VALIDATION", `${String(name)} does not exist any more`);
  }
}

/**
 * The fields that are not as the change left them: from that to what they are. Stock sells, which is no change; it is
 * changed where others have `counted` it differently.
 */
function changedSince(
  changes: StateChanges,
  fields: readonly (keyof ProductState)[],
  current: ProductState,
  counted: number,
) {
  const since: StateChanges = {};
  for (const field of fields) {
    const after = changes[field]?.[1];
    const isSame = field === "countInStock" ? counted === 0 : isDeepStrictEqual(current[field], after);
    if (isSame) continue;
    since[field] = [after, current[field]];
  }
  return since;
}

/** Changes with the names of brands and categories, for the view. */
async function withNames(tx: Db, changes: StateChanges): Promise<StateChanges> {
  const named: StateChanges = { ...changes };
  for (const [table, idField, field] of [
    [brands, "brandId", "brand"],
    [categories, "categoryId", "category"],
  ] as const) {
    const change = changes[idField];
    if (change === undefined) continue;
    const nameOf = async (id: unknown) => {
      if (typeof id !== "string") return null;
      const [found] = await tx.select({ name: table.name }).from(table).where(eq(table.id, id));
      return found?.name ?? null;
    };
    named[field] = [await nameOf(change[0]), await nameOf(change[1])];
  }
  return named;
}

function formerState(
  changes: StateChanges,
  fields: readonly (keyof ProductState)[],
  current: ProductState,
  counted: number,
) {
  const former: Record<string, unknown> = { ...current };
  for (const field of fields) former[field] = changes[field]?.[0];
  if (changes.countInStock !== undefined) {
    former.countInStock = clampStock(current.countInStock - stockDifference(changes) - counted);
  }
  return productStateSchema.parse(former);
}

async function putBack(tx: Db, id: string, state: ProductState): Promise<void> {
  const { brandId, categoryId, publishedAt, deletedAt } = state;
  if (deletedAt === null && (brandId === null || categoryId === null)) {
    throw new DomainError("VALIDATION", "Its brand or its category does not exist any more");
  }
  await writeImages(tx, id, state.moreImages);
  await writeVideos(tx, id, state.videos);
  await writeAttributes(tx, id, state.attributes);
  const { name, image, imageAlt, description, countInStock, isStockCounted, regularPriceCents } = state;
  await editProducts(tx, [
    {
      id,
      name,
      image,
      imageAlt,
      description,
      brandId,
      categoryId,
      countInStock,
      isStockCounted,
      priceCents: regularPriceCents,
      publishedAt,
      deletedAt,
    },
  ]);
}
