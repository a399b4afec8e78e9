import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { catalogVersion, productChanges } from "../../db/schema/catalog-changes.ts";
import { sharingRuns } from "../base/sharing-runs.ts";

/** How long a change is recorded after its transaction has ended, at least; in milliseconds. */
const usualRetentionMs = 600_000;
/** After a longer pause between two polls, changes may have been deleted unread; in milliseconds. */
const pauseMaxMs = usualRetentionMs / 2;
/** More changes than this are read as a change of everything. */
const changesMax = 5_000;
/** Changes that are deleted by one statement. */
const deletedMax = 5_000;

/** What orders of products and counts of facets depend on. */
export const orderKinds = ["price", "rating", "stock"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What changed in the catalog since the previous poll. */
export type CatalogChanges = {
  /** Whether everything may have changed. The rest is then irrelevant. */
  isAll: boolean;
  /** Products with any change, also of price, stock and rating. */
  productIds: string[];
  /** Which orders of products, and which counts of facets, may have changed. */
  orders: OrderKind[];
  /** Whether lists and searches may have other products, or a brand or category another name. */
  hasMembership: boolean;
};

export type ChangeFeed = {
  /** Reads the changes up to now; concurrent calls share a poll. Rejects while the database cannot be asked. */
  poll: () => Promise<void>;
  /** When the last successful poll began, as a time of `performance.now()`. */
  polledAt: () => number;
  /** A position in the database's write-ahead log behind all changes that the last poll has read. */
  position: () => string | undefined;
  /** Deletes recorded changes that every instance has read by now. Instances can run it in parallel. */
  deleteOld: () => Promise<void>;
};

const pollSchema = z.tuple([
  z.object({
    snapshot: z.string(),
    xmin: z.string(),
    startedAt: z.string(),
    at: z.number(),
    position: z.string(),
    version: z.string(),
    changes: z.array(z.object({ id: z.string().nullable(), affects: z.array(z.enum(orderKinds)) })),
  }),
]);

/**
 * Follows all changes of the catalog by polling. Transactions commit in another order than they begin in, so each poll
 * reads what its snapshot sees and that of the previous poll did not see, however long a transaction was open.
 *
 * @param retentionMs how long a change is recorded after its transaction has ended, at least; in milliseconds
 */
export function openChangeFeed(
  db: Db,
  onChanges: (changes: CatalogChanges) => void,
  retentionMs: number = usualRetentionMs,
): ChangeFeed {
  let last: { snapshot: string; startedAt: string; version: string; xmin: string } | undefined;
  /** All transactions before `xmin` had ended at this time of `performance.now()`. */
  let horizon: { at: number; xmin: string } | undefined;
  let polledAt = Number.NEGATIVE_INFINITY;
  let position: string | undefined;

  const read = async () => {
    const began = performance.now();
    const [found] = pollSchema.parse((await db.execute(pollQuery(last?.snapshot))).rows);
    const isLate = began - polledAt > pauseMaxMs;
    const isMany = found.changes.length > changesMax || found.changes.some(({ id }) => id === null);
    const isAll = last === undefined || last.startedAt !== found.startedAt || isLate || isMany;
    const changes = {
      isAll,
      productIds: isAll ? [] : [...new Set(found.changes.flatMap(({ id }) => id ?? []))],
      orders: [...new Set(found.changes.flatMap(({ affects }) => affects))],
      hasMembership: last?.version !== found.version,
    };
    if (last?.startedAt !== found.startedAt) horizon = undefined;
    last = found;
    horizon ??= { at: performance.now(), xmin: found.xmin };
    ({ position } = found);
    polledAt = began;
    if (changes.isAll || changes.hasMembership || found.changes.length > 0) onChanges(changes);
  };
  const deleteOld = async () => {
    if (last === undefined || horizon === undefined || performance.now() - horizon.at < retentionMs) return;
    const { xmin } = horizon;
    horizon = { at: performance.now(), xmin: last.xmin };
    await deleteBefore(db, xmin);
  };
  return { poll: sharingRuns(read), polledAt: () => polledAt, position: () => position, deleteOld };
}

/** Changes that were read apart from any cache. `isLost`: whether others may have been deleted, or are too many to know. */
export type ReadChanges = {
  snapshot: string;
  startedAt: string;
  readAt: Date;
  productIds: string[];
  isLost: boolean;
};

/** The changes since a snapshot that was taken at a time, for who keeps its place by itself; none without a snapshot. */
export async function readChangesSince(db: Db, before?: { snapshot: string; readAt: Date }): Promise<ReadChanges> {
  const [found] = pollSchema.parse((await db.execute(pollQuery(before?.snapshot))).rows);
  const isLate = before !== undefined && found.at - before.readAt.getTime() > pauseMaxMs;
  return {
    snapshot: found.snapshot,
    startedAt: found.startedAt,
    readAt: new Date(found.at),
    productIds: [...new Set(found.changes.flatMap(({ id }) => id ?? []))],
    isLost: isLate || found.changes.length > changesMax || found.changes.some(({ id }) => id === null),
  };
}

/**
 * Reads the changes that this statement sees and `before`, the snapshot of the previous poll, did not see. Transactions
 * that are still open are left out by their ids, so that none of their rows is visited.
 */
function pollQuery(before: string | undefined) {
  const since = before === undefined ? sql`pg_current_snapshot()` : sql`${before}::pg_snapshot`;
  const ended = sql`array(
    select xid from pg_snapshot_xip(${since}) as xid where pg_visible_in_snapshot(xid, pg_current_snapshot()))`;
  const begun = sql`xid >= pg_snapshot_xmax(${since}) and xid < pg_snapshot_xmax(pg_current_snapshot())`;
  const some = (condition: ReturnType<typeof sql>) =>
    sql`(select product_id, affects from ${productChanges} where ${condition} order by xid limit ${changesMax + 1})`;
  const recorded = sql`
    select coalesce(json_agg(json_build_object('id', product_id, 'affects', affects)), '[]')
    from (${some(sql`xid = any(${ended})`)} union all ${some(begun)}) as changed`;
  return sql`
    select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
      pg_postmaster_start_time()::text as "startedAt", (extract(epoch from now()) * 1000)::float8 as at, pg_current_wal_insert_lsn()::text as position,
      (select version from ${catalogVersion}) as version, (${recorded}) as changes`;
}

/** Deletes the changes of the transactions before this one, some at a time. */
async function deleteBefore(db: Db, xmin: string): Promise<void> {
  for (let deleted = deletedMax; deleted >= deletedMax; ) {
    const { rowCount } = await db.execute(sql`
      delete from ${productChanges} where ctid = any(array(
        select ctid from ${productChanges} where xid < ${xmin}::xid8 order by xid limit ${deletedMax}
      ))`);
    deleted = rowCount ?? 0;
  }
}
