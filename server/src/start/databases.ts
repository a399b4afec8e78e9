import { join } from "node:path";
import { jobLimits, largeActLimits, limitsWithin, type OpenedDb, openDb } from "../db/client.ts";
import { openReplicas, type Replicas } from "../db/replicas.ts";
import { startEmbeddedPostgres } from "../infra/embedded-postgres.ts";
import { currentHolder } from "../infra/query-holder.ts";
import type { Shutdown } from "./shutdown.ts";

/** The time-out of readiness and metrics queries, in milliseconds. */
export const probeTimeoutMs = 1_000;

/** The most connections of the jobs, of large acts of administrators and of counters: they are few at once, and may wait. */
const jobsPoolMax = 4;
const largeActsPoolMax = 2;
const countersPoolMax = 2;
const probePoolMax = 2;

/** The most connections of an instance to the primary. */
export function connectionsOf(poolMax: number): number {
  return poolMax + jobsPoolMax + largeActsPoolMax + countersPoolMax + probePoolMax;
}

export type Databases = {
  db: OpenedDb["db"];
  pool: OpenedDb["pool"];
  /** A pool of its own: readiness and metrics queries neither wait for the shop's connections nor take them. */
  probe: OpenedDb;
  /** A pool of its own, so that background jobs take no connection from requests. */
  jobs: OpenedDb;
  /** A pool of its own, so that a large act of an administrator delays neither requests nor jobs. */
  largeActs: OpenedDb;
  /** A pool of its own for rate limits: many who try at one address wait for its counter with no connection of requests. */
  counters: OpenedDb;
  replicas: Replicas | undefined;
};

/** Starts the embedded PostgreSQL and returns its URL. */
export async function startOwnDatabase(
  shutdown: Shutdown,
  dataDir: string,
  say: (line: string) => void,
): Promise<string> {
  say("Starting PostgreSQL");
  const starting = startEmbeddedPostgres({ folder: join(dataDir, "postgres"), log: say });
  // Added before it has started, so that an interrupted start stops it too.
  shutdown.add(async () => (await starting).stop());
  return (await starting).url;
}

/** Opens the process's pools: the primary's, the probe's and the replicas'. */
export function openDatabases(
  shutdown: Shutdown,
  { url, poolMax, replicaUrls }: { url: string; poolMax: number; replicaUrls: string[] },
): Databases {
  const onConnectionError = (error: Error) => shutdown.log?.warn({ err: error }, "database connection lost");
  const open = (options: Omit<Parameters<typeof openDb>[0], "url">): OpenedDb => {
    const opened = openDb({ url, holder: currentHolder, onConnectionError, ...options });
    shutdown.add(opened.close);
    return opened;
  };
  const { db, pool } = open({ poolMax });
  const jobs = open({ poolMax: jobsPoolMax, name: "shop jobs", limits: jobLimits });
  const largeActs = open({ poolMax: largeActsPoolMax, name: "shop large acts", limits: largeActLimits });
  const counters = open({ poolMax: countersPoolMax, name: "shop counters", mayLoseLast: true });
  const probe = open({ poolMax: probePoolMax, name: "shop probe", limits: limitsWithin(probeTimeoutMs) });
  const opened = { db, pool, probe, jobs, largeActs, counters };
  if (replicaUrls.length === 0) return { ...opened, replicas: undefined };
  const replicas = openReplicas({
    primary: { db, pool: probe.pool },
    urls: replicaUrls,
    poolMax,
    holder: currentHolder,
    onChange: (host, isUsed) => shutdown.log?.warn({ replica: host }, isUsed ? "replica in use" : "replica not in use"),
  });
  shutdown.add(replicas.close);
  return { ...opened, replicas };
}
