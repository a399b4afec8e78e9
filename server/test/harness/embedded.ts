import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/infra/embedded-postgres.ts";
import { whenInterrupted } from "./interrupted.ts";

const root = join(fileURLToPath(import.meta.url), "../../../..");
const memory = "/dev/shm";
/** What the clusters of a run may take, in bytes. */
const memoryNeeded = 4_000_000_000;

/**
 * Where throwaway clusters are made: in memory where there is room. Each test database has hundreds of files, and a disk's
 * file system takes as long to create and delete them as PostgreSQL takes for the tests.
 */
async function clustersFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < memoryNeeded ? join(root, "node_modules") : memory;
}

/** Settings of a database server whose data nobody will miss. */
export const throwaway = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=128MB"];

export type Cluster = EmbeddedPostgres & {
  folder: string;
  /** Starts the stopped cluster again, on the same port. */
  start: () => Promise<void>;
  /** Stops the cluster and removes its folder. */
  discard: () => Promise<void>;
};

/** A PostgreSQL server of a test's own, to stop and start at will; `prepare` may fill its folder before. */
export async function startCluster(
  settings = throwaway,
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<Cluster> {
  const clusters = await clustersFolder();
  endOrphans(clusters);
  const folder = await mkdtemp(join(clusters, `.test-postgres-${process.pid}-`));
  await prepare(folder);
  const options = { folder, log: () => undefined, settings };
  const forget = whenInterrupted(() => endAtOnce(folder));
  let running = await startEmbeddedPostgres(options);
  return {
    folder,
    url: running.url,
    stop: () => running.stop(),
    restart: (mode) => running.restart(mode),
    start: async () => {
      running = await startEmbeddedPostgres(options);
    },
    discard: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
      forget();
    },
  };
}

/** Ends the clusters of processes that were killed, which would keep their memory. */
function endOrphans(clusters: string): void {
  for (const name of readdirSync(clusters)) {
    const [, owner] = /^\.test-postgres-(\d+)-/.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) endAtOnce(join(clusters, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends a cluster without waiting for anything, and removes it. */
function endAtOnce(folder: string): void {
  try {
    const [pid] = readFileSync(join(folder, "cluster/postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
  } catch {
    // It does not run, or not yet.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
