import { and, asc, eq, notExists, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { catalogVersion } from "../../db/schema/catalog-changes.ts";
import { products } from "../../db/schema/products.ts";
import { brands, renamedTerms } from "../../db/schema/terms.ts";
import { lowered } from "../../db/text.ts";
import { retryingConflicts } from "../base/errors.ts";
import { foundMax, lockBatch, type Pace, pacedFor, workAtOnce, writeInBatches } from "./product-batches.ts";
import { type Taxonomy, taxonomies } from "./taxonomy.ts";
import { deriveFromTerm } from "./write-product.ts";

/** How long a round works on one term while others wait, in milliseconds. */
const sliceMs = 5_000;
/** Terms of one round. */
const termsMax = 100;
/** How often cached searches see what has been derived so far, in milliseconds. */
const announcedEveryMs = 2_000;

type Renamed = typeof renamedTerms.$inferSelect;
type Options = { isStopping: () => boolean; onItemError: (error: unknown) => void };

/**
 * Gives the products of renamed brands and categories the new names to be found by, in batches. What is left after a crash
 * is found by the next round. Instances can run it in parallel: each term is worked on by one of them.
 */
export async function deriveRenamed(db: Db, { isStopping, onItemError }: Options): Promise<void> {
  const waiting = await db.select().from(renamedTerms).orderBy(asc(renamedTerms.renamedAt)).limit(termsMax);
  for (const renamed of waiting) {
    if (isStopping()) return;
    try {
      await deriveOne(db, renamed, pacedFor(sliceMs, isStopping));
    } catch (error) {
      onItemError(error);
    }
  }
}

/** The same for some terms right after the first of them was renamed, as far as they are small. */
export async function deriveAtOnce(db: Db, ids: string[]): Promise<void> {
  await workAtOnce(async (pace) => {
    for (const id of ids) {
      const [renamed] = await db.select().from(renamedTerms).where(eq(renamedTerms.termId, id));
      if (renamed !== undefined && !(await deriveOne(db, renamed, pace))) return false;
    }
    return true;
  });
}

async function deriveOne(db: Db, renamed: Renamed, pace: Pace): Promise<boolean> {
  let announcedAt = performance.now();
  const isDone = await writeInBatches(
    {
      find: () => findStale(db, renamed),
      write: async (ids) => {
        const isAnnounced = performance.now() - announcedAt > announcedEveryMs;
        if (isAnnounced) announcedAt = performance.now();
        return deriveBatch(db, renamed, ids, isAnnounced);
      },
    },
    pace,
  );
  return isDone && finish(db, renamed);
}

/** The products of a term whose search text has other names than their brand and their categories. */
function staleOf(db: Db, taxonomy: Taxonomy, id: string) {
  const names = sql`concat_ws(chr(31), ${products.name}, ${brands.name}, category_names(${products.categoryId}))`;
  return db
    .select({ id: products.id })
    .from(products)
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(and(eq(taxonomies[taxonomy].reference, id), sql`${products.searchName} <> ${lowered(names)}`));
}

async function findStale(db: Db, { taxonomy, termId }: Renamed): Promise<string[]> {
  const rows = await staleOf(db, taxonomy, termId).limit(foundMax);
  return rows.map(({ id }) => id);
}

/**
 * Has the triggers derive anew what a batch is found by. Each new version of the catalog drops all cached lists, so most
 * batches make none.
 */
function deriveBatch(
  db: Db,
  { taxonomy, termId }: Renamed,
  ids: string[],
  isAnnounced: boolean,
): Promise<number | undefined> {
  const derive = () =>
    db.transaction(async (tx) => {
      const locked = await lockBatch(tx, { taxonomy, id: termId }, ids);
      if (locked === undefined || locked.length === 0) return locked?.length;
      if (!isAnnounced) await tx.execute(sql`select set_config('shop.catalogue_change', 'later', true)`);
      await deriveFromTerm(tx, taxonomy, locked);
      return locked.length;
    });
  return retryingConflicts(derive);
}

/**
 * Ends the work on a name, and shows it in cached searches. A rename waits for all who write products with the old name, so
 * none comes later. Returns whether it is done: not if there is a newer name, or a product that was locked.
 */
async function finish(db: Db, { taxonomy, termId, revision }: Renamed): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(renamedTerms)
      .where(
        and(
          eq(renamedTerms.termId, termId),
          eq(renamedTerms.revision, revision),
          notExists(staleOf(tx, taxonomy, termId)),
        ),
      )
      .returning({ termId: renamedTerms.termId });
    if (ended.length === 0) return false;
    await tx.update(catalogVersion).set({ version: sql`gen_random_uuid()`, number: sql`${catalogVersion.number} + 1` });
    return true;
  });
}
