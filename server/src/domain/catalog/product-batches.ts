import { setTimeout as delay } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { toDatabaseFailure } from "../../db/errors.ts";
import { products } from "../../db/schema/products.ts";
import { restAfter } from "../../infra/rest-after.ts";
import { lockTermsOf } from "./delete-product.ts";
import { type Taxonomy, taxonomies } from "./taxonomy.ts";

/** Products that one transaction writes: so few that orders of them, and requests beside, hardly wait. */
const batchSize = 25;
/** Products that one statement looks for. */
export const foundMax = 5_000;
/** The class of the advisory locks of brands and categories whose products are written. Unique in the database. */
const lockClass = 730_186;
/** How long a request works on the products before it leaves the rest to the job; in milliseconds. */
const requestMs = 1_000;

/** How long a request waits before it tries locked products again, in milliseconds. */
const lockedPauseMs = 20;

/** How long to go on, and whether to leave the database as much time as the work takes. */
export type Pace = { isOver: () => boolean; isGentle: boolean };

/** The pace of a job that works until it stops, or for a time in milliseconds so that others get their turn. */
export function pacedFor(ms: number, isStopping: () => boolean): Pace {
  const began = performance.now();
  return { isOver: () => isStopping() || performance.now() - began > ms, isGentle: true };
}

/**
 * Does within a request what is small, and leaves the rest to the job: the act itself is committed, and what fails here
 * succeeds there. Returns whether all is done.
 */
export async function workAtOnce(work: (pace: Pace) => Promise<boolean>): Promise<boolean> {
  const began = performance.now();
  try {
    return await work({ isOver: () => performance.now() - began > requestMs, isGentle: false });
  } catch (error) {
    if (toDatabaseFailure(error) === null) throw error;
    return false;
  }
}

type BatchWork = {
  /** The ids of some products that are still to be written, `foundMax` at most. */
  find: () => Promise<string[]>;
  /** Writes some of them. Returns how many, or nothing while another instance is at work. */
  write: (ids: string[]) => Promise<number | undefined>;
};

/**
 * Writes products batch by batch until none is found, at least one batch of them. Returns whether none is left, and not
 * that others are at work.
 */
export async function writeInBatches({ find, write }: BatchWork, { isOver, isGentle }: Pace): Promise<boolean> {
  let isBegun = false;
  for (;;) {
    const ids = await find();
    if (ids.length === 0) return true;
    let total = 0;
    for (let start = 0; start < ids.length; start += batchSize) {
      if (isBegun && isOver()) return false;
      isBegun = true;
      const began = performance.now();
      const written = await write(ids.slice(start, start + batchSize));
      if (written === undefined) return false;
      total += written;
      if (isGentle) await restAfter(began);
    }
    if (total > 0) continue;
    // Others have locked all that is left: a job comes again, a request waits as long as it has time.
    if (isGentle) return false;
    await delay(lockedPauseMs);
  }
}

/**
 * Locks those of some products that have a brand or category and that nobody else has locked, in the order in which orders
 * lock them; their terms before. Returns their ids, or nothing while another instance works on this term.
 */
export async function lockBatch(
  tx: Db,
  { taxonomy, id }: { taxonomy: Taxonomy; id: string },
  ids: string[],
): Promise<string[] | undefined> {
  const { rows } = await tx.execute<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockClass}, hashtext(${id})) as "isFree"`,
  );
  if (rows[0]?.isFree !== true) return undefined;
  await lockTermsOf(tx, ids);
  const locked = await tx
    .select({ id: products.id, termId: taxonomies[taxonomy].reference })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.id)
    .for("no key update", { skipLocked: true });
  return locked.flatMap((row) => (row.termId === id ? row.id : []));
}

/** The ids of some products of a brand or category, deleted ones too. */
export async function findProductsOf(db: Db, { taxonomy, id }: { taxonomy: Taxonomy; id: string }): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(taxonomies[taxonomy].reference, id))
    .limit(foundMax);
  return rows.map((row) => row.id);
}
