import { access, statfs } from "node:fs/promises";
import { listBackups } from "../backup/stored-backups.ts";
import { measureMeaning } from "./meaning.ts";
import { measureProcess, type ProcessMetricsDeps } from "./process.ts";
import type { ShopState } from "./read-state.ts";
import type { Metrics } from "./registry.ts";
import { measureSales } from "./sales.ts";
import { measureSearchEngine } from "./search-engine.ts";
import { measureState, type Readings } from "./state.ts";

/** Times in milliseconds. */
export type ShopMetricsDeps = ProcessMetricsDeps & {
  readState: () => Promise<ShopState>;
  countMigrations: () => Promise<number>;
  isWritable: () => Promise<boolean>;
  isReady: () => Promise<boolean>;
  /** Absent if images are in an object store. */
  uploadsDir: string | undefined;
  backupsDir: string;
  /** How long readings of the database and the disk are cached. */
  freshMs: number;
};

/** The time-out of a scrape's readings of the database and the disk, in milliseconds. */
const timeoutMs = 1_500;

/**
 * Registers every metric of the shop except those of requests. Returns a function that renders all
 * metrics. Readings that fail or time out are left out.
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
  measureMeaning(metrics, deps.services);
  measureSearchEngine(metrics, deps.services);
  measureState(metrics, () => readings);
  return async () => {
    await refresh();
    return metrics.text();
  };
}

async function readAll({
  readState,
  countMigrations,
  isWritable,
  isReady,
  uploadsDir,
  backupsDir,
}: ShopMetricsDeps): Promise<Readings> {
  const [state, migrations, writable, ready, disk, newestBackup] = await Promise.all([
    orUndefined(readState()),
    orUndefined(countMigrations()),
    orUndefined(isWritable()),
    orUndefined(isReady()),
    uploadsDir === undefined ? undefined : orUndefined(statfs(uploadsDir)),
    orUndefined(newestIn(backupsDir)),
  ]);
  return {
    state,
    migrations,
    newestBackup,
    isWritable: writable === true,
    isReady: ready === true,
    diskFree: disk === undefined ? undefined : disk.bavail * disk.bsize,
    diskSize: disk === undefined ? undefined : disk.blocks * disk.bsize,
  };
}

/** The reading, or `undefined` if it fails or times out. */
async function orUndefined<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
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

/** The time of the newest backup of a folder, in seconds since 1970; 0 if there is none. */
async function newestIn(folder: string): Promise<number> {
  await access(folder);
  const [newest] = await listBackups(folder);
  return newest === undefined ? 0 : newest.takenAt.getTime() / 1_000;
}
