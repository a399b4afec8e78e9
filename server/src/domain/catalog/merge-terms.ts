import type { TermDetail, TermMerge } from "@shop/shared/catalog/admin-catalog";
import { isId } from "@shop/shared/query";
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { collectionBrands, collectionCategories } from "../../db/schema/collections.ts";
import { products } from "../../db/schema/products.ts";
import { categories, formerBrandSlugs, formerCategorySlugs } from "../../db/schema/terms.ts";
import { lowered } from "../../db/text.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { idsWithin, placeCategory } from "./category-tree.ts";
import { findProductsOf, lockBatch, type Pace, pacedFor, workAtOnce, writeInBatches } from "./product-batches.ts";
import { readTerm, refuseMerging, type Taxonomy, taxonomies, termsLock } from "./taxonomy.ts";
import { editProducts } from "./write-product.ts";

const formerSlugs = { brand: formerBrandSlugs, category: formerCategorySlugs } as const;
/** How long a round works on one merge while others wait, in milliseconds. */
const sliceMs = 5_000;

type Term = { taxonomy: Taxonomy; id: string };
type Options = { isStopping: () => boolean; onItemError: (error: unknown) => void };

/**
 * Moves all products of a brand or category to another one and deletes the first, whose addresses lead to the other
 * from then on. From the beginning on, no product gets the one that leaves. Small ones are done when this returns; with
 * many products, a job goes on in batches. Returns the one that stays, the number of products that move, and whether it is
 * done. Idempotent while it is in progress. Fails with NOT_FOUND, with VALIDATION if the other one is unknown, the same or
 * being merged itself, and with IN_USE if this one takes part in another merge.
 */
export async function mergeTerms(
  db: Db,
  admin: Admin<"products.write">,
  { taxonomy, id }: Term,
  into: string,
): Promise<{ term: TermDetail; products: number; isDone: boolean }> {
  await readTerm(db, admin, taxonomy, id);
  const pair = { id: id.toLowerCase(), into: into.toLowerCase() };
  if (pair.id === pair.into) throw refuse("Choose another one to merge into");
  if (!isId(into)) throw refuse("It does not exist any more");
  const moving = await retryingConflicts(() => db.transaction((tx) => beginMerge(tx, admin, taxonomy, pair)));
  const isDone = await workAtOnce((pace) => continueMerge(db, { taxonomy, id: pair.id }, pace));
  return { term: await readTerm(db, admin, taxonomy, into), products: moving, isDone };
}

function refuse(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "into", message }] });
}

type Pair = { id: string; into: string };

/** Returns the number of products that are to move. */
async function beginMerge(
  tx: Db,
  admin: Admin<"products.write">,
  taxonomy: Taxonomy,
  { id, into }: Pair,
): Promise<number> {
  const { table, reference } = taxonomies[taxonomy];
  await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
  const { leaving, staying } = await lockBoth(tx, taxonomy, { id, into });
  const moving = await tx.$count(products, and(eq(reference, id), isNull(products.deletedAt)));
  if (leaving.mergingIntoId === into) return moving;
  await refuseMerging(tx, taxonomy, id);
  if (staying.mergingIntoId !== null) throw refuse(`${staying.name} is being merged into another ${taxonomy}`);
  if (taxonomy === "category") await moveBelow(tx, leaving, staying);
  await nameInRules(tx, taxonomy, { id, into });
  const { rows } = await tx.execute<{ edit: string }>(sql`select product_edit_id() as edit`);
  await tx.update(table).set({ mergingIntoId: into, mergingEditId: rows[0]?.edit }).where(eq(table.id, id));
  await recordAct(tx, admin, {
    act: "merged",
    entity: taxonomy,
    entityId: id,
    subject: leaving.name,
    changes: { name: [leaving.name, staying.name], movedProducts: [0, moving] },
  });
  return moving;
}

/** The rules of collections that name the one that leaves name both, until it is deleted. */
async function nameInRules(tx: Db, taxonomy: Taxonomy, { id, into }: Pair): Promise<void> {
  const table = taxonomy === "brand" ? collectionBrands : collectionCategories;
  const naming = await tx.select({ collectionId: table.collectionId }).from(table).where(eq(table.termId, id));
  if (naming.length === 0) return;
  await tx
    .insert(table)
    .values(naming.map(({ collectionId }) => ({ collectionId, termId: into })))
    .onConflictDoNothing();
}

/** Puts the categories below the one that leaves below the one that stays. */
async function moveBelow(tx: Db, leaving: { id: string; name: string }, staying: { id: string; name: string }) {
  if ((await idsWithin(tx, leaving.id)).includes(staying.id))
    throw refuse(`${staying.name} is below ${leaving.name}. Move it first.`);
  const children = await tx.select({ id: categories.id }).from(categories).where(eq(categories.parentId, leaving.id));
  for (const { id } of children) await placeCategory(tx, id, staying.id);
}

/** Writers of products take a share lock on their terms, so all who have seen the one that leaves as usual have ended. */
async function lockBoth(tx: Db, taxonomy: Taxonomy, { id, into }: Pair) {
  const { table, label } = taxonomies[taxonomy];
  const rows = await tx
    .select({ id: table.id, name: table.name, mergingIntoId: table.mergingIntoId })
    .from(table)
    .where(inArray(table.id, [id, into]))
    .orderBy(asc(table.id))
    .for("update");
  const leaving = rows.find((row) => row.id === id);
  const staying = rows.find((row) => row.id === into);
  if (leaving === undefined) throw notFound(label);
  if (staying === undefined) throw refuse("It does not exist any more");
  return { leaving, staying };
}

