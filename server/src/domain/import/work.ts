import { setTimeout as wait } from "node:timers/promises";
import type { WorkingImportState } from "@shop/shared/catalog/import";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { toDatabaseFailure } from "../../db/errors.ts";
import { importRows, imports } from "../../db/schema/imports.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { productEdits } from "../../db/schema/product-history.ts";

export type Import = typeof imports.$inferSelect;
export type ImportRow = typeof importRows.$inferSelect;

/**
 * A run of a work in the background. `worker` is its own, and is in the import's row while nobody has taken it over; `state`
 * is that in which the run has found or left the import.
 */
export type Work = {
  db: Db;
  id: string;
  worker: string;
  state: WorkingImportState;
  /** The shop's, in which times of files are that have none. */
  timeZone: string;
  isStopping: () => boolean;
};

/** The work was interrupted by the shutdown, and goes on after the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Another instance does the work, or has done it. */
export class TakenOver extends Error {
  override readonly name = "TakenOver";
}

/** The rows of one transaction: so few that a customer who waits for their products, or is served beside, does not notice. */
export const batchSize = 25;

/** How long a run that says nothing keeps its work: longer than a batch takes. */
const leaseSeconds = 15;
export const leaseEnd = sql<Date>`clock_timestamp() + ${leaseSeconds} * interval '1 second'`;
/** A batch that cannot get its locks or its connection is tried again for so long, with pauses up to the longest. */
const retryingMs = 60_000;
const longestPauseMs = 1_000;

/** The condition for an import whose work is still this run's. */
export function isOwn({ id, worker }: Pick<Work, "id" | "worker">): SQL | undefined {
  return and(eq(imports.id, id), eq(imports.worker, worker));
}

/** What a batch writes to the row of its import. */
export type Progress = PgUpdateSetSource<typeof imports>;

/**
 * One short transaction of a work, with what it says about its progress. It holds the import's row, so that a run that
 * was taken over writes nothing. A batch that meets a lock of others, or loses its connection, is tried again. Fails with
 * Interrupted and TakenOver.
 */
export async function inBatch(work: Work, write: (tx: Db, found: Import) => Promise<Progress>): Promise<Import> {
  const until = performance.now() + retryingMs;
  for (let pauseMs = 25; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    if (work.isStopping()) throw new Interrupted();
    try {
      return await work.db.transaction(async (tx) => {
        const [found] = await tx.select().from(imports).where(isOwn(work)).for("no key update");
        if (found?.state !== work.state) throw new TakenOver();
        const progress = await write(tx, found);
        const [next] = await tx
          .update(imports)
          .set({ ...progress, leasedUntil: leaseEnd })
          .where(isOwn(work))
          .returning();
        if (next === undefined) throw new TakenOver();
        return next;
      });
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      // Instances that met one another do not meet again at once.
      await wait(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** Whether the database refused a batch for what passes: a lock of others, a deadlock, an outage. Not for its own slowness. */
export function isPassing(error: unknown): boolean {
  const failure = toDatabaseFailure(error);
  return failure !== null && failure.kind !== "rejected" && failure.code !== "57014";
}

/** A new edit of the history of products, for all batches of a work. */
export async function beginEdit(tx: Db, { userId }: Import, source: "import" | "import undone"): Promise<string> {
  const id = uuidv7();
  await tx.insert(productEdits).values({ id, userId, source });
  return id;
}

/** Has the history record the changes of this transaction as part of the work's edit. */
export async function continueEdit(tx: Db, { editId }: Import): Promise<void> {
  await tx.execute(sql`select set_config('shop.product_edit', ${editId ?? ""}, true)`);
}

/** The class of the advisory locks that the previous release holds while it works on an import, in one transaction. */
const formerLockClass = 730_185;

/** Fails with TakenOver while an instance of the previous release works on the import; it does not know our states. */
export async function refuseBesideFormer(tx: Db, { id }: Import): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${formerLockClass}, hashtext(${id})) as locked`,
  );
  if (rows[0]?.locked !== true) throw new TakenOver();
}

/** How the audit names what an import made and changed. */
const countNames: Record<Import["kind"], [made: string, changed: string]> = {
  products: ["newProducts", "changedProducts"],
  customers: ["newCustomers", "changedCustomers"],
  orders: ["newEarlierOrders", "changedEarlierOrders"],
};

/** Records the act of the admin who began it. */
export async function recordImportAct(tx: Db, found: Import, act: "imported" | "undid"): Promise<void> {
  const { kind, newRows, changedRows, userId, id, fileName } = found;
  const [made, changed] = countNames[kind];
  const counts: Record<string, [number, number]> = { [made]: [0, newRows], [changed]: [0, changedRows] };
  const changes = act === "imported" ? counts : {};
  await tx.insert(adminActs).values({ userId, act, entity: "import", entityId: id, subject: fileName, changes });
}

/** The part of the lines up to `position`, in percent between two limits. */
export async function percentOf(
  tx: Db,
  { id }: Import,
  position: number,
  [from, to]: [number, number],
): Promise<number> {
  const [last] = await tx
    .select({ line: sql<number>`max(${importRows.line})` })
    .from(importRows)
    .where(eq(importRows.importId, id));
  return from + Math.floor((position / Math.max(1, last?.line ?? 0)) * (to - from));
}
