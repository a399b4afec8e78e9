import { lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { catalogVersion, productChanges } from "../../db/schema/catalog.ts";
import { later } from "../../db/time.ts";
import { sharingRuns } from "../sharing-runs.ts";

/** How long a change is recorded, in milliseconds. */
const retentionMs = 60_000;
/** After a longer pause between two polls, changes may have been deleted unread; in milliseconds. */
const pauseMaxMs = retentionMs / 2;

/** What changed in the catalog since the previous poll. */
export type CatalogChanges = {
  /** Whether everything may have changed. The rest is then irrelevant. */
  isAll: boolean;
  /** Products with any change, also of price, stock and rating. */
  productIds: string[];
  /** Whether an order of products, or what facets count, may have changed. */
  hasRanking: boolean;
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
};

const pollSchema = z.tuple([
  z.object({
    xmin: z.string(),
    startedAt: z.string(),
    position: z.string(),
    version: z.string(),
    changes: z.array(z.object({ xid: z.string(), id: z.string().nullable(), ranking: z.boolean() })),
  }),
]);

/**
 * Follows all changes of the catalog by polling. Transactions commit in another order than they begin in, so each poll
 * reads from the oldest transaction that was still running at the previous one, and skips what it has seen.
 */
export function openChangeFeed(db: Db, onChanges: (changes: CatalogChanges) => void): ChangeFeed {
  let last: { xmin: string; startedAt: string; version: string } | undefined;
  let seen = new Set<string>();
  let polledAt = Number.NEGATIVE_INFINITY;
  let position: string | undefined;

  const read = async () => {
    const began = performance.now();
    const [found] = pollSchema.parse((await db.execute(pollQuery(last?.xmin))).rows);
    const isAll = last === undefined || last.startedAt !== found.startedAt || began - polledAt > pauseMaxMs;
    const fresh = found.changes.filter(({ xid }) => !seen.has(xid));
    const changes = {
      isAll: isAll || fresh.some(({ id }) => id === null),
      productIds: [...new Set(fresh.flatMap(({ id }) => id ?? []))],
      hasRanking: fresh.some(({ ranking }) => ranking),
      hasMembership: last?.version !== found.version,
    };
    last = found;
    seen = new Set(found.changes.flatMap(({ xid }) => (BigInt(xid) >= BigInt(found.xmin) ? xid : [])));
    ({ position } = found);
    polledAt = began;
    if (changes.isAll || changes.hasMembership || fresh.length > 0) onChanges(changes);
  };
  return { poll: sharingRuns(read), polledAt: () => polledAt, position: () => position };
}

function pollQuery(since: string | undefined) {
  const recorded = sql`
    select coalesce(json_agg(json_build_object('xid', xid::text, 'id', product_id, 'ranking', affects_ranking)), '[]')
    from ${productChanges} where xid >= ${since ?? sql`pg_snapshot_xmin(pg_current_snapshot())`}::xid8`;
  return sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_postmaster_start_time()::text as "startedAt",
      pg_current_wal_insert_lsn()::text as position, (select version from ${catalogVersion}) as version,
      (${recorded}) as changes`;
}

/** Deletes recorded changes that every instance has read by now. Instances can run it in parallel. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db.delete(productChanges).where(lt(productChanges.changedAt, later(-retentionMs)));
}
