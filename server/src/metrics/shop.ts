import { access, statfs } from "node:fs/promises";
import { listBackups } from "../backup/stored-backups.ts";
import { measureProcess, type ProcessMetricsDeps } from "./process.ts";
import type { ShopState } from "./read-state.ts";
import type { Metrics } from "./registry.ts";
import { measureSales } from "./sales.ts";
import { measureState, type Readings } from "./state.ts";

/** What is measured besides requests. Times in milliseconds. */
export type ShopMetricsDeps = ProcessMetricsDeps & {
  readState: () => Promise<ShopState>;
  countMigrations: () => Promise<number>;
  isReady: () => Promise<boolean>;
  /** Absent where pictures are kept in an object store. */
  uploadsDir: string | undefined;
  backupsDir: string;
  /** How long what was read from the database and the disk is good for. */
  freshMs: number;
};

/** How long a reader waits for what the database and the disk have to be asked for; in milliseconds. */
const timeoutMs = 1_500;

/**
 * Describes every figure of the shop that is not measured at the doors. Returns
 * the text that a collector is given, whatever has failed: what could not be
 * read is missing from it.
 */
export function openShopMetrics(metrics: Metrics, deps: ShopMetricsDeps): () => Promise<string> {
  let readings: Readings | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const refresh = async () => {
    if (performance.now() - readAt < deps.freshMs) return;
    reading ??= readAll(deps).then((found) => {
      readings = found;
      readAt = performance.now();
      reading = undefined;
    });
    await reading;
  };

  measureProcess(metrics, deps);
  measureSales(metrics, deps.services);
  measureState(metrics, () => readings);
  return async () => {
    await refresh();
    return metrics.text();
  };
}

async function readAll({
  readState,
  countMigrations,
  isReady,
  uploadsDir,
  backupsDir,
}: ShopMetricsDeps): Promise<Readings> {
  const [state, migrations, ready, disk, newestBackup] = await Promise.all([
    orNothing(readState()),
    orNothing(countMigrations()),
    orNothing(isReady()),
    uploadsDir === undefined ? undefined : orNothing(statfs(uploadsDir)),
    orNothing(newestIn(backupsDir)),
  ]);
  return {
    ...{ state, migrations, newestBackup, isReady: ready === true },
    diskFree: disk === undefined ? undefined : disk.bavail * disk.bsize,
    diskSize: disk === undefined ? undefined : disk.blocks * disk.bsize,
  };
}

/** What a question gives in time; nothing when it fails or takes too long. */
async function orNothing<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, timeoutMs, undefined);
  });
  try {
    return await Promise.race([question, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** When the youngest backup of a folder was taken, in seconds since 1970; 0 while it holds none. */
async function newestIn(folder: string): Promise<number> {
  await access(folder);
  const [newest] = await listBackups(folder);
  return newest === undefined ? 0 : newest.takenAt.getTime() / 1_000;
}
