import { join } from "node:path";
import { type OpenedDb, openDb } from "../db/client.ts";
import { openReplicas, type Replicas } from "../db/replicas.ts";
import { startEmbeddedPostgres } from "../infra/embedded-postgres.ts";
import { currentContext } from "../infra/request-context.ts";
import type { Shutdown } from "./shutdown.ts";

/** How long a question about the shop's state may take, in milliseconds. */
export const probeTimeoutMs = 1_000;

export type Databases = {
  db: OpenedDb["db"];
  pool: OpenedDb["pool"];
  /** Connections apart: a crowd at the others must neither hide that the database answers nor wait for figures. */
  probe: OpenedDb;
  replicas: Replicas | undefined;
};

/** Starts PostgreSQL as a part of this process, and answers its address. */
export async function startOwnDatabase(
  shutdown: Shutdown,
  dataDir: string,
  say: (line: string) => void,
): Promise<string> {
  say("Starting PostgreSQL");
  const starting = startEmbeddedPostgres({ folder: join(dataDir, "postgres"), log: say });
  // Also while it starts: a start that is interrupted must not leave it running.
  shutdown.add(async () => (await starting).stop());
  return (await starting).url;
}

/** Opens the connections of one process: to the database, and to its replicas where there are any. */
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
