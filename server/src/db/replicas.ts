import type pg from "pg";
import { type Db, type OpenedDb, openDb } from "./client.ts";
import { toDatabaseFailure } from "./errors.ts";

/** Reads what may be as old as the replicas are allowed to be. */
export type Replicas = {
  /** Does the reading on a replica that is fresh enough, and on the primary when there is none or it fails. */
  read: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

export type ReplicaOptions = {
  primary: { db: Db; pool: pg.Pool };
  urls: string[];
  /** Connections to each replica. */
  poolMax: number;
  /** Told when a replica is taken into use, and when it is not any more. */
  onChange: (host: string, isUsed: boolean) => void;
};

/** How far behind a replica that is read may be, how often that is measured, and how long it may take to answer; in milliseconds. */
const replicaLagMax = 1_000;
const everyMs = 250;
const timeoutMs = 1_000;

type Replica = { host: string; opened: OpenedDb; freshUntil: number; isUsed: boolean };
/** Where the primary's log was at a moment of this process's own clock. */
type Mark = { at: number; place: bigint };

/**
 * Watches PostgreSQL's streaming replicas. A replica that has replayed what
 * the primary had written at a moment is good for reading until
 * `replicaLagMax` after that moment, and no longer unless it shows again that
 * it follows: a replica that pauses, lags, or cannot be asked drops out by
 * itself, and comes back by itself.
 *
 * Whoever reads is handed one server for all that belongs together. Drizzle's
 * own `withReplicas` sends each query of a page to another one, keeps a
 * prepared query wherever it was first built, and goes on asking a replica
 * that is gone.
 */
export function openReplicas({ primary, urls, poolMax, onChange }: ReplicaOptions): Replicas {
  const replicas = urls.map(
    (url): Replica => ({
      host: new URL(url).host,
      opened: openDb({ url, poolMax, name: "shop reader", timeoutMs }),
      freshUntil: 0,
      isUsed: false,
    }),
  );
  let marks: Mark[] = [];
  let waitForSlot = 0;
  let isClosed = false;

  const on = async (replica: Replica) => {
    const { rows } = await replica.opened.pool.query<{ place: string | null }>(replayed);
    const place = rows[0]?.place;
    const seen = marks.findLast((mark) => typeof place === "string" && mark.place <= BigInt(place));
    if (seen !== undefined) replica.freshUntil = seen.at + replicaLagMax;
  };
  const look = async () => {
    const at = performance.now();
    const { rows } = await primary.pool.query<{ place: string }>(written);
    const oldest = at - replicaLagMax;
    marks = [...marks.filter((mark) => mark.at > oldest), { at, place: BigInt(rows[0]?.place ?? 0) }];
    await Promise.allSettled(replicas.map(on));
  };
  const note = () => {
    for (const replica of replicas) {
      const isUsed = performance.now() < replica.freshUntil;
      if (isUsed !== replica.isUsed) onChange(replica.host, isUsed);
      replica.isUsed = isUsed;
    }
  };
  const repeat = async () => {
    await look().catch(() => undefined);
    note();
    if (!isClosed) timer = setTimeout(next, everyMs);
  };
  const next = () => {
    round = repeat();
  };
  let timer: NodeJS.Timeout | undefined;
  let round = repeat();

  const pick = (): Replica | undefined => {
    const now = performance.now();
    const fresh = replicas.filter((replica) => now < replica.freshUntil);
    waitForSlot += 1;
    return fresh[waitForSlot % fresh.length];
  };

  return {
    read: async (work) => {
      const replica = pick();
      if (replica === undefined) return work(primary.db);
      try {
        return await work(replica.opened.db);
      } catch (error) {
        const failure = toDatabaseFailure(error);
        if (failure === null || failure.kind === "rejected") throw error;
        // What replay stands in the way of may work again at once; what cannot be reached is asked no more until it shows up.
        if (failure.kind === "unavailable") replica.freshUntil = 0;
        return work(primary.db);
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await round;
      await Promise.all(replicas.map(({ opened }) => opened.close()));
    },
  };
}

const written = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as place";
/** Nothing from a server that follows no other: one that was promoted has a history of its own. */
const replayed =
  "select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as place";
