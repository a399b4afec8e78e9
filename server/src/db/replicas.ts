import { sql } from "drizzle-orm";
import type pg from "pg";
import { type Db, limitsWithin, type OpenedDb, openDb } from "./client.ts";
import { toDatabaseFailure } from "./errors.ts";
import type { ConnectionHolder } from "./sql-comments.ts";

/** Streaming replicas for reads that tolerate a bounded lag. */
export type Replicas = {
  /**
   * Runs a read on a fresh replica, or on the primary when there is none or the replica fails. `position`: the replica
   * must have replayed the primary's write-ahead log up to there.
   */
  read: <Result>(work: (db: Db) => Promise<Result>, position?: string) => Promise<Result>;
  /** Those of the replicas. */
  databases: readonly Db[];
  /** Each replica as it is now. */
  states: () => ReplicaState[];
  /** Since the start: reads that a replica answered, and those that the primary answered instead. */
  counters: Readonly<{ byReplica: number; byPrimary: number }>;
  close: () => Promise<void>;
};

export type ReplicaOptions = {
  primary: { db: Db; pool: pg.Pool };
  urls: string[];
  /** Connections to each replica. */
  poolMax: number;
  /** The current request, if any. */
  holder?: () => ConnectionHolder | undefined;
  /** Called when a replica becomes fresh, and when it is not fresh any more. */
  onChange: (host: string, isUsed: boolean) => void;
};

/** `lagMs`: how long ago it had all that the primary had written, at most; `undefined` until that was found once. */
export type ReplicaState = { host: string; isUsed: boolean; lagMs: number | undefined };

const lagMaxMs = 1_000;
const measureEveryMs = 250;
/** Also the query time-out of reads on a replica. */
const timeoutMs = 1_000;

/** `freshUntil` and `reachedAt` are times of `performance.now()`. */
type Replica = {
  host: string;
  opened: OpenedDb;
  freshUntil: number;
  /** When the last position was written that it is known to have reached. */
  reachedAt: number | undefined;
  isUsed: boolean;
};

/**
 * Opens PostgreSQL's streaming replicas. A read gets one database for all of
 * its statements. Drizzle's `withReplicas` picks a replica for each statement,
 * keeps a prepared query on the replica where it was built first, and keeps
 * using a replica that is down.
 */
export function openReplicas({ primary, urls, poolMax, holder, onChange }: ReplicaOptions): Replicas {
  const replicas = urls.map(
    (url): Replica => ({
      host: new URL(url).host,
      opened: openDb({
        url,
        poolMax,
        name: "shop reader",
        limits: limitsWithin(timeoutMs),
        ...(holder === undefined ? {} : { holder }),
      }),
      freshUntil: 0,
      reachedAt: undefined,
      isUsed: false,
    }),
  );
  const stopMeasuring = measureLag(primary.pool, replicas, onChange);
  const counters = { byReplica: 0, byPrimary: 0 };
  let reads = 0;

  const pickRoundRobin = (): Replica | undefined => {
    const now = performance.now();
    const fresh = replicas.filter((replica) => now < replica.freshUntil);
    reads += 1;
    return fresh[reads % fresh.length];
  };

  const readPrimary = <Result>(work: (db: Db) => Promise<Result>) => {
    counters.byPrimary += 1;
    return work(primary.db);
  };

  return {
    databases: replicas.map(({ opened }) => opened.db),
    counters,
    states: () => replicas.map(stateOf),
    read: async (work, position) => {
      const replica = pickRoundRobin();
      if (replica === undefined) return readPrimary(work);
      try {
        if (position === undefined || (await hasReplayed(replica.opened.db, position))) {
          const result = await work(replica.opened.db);
          counters.byReplica += 1;
          return result;
        }
      } catch (error) {
        const failure = toDatabaseFailure(error);
        if (failure === null || failure.kind === "rejected") throw error;
        // A conflict with replay is temporary. An unavailable replica is used again after the next successful measurement.
        if (failure.kind === "unavailable") replica.freshUntil = 0;
      }
      return readPrimary(work);
    },
    close: async () => {
      await stopMeasuring();
      await Promise.all(replicas.map(({ opened }) => opened.close()));
    },
  };
}

function stateOf({ host, freshUntil, reachedAt }: Replica): ReplicaState {
  const now = performance.now();
  return { host, isUsed: now < freshUntil, lagMs: reachedAt === undefined ? undefined : now - reachedAt };
}

async function hasReplayed(db: Db, position: string): Promise<boolean> {
  const { rows } = await db.execute<{ reached: boolean }>(
    sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as reached`,
  );
  return rows[0]?.reached === true;
}

/** A position in the primary's write-ahead log, and when it was written at the latest. */
type WalPosition = { at: number; lsn: bigint };

/**
 * Measures repeatedly how far each replica has replayed the primary's log. A
 * replica that has reached a position is fresh until `lagMaxMs` after that
 * position was written, so a replica that pauses, lags or does not answer stops
 * being fresh without further action. Returns what stops the measuring.
 */
function measureLag(primary: pg.Pool, replicas: Replica[], onChange: ReplicaOptions["onChange"]): () => Promise<void> {
  let positions: WalPosition[] = [];
  let isStopped = false;

  const measureReplica = async (replica: Replica) => {
    const { rows } = await replica.opened.pool.query<{ lsn: string | null }>(replayedLsn);
    const lsn = rows[0]?.lsn;
    const reached = positions.findLast((position) => typeof lsn === "string" && position.lsn <= BigInt(lsn));
    if (reached === undefined) return;
    replica.reachedAt = reached.at;
    replica.freshUntil = reached.at + lagMaxMs;
  };
  const measure = async () => {
    const at = performance.now();
    const { rows } = await primary.query<{ lsn: string }>(writtenLsn);
    const recent = positions.filter((position) => position.at > at - lagMaxMs);
    positions = [...recent, { at, lsn: BigInt(rows[0]?.lsn ?? 0) }];
    await Promise.allSettled(replicas.map(measureReplica));
  };
  const reportChanges = () => {
    for (const replica of replicas) {
      const isUsed = performance.now() < replica.freshUntil;
      if (isUsed !== replica.isUsed) onChange(replica.host, isUsed);
      replica.isUsed = isUsed;
    }
  };
  const run = async () => {
    await measure().catch(() => undefined);
    reportChanges();
    if (!isStopped) timer = setTimeout(repeat, measureEveryMs);
  };
  const repeat = () => {
    running = run();
  };
  let timer: NodeJS.Timeout | undefined;
  let running = run();

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

const writtenLsn = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as lsn";
/** Null on a server that is not a replica any more: after a promotion its log diverges. */
const replayedLsn =
  "select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as lsn";