/** The merges of brands or categories in progress, by name, with the number of products that have not moved yet. */
export async function readMerges(db: Db, _admin: Admin<"products.read">, taxonomy: Taxonomy): Promise<TermMerge[]> {
  const { table, reference } = taxonomies[taxonomy];
  const leaving = await db
    .select({ _id: table.id, name: table.name, intoId: table.mergingIntoId })
    .from(table)
    .where(isNotNull(table.mergingIntoId))
    .orderBy(asc(lowered(table.name)));
  if (leaving.length === 0) return [];
  const staying = await db
    .select({ _id: table.id, name: table.name })
    .from(table)
    .where(
      inArray(
        table.id,
        leaving.flatMap(({ intoId }) => intoId ?? []),
      ),
    );
  const counts = await db
    .select({ id: reference, left: count() })
    .from(products)
    .where(
      inArray(
        reference,
        leaving.map(({ _id }) => _id),
      ),
    )
    .groupBy(reference);
  return leaving.flatMap(({ _id, name, intoId }) => {
    const into = staying.find((term) => term._id === intoId);
    return into === undefined ? [] : { _id, name, into, left: counts.find(({ id }) => id === _id)?.left ?? 0 };
  });
}

/**
 * Goes on with the merges in progress, in batches. What is left after a crash is found by the next round. Instances can
 * run it in parallel: each merge is worked on by one of them.
 */
export async function continueMerges(db: Db, { isStopping, onItemError }: Options): Promise<void> {
  for (const taxonomy of ["brand", "category"] as const) {
    const { table } = taxonomies[taxonomy];
    const merging = await db.select({ id: table.id }).from(table).where(isNotNull(table.mergingIntoId));
    for (const { id } of merging) {
      if (isStopping()) return;
      try {
        await continueMerge(db, { taxonomy, id }, pacedFor(sliceMs, isStopping));
      } catch (error) {
        onItemError(error);
      }
    }
  }
}

async function continueMerge(db: Db, term: Term, pace: Pace): Promise<boolean> {
  const isMoved = await writeInBatches(
    { find: () => findProductsOf(db, term), write: (ids) => moveBatch(db, term, ids) },
    pace,
  );
  return isMoved && retryingConflicts(() => db.transaction((tx) => finishMerge(tx, term)));
}

/** Deleted products move as well, so that nothing refers to the one that leaves. */
function moveBatch(db: Db, { taxonomy, id }: Term, ids: string[]): Promise<number | undefined> {
  const move = () =>
    db.transaction(async (tx) => {
      const locked = await lockBatch(tx, { taxonomy, id }, ids);
      const merge = locked === undefined ? undefined : await readMerge(tx, { taxonomy, id });
      if (locked === undefined || merge === undefined) return undefined;
      if (locked.length === 0) return 0;
      // All batches are one edit in the history of the products.
      await tx.execute(sql`select set_config('shop.product_edit', ${merge.edit}, true)`);
      const moved = taxonomy === "brand" ? { brandId: merge.into } : { categoryId: merge.into };
      await editProducts(
        tx,
        locked.map((id) => ({ id, ...moved })),
      );
      return locked.length;
    });
  return retryingConflicts(move);
}

/** What a merge in progress is: into which one, and by which edit. Nothing if it has ended. */
async function readMerge(tx: Db, { taxonomy, id }: Term): Promise<{ into: string; edit: string } | undefined> {
  const { table } = taxonomies[taxonomy];
  const [found] = await tx
    .select({ into: table.mergingIntoId, edit: table.mergingEditId })
    .from(table)
    .where(eq(table.id, id));
  if (found === undefined || found.into === null || found.edit === null) return undefined;
  return { into: found.into, edit: found.edit };
}

/** Deletes the one that leaves. Returns whether it is gone: not if a product has it still. */
async function finishMerge(tx: Db, { taxonomy, id }: Term): Promise<boolean> {
  const { table, reference } = taxonomies[taxonomy];
  await tx.execute(sql`select pg_advisory_xact_lock(${termsLock})`);
  const [leaving] = await tx
    .select({ slug: table.slug, into: table.mergingIntoId })
    .from(table)
    .where(eq(table.id, id))
    .for("update");
  // Another instance has ended it, or the one that stays was deleted.
  if (leaving === undefined) return true;
  if (leaving.into === null) return false;
  const [left] = await tx.select({ id: products.id }).from(products).where(eq(reference, id)).limit(1);
  if (left !== undefined) return false;
  await redirectSlugs(tx, taxonomy, { id, slug: leaving.slug, into: leaving.into });
  return true;
}

async function redirectSlugs(
  tx: Db,
  taxonomy: Taxonomy,
  { id, slug, into }: { id: string; slug: string; into: string },
): Promise<void> {
  const { table } = taxonomies[taxonomy];
  const former = formerSlugs[taxonomy];
  await tx.update(former).set({ termId: into }).where(eq(former.termId, id));
  await tx.delete(table).where(eq(table.id, id));
  await tx
    .insert(former)
    .values({ slug, termId: into })
    .onConflictDoUpdate({ target: former.slug, set: { termId: into } });
}
