import { join } from "node:path";
import { type OpenedDb, openDb } from "../db/client.ts";
import { openReplicas, type Replicas } from "../db/replicas.ts";
import { startEmbeddedPostgres } from "../infra/embedded-postgres.ts";
import { currentContext } from "../infra/request-context.ts";
import type { Shutdown } from "./shutdown.ts";

/** The time-out of readiness and metrics queries, in milliseconds. */
export const probeTimeoutMs = 1_000;

export type Databases = {
  db: OpenedDb["db"];
  pool: OpenedDb["pool"];
  /** A pool of its own: readiness and metrics queries neither wait for the shop's connections nor take them. */
  probe: OpenedDb;
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
  const { db, pool, close } = openDb({ url, poolMax, requestId: () => currentContext()?.id, onConnectionError });
  shutdown.add(close);
  const probe = openDb({ url, poolMax: 2, name: "shop probe", timeoutMs: probeTimeoutMs, onConnectionError });
  shutdown.add(probe.close);
  if (replicaUrls.length === 0) return { db, pool, probe, replicas: undefined };
  const replicas = openReplicas({
    primary: { db, pool: probe.pool },
    urls: replicaUrls,
    poolMax,
    onChange: (host, isUsed) => shutdown.log?.warn({ replica: host }, isUsed ? "replica in use" : "replica not in use"),
  });
  shutdown.add(replicas.close);
  return { db, pool, probe, replicas };
}
