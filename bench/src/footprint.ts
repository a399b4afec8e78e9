import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { median } from "./rounds.ts";
import type { Route } from "./scenarios.ts";
import { startShop } from "./servers.ts";
import { loadWrites } from "./writes.ts";

/**
 * The shop process's start-up time in milliseconds, and its resident memory in megabytes after reads and
 * after writes.
 */
export type Footprint = { startMs: number; residentMb: number; afterWritesMb: number };

export const footprintLimits: Footprint = { startMs: 1_000, residentMb: 160, afterWritesMb: 180 };

const starts = 5;
const connections = 20;
const secondsEach = 4;

/**
 * Starts the built shop several times on a migrated database, loads the last instance by every
 * route and then by writes, and measures it.
 */
export async function measureFootprint(databaseUrl: string, dataDir: string, routes: Route[]): Promise<Footprint> {
  const times: number[] = [];
  for (let start = 1; start < starts; start += 1) {
    const shop = await startShop(databaseUrl, dataDir);
    times.push(shop.startMs);
    await shop.stop();
  }
  const shop = await startShop(databaseUrl, dataDir);
  times.push(shop.startMs);
  try {
    for (const { path } of routes) await autocannon({ url: shop.origin + path, connections, duration: secondsEach });
    const afterReadsMb = await residentMb(shop.pid);
    await loadWrites(databaseUrl, shop.origin);
    return { startMs: median(times), residentMb: afterReadsMb, afterWritesMb: await residentMb(shop.pid) };
  } finally {
    await shop.stop();
  }
}

/** Resident memory by the operating system's count; Linux only. */
async function residentMb(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}
